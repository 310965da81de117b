"""The end of a game, solved: who wins under perfect play, with which turns, and who gets what.

Catchup is solved by tables of its groups, with up to sixteen cells empty (thirteen on side 3); any
other game by playing out all turns, with up to ten cells on which a stone may still lie.

With sixteen cells empty a game has at most 65,536 sets of them that a player may end up with, and
what a player's groups are depends on that set alone. So the groups of both players are worked out
for every set beforehand, and ranked; after that, a position is two sets and a player to move, and
searching it is looking numbers up.

More stones never make groups worse, which gives both bounds of the search: what a player has
already, and what they would have with every cell that is left.
"""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Protocol

from bot.engine.board import bits
from bot.players.any_endgame import AnyEndgame
from bot.players.game import Game, position_of, ruleset_of
from bot.players.place import LAWS, Place

LIMIT = 16
"""How many cells may be empty at the most, unless the caller has the time for more."""

Group = tuple[int, int]
"""A group's size, and the empty cells that it touches."""


class Endgame:
    """A position with few empty cells, and all that can come of it."""

    def __init__(self, game: Game, limit: int = LIMIT) -> None:
        """Works out what both may end up with; ValueError if too many cells are empty."""
        empty = game.empty
        if empty.bit_count() > limit:
            raise ValueError(f"{empty.bit_count()} empty cells are more than {limit}")
        self.start = game
        self.cells = tuple(bits(empty))
        self._law = LAWS[game.law]
        self._shift = len(self.cells)
        self._every = (1 << self._shift) - 1
        tables = [_tables(game, colour, self.cells) for colour in (0, 1)]
        self._largest = [[max((1, *sizes)) for sizes in table] for table in tables]
        order = {sizes: n for n, sizes in enumerate(sorted({*tables[0], *tables[1]}))}
        self._rank = [[order[sizes] for sizes in table] for table in tables]
        self._known: dict[int, bool] = {}
        self._turns: dict[tuple[int, int], list[int]] = {}

    @property
    def searched(self) -> int:
        """How many positions were looked at so far, beyond those that a bound decides."""
        return len(self._known)

    def covers(self, game: Game) -> bool:
        """Whether a position can have come from this one."""
        start = self.start
        return (game.law, game.side) == (start.law, start.side) and all(
            not old & ~new for old, new in zip(start.stones, game.stones, strict=True)
        )

    def wins(self, game: Game) -> bool:
        """Whether the player to move wins; on a full board, whether they have won."""
        mover = game.to_move
        mine, theirs = (self._set(game.stones[colour]) for colour in (mover, 1 - mover))
        return self._wins(mover, mine, theirs, game.most)

    def chance(self, game: Game) -> float:
        """What the player to move gets for certain: 1 or 0."""
        return float(self.wins(game))

    def best(self, game: Game) -> tuple[int, ...]:
        """A turn that wins; none if the position is lost."""
        return self.a_winning(game)

    def winning(self, game: Game, most: int | None = None) -> list[tuple[int, ...]]:
        """All turns with which the player to move wins, as cells, or the first so many."""
        return list(islice(self._winning(game), most))

    def a_winning(self, game: Game) -> tuple[int, ...]:
        """One of them, which is found sooner; none if the position is lost."""
        return next(self._winning(game), ())

    def _winning(self, game: Game) -> Iterator[tuple[int, ...]]:
        mover = game.to_move
        mine, theirs = (self._set(game.stones[colour]) for colour in (mover, 1 - mover))
        for turn in self._legal(mover, mine, theirs, game.most):
            if not self._wins(*self._after(mover, mine, theirs, turn)):
                yield tuple(self.cells[i] for i in bits(turn))

    def _set(self, stones: int) -> int:
        return sum(1 << i for i, cell in enumerate(self.cells) if stones >> cell & 1)

    def _legal(self, mover: int, mine: int, theirs: int, most: int) -> list[int]:
        """The sets of cells that a turn may fill, the ones likely to win first."""
        empty = self._every ^ mine ^ theirs
        turns = self._turns.get((empty, most))
        if turns is None:
            turns = self._turns[empty, most] = list(_choices(empty, most))
        largest = self._largest[mover]
        if not self._law.feeds:
            bar = max(largest[mine], self._largest[1 - mover][theirs])
            turns = [t for t in turns if t & (t - 1) == 0 or largest[mine | t] <= bar]
        ours, rank = self._rank[mover], self._rank[1 - mover]
        return sorted(turns, key=lambda t: rank[theirs | empty ^ t] - ours[mine | t])

    def _after(self, mover: int, mine: int, theirs: int, turn: int) -> tuple[int, int, int, int]:
        """The position after a turn, as `_wins` takes it."""
        largest, law = self._largest[mover], self._law
        bar = max(largest[mine], self._largest[1 - mover][theirs] - law.slack)
        most = 3 if law.feeds and largest[mine | turn] > bar else 2
        return 1 - mover, theirs, mine | turn, most

    def _wins(self, mover: int, mine: int, theirs: int, most: int) -> bool:
        ours, rank = self._rank[mover], self._rank[1 - mover]
        empty = self._every ^ mine ^ theirs
        if ours[mine] > rank[theirs | empty]:
            return True
        if not empty or ours[mine | empty] < rank[theirs]:
            return False
        key = ((mine << self._shift | theirs) << 1 | mover) << 2 | most
        wins = self._known.get(key)
        if wins is None:
            wins = self._known[key] = any(
                not self._wins(*self._after(mover, mine, theirs, turn))
                for turn in self._legal(mover, mine, theirs, most)
            )
        return wins


