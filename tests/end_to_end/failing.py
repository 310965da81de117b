"""What the tests of failures share: time that passes while one waits, and what was answered."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from loopback import Message, User
from loopback.bell import PATIENCE
from stopwatch import own_sleep

from end_to_end.house import House

MESSAGES = "POST /channels/*/messages"
ALL_PATIENCE = PATIENCE


def told(place: House, part: str) -> list[str]:
    """The referee's messages in the room with this part in them."""
    said = place.discord.messages(place.room)
    return [one.content for one in said if one.author.bot and part in one.content]


async def until(place: House, check: Callable[[], object], what: str = "") -> None:
    """Lets time pass until something is so, not too fast: discord.py's own pauses are real.

    Five times as fast as the process lives, however slow the machine: else a busy one would have a
    turn's minute gone before the referee was asked.
    """

    async def tick() -> None:
        while True:
            place.clock.advance(timedelta(seconds=0.5))
            await own_sleep(0.1)
            place.discord.bell.ring()

    ticking = asyncio.create_task(tick())
    try:
        said = [f"{one.author.name}: {one.content}" for one in place.room.history]
        await place.discord.wait_until(check, ALL_PATIENCE, lambda: what or "\n".join(said))
    finally:
        ticking.cancel()


async def play_on(place: House, player: User, text: str) -> str:
    """A turn is written and ruled, however long that takes by the clock."""
    said = await place.discord.say(place.room, player, text)
    await until(place, lambda: answers(place, said), f"an answer to {text}")
    (answer,) = answers(place, said)
    return answer


def answers(place: House, said: Message) -> list[str]:
    """What the referee answered to a message."""
    return [
        one.content
        for one in place.discord.messages(place.room)
        if one.author.bot and one.reference == (place.room, said.id)
    ]
