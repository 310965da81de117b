"""The Death Match Opponent says who starts."""

from datetime import timedelta

from venues.conformance.arena import ANN, BOB, FAN, HOST, Arena
from venues.conformance.arenas import at_every_venue

RED, BLUE = "Red starts", "Blue starts"
NOT_THEIRS = "Who starts is for Blue, the DMO, to say"


async def set_up(arena: Arena, **terms: str) -> None:
    """Bob, who is Blue, is the DMO."""
    await arena.set_up(**{"dmo": "blue", "clock": "1m+5m"} | terms)
    await arena.heard("you are the DMO (Death Match Opponent)")
    if arena.shows_buttons:
        for who in (HOST, BOB):
            await arena.until(lambda who=who: choices(arena, who) == [RED, BLUE])
        assert choices(arena, ANN) == ([] if arena.own_pages else [RED, BLUE])


def choices(arena: Arena, who: str) -> list[str]:
    """What somebody may press that says who starts."""
    return [label for label in arena.offered(who) if label in (RED, BLUE)]


@at_every_venue("dmo")
async def test_the_dmo_says_who_starts_and_only_then_a_clock_runs(arena: Arena) -> None:
    """Both are ready, minutes pass; Bob says that Blue starts, and Blue has all the time."""
    await set_up(arena)
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
    begun = await arena.heard("Both are ready")
    assert begun.startswith("Blue starts: Bob, the DMO, chose.")
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
    await set_up(arena)
    await arena.press(HOST, "Start now", "match begin")
    ordered = await arena.heard("as soon as it is said")
    assert "you are the DMO: who starts?" in ordered
    assert arena.called("as soon as it is said") in (None, {BOB})
    await arena.order(FAN, "match choose choice=red")
    await arena.heard_by(FAN, "for Blue, the DMO, to say")
    await arena.press(HOST, RED, "match choose choice=red")
    begun = await arena.heard("Host started the match")
    assert begun.startswith("Red starts: Host chose for Bob, the DMO.")
    assert "Red played E5." in await arena.play(ANN, "E5")


@at_every_venue("dmo, changed")
async def test_who_starts_outlives_a_restart_and_may_be_changed_until_the_start(
    arena: Arena,
) -> None:
    """The button of before the restart counts after it; so does what is typed, me or opponent."""
    await set_up(arena, format="genius-short")
    await arena.press(ANN, "Ready", "match ready")
    await arena.heard_by(ANN, "You are ready")
    await arena.be_down(timedelta(hours=1))
    await arena.press(BOB, BLUE, "match choose choice=me")
    told = await arena.heard("Blue starts")
    assert "The match is waiting for Blue to" in told
    await arena.order(BOB, "match choose choice=opponent")
    await arena.heard("Red starts")
    await arena.press(BOB, "Ready", "match ready")
    await arena.heard("Both are ready")
    assert "Red played E5." in await arena.play(ANN, "E5")
