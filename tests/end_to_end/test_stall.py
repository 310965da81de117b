"""The process stands still for some seconds near a deadline, for real: it costs nobody a match.

What was said meanwhile arrives when it goes on, however it was said: a message, a form, a command,
a press. Discord stamped all of it in time.
"""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
from loopback import InteractionResult, LoopbackDiscord, Message

from end_to_end.test_stop import BOOTED, Arena

pytestmark = pytest.mark.real_time

TURN, BEFORE = timedelta(seconds=8), timedelta(seconds=0.5)
STALLS = [2.0, 4.4]
"""In seconds: below Discord's grace, and above it."""


@asynccontextmanager
async def near_the_deadline(folder: Path) -> AsyncIterator[tuple[Arena, InteractionResult]]:
    """Ann has half a second left, her form open, and Bob's request before her."""
    async with LoopbackDiscord() as discord:
        place = Arena(discord, folder)
        try:
            await place.open()
            await place.start(clock=f"{TURN.seconds}s")
            (started,) = [one for one in discord.messages(place.room) if is_start(one)]
            form = await discord.click(started, "Play", place.ann)
            await place.slash(place.bob, "match ask", what="abandon")
            left = started.created_at + TURN - BEFORE - discord.clock()
            assert left > timedelta(0)
            await asyncio.sleep(left.total_seconds())
            yield place, form
        finally:
            if place.referee.running:
                await place.referee.kill()


def is_start(message: Message) -> bool:
    """Whether a message tells that the match has begun."""
    return "started the match" in message.content


async def type_a_turn(place: Arena, _: InteractionResult) -> None:
    """A message in the channel."""
    await place.discord.say(place.room, place.ann, "E5")


async def fill_in_the_form(place: Arena, form: InteractionResult) -> None:
    """The one behind the Play button."""
    place.discord.modal_submit(form, {form.fields[0]: "E5"})


async def command(place: Arena, _: InteractionResult) -> None:
    """A slash command."""
    place.slash(place.ann, "match resign", confirm="yes")


async def press(place: Arena, _: InteractionResult) -> None:
    """The button under Bob's request."""
    asked = [one for one in place.discord.messages(place.room) if "Accept" in str(one.components)]
    place.discord.click(asked[-1], "Accept", place.ann)


@pytest.mark.parametrize("seconds", STALLS)
@pytest.mark.parametrize(
    ("act", "outcome"),
    [
        (type_a_turn, "played **E5**"),
        (fill_in_the_form, "played **E5**"),
        (command, "Ann resigned"),
        (press, "Abandoned"),
    ],
)
async def test_what_is_done_in_a_stall_counts(
    tmp_path: Path,
    act: Callable[[Arena, InteractionResult], Awaitable[None]],
    outcome: str,
    seconds: float,
) -> None:
    """Done in time, and heard seconds after the deadline."""
    async with near_the_deadline(tmp_path) as (place, form):
        before = place.discord.messages(place.room)[-1]
        frozen = asyncio.create_task(place.referee.freeze(timedelta(seconds=seconds)))
        await asyncio.sleep(0)
        await act(place, form)
        await frozen
        told = await place.discord.wait_message(place.room, outcome, BOOTED, after=before)
        assert "ran out" not in told.content
        assert not [one for one in place.discord.messages(place.room) if "ran out" in one.content]


@pytest.mark.parametrize("seconds", [4.0])
async def test_a_planned_stop_in_a_stall_charges_nobody(tmp_path: Path, seconds: float) -> None:
    """Told to stop while it stands still: no flag falls, and the turn of that time counts."""
    async with near_the_deadline(tmp_path) as (place, _):
        frozen = asyncio.create_task(place.referee.freeze(timedelta(seconds=seconds)))
        await asyncio.sleep(0)
        said = await place.discord.say(place.room, place.ann, "E5")
        process = place.referee._process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        await frozen
        assert await process.wait() == 0
        with closing(sqlite3.connect(place.referee.database)) as database:
            stored = "\n".join(kind for (kind,) in database.execute("SELECT kind FROM events"))
        assert "MatchStarted" in stored
        assert "FlagFell" not in stored
        await place.referee.start()
        await place.discord.wait_message(place.room, "played **E5**", BOOTED, after=said)
