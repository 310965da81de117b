"""What the tests of failures share: time that passes while one waits, and what was answered."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from loopback import Message, User
from loopback.bell import PATIENCE, patience

from end_to_end.house import DiscordHouse

MESSAGES = "POST /channels/*/messages"
TROUBLE = "I am in trouble"


def told(place: DiscordHouse, part: str) -> list[str]:
    said = place.discord.messages(place.room)
    return [one.content for one in said if one.author.bot and part in one.content]


async def until(place: DiscordHouse, check: Callable[[], object], what: str = "") -> None:
    said = [f"{one.author.name}: {one.content}" for one in place.room.history]
    work = place.discord.wait_until(check, PATIENCE, lambda: what or "\n".join(said))
    await place.pass_while(work)


async def play_on(place: DiscordHouse, player: User, text: str) -> str:
    """A turn is written and ruled, however long that takes by the clock."""
    said = await place.discord.say(place.room, player, text)
    told = await answer(place, said)
    assert len(answers(place, said)) == 1
    return told


def answers(place: DiscordHouse, said: Message) -> list[str]:
    return [
        one.content
        for one in place.discord.messages(place.room)
        if one.author.bot and one.reference == (place.room, said.id)
    ]


async def answer(place: DiscordHouse, said: Message) -> str:
    """The first answer to a message, however long that takes by the clock."""
    await until(place, lambda: answers(place, said), f"an answer to {said.content}")
    return answers(place, said)[0]


def file_of(place: DiscordHouse) -> Path:
    return Path(place.settings.database_url.removeprefix("sqlite+aiosqlite:///"))


def stored(place: DiscordHouse, query: str) -> list[tuple[object, ...]]:
    """What somebody else reads in the database."""
    with contextlib.closing(sqlite3.connect(file_of(place))) as database:
        return database.execute(query).fetchall()


async def pass_until(place: DiscordHouse, check: Callable[[], object], pace: float = 20) -> None:
    """Lets time pass until a check of the database is so; `pace` as for a step."""
    async with patience():
        while not check():
            await place.pass_step(pace)


async def all_stored(place: DiscordHouse) -> None:
    """Waits until the store knows that everything was announced."""
    await pass_until(place, lambda: not stored(place, "SELECT * FROM outbox WHERE NOT sent"), 0)
