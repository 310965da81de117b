"""A table at which one match after another is played, by people who follow a script."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from random import Random
from time import monotonic
from typing import Protocol

from oracle.oracle import State

from chaos.duty import Duty
from chaos.history import SEATS, Order, Person, Played, Profile, Said
from chaos.ledger import Ledger, read_latest
from chaos.record import Record
from chaos.script import MOMENTS, Script, draw_profile
from chaos.standing import Standing

MOST_THINKING = 6.0
LOOK = 0.3
ORDERS = 3
"""How often a host repeats what had no effect, but for what the match waits for."""
TRIES = 10
"""How many more matches are held, in calm, for a moment that has not come."""
A_LITTLE_LATE, TOO_LATE = 0.3, 0.9
"""How much of the grace a late turn waits at the most: little where a table is there for just that,
so that a busy machine does not tell of it when the flag has fallen."""
A_WHILE = 6.0
LONGEST_GAME = 80
PATIENCE = timedelta(minutes=5)
"""How long anything may take, counted in the referee's time at work."""


class Place(Protocol):
    """Where one match after another is held: a channel, or a room of its own for each.

    `happened` counts what people did there. A turn made in time may be under way for `grace` after
    its deadline. `open` sets up a match and has both players ready, however often that has to be
    tried; `answered` is also true of what the match went on without; `news` returns when something
    has changed, or after some seconds; `afterthought` is what some people do to a message that was
    ruled; a `substitute` may take a seat, where seats can be given; `stamp` takes note of the
    stamps of what was said; `leave` is called when the match is over.
    """

    happened: Counter[str]
    grace: timedelta

    def now(self) -> datetime: ...
    async def open(self, profile: Profile) -> Played: ...
    async def say(self, played: Played, said: Said) -> Said: ...
    def answered(self, played: Played, said: Said) -> bool: ...
    async def news(self, wait: float) -> None: ...
    async def afterthought(self, said: Said) -> None: ...
    def substitute(self, played: Played) -> Person | None: ...
    async def stamp(self, played: Played) -> None: ...
    async def leave(self, played: Played) -> None: ...


