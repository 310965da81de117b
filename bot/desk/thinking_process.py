"""Thinks in a process of its own: a question a line, as JSON, and an answer a line.

A search of some seconds would hold up every ruling, so it is done elsewhere, and gives way to all
else that the machine has to do. The process gets no settings, knows no match and no person: a
position and a seed are all it is told. It has a bound of memory, and ends as soon as nobody can
ask it any more, also in the middle of a question.
"""

import os
import queue
import sys
import threading
from typing import Any

from cattrs.preconf.json import make_converter

from bot.engine.board import board
from bot.engine.turn import Turn
from bot.players.field import coded, decoded
from bot.players.game import Game
from bot.players.hint import Hint, hint
from bot.players.levels import Level, choose
from bot.players.review import Review, review
from bot.players.solver import proven_lost

NICENESS = 19
"""The lowest priority there is."""
MOST_MEMORY = 1 << 30
"""Bytes; a search keeps some megabytes, the end of a game solved some hundred."""
CONVERTER = make_converter()
"""Questions and answers as JSON and back."""


LOST = "lost"
"""The answer about a turn where there is proof that it can't save the game."""


def turn_question(game: Game, level: Level, seed: int, *, resigns: bool = False) -> dict[str, Any]:
    """What is asked about a turn; the answer is the turn, coded, or `LOST` for who resigns."""
    question = {"game": CONVERTER.unstructure(game), "level": level.value, "seed": seed}
    return question | {"resigns": True} if resigns else question


def review_question(start: Game, turns: tuple[Turn, ...], seed: int) -> dict[str, Any]:
    """What is asked about a game that is over; the answer is its review."""
    codes = [coded(turn, board(start.side).size) for turn in turns]
    return {"game": CONVERTER.unstructure(start), "turns": codes, "seed": seed}


def hint_question(game: Game, seed: int) -> dict[str, Any]:
    """What is asked where a hint is wanted; the answer is the hint."""
    return {"game": CONVERTER.unstructure(game), "seed": seed, "hint": True}


def answer(question: dict[str, Any]) -> Any:
    """The answer to a question, as plain values."""
    game, seed = CONVERTER.structure(question["game"], Game), question["seed"]
    if "hint" in question:
        return CONVERTER.unstructure(hint(game, seed))
    if "level" in question:
        share = question.get("share", 1.0)
        if "resigns" in question and share >= 1 and proven_lost(game):
            return LOST
        turn = choose(game, Level(question["level"]), seed, share)
        return coded(turn, board(game.side).size)
    turns = [decoded(codes, board(game.side).size) for codes in question["turns"]]
    return CONVERTER.unstructure(review(game, turns, seed))


def turn_of(game: Game, answered: Any) -> Turn | None:
    """The turn that an answer is; None for `LOST`."""
    return None if answered == LOST else decoded(answered, board(game.side).size)


def review_of(answered: Any) -> Review:
    """The review that an answer is."""
    return CONVERTER.structure(answered, Review)


def hint_of(answered: Any) -> Hint:
    """The hint that an answer is."""
    return CONVERTER.structure(answered, Hint)


def main() -> None:
    """Answers questions until standard input ends."""
    _give_way()
    _bound_memory()
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        question = CONVERTER.loads(lines.get(), dict[str, Any])
        sys.stdout.write(CONVERTER.dumps(answer(question)) + "\n")
        sys.stdout.flush()


def _read(lines: "queue.SimpleQueue[str]") -> None:
    """Takes in the questions; the process ends with whoever asks them."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def _give_way() -> None:
    if hasattr(os, "nice"):
        # Windows has none.
        os.nice(NICENESS)


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:
        # Windows has none.
        return
    for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        _, hard = resource.getrlimit(kind)
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(kind, (most, hard))


if __name__ == "__main__":
    main()
