"""Monte Carlo tree search over single stones: which stone wins most of the games tried.

A stone is one step of the tree, and so is ending the turn once a stone lies. What is tried next
weighs three sources, all for the player to move: the games that went through a step; all games in
which that player got the cell at any time (RAVE), which teach much from few games; and one look at
the position (`prior`), which counts as so many games tried.

Budgets are numbers of games, and nothing depends on a clock, on hashing or on a library's
logarithm: the same seed gives the same answer everywhere.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from bot.engine.board import bits
from bot.players.field import Field, Random
from bot.players.game import BUTTON, STOP

UNIT = 16.0
"""What one game counts, so that a look can count as a part of one."""
_MOST = 20_000


class Lanes:
    """Where the stones of a set are counted: the place of each among the marks of the root.

    Eight are looked up at a time, in tables made beforehand.
    """

    def __init__(self, cells: tuple[int, ...], size: int) -> None:
        """For the marks of the root, of so many that there can be."""
        lane = {cell: i for i, cell in enumerate(cells)}
        self._tables = [_table(lane, base) for base in range(0, size, 8)]

    def of(self, stones: int) -> list[int]:
        """The places of these stones."""
        places: list[int] = []
        for table in self._tables:
            places += table[stones & 255]
            stones >>= 8
        return places


def _table(lane: dict[int, int], base: int) -> list[list[int]]:
    table: list[list[int]] = [[]]
    for cell in range(base, base + 8):
        one = [lane[cell]] if cell in lane else []
        table += [other + one for other in table]
    return table


@lru_cache(maxsize=1)
def roots_of_logs() -> list[float]:
    """The square roots of the harmonic numbers, which stand for logarithms.

    Libraries differ in the last place of a logarithm; sums of fractions are the same everywhere.
    """
    table, total = [0.0], 0.0
    for number in range(1, _MOST + 1):
        total += 1.0 / number
        table.append(sqrt(total))
    return table


def root_of_log(table: list[float], number: int) -> float:
    """The entry for a number; beyond the last, the last, as it hardly grows any more."""
    return table[number] if number < _MOST else table[_MOST]


_NEVER = -1e9
_LAG = 10
"""What RAVE says of all steps is looked up again whenever a position was tried a tenth more."""
_NOISE = 1e-4
"""What tells equal looks apart, differently for each seed."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a search weighs its sources.

    `rave` is how many games a step needs until RAVE counts half (0: no RAVE), `explore` the pull
    of what was tried little, `prior` the games that one look is worth, `spread` how far a look
    tells steps apart, `grow` how often a step is tried before its own steps are looked at. With
    `picks` the games tried prefer cells that touch rival stones.
    """

    rave: float = 500.0
    explore: float = 0.05
    prior: int = 60
    spread: float = 1.0
    grow: int = 6
    picks: bool = True


LEARNED = Style()
ANY_GAME = Style(prior=4, grow=3)
"""Where one look at a position says nothing."""
PLAIN = Style(rave=0.0, explore=0.5, prior=0, grow=1, picks=False)
"""Plain UCT, to measure against."""


class Node:
    """A position of the tree; its lists have an entry for each mark, the stop and the button.

    The worth of step `i` is `fixed[i] + share[i] * (its RAVE) + pull[i] * (root of log of tried)`.
    """

    __slots__ = (
        "cells",
        "due",
        "fixed",
        "games",
        "kids",
        "mover",
        "open",
        "pull",
        "rave_games",
        "rave_wins",
        "share",
        "tried",
        "wins",
        "won",
        "worth",
    )

    def __init__(self, mover: int, cells: list[int], steps: int) -> None:
        """A position in which nothing may be done yet."""
        self.mover, self.cells, self.open = mover, cells, False
        self.tried = self.due = 0
        self.won = 0.0
        self.games, self.wins = [0] * steps, [0.0] * steps
        self.rave_games, self.rave_wins = [UNIT] * steps, [0.0] * steps
        self.share, self.pull = [0.0] * steps, [0.0] * steps
        self.fixed, self.worth = [_NEVER] * steps, [0.0] * steps
        self.kids: list[Node | None] = [None] * steps


class Search:
    """A tree that grows from one position; `advance` follows a step within the turn."""

    def __init__(self, place: Field, random: Random, style: Style = LEARNED) -> None:
        """A tree of one position, with `random` for all that is left to chance."""
        self.place, self.random, self.style = place, random, style
        self.cells = tuple(bits(place.marks))
        self.stop = len(self.cells)
        self.button = self.stop + 1
        self._lanes = Lanes(self.cells, place.reach)
        self._logs = roots_of_logs()
        self.root = self._look(place, 0.5)

    def run(self, games: int) -> None:
        """Tries so many more games."""
        for _ in range(games):
            self._try()

    @property
    def stuck(self) -> bool:
        """Whether nothing is legal here: the turn's stones before were a mistake."""
        return not self.root.open

    def best(self) -> int:
        """The step tried most: an index of `cells`, `stop` or `button`."""
        node = self.root
        open_steps = [i for i, fixed in enumerate(node.fixed) if fixed > _NEVER]
        return max(open_steps, key=lambda i: (node.games[i], node.wins[i]))

    def step_of(self, at: int) -> int:
        """What an index stands for: a mark, STOP or BUTTON."""
        if at < self.stop:
            return self.cells[at]
        return STOP if at == self.stop else BUTTON

    def chance(self) -> float:
        """The part of the games tried that the player to move has won."""
        return self.root.won / self.root.tried if self.root.tried else 0.5

    def advance(self, step: int) -> None:
        """Makes a step for good; what was learned below it is kept."""
        kid = self.root.kids[step]
        if kid is None:
            self._work_out(self.root)
            base, mover = self.root.worth[step], self.place.mover
            self._make(self.place, step)
            kid = self._look(self.place, base if mover == self.place.mover else 1 - base)
        else:
            self._make(self.place, step)
        self.root = kid

    def _make(self, place: Field, step: int) -> None:
        if step < self.stop:
            place.put(self.cells[step])
        elif step == self.stop:
            place.stop()
        else:
            place.take_button()

    def _try(self) -> None:
        """One game: down the tree, then at random to the end, and what it teaches."""
        place, node, grow = self.place.copy(), self.root, self.style.grow
        path: list[tuple[Node, int]] = []
        rest: list[int] | None = None
        while node.open:
            if node.tried >= node.due:
                self._work_out(node)
                node.due = node.tried + 1 + node.tried // _LAG
            worth = node.worth
            step = worth.index(max(worth))
            path.append((node, step))
            mover = place.mover
            self._make(place, step)
            kid = node.kids[step]
            if kid is None:
                if node.games[step] - self.style.prior < grow or place.over:
                    rest = node.cells[:]
                    if step < self.stop:
                        rest.remove(self.cells[step])
                    break
                base = min(0.95, max(0.05, worth[step]))
                kid = self._look(place, base if mover == place.mover else 1 - base)
                node.kids[step] = kid
            node = kid
        # Who can do nothing any more has led themselves there, which no turn may.
        picks = self.style.picks
        won = float(place.mover) if rest is None else place.finish(rest, self.random, picks=picks)
        self._learn(path, place, won)

    def _work_out(self, node: Node) -> None:
        """What each step promises now."""
        log = root_of_log(self._logs, node.tried)
        node.worth = [
            fixed + share * wins / games + pull * log
            for fixed, pull, share, wins, games in zip(
                node.fixed, node.pull, node.share, node.rave_wins, node.rave_games, strict=True
            )
        ]

    def _learn(self, path: list[tuple[Node, int]], place: Field, won: float) -> None:
        """Writes a game down at every position it went through; `won` is the first player's."""
        rave = self.style.rave
        gained = [self._lanes.of(place.gained(colour)) if rave else [] for colour in (0, 1)]
        for node, step in path:
            mover = node.mover
            part = 1.0 - won if mover else won
            node.tried += 1
            node.won += part
            node.games[step] += 1
            node.wins[step] += part
            counted, wins, more = node.rave_games, node.rave_wins, UNIT * part
            if part:
                for at in gained[mover]:
                    counted[at] += UNIT
                    wins[at] += more
            else:
                for at in gained[mover]:
                    counted[at] += UNIT
            self._weigh(node, step)

    def _weigh(self, node: Node, step: int) -> None:
        """Works out anew what a step promises that was just tried."""
        rave, games = self.style.rave, float(node.games[step])
        share = sqrt(rave / (3.0 * games + rave)) if step < self.stop else 0.0
        fixed = (1.0 - share) * node.wins[step] / games
        pull = self.style.explore / sqrt(games)
        worth = fixed + pull * root_of_log(self._logs, node.tried)
        if share:
            worth += share * node.rave_wins[step] / node.rave_games[step]
        node.share[step], node.fixed[step], node.pull[step] = share, fixed, pull
        node.worth[step] = worth

    def _look(self, place: Field, base: float) -> Node:
        """A new position of the tree; `base` is about what it is worth to the mover."""
        style, random = self.style, self.random
        marks = place.marks
        node = Node(place.mover, [c for c in self.cells if marks >> c & 1], self.stop + 2)
        looks = place.looks(self.cells)
        top = max(looks.values(), default=0.0)
        prior = style.prior
        node.open = bool(looks)
        if prior > 1:
            node.rave_games = [UNIT * prior] * (self.stop + 2)
        share = sqrt(style.rave / (3 * prior + style.rave)) if style.rave else 0.0
        for step, look in looks.items():
            at = step if step >= 0 else self.stop if step == STOP else self.button
            worth = base + style.spread * (look - top) + _NOISE * random()
            worth = min(0.99, max(0.01, worth))
            if not prior:
                node.fixed[at], node.pull[at] = 1e3 + random(), 0.0
                continue
            own = share if at < self.stop else 0.0
            node.games[at], node.wins[at] = prior, prior * worth
            node.share[at], node.fixed[at] = own, (1.0 - own) * worth
            node.pull[at] = style.explore / sqrt(prior)
            node.rave_wins[at] = float(int(UNIT * (prior * worth)))
        return node
