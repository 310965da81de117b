"""A channel in which one cup after another is held, by people who follow a script."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from loopback import Channel, Impossible, InteractionResult, User

from chaos.cup_history import (
    PROFILE,
    PlayedCup,
    StoredCup,
    draw_cup,
    draw_game,
    latest_cup,
    read_cup,
)
from chaos.discord_hall import A_MOMENT, DiscordHall, DiscordPlace, person
from chaos.duty import Duty
from chaos.history import Event, Played, Said
from chaos.ledger import Ledger, read_match

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
LOOK = 0.3
Done = Callable[[], Awaitable[bool]]
PATIENCE = timedelta(minutes=10)
"""Longer than a round: somebody may be waited for as long as that lasts."""


class CupChannel:
    """Holds cups until told to stop, and always one."""

    def __init__(
        self, hall: DiscordHall, number: int, size: int, ledger: Ledger, duty: Duty, seed: str
    ) -> None:
        discord, guild = hall.discord, hall.server
        self.matches: list[Played] = []
        self.cups: list[PlayedCup] = []
        self.happened: Counter[str] = Counter()
        self.channel: Channel = discord.text_channel(guild, f"cup-{number}")
        self._discord = discord
        self._number = number
        self._ledger = ledger
        self._duty = duty
        self._dice = Random(seed)
        names = NAMES[:size]
        self._host: User = discord.user(f"Host {number}", guilds=[guild])
        self._users = [discord.user(f"{name} {number}", guilds=[guild]) for name in names]
        self._doing: dict[int, str] = {}

    @property
    def doing(self) -> str:
        return f"#{self.channel.name}: " + "; ".join(dict.fromkeys(self._doing.values()))

    async def play_on(self, stop: Callable[[], bool]) -> None:
        while True:
            await self._hold(len(self.cups) + 1)
            if stop():
                return

    async def _hold(self, count: int) -> None:
        script = draw_cup(self._number - 1, self._dice, len(self._users))
        people = tuple((str(user.id), user.name) for user in self._users)
        name = f"Cup {self._number}.{count}"
        cup = PlayedCup(script, name, people, str(self.channel.id))
        self.cups.append(cup)
        options: dict[str, Any] = {"system": script.system, "format": PROFILE.format}
        options |= {"side": PROFILE.side, "clock": "none", **dict(script.options), "name": name}

        def opened(stored: StoredCup) -> bool:
            return bool(stored.events) and stored.events[0].data["name"] == name

        await self._type(self._host, "cup open", opened, 0, **options)
        cup.number = (await latest_cup(self._ledger, cup.room)).number
        for user in self._users:

            async def entered(user: User = user) -> bool:
                return _has_done(await read_cup(self._ledger, cup.number), "PlayerEntered", user)

            await self._press(self.channel, "Join", f"c{cup.number}.", user, entered, 0)
        started = partial(_has, "CupStarted")
        await self._type(self._host, "cup start", started, 0, seeding="order")
        await self._play_all(cup)
        cup.done = True
        self.happened["cups held"] += 1

    async def _type(
        self, user: User, command: str, done: Callable[[StoredCup], bool], key: int, **options: Any
    ) -> None:
        """Types a command until its effect is stored."""

        async def took_effect() -> bool:
            return done(await latest_cup(self._ledger, str(self.channel.id)))

        slash = partial(self._discord.slash, self.channel, user, command, **options)
        await self._do(slash, took_effect, key, f"{user.name} types {command}")

    async def _press(
        self, room: Channel, label: str, nonce: str, user: User, done: Done, key: int
    ) -> None:
        """Presses a button of the referee's last message that begins with a nonce, until done."""
        bot = self._discord.world.bot

        def press() -> InteractionResult | None:
            for one in reversed(room.history):
                told = one.author is bot and str(one.nonce).startswith(nonce)
                if told and any(button.label == label for button in one.buttons):
                    return self._discord.click(one, label, user)
            return None

        await self._do(press, done, key, f"{user.name} presses {label} of {nonce}")

    async def _play_all(self, cup: PlayedCup) -> None:
        begun = dict[int, asyncio.Task[None]]()
        seen, impatient = 0, lambda: None
        try:
            while (stored := await read_cup(self._ledger, cup.number)).open:
                if len(stored.events) > seen:
                    seen = len(stored.events)
                    impatient = self._duty.patience(PATIENCE, lambda: f"stuck, {self.doing}")
                impatient()
                for _, event in stored.of("GameSeated"):
                    match = int(event.data["match"])
                    if match not in begun:
                        pairing = stored.pairings[int(event.data["pairing"]) - 1]
                        begun[match] = asyncio.create_task(self._play(cup, event, pairing))
                for task in begun.values():
                    if task.done():
                        task.result()
                await asyncio.sleep(LOOK)
            await asyncio.gather(*begun.values())
        finally:
            for task in begun.values():
                task.cancel()

    async def _play(self, cup: PlayedCup, seated: Event, pairing: tuple[int, str, str]) -> None:
        """A game: who comes gets ready, and if both do it is played by the script."""
        at, match = pairing[0], int(seated.data["match"])
        seats = (cup.index(str(seated.data["first"])),)
        seats += tuple(cup.index(one) for one in pairing[1:] if cup.index(one) != seats[0])
        room = self._discord.world.channels[int(seated.data["room"])]
        here = [who for who in seats if cup.script.comes(who, at)]
        for who in seats:
            if cup.script.leaves(who, at):
                user = self._users[who]
                left = partial(_has_done, kind="PlayerLeft", user=user)
                await self._type(user, "cup leave", left, match, confirm="yes")
        for who in here:
            ready = partial(self._is_ready, match, seats.index(who))
            await self._press(room, "Ready", f"{match}.", self._users[who], ready, match)
        if len(here) == len(seats):
            await self._play_out(cup, room, match, (seats[0], seats[1]))
        await self._until(lambda: self._is_over(match), match, f"match {match} ends")
        self._doing.pop(match, None)

    async def _play_out(
        self, cup: PlayedCup, room: Channel, match: int, seats: tuple[int, int]
    ) -> None:
        users = [self._users[who] for who in seats]
        people = {str(user.id): person(user) for user in (*self._users, self._host)}
        sides = person(users[0]), person(users[1])
        played = Played(
            str(room.id), PROFILE, person(self._host), sides, people, DiscordPlace.grace
        )
        self.matches.append(played)
        halves = cup.script.halves(*seats)
        await self._until(lambda: self._has(match, "MatchStarted", 1), match, f"{match} begins")
        for number, (seat, turn, text) in enumerate(draw_game(halves, self._dice), 1):
            user = users[seat]
            message = await self._discord.say(room, user, text)
            said = Said(str(user.id), text, turn, id=str(message.id), at=message.created_at)
            played.said.append(said)

            async def taken(number: int = number) -> bool:
                return await self._has(match, "TurnPlayed", number)

            await self._until(taken, match, f"turn {number} of {match} is taken: {text!r}")
        await self._until(lambda: self._all_told(match), match, f"all of {match} is told")
        played.done = True

    async def _is_ready(self, match: int, seat: int) -> bool:
        stored = await read_match(self._ledger, match)
        kinds = {event.kind for event in stored.events}
        seats = [int(event.data["colour"]) for _, event in stored.of("PlayerReady")]
        return seat in seats or bool(kinds & {"MatchStarted", "MatchEnded"})

    async def _is_over(self, match: int) -> bool:
        return not (await read_match(self._ledger, match)).open

    async def _has(self, match: int, kind: str, times: int) -> bool:
        return len(list((await read_match(self._ledger, match)).of(kind))) >= times

    async def _all_told(self, match: int) -> bool:
        stored = await read_match(self._ledger, match)
        return not stored.open and all(row.sent for row in stored.outbox)

    async def _do(
        self, act: Callable[[], InteractionResult | None], done: Done, key: int, what: str
    ) -> None:
        """Does something until it is done: a referee that is killed hears nothing."""

        async def tried() -> bool:
            if await done():
                return True
            with contextlib.suppress(TimeoutError, Impossible):
                if (asked := act()) is not None:
                    await asked.wait_acknowledged(A_MOMENT)
            return await done()

        await self._until(tried, key, what)

    async def _until(self, check: Done, key: int, what: str) -> None:
        self._doing[key] = what
        impatient = self._duty.patience(PATIENCE, lambda: f"stuck, {what}")
        while not await check():
            impatient()
            await asyncio.sleep(LOOK)
        self._doing.pop(key, None)


def _has(kind: str, stored: StoredCup) -> bool:
    return any(stored.of(kind))


def _has_done(stored: StoredCup, kind: str, user: User) -> bool:
    return any(event.data["player"]["id"] == str(user.id) for _, event in stored.of(kind))
