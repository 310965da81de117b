"""Games and boards for the tests: the seeds' games, drawn boards, and random legal play."""

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from itertools import combinations, product
from random import Random

from bot.engine.board import Board, bits, board
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.ruleset import Breach, Ruleset
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton, Turn

TRIES = 200
"""Random turns that are tried before all turns are."""
SEED_003 = (
    "F6 / D3 F7 / B2 G5 / G6 / G4 H5 / A4 D8 / A1 C3 / D5 D6 / B4 B5 / D7 F8 / B3 C1 D2 / F2 G7 H6"
)
SEED_004 = (
    "E5 / C3 F3 / D3 F6 / E6 D2 / C4 G4 / B1 D7 / B5 C1 / B4 G5 / D6 E2 / E4 D5 / D4 C5 F5 / "
    "B3 C2 E3 / G2 G3 / F2 G1 A5 / H1 A4"
)
FULL = "D2/E2 E1/C5 C3/A3 D4/B3/A2 C1 C4/B4 C2/B2 A1 D3/D1 B1/E3"
"""Side 3, Catchup: Red ends with one group of 8, Blue with 6-4-1."""
TIED = (
    "r:E3/b:B1/b:E1/b:B2/b:E2/r:C5/r:B4/r:C2/r:A1/b:C1/r:D4/r:D3/r:A3/r:C3/r:D2/r:C4/b:D1/b:B3/r:A2"
)
"""Side 3, the Product of 2008: a single group each, so no points on either side."""
SEED_004_PRINTED = """\
:\tabcdefghijklmnopq\t\tB\tJ
:\t. . . B j\t1.\t... i5\tg3 f6
:\tj . j j b .\t2.\tf4 l7\tk5 d4
:\tb j j b b . .\t3.\ti3 i7\td2 n4
:\t. j b b j b j .\t4.\tl2 c3\tj2 k7
:\t. b j j b j . . .\t5.\tl4 c5\tg5 j4
:\t. j j . b b . .\t6.\th4 k3 j6\tg2 e3 e5
:\tj b b b j . .\t7.\te7 g7\td6 c7 m1
:\tB\t8.\td8 k1\tresign
:\t9.\t\t
:\tabcdefghijklmnopq\t\t\t
"""
OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "catena": (
        {},
        {"komi": "3"},
        {"buttonless": "on", "scoring": "square"},
        {"button": "off", "scoring": "longest", "komi": "2"},
        {"button": "on", "scoring": "square", "komi": "1"},
    ),
    "product": ({}, {"tie": "second-player"}),
    "brink": ({}, {"margin": "2"}),
}
"""The options each ruleset is tried with; the default ones where a ruleset is not named."""


def usual(kind: type) -> dict[str, str]:
    """The usual values of a class's fields as Python writes them, each with the fields it is of."""
    fields_of: dict[str, str] = {}
    for one in fields(kind):
        if one.default is not MISSING:
            value = repr(one.default)
            fields_of[value] = f"{fields_of.get(value, '')} {one.name}".lstrip()
    return fields_of


@dataclass(frozen=True, slots=True)
class Sizes:
    """Group sizes without a board under them, for comparing standings."""

    first: tuple[int, ...]
    second: tuple[int, ...]

    def sizes(self, colour: Colour) -> tuple[int, ...]:
        return self.second if colour else self.first

    def largest(self, colour: Colour) -> int:
        return max(self.sizes(colour), default=0)


def drawn(text: str, to_move: Colour = Colour.FIRST) -> Position:
    """The position of a drawn board: rows apart by `/`, `b` the first colour, `w` the second."""
    rows = [row.split() for row in text.split("/")]
    cells = board((len(rows) + 1) // 2)
    signs = "".join("".join(row) for row in rows)
    assert len(signs) == cells.size
    first, second = (
        sum(1 << cell for cell, sign in enumerate(signs) if sign == wanted) for wanted in "bw"
    )
    return Position(cells, (first, second), to_move, number=len(signs.replace(".", "")))


def turn(ruleset: Ruleset, position: Position, text: str) -> Turn:
    """The turn that words mean; the words must be readable."""
    spelling = Spelling(position.board, ("black", "white"), ruleset.either_colour, ruleset.verbs)
    read = read_turn(spelling, text.split(), position.to_move)
    assert not isinstance(read, Misread), read
    return read


def tried(ruleset: Ruleset, position: Position, text: str) -> Position | Breach:
    return play(ruleset, position, turn(ruleset, position, text))


def played(ruleset: Ruleset, text: str, side: int = 5) -> Position:
    """The position after turns set apart by `/`, all of them legal."""
    position = Position(board(side))
    for words in text.split("/"):
        after = tried(ruleset, position, words)
        assert isinstance(after, Position), (position.number + 1, words, after)
        position = after
    return position


def random_turn(ruleset: Ruleset, position: Position, rng: Random) -> Turn:
    """Any legal turn of a game that is not over."""
    allowance = ruleset.allowance(position)
    verbs: list[Action] = [Pass()] * allowance.may_pass + [TakeButton()] * allowance.may_take_button
    empty = list(bits(position.empty))
    counts = range(max(1, allowance.fewest), max(1, allowance.most) + 1)
    colours = list(Colour) if allowance.either_colour else [position.to_move]

    def tried_turn(cells: Sequence[int], painted: Sequence[Colour]) -> Turn | None:
        made = Turn(tuple(map(Drop, cells, painted)))
        return made if isinstance(play(ruleset, position, made), Position) else None

    for _ in range(TRIES):
        if verbs and (not allowance.most or rng.random() < 0.03):
            return Turn((rng.choice(verbs),))
        cells = rng.sample(empty, min(rng.choice(counts), len(empty)))
        if found := tried_turn(cells, [rng.choice(colours) for _ in cells]):
            return found
    if verbs:
        return Turn((rng.choice(verbs),))
    # Of hundreds of turns a single one may be legal: all are tried, in any order.
    rng.shuffle(empty)
    for count in counts:
        for cells in combinations(empty, count):
            for painted in product(colours, repeat=count):
                if found := tried_turn(cells, painted):
                    return found
    raise LookupError(f"no legal turn found in {position}")


def random_game(ruleset: Ruleset, side: int, rng: Random, most: int = 500) -> Position:
    """The last position of random legal play, over or after so many turns."""
    position = Position(board(side))
    while position.number < most and not ruleset.is_over(position):
        after = play(ruleset, position, random_turn(ruleset, position, rng))
        assert isinstance(after, Position)
        position = after
    return position


def history(position: Position) -> list[Position]:
    """Every position of a game, the empty board first."""
    positions = [position]
    while positions[-1].previous is not None:
        positions.append(positions[-1].previous)
    return positions[::-1]


def named(cells: Board, *names: str) -> int:
    return sum(1 << cell for cell in range(cells.size) if cells.name(cell) in names)
