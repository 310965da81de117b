"""Matches in the channels of a loopback Discord, and what goes wrong between it and the referee."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from loopback import Channel, Impossible, InteractionResult, LoopbackDiscord, Malform, Message, User
from loopback.snowflakes import real_clock
from loopback.world import walk

from chaos.history import Announced, Person, Played, Profile, Said
from chaos.ledger import Ledger
from chaos.page import Tapping
from chaos.timesheet import Timesheet
from chaos.verdict import Answers

A_MOMENT = timedelta(seconds=3)
LONG = timedelta(days=1)
VENUE_AHEAD = timedelta(minutes=7)
"""The machine's wall clock is wrong by so much, as Discord sees it."""
REFUSAL_SIGN = "❌"
ANNOUNCEMENT = re.compile(r"\d+\.\d+\.\d+")
ENDS = ("🏁", "⌛")
DISTURBING = re.compile(r"answer|reset|delay|hang|gateway")
"""The faults that may cost the referee time; an event told twice does not."""


def person(user: User) -> Person:
    return Person(str(user.id), user.name, user.mention)


def venue_clock() -> datetime:
    return real_clock() + VENUE_AHEAD


class DiscordHall:
    """All channels of a server; with a `port`, and pages there, players tap."""

    arguments: tuple[str, ...] = ()

    def __init__(
        self, discord: LoopbackDiscord, ledger: Ledger, seed: int, port: int | None
    ) -> None:
        self.discord = discord
        self.timesheet = Timesheet(timedelta(seconds=3))
        self.settings = {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        address = "" if port is None else f"http://127.0.0.1:{port}"
        if port is not None:
            self.settings |= {"WEB_URL": address, "WEB_PORT": str(port), "ROOM": "off"}
        self.tapping = Tapping(address, ledger, VENUE_AHEAD)
        self.weather = Weather(discord, self.timesheet, Random(f"{seed} weather"))
        self.now, self.rage, self.clear = discord.clock, self.weather.rage, self.weather.clear
        self.close = self.tapping.close
        discord.faults.injected = Noted(self.timesheet, discord)
        self.server = discord.guild("The Genius")
        self._posted: dict[str, Message] = {}

    @property
    def happened(self) -> Counter[str]:
        tapped = Counter({"tapped turns that count": self.tapping.counted})
        return Counter(self.discord.faults.injected) + self.weather.happened + tapped

    @property
    def complaints(self) -> list[str]:
        said = [*self.discord.unknown_requests, *map(repr, self.discord.violations)]
        if self.tapping.address and not self.tapping.counted:
            said.append("no turn was tapped")
        return said + self.tapping.complaints

    def place(self, number: int, seed: str) -> DiscordPlace:
        return DiscordPlace(self, number, Random(seed))

    async def watch(self) -> None:
        discord, sheet = self.discord, self.timesheet
        while True:
            wanted = not sheet.open

            def changed(wanted: bool = wanted) -> bool:
                return bool(list(discord.gateway.live)) is wanted

            await discord.wait_until(changed, LONG)
            (sheet.reached if wanted else sheet.gone)(discord.clock())
            await asyncio.sleep(0)

    def announced(self, played: Played) -> list[Announced]:
        return [self._told(one) for one in self._mine() if str(one.channel.id) == played.room]

    def announced_of(self, nonce: str) -> tuple[Announced, ...]:
        """What was told under nonces that begin so."""
        return tuple(self._told(one) for one in self._mine() if str(one.nonce).startswith(nonce))

    def _mine(self) -> Iterator[Message]:
        bot = self.discord.world.bot
        return (one for one in self.discord.posted if one.author is bot and one.nonce)

    def _told(self, one: Message) -> Announced:
        pinged = frozenset(str(user.id) for user in one.mentions.users)
        return Announced(str(one.id), one.created_at, one.content, str(one.nonce), pinged)

    def answers(self, said: Said) -> Answers:
        if said.tapped:
            return Answers(said.tapped.refusals)
        if len(self._posted) != len(self.discord.posted):
            self._posted = {str(one.id): one for one in self.discord.posted}
        message = self._posted[said.id]
        words = tuple(
            one.content
            for one in replies_to(self.discord, message)
            if not ANNOUNCEMENT.fullmatch(str(one.nonce))
        )
        return Answers(words, REFUSAL_SIGN in message.reactions)


class Noted(Counter[str]):
    """Counts faults, and notes in the timesheet when they happened."""

    def __init__(self, timesheet: Timesheet, discord: LoopbackDiscord) -> None:
        super().__init__()
        self._noted = timesheet, discord

    def __setitem__(self, key: str, value: int) -> None:
        super().__setitem__(key, value)
        timesheet, discord = self._noted
        if DISTURBING.search(key):
            timesheet.happened(key, discord.clock())


class DiscordPlace:
    grace = timedelta(seconds=3)

    def __init__(self, hall: DiscordHall, number: int, dice: Random) -> None:
        self.happened: Counter[str] = Counter()
        self._discord = discord = hall.discord
        self._tapping = hall.tapping
        self._dice = dice
        self._channel: Channel = discord.text_channel(hall.server, f"table-{number}")
        names = ("Ann", "Bob", "Cat", "Host", "Fan")
        users = [discord.user(f"{name} {number}", guilds=[hall.server]) for name in names]
        self._users = {str(user.id): user for user in users}
        self._players, self._host, self._fan = users[:3], users[3], users[4]
        self._messages: dict[str, Message] = {}
        self._late: set[asyncio.Task[None]] = set()

    def now(self) -> datetime:
        return self._discord.clock()

    async def open(self, profile: Profile) -> Played:
        """Types `match start` until it is announced, then presses Ready until it has begun."""
        users = self._dice.sample(self._players, 2)
        people = {key: person(user) for key, user in self._users.items()}
        people["fan"] = person(self._fan)
        seats = [person(user) for user in users]
        if profile.partner is not None:
            users[profile.partner] = bot = self._discord.world.bot
            name = f"{bot.name} ({profile.level})"
            seats[profile.partner] = Person(str(bot.id), name, bot.mention, program=True)
        played = Played(
            str(self._channel.id), profile, person(self._host), (seats[0], seats[1]),
            people | {one.id: one for one in seats}, self.grace,
        )  # fmt: skip
        before = max(self._channel.messages, default=0)
        options = self._options(profile, *users)
        starting = partial(self._discord.slash, self._channel, self._host, "match start", **options)
        opened = await self._until_announced("Press Ready", before, starting)
        here = [user for user in users if user is not self._discord.world.bot]
        presses = [("Ready", user) for user in here]
        if self._dice.random() < 0.3:
            presses = [("Start now", self._host)]
        clicks = [partial(self._discord.click, opened, *press) for press in presses]
        await self._until_announced("▶️", opened.id, *clicks)
        if self._tapping.address:
            await self._hand_link(played, self._dice.choice(here))
        return played

    async def _until_announced(
        self, part: str, after: int, *acts: Callable[[], InteractionResult]
    ) -> Message:
        """Does something again and again: a referee that is killed hears nothing."""
        while (told := self._announced(part, after)) is None:
            for act in acts:
                with contextlib.suppress(Impossible, TimeoutError):
                    await act().wait_acknowledged(A_MOMENT)
            with contextlib.suppress(TimeoutError):
                await self._discord.wait_until(lambda: self._announced(part, after), A_MOMENT)
        return told

    async def _hand_link(self, played: Played, user: User) -> None:
        while True:
            board = self._announced("▶️", 0)
            with contextlib.suppress(TimeoutError, Impossible, AttributeError):
                pressed = self._discord.click(board, "Play", user)
                await asyncio.wait_for(pressed, A_MOMENT.total_seconds())
                for part in walk(pressed.message.components):
                    if address := part.get("url"):
                        self._tapping.hand(played, str(user.id), address)
                        return
            await asyncio.sleep(0.5)

    def _options(self, profile: Profile, first: User, second: User) -> dict[str, Any]:
        one, other = profile.colours
        options: dict[str, Any] = {one: first, other: second, "first": one, "side": profile.side}
        options |= {"format": profile.format, "clock": str(profile.control or "none")}
        options["flag"] = "call-host" if profile.calls_host else "forfeit"
        if profile.options:
            options["options"] = " ".join(f"{key}={value}" for key, value in profile.options)
        if profile.dmo:
            options["dmo"] = profile.dmo
        if profile.level:
            options["level"] = profile.level
        return options

    async def say(self, played: Played, said: Said) -> Said:
        """Writes a message; some are told late, and some twice. Who has a page taps turns there."""
        if self._tapping.has_page(played, said):
            after = max(self._channel.messages, default=0)
            await self._tapping.say(played, said, after)
            self.happened["turns tapped on a page"] += 1
            played.said.append(said)
            await asyncio.sleep(0.003)
            return said
        if said.order is not None:
            said.text = f"{self._discord.world.bot.mention} {said.text}"
        late = said.order is None and self._dice.random() < 0.06
        user = self._users[said.author]
        message = await self._discord.say(self._channel, user, said.text, deliver=not late)
        said.id, said.at = str(message.id), message.created_at
        self._messages[said.id] = message
        played.said.append(said)
        if late or self._dice.random() < 0.06:
            self.happened["messages told late" if late else "messages told twice"] += 1
            self._deliver_later(message)
        # Two messages of one millisecond would have no order.
        await asyncio.sleep(0.003)
        return said

    def answered(self, played: Played, said: Said) -> bool:
        if said.tapped:
            ended = any(self._announced(sign, said.tapped.after) for sign in ENDS)
            return ended or self._tapping.answered(said)
        message = self._messages[said.id]
        if message.reactions or replies_to(self._discord, message):
            return True
        return any(self._announced(sign, message.id) for sign in ENDS)

    async def news(self, wait: float) -> None:
        await self._tapping.look()
        changed = False

        def once() -> bool:
            nonlocal changed
            before, changed = changed, True
            return before

        with contextlib.suppress(TimeoutError):
            await self._discord.wait_until(once, timedelta(seconds=wait))

    async def afterthought(self, said: Said) -> None:
        if said.tapped:
            return
        chance, message = self._dice.random(), self._messages[said.id]
        if not any(
            ANNOUNCEMENT.fullmatch(str(one.nonce)) for one in replies_to(self._discord, message)
        ):
            return
        if chance < 0.03:
            self.happened["ruled messages edited"] += 1
            await self._discord.edit(message, "I take it back")
        elif chance < 0.05:
            self.happened["ruled messages deleted"] += 1
            said.deleted = True
            await self._discord.delete(message)

    def substitute(self, played: Played) -> Person | None:
        orders = [one.order for one in played.said if one.order is not None]
        seated = {one.id for one in played.players} | {one.player for one in orders}
        free = [user for user in self._players if str(user.id) not in seated]
        return person(free[0]) if free else None

    async def stamp(self, played: Played) -> None:
        await self._tapping.stamp(played)

    async def leave(self, played: Played) -> None:
        if self._late:
            await asyncio.gather(*self._late)
        await self._tapping.leave(played)

    def _deliver_later(self, message: Message) -> None:
        async def deliver() -> None:
            await asyncio.sleep(self._dice.uniform(0.01, 0.3))
            if not message.deleted:
                await self._discord.deliver(message)

        task = asyncio.create_task(deliver())
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    def _announced(self, part: str, after: int) -> Message | None:
        bot, since = self._discord.world.bot, _since(self._channel, after)
        return next((one for one in since if one.author is bot and part in one.content), None)


def replies_to(discord: LoopbackDiscord, said: Message) -> list[Message]:
    bot = discord.world.bot
    return [
        one
        for one in _since(said.channel, said.id)
        if one.author is bot and one.reference is not None and one.reference[1] == said.id
    ]


def _since(channel: Channel, after: int) -> Iterator[Message]:
    """The messages of a channel after one, the latest first: they lie there in their order."""
    for key in reversed(channel.messages):
        if key <= after:
            return
        yield channel.messages[key]


_RATES = """
5xx=0.02 5xx_after=0.015 408=0.008 429=0.02 429_no_via=0.006 reset=0.015 reset_after=0.015
delay=0.06 hang=0.0015 hang_after=0.0015 duplicate=0.05 reorder=0.03
gateway_drop=0.006 gateway_expire=0.003 gateway_reconnect=0.003
"""
RATES = {name: float(rate) for name, rate in (one.split("=") for one in _RATES.split())}
REPEATED_FOR = timedelta(seconds=10)
"""discord.py repeats a failed request by itself, blindly, well within those minutes."""


class Weather:
    """Faults by chance at every request and event, and bigger ones every few seconds."""

    def __init__(self, discord: LoopbackDiscord, timesheet: Timesheet, dice: Random) -> None:
        self.happened: Counter[str] = Counter()
        self._discord = discord
        self._timesheet = timesheet
        self._dice = dice

    async def rage(self) -> None:
        self._discord.faults.random(self._dice.randrange(2**32), RATES)
        gateway = self._discord.gateway
        kinds: dict[str, Callable[[], Awaitable[None] | None]] = {
            "gateway broken, to be resumed": gateway.sever,
            "gateway broken, session lost": partial(gateway.sever, resumable=False),
            "reconnect asked for": gateway.reconnect,
            "resume host answers 503": self._no_resuming,
            "gateway answers 503": self._no_gateway,
            "line cut": self._cut,
            "gateway silent": self._silence,
            "malformed event": self._malform,
            "nonces forgotten": self._forget,
        }
        while True:
            await asyncio.sleep(self._dice.uniform(1.0, 5.0))
            name = self._dice.choice(list(kinds))
            self.happened[name] += 1
            self._timesheet.happened(name, self._discord.clock())
            if (lasting := kinds[name]()) is not None:
                await lasting
            self._timesheet.happened(name, self._discord.clock())

    def clear(self) -> None:
        gateway = self._discord.gateway
        gateway.accepting = gateway.resume_host_up = True
        gateway.thaw()
        self._discord.faults.clear()
        self._discord.mend()
        self._discord.nonce_window = timedelta(minutes=5)

    async def _no_resuming(self) -> None:
        self._discord.gateway.resume_host_up = False
        self._discord.gateway.sever(resumable=True)
        await self._wait(0.5, 3.0)
        self._discord.gateway.resume_host_up = True

    async def _no_gateway(self) -> None:
        self._discord.gateway.accepting = False
        self._discord.gateway.sever(resumable=self._dice.random() < 0.5)
        await self._wait(0.3, 2.0)
        self._discord.gateway.accepting = True

    async def _cut(self) -> None:
        await self._discord.cut()
        await self._wait(0.1, 1.5)
        self._discord.mend()

    async def _silence(self) -> None:
        self._discord.gateway.freeze()
        await self._wait(0.2, 2.0)
        self._discord.gateway.thaw()

    def _malform(self) -> None:
        def change(payload: dict[str, Any]) -> dict[str, Any]:
            return payload | {"author": None, "id": "not a number"}

        self._discord.faults.next("MESSAGE_CREATE", Malform(change))

    def _forget(self) -> None:
        """Discord remembers a nonce for some minutes: for older announcements they have passed."""
        nonces, latest = self._discord.nonces, self._discord.clock() - REPEATED_FOR
        for key, made in list(nonces.items()):
            if made.created_at < latest and not key[1].startswith("r"):
                del nonces[key]

    async def _wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self._dice.uniform(least, most))
