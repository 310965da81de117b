"""Catena with `komi=choose`: White names the komi, and Black takes a colour."""

from datetime import timedelta

from bot.engine.reading import read
from bot.engine.replaying import replay
from venues.conformance.arena import ANN, BOB, FAN, HOST, Arena, Topic
from venues.conformance.arenas import at_every_venue

KOMIS = [f"Komi {points}" for points in range(5)]
TAKING = ["I take Black", "I take White"]


def choices(arena: Arena, who: str) -> list[str]:
    """What somebody may press that chooses something."""
    return [label for label in arena.offered(who) if label in KOMIS + TAKING]


async def set_up(arena: Arena) -> str:
    """Ann is Black and Bob White; the first announcement."""
    await arena.set_up(format="catena", komi="choose")
    opened = await arena.heard("what is the komi")
    assert "Bob, what is the komi" in opened or arena.called("what is the komi") == {ANN, BOB}
    if arena.shows_buttons:
        await arena.until(lambda: choices(arena, HOST) == choices(arena, BOB) == KOMIS)
        assert choices(arena, ANN) == ([] if arena.own_pages else KOMIS)
    elif isinstance(arena, Topic):
        assert "press" not in opened.casefold()
        assert f"Write `{arena.mention} match choose 3`." in opened
    return opened


@at_every_venue("komi")
async def test_komi_and_colour_are_chosen_in_words(arena: Arena) -> None:
    """Both are ready before; only then does the match begin, and Bob, now Black, moves."""
    await set_up(arena)
    for who in (ANN, BOB):
        await arena.press(who, "Ready", "match ready")
        await arena.heard_by(who, "White has yet to name the komi")
    talk = "I have thought about it.\n\nkomi 12"
    await arena.say(BOB, talk if isinstance(arena, Topic) else "komi is 12, good luck!")
    named = await arena.heard("Komi is 12: Bob named it.")
    assert arena.called("Komi is 12") in (None, {ANN})
    if arena.shows_buttons:
        await arena.until(lambda: choices(arena, ANN) == TAKING)
    elif isinstance(arena, Topic):
        assert f"`{arena.mention} match choose white`" in named
    await arena.pass_time(timedelta(seconds=400))
    await arena.say(ANN, "white, please" if arena.shows_buttons else "White")
    begun = await arena.heard("Both are ready")
    assert begun.startswith("Black is Bob, White is Ann: Ann chose.")
    assert arena.called("Both are ready") in (None, {BOB})
    assert "Black played C3." in await arena.play(BOB, "C3")
    status = (await arena.ask(FAN, "match status")).replace("–", "·")
    assert "Black 1 · White 12" in status
    record = await arena.record()
    assert "{komi 12: named by Bob; colours taken by Ann}" in record
    again = replay(read(record)[0])
    assert again.setup.ruleset.figures(again.last) == (1, 12)


@at_every_venue("komi by press")
async def test_komi_and_colour_are_chosen_by_buttons_that_outlive_a_restart(arena: Arena) -> None:
    """Nobody else's press counts; the host's does, in their place."""
    await set_up(arena)
    await arena.press(ANN, "Komi 3", "match choose choice=3", theirs=False)
    await arena.heard_by(ANN, "The komi is for White to say")
    await arena.be_down(timedelta(seconds=10))
    await arena.press(BOB, "Komi 3", "match choose choice=3")
    await arena.heard("Komi is 3")
    await arena.press(HOST, "I take Black", "match choose choice=black")
    taken = await arena.heard("Black is Ann")
    assert taken.startswith("Black is Ann, White is Bob: Host chose.")
    await arena.press(HOST, "Start now", "match begin")
    await arena.heard("Host started the match")
    if arena.shows_buttons:
        await arena.until(lambda: choices(arena, HOST) == [])
    assert "Black played C3." in await arena.play(ANN, "C3")


@at_every_venue("komi by command")
async def test_komi_is_chosen_by_command(arena: Arena) -> None:
    """Also what there is no button for; what is no number is said, and the host may say it all."""
    await set_up(arena)
    await arena.order(BOB, "match choose choice=half")
    await arena.heard_by(BOB, "Komi is a whole number from 0 to 999, such as 3.")
    await arena.order(HOST, "match choose choice=40")
    await arena.heard("Komi is 40")
    await arena.order(ANN, "match choose choice=white")
    await arena.heard("Black is Bob")
