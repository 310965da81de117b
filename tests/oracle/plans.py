"""The golden games of `tests/games`: which exist, and how each comes about."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .games import GAMES, Options, make
from .golden import Golden, replay
from .players import golden

FOLDER = Path(__file__).parent.parent / "games"

SEED_003 = (
    "F6 / D3 F7 / B2 G5 / G6 / G4 H5 / A4 D8 / A1 C3 / D5 D6 / B4 B5 / D7 F8 / B3 C1 D2 / F2 G7 H6"
)
SEED_004 = (
    "E5 / C3 F3 / D3 F6 / E6 D2 / C4 G4 / B1 D7 / B5 C1 / B4 G5 / D6 E2 / E4 D5 / D4 C5 F5 / "
    "B3 C2 E3 / G2 G3 / F2 G1 A5 / H1 A4"
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A random game to keep: its ruleset, its number, and the first seed tried."""

    key: str
    number: int
    seed: int
    options: Options

    @property
    def side(self) -> int:
        """Side 5 where ribbons need the room, 4 elsewhere."""
        return 5 if self.key == "catena" else 4


# Seeds chosen for what happens: passes, the button taken early, a last odd cell, equal figures.
_CHOSEN = (
    Plan("ketchup", 1, 11, {}),
    Plan("sauce", 1, 5, {}),
    Plan("catena", 1, 9, {"komi": "3", "button": "on"}),
    Plan("catena", 2, 3, {"buttonless": "on", "scoring": "square"}),
    Plan("catena", 3, 3, {"komi": "2", "button": "off", "scoring": "longest"}),
    Plan("product", 1, 94, {"tie": "fewer"}),
    Plan("product", 2, 94, {"tie": "second-player"}),
    Plan("product-original", 1, 2, {}),
    Plan("product-original", 2, 48, {}),
    Plan("alpha", 1, 16, {}),
    Plan("plur", 1, 2, {}),
    Plan("plur", 2, 36, {}),
    Plan("too", 1, 15, {}),
    Plan("brink", 1, 11, {"margin": "4"}),
    Plan("brink", 2, 11, {"margin": "2"}),
    Plan("brink", 3, 58, {"margin": "4"}),
)
PLANS = (
    *_CHOSEN,
    *(Plan(key, 1, 1, {}) for key in GAMES if key not in {plan.key for plan in _CHOSEN}),
)
"""A game of which none was chosen has its first one."""


def moves(text: str) -> tuple[str, ...]:
    """The turns of a game written on one line with strokes between them."""
    return tuple(text.split(" / "))


def stopped(key: str, text: str, ending: str) -> Golden:
    """A game from the seed documents that ends before the board is full."""
    oracle = make(key)
    last = replay(oracle, moves(text))[-1]
    return Golden(key, oracle.side, {}, moves(text), ending, oracle.figures(last))


def library() -> Iterator[tuple[Path, Golden]]:
    """Every golden game with the file it belongs in."""
    yield FOLDER / "genius" / "seed-003.txt", stopped("genius", SEED_003, "unfinished")
    yield FOLDER / "sauce" / "seed-004.txt", stopped("sauce", SEED_004, "resigned second")
    for plan in PLANS:
        path = FOLDER / plan.key / f"random-{plan.number}.txt"
        yield path, golden(plan.key, plan.side, plan.options, plan.seed)
