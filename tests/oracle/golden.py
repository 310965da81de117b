"""Golden games as text: a header line, one turn a line in house notation, and the ending.

The ending is `= first|second|tie`, `= unfinished`, or `= resigned` and the colour that resigned,
followed by the two figures of the last position.
"""

from dataclasses import dataclass

from .board import name, named
from .flood import Colour
from .games import Options, make
from .oracle import Oracle, State, Turn

WORDS: dict[Colour, str] = {"first": "black", "second": "white"}
COLOURS: dict[str, Colour] = {"black": "first", "white": "second"}


@dataclass(frozen=True, slots=True)
class Golden:
    """One game: its ruleset, its turns as words, how it ended, and the two last figures."""

    key: str
    side: int
    options: Options
    turns: tuple[str, ...]
    ending: str
    figures: tuple[float, float]

    @property
    def oracle(self) -> Oracle:
        """The referee the game was played under."""
        return make(self.key, self.side, self.options)


def turn_text(turn: Turn, *, coloured: bool = False) -> str:
    """A turn in house notation, with the colour of each stone where either may be placed."""
    if turn.passing or turn.button:
        return "pass" if turn.passing else "button"
    return " ".join(
        f"{WORDS[colour]}:{name(cell)}" if coloured else name(cell) for cell, colour in turn.drops
    )


def read_turn(text: str, mover: Colour) -> Turn:
    """The turn that a line of house notation means."""
    if text in ("pass", "button"):
        return Turn(passing=text == "pass", button=text == "button")
    drops = []
    for word in text.split():
        colour, _, cell = word.rpartition(":")
        drops.append((named(cell), COLOURS[colour] if colour else mover))
    return Turn(tuple(drops))


def replay(oracle: Oracle, lines: tuple[str, ...]) -> list[State]:
    """Every position of a game, the empty board first; raises ValueError at an illegal turn."""
    states = [oracle.start()]
    for line in lines:
        states.append(oracle.play(states[-1], read_turn(line, states[-1].to_move)))
    return states


def write(game: Golden) -> str:
    options = ",".join(f"{option}={value}" for option, value in game.options.items())
    header = f"# ruleset={game.key} side={game.side} options={options}"
    first, second = game.figures
    return "\n".join([header, *game.turns, f"= {game.ending} {first:.12g} {second:.12g}", ""])


def read(text: str) -> Golden:
    header, *turns, last = text.splitlines()
    tags = dict(word.split("=", 1) for word in header.removeprefix("# ").split())
    options = dict(pair.split("=") for pair in tags["options"].split(",") if pair)
    *ending, first, second = last.removeprefix("= ").split()
    figures = float(first), float(second)
    return Golden(
        tags["ruleset"], int(tags["side"]), options, tuple(turns), " ".join(ending), figures
    )
