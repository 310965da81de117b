"""The referee as a process of its own, on a loopback Discord full of matches that are under way.

The matches are written into the database as if they had been begun before; then the referee is
started on it, and what its players say reaches it over TCP, as Discord would tell it.
"""

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from loopback import Channel, LoopbackDiscord, Message, User
from sqlalchemy import Connection

from bench.games import SETUP, record
from bench.usage import Usage
from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee.clock import TimeControl
from bot.referee.events import Event, MatchOpened, MatchStarted, Player, Shown, Terms, TurnPlayed
from bot.referee.match import Room
from bot.storage import rows
from bot.storage.journal import MATCHES
from bot.storage.store import open_store

ROOT = Path(__file__).parent.parent
CHANNELS = 50
"""So many matches are held in one server."""
GAMES = 50
"""So many different games are played."""
AT_ONCE = 500
"""So many matches are written in one transaction."""
LATEST = timedelta(minutes=5)
"""For anything that is waited for; nothing takes so long where all is well."""
_FILE = "referee.sqlite3"
_ROUND_TRIP = timedelta(milliseconds=20)
"""Until a heartbeat is answered, as by a Discord that is near."""
_QUIET = 5.0
"""Seconds without a request, after which nothing is left to do."""
_OURS = (
    "WEB",
    "DISCORD",
    "NODEBB",
    "DISCOURSE",
    "FORUM",
    "ROOM",
    "WATCH",
    "DATABASE",
    "METRICS",
    "LOG",
)
"""Settings of whoever measures are not the referee's here."""
Control = Callable[[int], TimeControl]
"""The clock of a match, by its place among all."""
Begun = Callable[[int], datetime]
"""When the first turn of a match began, by its place among all."""
Played = Callable[[int, int], int]
"""How many turns have been made in a match, by its place among all and how many its game has."""


def none_played(_: int, __: int) -> int:
    """All matches begin."""
    return 0


@dataclass(slots=True, eq=False)
class Seated:
    """A match, its channel, and its players in the order of their turns; how many were played."""

    channel: Channel
    players: tuple[User, User]
    turns: tuple[str, ...]
    played: int = 0

    @property
    def over(self) -> bool:
        """Whether no turn is left."""
        return self.played == len(self.turns)

    def take_turn(self) -> tuple[User, str]:
        """Who says what next."""
        turn = self.players[self.played % 2], self.turns[self.played]
        self.played += 1
        return turn


