"""A cup: what is to happen in it, as it is stored, and what people saw of it.

Eight people are numbers, in the order in which they enter, which is that of their seeds: 0 is the
best. The stronger of two wins, but for two who tie whenever they meet. So the result of every
pairing is known before the cup begins, whoever is drawn against whom.
"""

from dataclasses import dataclass
from random import Random

from oracle.oracle import Turn

from chaos.history import SEATS, Announced, Event, Log, Profile
from chaos.ledger import Ledger
from chaos.script import Script

PROFILE = Profile(format="plur", ruleset="plur", colours=("black", "white"), side=2)
"""Seven cells, in which half of all games are tied."""
ROUND_TIME = "4m"
"""Time for all that have come, killed referee or not; who does not come is waited for as long."""
PLAYED, WALKOVER, BOTH_LOST, BYE = "played", "walkover", "both lost", "bye"
GAMES, NO_SHOW, LEFT = "games", "no-show", "left"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a pairing: half points of both, how it ended, and what decided it."""

    halves: tuple[int, int]
    ending: str = PLAYED
    why: str = GAMES


@dataclass(frozen=True, slots=True)
class CupScript:
    """A cup; `strengths` are all different. `absent` are people and the round they do not come in.

    `leaver` is who leaves, in a round that has been paired and before their own game.
    """

    system: str
    strengths: tuple[int, ...]
    options: tuple[tuple[str, object], ...] = ()
    tied: frozenset[int] = frozenset()
    absent: frozenset[tuple[int, int]] = frozenset()
    leaver: tuple[int, int] | None = None

    @property
    def size(self) -> int:
        return len(self.strengths)

    @property
    def rules(self) -> dict[str, int]:
        """The options that say who meets whom."""
        names = ("rounds", "groups", "through")
        return {name: int(str(value)) for name, value in self.options if name in names}

    def leaves(self, who: int, number: int) -> bool:
        return self.leaver == (who, number)

    def comes(self, who: int, number: int) -> bool:
        return (who, number) not in self.absent and not self.leaves(who, number)

    def outcome(self, one: int, other: int, number: int) -> Outcome:
        here = [self.comes(who, number) for who in (one, other)]
        if not all(here):
            left = self.leaves(one, number) or self.leaves(other, number)
            if left:
                here = [not self.leaves(who, number) for who in (one, other)]
            ending = WALKOVER if any(here) else BOTH_LOST
            return Outcome((2 * here[0], 2 * here[1]), ending, LEFT if left else NO_SHOW)
        return Outcome(self.halves(one, other))

    def halves(self, one: int, other: int) -> tuple[int, int]:
        if {one, other} == self.tied:
            return 1, 1
        return (2, 0) if self.strengths[one] > self.strengths[other] else (0, 2)


def draw_cup(number: int, dice: Random, size: int = 8) -> CupScript:
    """A cup for a channel; each of four has another system. Fewer than eight all come."""
    strengths = tuple(dice.sample(range(size), size))
    if size < 8:
        return CupScript("knockout", strengths, tied=frozenset({1, 2}))
    somebody = dice.randrange(1, 7)
    timed = ("round-time", ROUND_TIME)
    # Who ties meets in round 1, and the best seed meets who does not come.
    match number % 4:
        case 0:
            absent, leaver = frozenset({(7, 1)}), (0, 2)
            return CupScript("knockout", strengths, (timed,), frozenset({3, 4}), absent, leaver)
        case 1:
            rounds = (("rounds", 3),)
            return CupScript(
                "swiss", strengths, rounds, frozenset({0, 4}), leaver=(dice.randrange(8), 2)
            )
        case 2:
            return CupScript("double", strengths, tied=frozenset({3, 4}), leaver=(somebody, 2))
        case _:
            groups = (("groups", 2), ("through", 2), timed)
            absent = frozenset({(dice.choice([0, 1, 2]), 1)})
            return CupScript(
                "groups", strengths, groups, frozenset({3, 4}), absent, (dice.choice([5, 6]), 3)
            )


def draw_game(halves: tuple[int, int], dice: Random) -> list[tuple[int, Turn, str]]:
    """The turns of a game that ends so, for who moves first and the other: seats, turns, words."""
    wanted = {(2, 0): "first", (0, 2): "second", (1, 1): None}[halves]
    script = Script(PROFILE, dice)
    while True:
        state, turns = script.oracle.start(), list[tuple[int, Turn, str]]()
        while not script.oracle.is_over(state):
            turn, text = script.legal(state)
            turns.append((SEATS.index(state.to_move), turn, text))
            state = script.oracle.play(state, turn)
        if script.oracle.winner(state) == wanted:
            return turns


@dataclass(frozen=True)
class StoredCup(Log):
    """A cup; `games` are the matches by pairing and game."""

    games: tuple[tuple[int, int, int], ...] = ()
    letter = "c"

    @property
    def pairings(self) -> list[tuple[int, str, str]]:
        """The round and both entrants of each pairing, in the order of their numbers."""
        return [
            (int(event.data["number"]), str(one["first"]), str(one["second"]))
            for _, event in self.of("RoundPaired")
            for one in event.data["pairings"]
        ]


@dataclass(frozen=True, slots=True)
class Seen:
    """What people saw of a cup: what was announced, and the threads under its channel."""

    told: tuple[Announced, ...]
    threads: tuple[tuple[str, str], ...]
    """The id and the title of each."""


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """Each batch of pairings with its round, the champion, and the place of each entrant."""

    rounds: tuple[tuple[int, tuple[tuple[str, str], ...]], ...]
    champion: str | None
    places: tuple[tuple[int, str], ...]


@dataclass(slots=True)
class PlayedCup:
    """A cup of the script: its people's ids and names, in the order of their seeds."""

    script: CupScript
    name: str
    people: tuple[tuple[str, str], ...]
    room: str
    number: int = 0
    done: bool = False

    def index(self, entrant: str) -> int:
        return next(n for n, (key, _) in enumerate(self.people) if key == entrant)


async def read_cup(ledger: Ledger, number: int) -> StoredCup:
    rows = await ledger.fetch("SELECT open FROM cups WHERE id = ?", number)
    lines = await ledger.fetch("SELECT data FROM cup_events WHERE cup = ? ORDER BY number", number)
    games = await ledger.fetch(
        "SELECT pairing, game, match FROM cup_games WHERE cup = ? ORDER BY pairing, game", number
    )
    events = tuple(Event.read(line) for (line,) in lines)
    return StoredCup(number, bool(rows and rows[0][0]), events, tuple(map(tuple, games)))  # type: ignore[arg-type]


async def latest_cup(ledger: Ledger, room: str) -> StoredCup:
    """The last cup of a room; one without events where there is none."""
    query = "SELECT id FROM cups WHERE room = ? ORDER BY id DESC LIMIT 1"
    found = await ledger.fetch(query, room)
    return await read_cup(ledger, found[0][0] if found else 0)


async def count_steps(ledger: Ledger) -> int:
    """How many steps all cups have made; what was told, or made up for, is none."""
    found = await ledger.fetch(
        "SELECT count(*) FROM cup_events WHERE kind NOT IN ('CupShown', 'DeadlineMoved')"
    )
    return int(found[0][0]) if found else 0
