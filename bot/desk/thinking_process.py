"""Thinks in a process of its own: a question a line, as JSON, and an answer a line.

A search of some seconds would hold up every ruling, so it is done elsewhere, and gives way to all
else that the machine has to do. The process gets no settings, knows no match and no person: a
position and a seed are all it is told. It ends when nobody asks it any more.
"""

import os
import sys
from typing import Any

from cattrs.preconf.json import make_converter

from bot.engine.turn import Turn
from bot.players.levels import Level, choose, turn_of
from bot.players.place import Game
from bot.players.review import Review, review

NICENESS = 10
CONVERTER = make_converter()
"""Questions and answers as JSON and back."""


def turn_question(game: Game, level: Level, seed: int) -> dict[str, Any]:
    """What is asked about a turn; the answer is its cells, in the order of its stones."""
    return {"game": CONVERTER.unstructure(game), "level": level.value, "seed": seed}


def review_question(start: Game, turns: tuple[Turn, ...], seed: int) -> dict[str, Any]:
    """What is asked about a game that is over; the answer is its review."""
    cells = [[drop.cell for drop in turn.drops] for turn in turns]
    return {"game": CONVERTER.unstructure(start), "turns": cells, "seed": seed}


def answer(question: dict[str, Any]) -> Any:
    """The answer to a question, as plain values."""
    game, seed = CONVERTER.structure(question["game"], Game), question["seed"]
    if "level" in question:
        turn = choose(game, Level(question["level"]), seed)
        return [drop.cell for drop in turn.drops]
    # Whose stones they are is known from the order of the turns.
    turns = [turn_of(game, tuple(cells)) for cells in question["turns"]]
    return CONVERTER.unstructure(review(game, turns, seed))


def review_of(answered: Any) -> Review:
    """The review that an answer is."""
    return CONVERTER.structure(answered, Review)


def main() -> None:
    """Answers questions until standard input ends."""
    if hasattr(os, "nice"):
        # Windows has none.
        os.nice(NICENESS)
    for line in sys.stdin:
        sys.stdout.write(CONVERTER.dumps(answer(CONVERTER.loads(line, dict[str, Any]))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
