"""A channel in which one cup after another is held, by people who follow a script."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Any

from loopback import Channel, Guild, Impossible, LoopbackDiscord, Message, User

from chaos.cup_history import PlayedCup, StoredCup, latest_cup, read_cup
from chaos.cup_script import PROFILE, draw_cup, draw_game
from chaos.discord_hall import A_MOMENT, DiscordPlace, person
from chaos.duty import Duty
from chaos.history import Event, Played, Said, Stored
from chaos.ledger import Ledger, read_match

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
LOOK = 0.3
PATIENCE = timedelta(minutes=10)
"""Longer than a round: somebody may be waited for as long as that lasts."""


class CupChannel:
    """Holds cups until told to stop, and always one."""

    def __init__(
        self,
        discord: LoopbackDiscord,
        guild: Guild,
        number: int,
        size: int,
        ledger: Ledger,
        duty: Duty,
        seed: str,
    ) -> None:
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
        options |= {"side": PROFILE.side, "clock": "none", **dict(script.options)}
        await self._typed(self._host, "cup open", lambda stored: _is_called(stored, name), 0,
                          name=name, **options)  # fmt: skip
        stored = await latest_cup(self._ledger, cup.room)
        assert stored is not None
        cup.number = stored.number
        for user in self._users:
            await self._join(cup, user)
        await self._typed(
            self._host, "cup start", lambda stored: _has(stored, "CupStarted"), 0, seeding="order"
        )
        await self._play_all(cup)
        cup.done = True
        self.happened["cups held"] += 1

    async def _join(self, cup: PlayedCup, user: User) -> None:
        async def press() -> None:
            card = self._card(self.channel, "Join", f"c{cup.number}.")
            if card is not None:
                await self._discord.click(card, "Join", user).wait_acknowledged(A_MOMENT)

        async def entered() -> bool:
            stored = await read_cup(self._ledger, cup.number)
            return any(
                event.data["player"]["id"] == str(user.id)
                for _, event in stored.of("PlayerEntered")
            )

        await self._again_and_again(press, entered, 0, f"{user.name} joins")

    async def _typed(
        self,
        user: User,
        command: str,
        done: Callable[[StoredCup | None], bool],
        key: int,
        **options: Any,
    ) -> None:
        async def type_it() -> None:
            slash = self._discord.slash(self.channel, user, command, **options)
            await slash.wait_acknowledged(A_MOMENT)

        async def took_effect() -> bool:
            return done(await latest_cup(self._ledger, str(self.channel.id)))

        await self._again_and_again(type_it, took_effect, key, f"{user.name} types {command}")

    async def _play_all(self, cup: PlayedCup) -> None:
        begun = dict[int, asyncio.Task[None]]()
        impatient = self._duty.patience(PATIENCE, lambda: f"stuck, {self.doing}")
        seen = 0
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
                await self._leave(cup, who, match)
        for who in here:
            await self._get_ready(room, match, seats.index(who), self._users[who])
        if len(here) == len(seats):
            await self._play_out(cup, room, match, (seats[0], seats[1]))
        await self._until(lambda: self._is_over(match), match, f"match {match} ends")
        self._doing.pop(match, None)

    async def _leave(self, cup: PlayedCup, who: int, key: int) -> None:
        user = self._users[who]

        def left(stored: StoredCup | None) -> bool:
            return stored is not None and any(
                event.data["player"]["id"] == str(user.id) for _, event in stored.of("PlayerLeft")
            )

        await self._typed(user, "cup leave", left, key, confirm="yes")

    async def _get_ready(self, room: Channel, match: int, seat: int, user: User) -> None:
        async def press() -> None:
            card = self._card(room, "Ready", f"{match}.")
            if card is not None:
                await self._discord.click(card, "Ready", user).wait_acknowledged(A_MOMENT)

        async def ready() -> bool:
            stored = await read_match(self._ledger, match)
            kinds = {event.kind for event in stored.events}
            seats = [int(event.data["colour"]) for _, event in stored.of("PlayerReady")]
            return seat in seats or bool(kinds & {"MatchStarted", "MatchEnded"})

        await self._again_and_again(press, ready, match, f"{user.name} gets ready for {match}")

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

    # What is looked up.

    async def _is_over(self, match: int) -> bool:
        return not (await read_match(self._ledger, match)).open

    async def _has(self, match: int, kind: str, times: int) -> bool:
        return len(list((await read_match(self._ledger, match)).of(kind))) >= times

    async def _all_told(self, match: int) -> bool:
        stored: Stored = await read_match(self._ledger, match)
        return not stored.open and all(row.sent for row in stored.outbox)

    def _card(self, room: Channel, label: str, nonce: str) -> Message | None:
        bot = self._discord.world.bot
        mine = (one for one in reversed(room.history) if one.author is bot)
        told = (one for one in mine if str(one.nonce).startswith(nonce))
        return next((it for it in told if any(b.label == label for b in it.buttons)), None)

    # How is waited.

    async def _again_and_again(
        self,
        act: Callable[[], Awaitable[None]],
        done: Callable[[], Awaitable[bool]],
        key: int,
        what: str,
    ) -> None:
        """Does something until it is done: a referee that is killed hears nothing."""

        async def tried() -> bool:
            if await done():
                return True
            with contextlib.suppress(TimeoutError, Impossible):
                await act()
            return await done()

        await self._until(tried, key, what)

    async def _until(self, check: Callable[[], Awaitable[bool]], key: int, what: str) -> None:
        self._doing[key] = what
        impatient = self._duty.patience(PATIENCE, lambda: f"stuck, {what}")
        while not await check():
            impatient()
            await asyncio.sleep(LOOK)
        self._doing.pop(key, None)


def _is_called(stored: StoredCup | None, name: str) -> bool:
    return stored is not None and stored.events[0].data["name"] == name


def _has(stored: StoredCup | None, kind: str) -> bool:
    return stored is not None and any(stored.of(kind))