class Table:
    def __init__(
        self, place: Place, ledger: Ledger, duty: Duty, seed: str, moment: str = ""
    ) -> None:
        self.matches: list[Played] = []
        self.happened = place.happened
        self.doing = ""
        self._place = place
        self._ledger = ledger
        self._duty = duty
        self._dice = Random(seed)
        self._stop: Callable[[], bool] = bool
        self._moment = moment
        """What is still to be brought about at this table; "" once it was."""

    async def play_on(self, stop: Callable[[], bool]) -> None:
        self._stop = stop
        tries = TRIES
        while not stop() or (self._moment and tries):
            tries -= stop()
            profile = MOMENTS.get(self._moment) or draw_profile(self._dice)
            self.doing = "opening a match"
            played = await self._place.open(profile)
            self.matches.append(played)
            self._played, self._script = played, Script(profile, self._dice)
            await self._play()
            await self._all_told()
            played.done = True
            await self._place.leave(played)
            if self._moment and await self._has_come():
                self._moment = ""

    async def _has_come(self) -> bool:
        stored = await read_latest(self._ledger, self._played.room)
        assert stored is not None
        return Record(self._played, stored, lambda _, __: None).moments[self._moment] > 0

    async def _play(self) -> None:
        fallen = False
        while (now := await self._standing()).status != "over":
            turns = len(now.states) - 1
            if now.status == "paused":
                await asyncio.sleep(self._dice.uniform(0.0, 1.0))
                await self._have_done(Order("resume"), "match resume")
            elif now.oracle.is_over(now.state) or now.status == "waiting":
                await asyncio.sleep(LOOK)
            elif now.players[now.mover].program and self._dice.random() > 0.04:
                await self._partners_turn(now)
            elif self._played.profile.silent_at == turns and not fallen and now.deadline is None:
                await asyncio.sleep(LOOK)
            elif self._played.profile.silent_at == turns and not fallen:
                fallen = True
                late = self._dice.random() < 0.5
                if self._played.profile.moment:
                    late = self._played.profile.moment == "late"
                if late and not now.players[now.mover].program:
                    await self._turn(now, late=True)
                else:
                    await self._stay_silent()
            elif turns and (self._dice.random() < 0.04 or turns > LONGEST_GAME):
                await self._show_a_hand(now)
            elif not now.players[now.mover].program:
                await self._turn(now)

    async def _partners_turn(self, now: Standing) -> None:
        """The sparring partner plays by itself, or the host or the clock comes between."""
        await self._noise(now)
        self.doing = "waiting for the sparring partner"

        async def changed() -> bool:
            after = await self._standing()
            return (len(after.states), after.status) != (len(now.states), now.status)

        await self._until(changed, by_news=False)

    async def _turn(self, now: Standing, *, late: bool = False) -> None:
        mover = now.players[now.mover]
        await self._noise(now)
        if now.clock is not None:
            await self._think(now, late=late or self._dice.random() < self._played.profile.late)
        turn, text = self._script.legal(now.state)
        self.doing = f"waiting for the answer to a turn: {text!r}"
        said = await self._say(Said(mover.id, text, turn))
        answer: Said | None = None
        after = now.oracle.play(now.state, turn)
        waits = now.players[1 - now.mover].program or now.oracle.is_over(after)
        # The opponent may know the answer before the referee has ruled.
        if self._dice.random() < 0.2 and not waits:
            answer = await self._answer_early(now, after)
        for one in [said] if answer is None else [said, answer]:
            await self._answer_to(one)
        await self._place.afterthought(said)
        await asyncio.sleep(self._dice.uniform(0.0, 0.2))

    async def _answer_early(self, now: Standing, after: State) -> Said:
        self.happened["answers given before the ruling"] += 1
        await asyncio.sleep(0.005)
        turn, text = self._script.legal(after)
        player = now.players[SEATS.index(after.to_move)]
        return await self._say(Said(player.id, text, turn))

    async def _think(self, now: Standing, *, late: bool) -> None:
        """For as long as the clock allows, or longer; when the storm is over, nobody dawdles."""
        deadline, unhurried = now.deadline, self._played.profile.unhurried and not self._stop()
        if deadline is None or not (late or unhurried):
            return
        left = (deadline - self._place.now()).total_seconds()
        if late:
            self.happened["turns meant to come late"] += 1
            most = A_LITTLE_LATE if self._moment == "late" else TOO_LATE
            over = self._dice.uniform(0.02, most) * self._place.grace.total_seconds()
            await asyncio.sleep(max(0.0, left + over))
        elif self._dice.random() < 0.6:
            await asyncio.sleep(max(0.0, min(MOST_THINKING, self._dice.uniform(0.0, 0.75) * left)))

    async def _stay_silent(self) -> None:
        self.doing = "staying silent until time is up"

        async def fallen() -> bool:
            return (await self._standing()).status != "running"

        await self._until(fallen, by_news=False)

    async def _noise(self, now: Standing) -> None:
        mover, waiting = now.players[now.mover], now.players[1 - now.mover]
        if self._dice.random() < 0.25:
            people = [one for one in (mover, waiting) if not one.program]
            await self._say(Said(self._dice.choice(people).id, self._script.talk()))
        if self._dice.random() < 0.1:
            await self._say(Said(self._played.people["fan"].id, self._script.legal(now.state)[1]))
        if not mover.program and self._dice.random() < 0.15:
            text = self._script.illegal(now.state)
            tried = await self._say(Said(mover.id, text, reads=True))
            # Whoever has little time does not wait for the answer.
            if self._played.profile.control is None and self._dice.random() < 0.5:
                self.doing = f"waiting for the answer to a try: {text!r}"
                await self._answer_to(tried)
        if not waiting.program and self._dice.random() < 0.12:
            text = self._script.illegal(now.state, may_overtake=True)
            await self._say(Said(waiting.id, text, reads=True))

    async def _all_told(self) -> None:
        self.doing = "waiting until all has been told"

        async def told() -> bool:
            stored = await read_latest(self._ledger, self._played.room)
            return stored is not None and all(row.sent for row in stored.outbox)

        await self._until(told, by_news=False)
        await self._place.stamp(self._played)

    async def _show_a_hand(self, now: Standing) -> None:
        free = self._place.substitute(self._played)
        turns = len(now.states) - 1
        order, text = self._script.host_order(turns, "" if free is None else free.id)
        if turns > LONGEST_GAME:
            order, text = Order("cancel"), "match cancel confirm:yes"
        if order.kind == "replace" and free is not None:
            text += f" player:{free.mention}"
        self.happened[f"the host's {order.kind}"] += 1
        await self._have_done(order, text, tries=ORDERS)

    async def _have_done(self, order: Order, text: str, tries: int | None = None) -> None:
        """Has the host type a command until it takes effect, or the match goes on without."""
        self.doing = f"waiting for the effect of {text!r}"
        before = await read_latest(self._ledger, self._played.room)
        known = 0 if before is None else len(before.events)
        again, said = 0.0, 0

        async def done() -> bool:
            nonlocal again, said
            stored = await read_latest(self._ledger, self._played.room)
            if stored is not None and (
                not stored.open or any(event.by() for event in stored.events[known:])
            ):
                return True
            if monotonic() >= again:
                if said == tries:
                    return True
                said, again = said + 1, monotonic() + A_WHILE
                await self._say(Said(self._played.host.id, text, order=order))
            return False

        await self._until(done, by_news=False)

    async def _say(self, said: Said) -> Said:
        return await self._place.say(self._played, said)

    async def _answer_to(self, said: Said) -> None:
        async def answered() -> bool:
            return self._place.answered(self._played, said) or await self._gave_seat_away(said)

        await self._until(answered)

    async def _gave_seat_away(self, said: Said) -> bool:
        """Whether the host's order to do so took effect since, given up as nobody answered it."""
        if not any(one.order and one.order.kind == "replace" for one in self._played.said):
            return False
        seated = {one.id for one in (await self._standing()).players}
        return said.author not in seated

    async def _until(self, check: Callable[[], Awaitable[bool]], *, by_news: bool = True) -> None:
        """Waits until something is so; what lies in the store, nobody brings news of."""
        impatient = self._duty.patience(PATIENCE, lambda: f"stuck, {self.doing}")
        while not await check():
            impatient()
            await (self._place.news(LOOK) if by_news else asyncio.sleep(LOOK))

    async def _standing(self) -> Standing:
        """How the match stands by the record so far; what is wrong with it is said in the end."""
        await self._place.stamp(self._played)
        stored = await read_latest(self._ledger, self._played.room)
        assert stored is not None, f"no match was stored in {self._played.room}"
        return Record(self._played, stored, lambda _, __: None).last
