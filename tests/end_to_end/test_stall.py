"""The process stands still for some seconds near a deadline, for real: it costs nobody a match.

What was said meanwhile arrives when it goes on, however it was said: a message, a form, a command,
a press. Discord stamped all of it in time.
"""

import asyncio
import signal
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from loopback import Message

from end_to_end.process import BOOTED, Arena

pytestmark = pytest.mark.real_time

TURN, BEFORE = timedelta(seconds=8), timedelta(seconds=0.5)


async def at_tables(arena: Arena, count: int) -> list[Message]:
    """So many matches of Ann's that begin together; the messages that tell of their beginning."""
    await arena.open()
    more = [arena.discord.text_channel(arena.guild, f"table-{n}") for n in range(1, count)]
    clock = f"{TURN.seconds}s"
    return await asyncio.gather(*(arena.start(room, clock=clock) for room in [arena.room, *more]))


async def almost_up(arena: Arena, started: list[Message]) -> None:
    """Waits until Ann has half a second left at the table that began first."""
    left = min(one.created_at for one in started) + TURN - BEFORE - arena.discord.clock()
    assert left > timedelta(0)
    await asyncio.sleep(left.total_seconds())


@pytest.mark.parametrize("seconds", [2.0, 4.4])
async def test_acts_in_a_stall_count(arena, seconds):
    """Done in time, and heard seconds after the deadline: below Discord's grace, and above it."""
    started = await at_tables(arena, 4)
    discord, ann = arena.discord, arena.ann
    typed, filled, ordered, pressed = (one.channel for one in started)
    form = await discord.click(started[1], "Play", ann)
    await discord.slash(pressed, arena.bob, "match ask", what="abandon")
    asked = await discord.wait_message(pressed, "abandon the match", after=started[3])
    await almost_up(arena, started)
    frozen = asyncio.create_task(arena.referee.freeze(timedelta(seconds=seconds)))
    await asyncio.sleep(0)
    await discord.say(typed, ann, "E5")
    discord.modal_submit(form, {form.fields[0]: "E5"})
    discord.slash(ordered, ann, "match resign", confirm="yes")
    discord.click(asked, "Accept", ann)
    await frozen
    for room, outcome in (
        (typed, "played **E5**"),
        (filled, "played **E5**"),
        (ordered, "Ann resigned"),
        (pressed, "Abandoned"),
    ):
        told = await discord.wait_message(room, outcome, BOOTED)
        assert "ran out" not in told.content
        assert not [one for one in discord.messages(room) if "ran out" in one.content]


async def test_a_planned_stop_in_a_stall_charges_nobody(arena):
    """Told to stop while it stands still: no flag falls, and the turn of that time counts."""
    await almost_up(arena, await at_tables(arena, 1))
    frozen = asyncio.create_task(arena.referee.freeze(timedelta(seconds=4)))
    await asyncio.sleep(0)
    said = await arena.discord.say(arena.room, arena.ann, "E5")
    process = arena.referee._process
    process.send_signal(signal.SIGTERM)
    await frozen
    assert await process.wait() == 0
    with closing(sqlite3.connect(arena.referee.database)) as database:
        stored = "\n".join(kind for (kind,) in database.execute("SELECT kind FROM events"))
    assert "MatchStarted" in stored
    assert "FlagFell" not in stored
    await arena.referee.start()
    await arena.discord.wait_message(arena.room, "played **E5**", BOOTED, after=said)