def _choices(empty: int, most: int) -> Iterator[int]:
    cells = [1 << i for i in bits(empty)]
    for count in range(min(most, len(cells)), 0, -1):
        yield from map(sum, combinations(cells, count))


def _tables(game: Game, colour: int, cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each set of the empty cells: the sizes of a colour's groups if it gets them."""
    place = Place(game)
    index = {cell: i for i, cell in enumerate(cells)}
    near = [
        sum(1 << index[other] for other in bits(place.grid.near[cell]) if other in index)
        for cell in cells
    ]
    touching: dict[int, int] = {}
    for cell in bits(game.stones[colour]):
        root = cell
        while place.parent[root] >= 0:
            root = place.parent[root]
        near_root = touching.get(root, 0)
        for other in bits(place.grid.near[cell]):
            if other in index:
                near_root |= 1 << index[other]
        touching[root] = near_root
    start = tuple((place.size[root], mask) for root, mask in touching.items())
    groups: list[tuple[Group, ...]] = [start]
    for i, beside in enumerate(near):
        groups += [_joined(old, 1 << i, beside) for old in groups]
    return [tuple(sorted((size for size, _ in sizes), reverse=True)) for sizes in groups]


def _joined(groups: tuple[Group, ...], cell: int, beside: int) -> tuple[Group, ...]:
    """The groups after one more stone; `beside` are the empty cells that it touches."""
    total, reach = 1, beside
    apart = []
    for group in groups:
        if group[1] & cell:
            total += group[0]
            reach |= group[1]
        else:
            apart.append(group)
    return (*apart, (total, reach))


SMALL_SIDE, SMALL_LIMIT = 3, 13
"""On so small a board nothing is decided with sixteen cells empty, and solving takes a minute."""
ANY_LIMIT = 10
FEW = 8
"""With so few open cells any game is solved in half a second."""


class Solver(Protocol):
    """What was found out about the end of a game."""

    @property
    def searched(self) -> int:
        """How many positions were looked at so far."""

    def covers(self, game: Game) -> bool:
        """Whether a position can be asked about."""

    def chance(self, game: Game) -> float:
        """What the player to move gets for certain: 1, 0 or, for a tie, a half."""

    def winning(self, game: Game, most: int | None = None) -> list[tuple[int, ...]]:
        """All turns with which the player to move wins, as steps, or the first so many.

        All of them can take a minute where hundreds win: who asks whether one alone does, or how
        the end goes, asks for two or for the best.
        """

    def best(self, game: Game) -> tuple[int, ...]:
        """A turn that wins, else one that ties; none if the position is lost."""


def limit_of(game: Game) -> int:
    """How many cells may be open at the most, so that a position is solved within seconds."""
    if game.law not in LAWS:
        return ANY_LIMIT
    return SMALL_LIMIT if game.side <= SMALL_SIDE else LIMIT


def proven_lost(game: Game) -> bool:
    """Whether a glance at the end shows that the player to move has lost, whatever they play."""
    return 0 < open_cells(game) <= FEW and not solver(game).chance(game)


def open_cells(game: Game) -> int:
    """On how many cells a stone may still lie."""
    if game.law in LAWS:
        return game.empty.bit_count()
    return ruleset_of(game).placeable(position_of(game)).bit_count()


def solver(game: Game) -> Solver:
    """What solves a position; ValueError if too many cells are open."""
    cells, limit = open_cells(game), limit_of(game)
    if cells > limit:
        raise ValueError(f"{cells} open cells are more than {limit}")
    return Endgame(game, limit) if game.law in LAWS else AnyEndgame(game)
