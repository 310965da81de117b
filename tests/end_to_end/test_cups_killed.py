"""A cup on Discord whose referee is killed with SIGKILL in the middle of what it sends."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from loopback import Hang, Message
from loopback.bell import LONGEST

from end_to_end.cups import TIED, DiscordCup, told
from end_to_end.process import BOOTED, Arena

THREADS, MESSAGES = "POST /channels/*/threads", "POST /channels/*/messages"


@asynccontextmanager
async def killed_over(place: Arena, request: str, *, made: bool) -> AsyncIterator[None]:
    """Kills the referee over the next such request, done by Discord or not; another one goes on.

    Discord has forgotten the nonces by then: what was sent is to be found in the room.
    """
    place.discord.faults.next(request, Hang(after=made))
    yield
    faults = place.discord.faults
    await place.discord.wait_until(lambda: not faults.pending, LONGEST, f"a {request}")
    assert await place.referee.kill()
    place.discord.nonces.clear()
    await place.discord.wait_until(lambda: not place.discord.gateway.live, LONGEST, "its end")
    await place.referee.start()
    await place.discord.gateway.wait_connected(BOOTED)


def ends_at(message: Message) -> datetime:
    """Until when a round goes that has just been announced."""
    (stamp,) = set(re.findall(r"<t:(\d+)", message.content))
    return datetime.fromtimestamp(int(stamp), UTC)


@pytest.mark.real_time
@pytest.mark.thorough
@pytest.mark.timeout(600)
async def test_a_cup_is_played_through_kills_exactly_once(arena):
    """One never comes, one leaves in round two, two tie, two made an appointment."""
    await arena.open()
    cup = DiscordCup(arena)
    discord, people = arena.discord, cup.people
    plan = {"format": "plur", "side": 2, "clock": "none", "round-time": "2m"}
    async with killed_over(arena, f"POST /channels/{arena.room.id}/messages", made=True):
        discord.slash(arena.room, cup.host, "cup open", name="Colosseum", **plan)
    card = await cup.said("sign up now")
    await cup.join(card, *people)
    async with killed_over(arena, THREADS, made=True):
        discord.slash(arena.room, cup.host, "cup start", seeding="order")
    for made in (False, True):
        async with killed_over(arena, THREADS, made=made):
            pass
    await cup.press(await cup.thread("Ann", "Hal"), "Ready", "Ann")
    met = await cup.thread("Bob", "Gus")
    await discord.slash(met, people["Bob"], "my timezone", zone="Europe/Paris")
    await discord.slash(met, people["Gus"], "my timezone", zone="America/New_York")
    hour = ends_at(await cup.said("round 1")) - timedelta(seconds=10)
    await discord.slash(met, people["Bob"], "match when", at=hour.isoformat())
    asked = await discord.wait_message(met, "proposes to play")
    await discord.click(asked, "Accept", people["Gus"])
    await discord.wait_message(met, "That is agreed")
    tied = await cup.thread("Dan", "Eve")
    await cup.tie(tied, TIED)
    async with killed_over(arena, f"POST /channels/{arena.room.id}/messages", made=True):
        await cup.play(await cup.thread("Cid", "Fay"), "Cid", "Fay")
    await cup.play(met, "Bob", "Gus")
    # A round takes two minutes, by a real clock.
    await discord.wait_until(lambda: cup.told("Hal was not ready in time"), LONGEST, cup.transcript)
    await cup.play(tied, "Eve", "Dan")
    await cup.thread("Ann", "Eve")
    answer = await discord.slash(cup.room, people["Eve"], "cup leave")
    async with killed_over(arena, MESSAGES, made=False):
        discord.click(answer.message, "Yes, do it", people["Eve"])
    async with killed_over(arena, THREADS, made=True):
        await cup.play(await cup.thread("Bob", "Cid"), "Bob", "Cid")
    async with killed_over(arena, f"POST /channels/{arena.room.id}/messages", made=True):
        await cup.play(await cup.thread("Ann", "Bob"), "Ann", "Bob")
    end = await cup.said("is the champion")
    assert [one.name for one in end.mentions.users] == ["Ann"]
    cup.assert_story()
    assert len(told(discord, tied, "Both are ready")) == 2
    assert "Traceback" not in arena.log
    discord.assert_clean()
