"""Before the start: the DMO says who begins; White names the komi, and a colour is taken."""

from datetime import timedelta

from bot.engine.reading import read
from bot.engine.replaying import replay
from venues.conformance.arena import ANN, BOB, FAN, HOST, Arena, Topic
from venues.conformance.arenas import at_every_venue

RED, BLUE = "Red starts", "Blue starts"
NOT_THEIRS = "Who starts is for Blue, the DMO, to say"


async def set_up_dmo(arena: Arena, **terms: str) -> None:
    await arena.set_up(**{"dmo": "blue", "clock": "1m+5m"} | terms)
    await arena.heard("you are the DMO (Death Match Opponent)")
    if arena.shows_buttons:
        for who in (HOST, BOB):
            await arena.until(lambda who=who: starts_offered(arena, who) == [RED, BLUE])
        assert starts_offered(arena, ANN) == ([] if arena.own_pages else [RED, BLUE])


def starts_offered(arena: Arena, who: str) -> list[str]:
    return [label for label in arena.offered(who) if label in (RED, BLUE)]


@at_every_venue("dmo")
async def test_the_dmo_says_who_starts_and_only_then_a_clock_runs(arena: Arena) -> None:
    """Both are ready, minutes pass; Bob says that Blue starts, and Blue has all the time."""
    await set_up_dmo(arena)
    for who in (ANN, BOB):
        await arena.press(who, "Ready", "match ready")
        await arena.heard_by(who, "You are ready; Blue, the DMO, has yet to say who starts.")
    for who in (ANN, FAN):
        await arena.press(who, BLUE, "match choose choice=blue", theirs=False)
        await arena.heard_by(who, NOT_THEIRS)
    await arena.pass_time(timedelta(seconds=400))
    status = await arena.ask(FAN, "match status")
    assert "Blue Bob (DMO)" in status
    assert "waiting for Blue, the DMO, to say who starts" in status
    await arena.press(BOB, BLUE, "match choose choice=me")
    assert (await arena.heard("Both are ready")).startswith("Blue starts: Bob, the DMO, chose.")
    assert arena.called("Both are ready") in (None, {BOB})
    assert "Blue played E5." in (played := await arena.play(BOB, "E5"))
    assert "Banks: Blue 5:00 · Red 5:00" in played
    await arena.play(ANN, "D3 F7")
    await arena.order(BOB, "match choose choice=red")
    await arena.heard_by(BOB, "started already")
    record = await arena.record()
    for words in ('[First "blue"]', '[DMO "Bob"]', "Blue starts: chosen by Bob"):
        assert words in record


@at_every_venue("dmo, by the host")
async def test_the_host_says_for_the_dmo_who_starts(arena: Arena) -> None:
    """The host starts first, so that the match begins with the choice; a stranger has no say."""
    await set_up_dmo(arena)
    await arena.press(HOST, "Start now", "match begin")
    assert "you are the DMO: who starts?" in await arena.heard("as soon as it is said")
    assert arena.called("as soon as it is said") in (None, {BOB})
    await arena.order(FAN, "match choose choice=red")
    await arena.heard_by(FAN, "for Blue, the DMO, to say")
    await arena.press(HOST, RED, "match choose choice=red")
    begun = await arena.heard("Host started the match")
    assert begun.startswith("Red starts: Host chose for Bob, the DMO.")
    assert "Red played E5." in await arena.play(ANN, "E5")


@at_every_venue("dmo, changed")
async def test_who_starts_outlives_a_restart_and_may_be_changed_until_the_start(arena):
    """The button of before the restart counts after it; so does what is typed, me or opponent."""
    await set_up_dmo(arena, format="genius-short")
    await arena.press(ANN, "Ready", "match ready")
    await arena.heard_by(ANN, "You are ready")
    await arena.be_down(timedelta(hours=1))
    await arena.press(BOB, BLUE, "match choose choice=me")
    assert "The match is waiting for Blue to" in await arena.heard("Blue starts")
    await arena.order(BOB, "match choose choice=opponent")
    await arena.heard("Red starts")
    await arena.press(BOB, "Ready", "match ready")
    await arena.heard("Both are ready")
    assert "Red played E5." in await arena.play(ANN, "E5")


