"""A cup that is run on paper: matches are invented, and after every event all is read anew.

The seed of the lots decides all games as it does in a simulation, so that both come out alike; in a
best of three whoever wins a pairing wins it by two games to none.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from handclock import START

from bench import simulation
from bot.cups import acts
from bot.cups.acts import By
from bot.cups.check_in import called, outcome
from bot.cups.cup import PairingResult
from bot.cups.entry import Seeding
from bot.cups.events import CupEvent, CupOpened, CupPlan, GameSeated, RoundPaired
from bot.cups.fold import fold_cup
from bot.cups.pairing import SYSTEMS
from bot.cups.running import (
    MatchFacts,
    SeatGame,
    due,
    is_round_over,
    next_round,
    reminders,
    superfluous,
    to_seat,
)
from bot.cups.state import CupGame, CupPairing, CupState
from bot.referee.clock import TimeControl
from bot.referee.events import Player, Terms
from bot.storage.columns import decode_of_cup, encode

HOST = Player("host", "Host")
TERMS = Terms("genius", "genius", 5, ("red", "blue"), TimeControl(timedelta(minutes=1)))
HOUR = timedelta(hours=1)
CALLED_OFF = MatchFacts(begun=True, over=True)
WAITING = MatchFacts(begun=False, over=False)
PLAYING = MatchFacts(begun=True, over=False, turns=1)


@dataclass
class RunningCup:
    events: list[CupEvent] = field(default_factory=list)
    state: CupState = field(init=False)
    facts: dict[int, MatchFacts] = field(default_factory=dict)
    results: dict[tuple[int, frozenset[str]], list[PairingResult]] = field(default_factory=dict)
    """What the lots say of the pairings of a round: of tied ones of each game."""
    now: datetime = START
    ratings: Mapping[str, float] = field(default_factory=dict)
    seated: list[SeatGame] = field(default_factory=list)
    before_round: Callable[["RunningCup", RoundPaired], bool] | None = None
    """Asked before a round is stored; True where something has happened, and it is to be paired
    anew."""

    def store(self, event: CupEvent) -> None:
        """An event happens: the next process would find it, and all before it, in the store."""
        self.events.append(decode_of_cup(encode(event)))
        assert self.events[-1] == event
        self.state = fold_cup(self.events)
        assert self.state.seen == len(self.events)

    def open(self, count: int, seed: str = "1", **plan: object) -> None:
        """A cup with so many entrants named a, b, c … begins; the lot is its seed."""
        people = [Player(one.id, one.name) for one in simulation.entrants(count)]
        self.start(people, lot=seed, **plan)

    def start(
        self, people, *, seeding=Seeding.ORDER, ratings=None, lot="1", apart=(), filled=None, **plan
    ) -> None:
        told = CupPlan(**{"system": "knockout", "terms": TERMS, **plan})
        self.store(CupOpened(self.now, HOST, "Colosseum", told))
        for player in people:
            self.do(acts.enter, player)
        drawn = seeding, ratings or {}, lot, apart, filled
        self.do(lambda state, by: acts.start(state, by, *drawn))

    def do(self, act: Callable[[CupState, By], CupEvent], player: Player = HOST) -> None:
        self.store(act(self.state, By(player, self.now)))

    def refusal(self, act: Callable[..., object], *given: object, by: Player = HOST) -> object:
        with pytest.raises(acts.CupError) as refused:
            act(self.state, By(by, self.now), *given)
        return refused.value.problem

    def settle(self) -> CupState:
        for _ in range(2000):
            if not self._step():
                return self.state
        raise AssertionError("there is always something to be done")

    def wait(self, length: timedelta = timedelta.resolution) -> CupState:
        """Time passes, by default as little as can be; the cup after all that follows."""
        self.now += length
        return self.settle()

    def _step(self) -> bool:
        state = self.state
        event = (
            due(state, self.facts, self.now, self.now)
            or called(state, self.now)
            or outcome(state, self.now, self.now, self.ratings)
            or next(reminders(state, self.facts, self.now), None)
        )
        if event is not None:
            self.store(event)
            return True
        for match in superfluous(state, self.facts):
            assert not self.facts[match].over
            self.facts[match] = replace(self.facts[match], over=True)
            return True
        for wanted in to_seat(state):
            self._seat(state, wanted)
            return True
        if not is_round_over(state):
            return False
        paired = next_round(state, self.now)
        if isinstance(paired, RoundPaired):
            if self.before_round is not None and self.before_round(self, paired):
                return True
            for pairing in paired.pairings:
                key = paired.number, frozenset((pairing.first, pairing.second))
                played = simulation._played(state.cup(), paired.number, pairing)
                self.results.setdefault(key, []).append(played)
        self.store(paired)
        return True

    def _seat(self, state: CupState, wanted: SeatGame) -> None:
        match = len(self.facts) + 1
        room = wanted.room or f"room-{wanted.pairing}"
        taken = [
            game.match
            for meeting in state.meetings
            for game in meeting.games
            if game.room == room and not self.facts[game.match].over
        ]
        assert not taken, f"{wanted} in the room of match {taken}"
        assert (wanted.pairing, wanted.game) not in [(it.pairing, it.game) for it in self.seated]
        self.seated.append(wanted)
        self.facts[match] = WAITING
        game = wanted.pairing, wanted.game
        self.store(GameSeated(self.now, *game, wanted.first, match, room))

    def games(self) -> Iterator[tuple[CupPairing, CupGame]]:
        for meeting in self.state.playing:
            if meeting.game is not None:
                yield meeting, meeting.game

    def game_of(self, entrant: str) -> tuple[CupPairing, CupGame]:
        return next(one for one in self.games() if entrant in one[0].entrants)

    def ready(self, *entrants: str) -> None:
        for entrant in entrants:
            meeting, game = self.game_of(entrant)
            ready = self.facts[game.match].ready | {entrant}
            begun = ready == set(meeting.entrants)
            self.facts[game.match] = MatchFacts(begun=begun, over=False, ready=ready)

    def wins(self, winner: str, *, late: bool = False) -> None:
        meeting, game = self.game_of(winner)
        won = [one == winner for one in meeting.entrants]
        lost = (int(won[1] and late), int(won[0] and late))
        self.facts[game.match] = MatchFacts(
            begun=True, over=True, turns=9, halves=(2 * won[0], 2 * won[1]), late=lost
        )

    def by_lot(self, meeting: CupPairing, game: CupGame) -> MatchFacts:
        results = self.results[meeting.round, frozenset(meeting.entrants)]
        # Tied games of a knockout are other pairings of the same two in the same round.
        alike = [
            one.number
            for one in self.state.meetings
            if one.round == meeting.round and set(one.entrants) == set(meeting.entrants)
        ]
        result = results[alike.index(meeting.number)]
        turned = result.first != meeting.entrants[0]
        halves, late = ((pair[::-1] if turned else pair) for pair in (result.halves, result.late))
        earlier = [it for it in meeting.counted if it.number != game.number and it.halves]
        late = (0, 0) if earlier else late
        return MatchFacts(begun=True, over=True, turns=9, halves=halves, late=late)

    def play_by_lot(self) -> bool:
        games = list(self.games())
        for meeting, game in games:
            self.facts[game.match] = self.by_lot(meeting, game)
        return bool(games)


def simulated(cup: RunningCup, leaving: int = 0) -> simulation.Simulation:
    state = cup.state
    system, lots = SYSTEMS[state.opened.plan.system], state.cup().lots
    return simulation.simulate(system, state.seeds, lots.seed, state.cup().rules, leaving)


def order_of(played: simulation.Simulation, system: str) -> tuple[tuple[int, str], ...]:
    return tuple((row.place, row.entrant.id) for row in SYSTEMS[system].order(played.cup))
