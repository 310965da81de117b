"""Cups at the desk: everything follows by itself, once, wherever a crash falls."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from fakes import HOST, ROOM, TERMS, House

from bot.cups import acts
from bot.cups.acts import By
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened, CupPlan
from bot.cups.state import CupPairing, CupState
from bot.desk.cup_table import HeldCup
from bot.referee.events import Player
from bot.referee.submission import Act, Ready, Resign, Submission

HOUR = timedelta(hours=1)
PEOPLE = tuple(Player(name.casefold(), name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))


class CupHouse:
    """A cup of some people in a house; who is first in the alphabet wins every game."""

    def __init__(self, place: House) -> None:
        self.place = place
        place.run_cups()

    async def open(self, count: int, **plan: object) -> None:
        """A cup whose sign-up is over."""
        opened = CupOpened(
            self.place.clock.now(),
            HOST,
            "Colosseum",
            CupPlan(**{"system": "knockout", "terms": TERMS, **plan}),
        )
        await self.place.desk.cups.open(ROOM, opened)
        for player in PEOPLE[:count]:
            await self.do(acts.enter, player)

    async def begin(self) -> None:
        """The host starts it; seeds are in the order of entry."""
        await self.do(lambda state, by: acts.start(state, by, Seeding.ORDER, {}, "lot"))

    async def do(self, act: Callable[[CupState, By], CupEvent], player: Player = HOST) -> None:
        """Somebody does something."""
        by = By(player, self.place.clock.now())
        await self.place.desk.cups.act(await self.held(), lambda state: act(state, by))

    async def held(self) -> HeldCup:
        """The cup as it stands."""
        held = await self.place.desk.cups.table.latest_in(ROOM)
        assert held is not None
        return held

    async def until(self, check: Callable[[CupState], object]) -> CupState:
        """Waits, without time passing, until the cup is so."""
        held = await self.held()
        await self.place.world.until(lambda: check(held.state))
        return held.state

    async def seated(self, count: int) -> list[CupPairing]:
        """The pairings that are being played, once there are so many with a match."""
        state = await self.until(
            lambda state: sum(one.game is not None for one in state.playing) == count
        )
        return [one for one in state.playing if one.game is not None]

    async def play(self, meeting: CupPairing) -> None:
        """The game of a pairing is played: who is first in the alphabet wins."""
        await self.act(meeting, max(meeting.entrants), Resign())

    async def act(self, meeting: CupPairing, who: str, act: Act, *, may_host: bool = False) -> None:
        """Somebody acts in the match of a pairing."""
        assert meeting.game is not None
        player = next((one for one in PEOPLE if one.id == who), HOST)
        number = meeting.game.match
        if isinstance(act, Resign):
            for entrant in meeting.entrants:
                one = next(one for one in PEOPLE if one.id == entrant)
                await self.place.desk.submit_to(number, self._submitted(one, Ready(), may_host))
            await self.place.settled()
        answer = await self.place.desk.submit_to(number, self._submitted(player, act, may_host))
        assert answer is not None
        assert not answer.text, answer.text

    def _submitted(self, player: Player, act: Act, may_host: bool) -> Submission:
        return Submission(player, act, self.place.clock.now(), may_host=may_host)

    async def pass_time(self, length: timedelta) -> None:
        """So much time passes, and whatever it brings is done."""
        self.place.clock.advance(length)


@pytest.fixture
async def cup(idle: House) -> CupHouse:
    """A house where cups are run."""
    return CupHouse(idle)


async def test_five_play_until_one_is_champion(cup):
    """Three byes, then two semifinals and the final; all is told once, in order."""
    await cup.open(5)
    await cup.begin()
    for count in (1, 2, 1):
        for meeting in await cup.seated(count):
            await cup.play(meeting)
    await cup.place.world.until(lambda: "champion" in cup.place.world.texts()[-1])
    told = [one.text for one in cup.place.world.announced() if one.room == ROOM]
    assert [text.split("\n")[0] for text in told] == [
        "🏆 **Colosseum** (cup 1): sign up now.",
        "🏆 **Colosseum** begins with 5 players. Seeds: 1 Ann, 2 Bob, 3 Cid, 4 Dan, 5 Eve.",
        "⚔️ **Colosseum**, round 1",
        "🏁 **Dan** beat Eve.",
        "⚔️ **Colosseum**, round 2",
        *sorted(["🏁 **Ann** beat Dan.", "🏁 **Bob** beat Cid."]),
        "⚔️ **Colosseum**, round 3",
        "🏁 **Ann** beat Bob.",
        "🏆 @Ann is the champion of **Colosseum**!",
    ]
    assert sorted(room.id for room in cup.place.world.made.values()) == [
        f"room-{number}" for number in (1, 2, 3, 4)
    ]
