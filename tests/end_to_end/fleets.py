"""Several processes of the referee on the shards of one Discord."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from chaos.process import RefereeProcess
from loopback import Channel, LoopbackDiscord, Message, User
from loopback.bell import PATIENCE, patience

from bot.parts import FLEET
from bot.storage.health import read_leases
from end_to_end.process import settings_of


@dataclass
class Hall:
    """A server on each of two shards: a room, a host and two players."""

    discord: LoopbackDiscord
    rooms: list[Channel] = field(default_factory=list)

    def __post_init__(self) -> None:
        guilds = [self.discord.guild(f"Hall {shard}", shard=(shard, 2)) for shard in range(2)]
        self.rooms = [self.discord.text_channel(guild, "death-match") for guild in guilds]
        self.host, self.red, self.blue = (
            self.discord.user(name, guilds=guilds) for name in ("Host", "Ann", "Bob")
        )

    async def start(self, shard: int) -> None:
        """The host starts a match in a shard's server, and both players press Ready."""
        room = self.rooms[shard]
        await self.discord.slash(room, self.host, "match start", red=self.red, blue=self.blue)
        opened = await self.discord.wait_message(room, "Press Ready", PATIENCE)
        for player in (self.red, self.blue):
            await self.discord.click(opened, "Ready", player)
        await self.discord.wait_message(room, "Both are ready", PATIENCE, after=opened)

    async def play(self, shard: int, player: User, text: str) -> None:
        said = await self.discord.say(self.rooms[shard], player, text)
        await self.answered(shard, said)

    async def answered(self, shard: int, said: Message) -> None:
        await self.discord.wait_message(
            self.rooms[shard], lambda one: _answers(one, said), PATIENCE
        )

    def texts(self, shard: int) -> list[str]:
        bot = self.discord.world.bot
        return [
            one.content for one in self.discord.messages(self.rooms[shard]) if one.author is bot
        ]

    def times_told(self, shard: int, turn: str) -> int:
        """How often a turn was announced there."""
        return sum(f"**{turn}**" in text for text in self.texts(shard))


def _answers(one: Message, said: Message) -> bool:
    return one.author.bot and one.reference is not None and one.reference[1] == said.id


class FleetProcess(RefereeProcess):
    """`python -m bot` with `SHARDS=auto`."""

    def __init__(self, hall: Hall, folder: Path, database: str, **more: str) -> None:
        folder.mkdir()
        shared = settings_of(hall.discord, database) | {"SHARDS": "auto"}
        super().__init__(folder, shared | more)


async def _holding(database: str, process: RefereeProcess) -> set[int]:
    return {
        lease.part.shard
        for lease in await read_leases(database)
        if lease.process.pid == process.pid and lease.part.venue != FLEET and lease.on_duty
    }


async def until_shared(database: str, *parts: tuple[RefereeProcess, int]) -> None:
    """Waits until each process serves so many shards."""
    async with patience():
        wanted = [count for _, count in parts]
        while [len(await _holding(database, one)) for one, _ in parts] != wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def end_process(process: RefereeProcess) -> None:
    if process.running:
        await process.stop()