class Arena:
    """Matches in the channels of a loopback Discord, and the referee's process."""

    def __init__(self, discord: LoopbackDiscord, folder: Path, address: str = "") -> None:
        self.discord = discord
        self.matches: list[Seated] = []
        self._folder = folder
        self.address = address or f"sqlite+aiosqlite:///{folder / _FILE}"

    async def furnish(
        self, matches: int, control: Control, begun: Begun, played: Played = none_played
    ) -> None:
        """Writes so many matches into a new database, each in a channel of its own.

        All turns that have been made were made at the moment when it began.
        """
        store = await open_store(self.address)

        def terms(number: int) -> Terms:
            colours, clock = SETUP.colours, control(number)
            return Terms("genius", "genius", SETUP.side, colours, clock, warnings=())

        for first in range(0, matches, AT_ONCE):
            events = [
                self._seat(number, terms(number), begun(number), played)
                for number in range(first, min(first + AT_ONCE, matches))
            ]

            def write(connection: Connection, events: list[_Written] = events) -> None:
                for room, opened, later in events:
                    number = rows.add_match(connection, room, opened)
                    MATCHES.append(connection, number, 1, later)
                    rows.follow(connection, number, Shown(opened.at, "", 0))

            await store.write(write)
        # Somebody refereed until just now.
        await store.on_duty(Part("discord"), self.discord.clock())
        await store.close()

    def _seat(self, number: int, terms: Terms, begun: datetime, played: Played) -> "_Written":
        discord = self.discord
        if number % CHANNELS == 0:
            discord.guild(f"Server {number // CHANNELS}")
        guild = list(discord.world.guilds.values())[-1]
        channel = discord.text_channel(guild, f"match-{number}")
        users = (
            discord.user(f"Anna {number}", guilds=[guild]),
            discord.user(f"Bertrand {number}", guilds=[guild]),
        )
        match = Seated(channel, users, _turns(number % GAMES))
        self.matches.append(match)
        one, other = (Player(str(user.id), user.name) for user in users)
        opened = MatchOpened(begun, one, (one, other), terms)
        later: list[Event] = [MatchStarted(begun, one), self._shown(begun, 1)]
        for _ in range(played(number, len(match.turns))):
            colour, (_, words) = list(Colour)[match.played % 2], match.take_turn()
            message = str(discord.ids.mint())
            later.append(TurnPlayed(begun, colour, words, timedelta(0), timedelta(0), message))
            later.append(self._shown(begun, len(later)))
        return Room("discord", str(guild.id), str(channel.id)), opened, later

    def _shown(self, at: datetime, through: int) -> Shown:
        return Shown(at, str(self.discord.ids.mint()), through, board=True)

    @asynccontextmanager
    async def referee(self, more: Mapping[str, str] | None = None) -> AsyncIterator[Usage]:
        """The referee at work, with `more` settings than it needs; ended at the end."""
        kept = {key: text for key, text in os.environ.items() if not key.startswith(_OURS)}
        settings = {
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
            "DATABASE_URL": self.address,
            **(more or {}),
        }
        with (self._folder / "referee.log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot",
                cwd=self._folder, env=kept | settings,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        try:
            yield Usage(process.pid)
        finally:
            process.terminate()
            await process.wait()

    def warnings(self) -> list[str]:
        """The warnings and errors that the referee has logged."""
        lines = (self._folder / "referee.log").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if " WARNING " in line or " ERROR " in line]

    async def say(self, match: Seated) -> Message:
        """The player to move says the next turn."""
        user, words = match.take_turn()
        return await self.discord.say(match.channel, user, words)

    async def told(self, said: Message) -> Message:
        """The referee's answer to a turn, once it stands in the channel."""
        return await self.discord.wait_message(said.channel, after=said, timeout=LATEST)

    async def at_rest(self, within: timedelta = timedelta(0)) -> datetime:
        """When the referee had nothing left to do in all its matches, once that is so.

        That is where it asks for nothing any more, for a while or for `within` from now on.
        """
        await self.discord.gateway.wait_connected(LATEST)
        await asyncio.sleep(within.total_seconds())
        seen = -1
        while seen != len(self.discord.requests):
            seen = len(self.discord.requests)
            await asyncio.sleep(_QUIET)
        last: datetime = self.discord.requests[-1].at
        return last

    async def events(self) -> list[list[dict[str, Any]]]:
        """The events of each match, as they lie in the database."""
        found: dict[int, list[dict[str, Any]]] = {}
        with closing(sqlite3.connect(self._folder / _FILE)) as database:
            query = "SELECT match, data FROM events ORDER BY match, number"
            for number, data in database.execute(query):
                found.setdefault(number, []).append(json.loads(data))
        return list(found.values())


_Written = tuple[Room, MatchOpened, list[Event]]


@asynccontextmanager
async def arena(address: str = "") -> AsyncIterator[Arena]:
    """A loopback Discord that judges no request: that would be measured, too.

    The database is a file, unless an `address` names another one.
    """
    with TemporaryDirectory() as folder:
        async with LoopbackDiscord() as discord:
            discord.schema.judges = False
            discord.gateway.round_trip = _ROUND_TRIP
            yield Arena(discord, Path(folder), address)


@cache
def _turns(seed: int) -> tuple[str, ...]:
    return tuple(" ".join(entry.words) for entry in record(seed).turns)
