"""A cup: who checks in plays, each pairing in a room of its own, and all is told once."""

import re
from datetime import timedelta

from venues.conformance.arena import ANN, BOB, FAN, HOST, Arena, Topic
from venues.conformance.arenas import at_every_venue
from venues.conformance.at_discord import DiscordArena

MINUTE = timedelta(minutes=1)
OPEN, CALL = "sign up now", "the check-in is open"


async def sign_up(arena: Arena, *people: str, **plan: str) -> str:
    """The host opens the cup, and these people sign up; the card."""
    await arena.open_cup(name="Colosseum", clock="none", **plan)
    card = await arena.heard(OPEN)
    for count, who in enumerate(people, 1):
        await arena.join(who)
        also = f"{count} have signed up" if count > 1 else "nobody else so far"
        await arena.heard_by(who, f"You are in Colosseum: {also}")
    return card


async def play(arena: Arena, winner: str, loser: str) -> None:
    """The referee is killed over the end, or after it."""
    await arena.go_to_pairing(winner, loser)
    await arena.heard("against")
    for who in (winner, loser):
        await arena.press(who, "Ready", "match ready")
    await arena.heard("Both are ready")
    await arena.be_killed()
    await arena.order(loser, "match resign confirm=yes")
    await arena.heard("resigned")
    await arena.go_back()
    await arena.heard(f"{winner} beat {loser}.")


def assert_told_once(arena: Arena, *parts: str) -> None:
    assert [len(arena.telling(part)) for part in parts] == [1] * len(parts), arena.told()


@at_every_venue("cup")
async def test_who_checks_in_plays_in_the_cup_whatever_becomes_of_the_referee(arena: Arena) -> None:
    """Ann does, Fan does not, and Bob comes late; killed over each announcement on a forum."""
    card = await sign_up(arena, ANN, FAN, **{"check-in": "30m"})
    assert "all have 30m to check in" in card
    await arena.order(FAN, "cup start")
    await arena.heard_by(FAN, "That is for Host")
    await arena.be_killed()
    await arena.order(HOST, "cup start seeding=order")
    call = await arena.heard(CALL)
    assert arena.called(CALL) in (None, {ANN, FAN})
    if isinstance(arena, DiscordArena):
        assert arena.offered(ANN) == ["I'm here", "Leave"]
    if isinstance(arena, Topic):
        assert "press" not in card.casefold()
        assert f"Write `{arena.mention} cup join`" in card
        assert f"write `{arena.mention} cup join`" in call
    await arena.join(ANN, "I'm here")
    await arena.heard_by(ANN, "You have checked in: 1 of 2 are here")
    await arena.join(BOB)
    await arena.heard_by(BOB, "You are in Colosseum, and checked in: 2 of 3 are here")
    if not arena.own_pages:
        await arena.join(ANN)
        await arena.heard_by(ANN, "You have checked in already")
    await arena.be_killed()
    await arena.pass_time(31 * MINUTE)
    assert "Not here, and so not in it: Fan." in await arena.heard("begins with 2 players")
    await arena.order(FAN, "cup join")
    await arena.heard_by(FAN, "The sign-up is closed: the cup has begun")
    await play(arena, BOB, ANN)
    await arena.heard("is the champion")
    assert arena.called("is the champion") in (None, {BOB})
    assert_told_once(arena, OPEN, CALL, "begins with 2", "round 1", "Bob beat", "champion")


@at_every_venue("cup of four")
async def test_each_pairing_of_a_cup_has_a_room_of_its_own(arena: Arena) -> None:
    """Two semifinals at once and a final; the referee is killed while it makes rooms."""
    await sign_up(arena, ANN, BOB, FAN, HOST)
    if isinstance(arena, Topic):
        await arena.be_killed(rooms=2)
    await arena.order(HOST, "cup start seeding=order")
    await arena.heard("begins with 4")
    if not isinstance(arena, Topic):
        await arena.be_killed()
    paired = await arena.heard("round 1")
    if isinstance(arena, Topic):
        assert len({*re.findall(r"/t(?:opic)?/(\d+)", paired)}) == 2
    await play(arena, ANN, HOST)
    await play(arena, BOB, FAN)
    await play(arena, ANN, BOB)
    assert "🥇 Ann" in await arena.heard("is the champion")
    rounds = ("begins with 4", "round 1", "round 2", "Ann beat Host", "Bob beat Fan")
    assert_told_once(arena, OPEN, *rounds, "Ann beat Bob", "champion")
