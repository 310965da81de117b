"""A house where a cup is run: people sign up, play, and the process is killed at will."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from fakes import HOST, ROOM, TERMS, FakeHouse

from bot.cups import acts
from bot.cups.acts import By
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened, CupPlan
from bot.cups.state import CupPairing, CupState
from bot.desk.cup_table import HeldCup
from bot.referee.events import Player
from bot.referee.match import Match
from bot.referee.submission import Act, Ready, Resign, Submission

HOUR = timedelta(hours=1)
PEOPLE = tuple(Player(name.casefold(), name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))


class CupHouse:
    """A cup of some people in a house; who is first in the alphabet wins every game."""

    def __init__(self, place: FakeHouse) -> None:
        self.place = place
        self.crashed = False
        self._played: set[int] = set()
        place.run_cups()

    async def open(self, count: int, **plan: object) -> None:
        opened = CupOpened(
            self.place.clock.now(),
            HOST,
            "Colosseum",
            CupPlan(**{"system": "knockout", "terms": TERMS, **plan}),
        )
        assert await self.place.desk.cups.open(ROOM, opened) is not None
        for player in PEOPLE[:count]:
            await self.do(acts.enter, player)

    async def start(self, count: int, **plan: object) -> None:
        await self.open(count, **plan)
        await self.begin()

    async def begin(self) -> None:
        """The host starts it; seeds are in the order of entry."""
        await self.do(lambda state, by: acts.start(state, by, Seeding.ORDER, {}, "lot"))

    async def do(self, act: Callable[[CupState, By], CupEvent], player: Player = HOST) -> None:
        by = By(player, self.place.clock.now())
        await self.place.desk.cups.act(await self.held(), lambda state: act(state, by))

    async def held(self) -> HeldCup:
        held = await self.place.desk.cups.table.latest_in(ROOM)
        assert held is not None
        return held

    async def until(self, check: Callable[[CupState], object]) -> CupState:
        held = await self.held()
        await self.place.world.until(lambda: check(held.state))
        return held.state

    async def seated(self, count: int) -> list[CupPairing]:
        """The pairings whose match is still to be played here, once there are so many.

        The last match may be over while the cup has yet to hear of it.
        """

        state = await self.until(lambda state: len(self._to_play(state)) == count)
        return self._to_play(state)

    def _to_play(self, state: CupState) -> list[CupPairing]:
        games = ((one, one.game) for one in state.playing)
        return [one for one, it in games if it and it.match not in self._played]

    async def meeting_of(self, entrant: str) -> CupPairing:
        def found(state: CupState) -> bool:
            meeting = state.meeting_of(entrant)
            return meeting is not None and meeting.game is not None

        meeting = (await self.until(found)).meeting_of(entrant)
        assert meeting is not None
        return meeting

    async def play(self, meeting: CupPairing) -> None:
        for entrant in meeting.entrants:
            await self.act(meeting, entrant, Ready())
        await self.act(meeting, max(meeting.entrants), Resign())

    async def act(self, meeting: CupPairing, who: str, act: Act, *, may_host: bool = False) -> None:
        """Somebody acts in the match of a pairing, and is not refused."""
        assert meeting.game is not None
        player = next((one for one in PEOPLE if one.id == who), HOST)
        said = Submission(player, act, self.place.clock.now(), may_host=may_host)
        answer = await self.place.desk.submit_to(meeting.game.match, said)
        assert answer is not None
        assert not answer.text, answer.text
        if (await self.match(meeting)).over:
            self._played.add(meeting.game.match)
        await self.place.settled()

    async def match(self, meeting: CupPairing) -> Match:
        assert meeting.game is not None
        found = await self.place.desk.match(meeting.game.match)
        assert found is not None
        return found[1]

    async def over(self, match: int) -> Match:
        live = await self.place.desk._ledger.find(match)
        assert live is not None
        self.place.desk.watchers.append(lambda _: self.place.world.bell.ring())
        await self.place.world.until(lambda: live.match.over)
        return live.match

    async def pass_time(self, length: timedelta) -> CupState:
        """So much time passes, and whatever it brings is done."""
        self.place.clock.advance(length)
        return await self.at_rest()

    async def at_rest(self) -> CupState:
        """The cup once all that is due in it was done and told."""
        held, cups = await self.held(), self.place.desk.cups
        seen = 0
        while seen != held.state.seen:
            seen = held.state.seen
            await cups._go_on(held.id)
            await cups._tell(held.id)
            await self.place.settled()
        return held.state

    async def crash(self, down: timedelta = timedelta(0)) -> None:
        await self.place.kill()
        self.place.clock.advance(down)
        await self.place.open()
        self.place.run_cups()

    def crash_at_events(self) -> None:
        """The cup's part of the process does nothing more after the next event."""
        self.crashed = False

        def stop(_: HeldCup) -> None:
            self.crashed = True
            for task in asyncio.all_tasks():
                if getattr(task.get_coro(), "__qualname__", "").startswith(
                    ("CupRunner.", "Keyed.")
                ):
                    task.cancel()
            self.place.world.bell.ring()

        self.place.desk.cups.table.watchers.append(stop)

    async def play_on(self) -> bool:
        """Every game is played that there is, until the cup is over and told of, or crashes.

        Whether it is over.
        """
        while True:
            held = await self.held()

            def is_over(held: HeldCup = held) -> bool:
                return not held.state.is_open and held.untold is None

            await self.place.world.until(
                lambda held=held: self.crashed or is_over() or self._to_play(held.state)
            )
            if self.crashed or is_over():
                return not self.crashed
            meeting = self._to_play(held.state)[0]
            assert meeting.game is not None
            if not (await self.match(meeting)).over:
                await self.play(meeting)
            self._played.add(meeting.game.match)

    def told(self, room: str = ROOM.id) -> list[str]:
        seen = (one for one in self.place.world.announced() if one.room.id == room)
        return [one.text.split("\n")[0] for one in seen]
