"""A match is played at an hour that its host settles, or that its players agree on.

It is Saturday, 21 November 2026, 22:00 UTC: 23:00 in Paris, five in the afternoon in New York.
"""

from datetime import UTC, datetime, timedelta

from venues.conformance.arena import ANN, BOB, FAN, HOST, Arena, Topic
from venues.conformance.arenas import at_every_venue
from venues.conformance.at_discord import DiscordArena

MINUTE = timedelta(minutes=1)
PARIS = "Europe/Paris"
EVENING = datetime(2026, 11, 22, 19, tzinfo=UTC)
"""Sunday, 20:00 in Paris."""
NOT_ASKED = "That is not being asked any more"


@at_every_venue("appointment")
async def test_an_appointed_match_is_announced_called_and_begun(arena: Arena) -> None:
    """Set up ninety minutes before; told once each, whatever restarts; Bob comes late."""
    await arena.set_up(at="tomorrow 00:30 Paris")
    opened = await arena.heard("play on")
    assert arena.moment(datetime(2026, 11, 21, 23, 30, tzinfo=UTC), PARIS) in opened
    assert arena.called("play on") in (None, {ANN, BOB})
    if isinstance(arena, DiscordArena):
        assert arena.offered(BOB) == []
    if isinstance(arena, Topic):
        assert "press" not in opened.casefold()
    await arena.order(ANN, "match ready")
    await arena.heard_by(ANN, "Ready is taken from ten minutes before the hour")
    await arena.order(BOB, 'match when at="in 85 minutes"')
    asked = await arena.heard("proposes to play")
    if isinstance(arena, Topic):
        assert f"`{arena.mention} match accept`" in asked
    await arena.press(ANN, "Decline", "match decline")
    await arena.heard("The appointment stays as it is")
    await arena.be_down(35 * MINUTE)
    await arena.heard("⏰")
    assert arena.called("⏰") in (None, {ANN, BOB})
    await arena.be_down(46 * MINUTE)
    await arena.until(lambda: len(arena.telling("⏰")) == 2)
    if isinstance(arena, DiscordArena):
        assert arena.offered(BOB) == ["Ready", "Start now"]
    await arena.press(ANN, "Ready", "match ready")
    await arena.heard_by(ANN, "You are ready")
    await arena.be_down(3 * MINUTE)
    assert not arena.telling("🔔")
    # Nobody is there to say so when the hour comes: the grace begins when somebody is.
    await arena.be_down(30 * MINUTE)
    await arena.heard("🔔")
    assert arena.called("🔔") in (None, {BOB})
    if isinstance(arena, DiscordArena):
        assert arena.newest("🔔").attachments
        assert arena.offered(BOB) == ["Ready", "Start now"]
    await arena.pass_time(15.5 * MINUTE)
    assert "Blue (Bob) is not ready" in await arena.heard("⌛")
    assert arena.called("⌛") in (None, {HOST})
    await arena.be_down(5 * MINUTE)
    assert [len(arena.telling(mark)) for mark in ("⏰", "🔔", "⌛")] == [2, 1, 1]
    await arena.press(BOB, "Ready", "match ready")
    await arena.heard("Both are ready")
    assert "played E5." in await arena.play(ANN, "E5")


@at_every_venue("hours")
async def test_of_several_hours_the_opponent_accepts_one(arena: Arena) -> None:
    """By a button or by its number; an old button takes none of what is proposed later."""
    await arena.set_up()
    await arena.heard("against")
    days = [arena.moment(EVENING + number * timedelta(hours=1), PARIS) for number in range(3)]
    at = "sun 20:00 Paris or sun 21:00 Paris; sun 10pm Paris"
    await arena.order(BOB, f'match when at="{at}"')
    asked = await arena.heard("proposes 3 hours")
    for which, day in enumerate(days, 1):
        assert f"{which}: {day}" in asked
    assert arena.called("proposes 3 hours") in (None, {ANN})
    if isinstance(arena, DiscordArena):
        listed = "\n".join(f"{which}: {day}" for which, day in enumerate(days, 1))
        done = f"Proposed:\n{listed}\nYour opponent has to accept one of them."
        assert arena.alone(BOB) == [done]
    if arena.shows_buttons:
        await arena.until(lambda: "Accept 2" in arena.offered(ANN))
        answers = [one for one in arena.offered(ANN) if one[:6] in ("Accept", "Declin")]
        assert answers == ["Accept 1", "Accept 2", "Accept 3", "Decline"]
    elif isinstance(arena, Topic):
        for words in ("accept 1", "accept 2", "accept 3", "decline"):
            assert f"`{arena.mention} match {words}`" in asked
    await arena.press(BOB, "Accept 2", "match accept which=2", theirs=False)
    await arena.heard_by(BOB, "Your opponent has to accept")
    await arena.order(ANN, "match accept")
    await arena.heard_by(ANN, "Say which, such as")
    if not isinstance(arena, DiscordArena):
        await arena.order(ANN, "match accept which=4")
        await arena.heard_by(ANN, "No hour of that number")
    await arena.be_down(MINUTE)
    await arena.order(BOB, 'match when at="sun 20:00 Paris or sun 21:00 Paris"')
    asked = await arena.heard("proposes 2 hours")
    # Two of two hours, though an older message may show three.
    await arena.press(ANN, "Accept 3", "match accept which=3", theirs=False)
    await arena.heard_by(ANN, NOT_ASKED if isinstance(arena, DiscordArena) else "No hour of that")
    assert not arena.telling("That is agreed")
    await arena.press(ANN, "Accept 2", "match accept which=2")
    agreed = await arena.heard("That is agreed")
    assert days[1] in agreed
    assert arena.called("That is agreed") in (None, {ANN, BOB})
    await arena.order(HOST, 'match when at="tomorrow 20:00 Paris"')
    assert days[0] in await arena.heard("settled it")
    assert days[0] in (await arena.ask(FAN, "match when")) or arena.own_pages
    await arena.order(FAN, 'match when at="in 3 hours"')
    await arena.heard_by(FAN, "Only the two players")


@at_every_venue("hours refused")
async def test_hours_that_cannot_be_proposed_change_nothing(arena: Arena) -> None:
    """Four, two that are the same, one that can't be read, and several that a host would settle."""
    await arena.set_up()
    await arena.heard("against")
    for at, part in (
        ("sun 1pm UTC or sun 2pm UTC or sun 3pm UTC or sun 4pm UTC", "Name 3 at most"),
        ("sun 20:00 Paris or mon 20:00 Paris or sun 8pm Paris", "is named twice"),
        ("sun 20:00 Paris or soon", "“soon” is not understood"),
        ("20:00", "I don't know your time zone"),
    ):
        await arena.order(BOB, f'match when at="{at}"')
        await arena.heard_by(BOB, part)
    await arena.order(HOST, 'match when at="sun 20:00 Paris or mon 20:00 Paris"')
    await arena.heard_by(HOST, "name one hour")
    when = await arena.ask(FAN, "match when")
    assert "has no appointment" in when
    assert "proposes" not in when
    assert not arena.telling("proposes")