@at_every_venue("rematch")
async def test_a_rematch_is_a_match_of_its_own_that_the_other_starts(arena: Arena) -> None:
    """In the same room, after a restart; the DMO is the same, and nobody is asked who starts."""
    await set_up_dmo(arena)
    await arena.press(BOB, BLUE, "match choose choice=me")
    await arena.press(HOST, "Start now", "match begin")
    await arena.heard("Host started the match")
    assert "Blue played D4." in await arena.play(BOB, "D4")
    await arena.order(ANN, "match resign confirm=yes")
    await arena.heard("resigned")
    await arena.be_down(timedelta(minutes=1))
    early = await arena.say(ANN, "E5")
    await arena.pass_time(timedelta(seconds=35))
    await arena.set_up_again(dmo="blue", first="red", clock="1m+5m")
    opened = (await arena.until(lambda: arena.telling("against")[1:]))[0]
    assert "Red starts" in opened
    assert "who starts?" not in opened
    assert not arena.shows_buttons or starts_offered(arena, BOB) == []
    status = await arena.ask(FAN, "match status")
    assert "Blue Bob (DMO)" in status
    assert "waiting for Red and Blue to" in status
    for who in (ANN, BOB):
        await arena.press(who, "Ready", "match ready")
    await arena.heard("Both are ready")
    assert arena.answers(early) == []
    assert "Red's turn" in await arena.play(BOB, "E5")
    assert "Red played D4." in await arena.play(ANN, "D4")
    assert "Blue wins" in await arena.ask(FAN, "match status match=1")


KOMIS = [f"Komi {points}" for points in range(5)]
TAKING = ["I take Black", "I take White"]


def komi_offered(arena: Arena, who: str) -> list[str]:
    return [label for label in arena.offered(who) if label in KOMIS + TAKING]


async def set_up_komi(arena: Arena) -> str:
    """Ann is Black and Bob White; the first announcement."""
    await arena.set_up(format="catena", komi="choose")
    opened = await arena.heard("what is the komi")
    assert "Bob, what is the komi" in opened or arena.called("what is the komi") == {ANN, BOB}
    if arena.shows_buttons:
        await arena.until(lambda: komi_offered(arena, HOST) == komi_offered(arena, BOB) == KOMIS)
        assert komi_offered(arena, ANN) == ([] if arena.own_pages else KOMIS)
    elif isinstance(arena, Topic):
        assert "press" not in opened.casefold()
        assert f"Write `{arena.mention} match choose 3`." in opened
    return opened


@at_every_venue("komi")
async def test_komi_and_colour_are_chosen_in_words(arena: Arena) -> None:
    """Both are ready before; only then does the match begin, and Bob, now Black, moves."""
    await set_up_komi(arena)
    for who in (ANN, BOB):
        await arena.press(who, "Ready", "match ready")
        await arena.heard_by(who, "White has yet to name the komi")
    talk = "I have thought about it.\n\nkomi 12"
    await arena.say(BOB, talk if isinstance(arena, Topic) else "komi is 12, good luck!")
    named = await arena.heard("Komi is 12: Bob named it.")
    assert arena.called("Komi is 12") in (None, {ANN})
    if arena.shows_buttons:
        await arena.until(lambda: komi_offered(arena, ANN) == TAKING)
    elif isinstance(arena, Topic):
        assert f"`{arena.mention} match choose white`" in named
    await arena.pass_time(timedelta(seconds=400))
    await arena.say(ANN, "white, please" if arena.shows_buttons else "White")
    begun = await arena.heard("Both are ready")
    assert begun.startswith("Black is Bob, White is Ann: Ann chose.")
    assert arena.called("Both are ready") in (None, {BOB})
    assert "Black played C3." in await arena.play(BOB, "C3")
    assert "Black 1 · White 12" in (await arena.ask(FAN, "match status")).replace("–", "·")
    record = await arena.record()
    assert "{komi 12: named by Bob; colours taken by Ann}" in record
    again = replay(read(record)[0])
    assert again.setup.ruleset.figures(again.last) == (1, 12)


@at_every_venue("komi by press")
async def test_komi_and_colour_are_chosen_by_buttons_that_outlive_a_restart(arena: Arena) -> None:
    """Nobody else's press counts; the host's does, in their place."""
    await set_up_komi(arena)
    await arena.press(ANN, "Komi 3", "match choose choice=3", theirs=False)
    await arena.heard_by(ANN, "The komi is for White to say")
    await arena.be_down(timedelta(seconds=10))
    await arena.press(BOB, "Komi 3", "match choose choice=3")
    await arena.heard("Komi is 3")
    await arena.press(HOST, "I take Black", "match choose choice=black")
    assert (await arena.heard("Black is Ann")).startswith("Black is Ann, White is Bob: Host chose.")
    await arena.press(HOST, "Start now", "match begin")
    await arena.heard("Host started the match")
    if arena.shows_buttons:
        await arena.until(lambda: komi_offered(arena, HOST) == [])
    assert "Black played C3." in await arena.play(ANN, "C3")


@at_every_venue("komi by command")
async def test_komi_is_chosen_by_command(arena: Arena) -> None:
    """Also what there is no button for; what is no number is said, and the host may say it all."""
    await set_up_komi(arena)
    await arena.order(BOB, "match choose choice=half")
    await arena.heard_by(BOB, "Komi is a whole number from 0 to 999, such as 3.")
    await arena.order(HOST, "match choose choice=40")
    await arena.heard("Komi is 40")
    await arena.order(ANN, "match choose choice=white")
    await arena.heard("Black is Bob")
