"""Thinks in a process of its own: a function and what it is given come in, its value goes out.

A search of some seconds would hold up every ruling, so it is done elsewhere, and gives way to all
else that the machine has to do. The process gets no settings, knows no match and no person: a
position and a seed are all it is told. It has a bound of memory, and ends as soon as nobody can
ask it any more, also in the middle of a question.

Both ends are this program: what goes through the pipes is pickled, an answer after its length.
"""

import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any

from bot.engine.turn import Turn
from bot.players import field
from bot.players.endgame import proven_lost, solver
from bot.players.game import Game
from bot.players.levels import Level, choose

NICENESS = 19
"""The lowest priority there is."""
MOST_MEMORY = 1 << 30
"""Bytes; a search keeps some megabytes, the end of a game solved some hundred."""
MOST_WINNING = 2
"""So many turns that win are told: one is a puzzle, more are none."""
LENGTH_BYTES = 4


def turn(
    game: Game, level: Level, seed: int, *, resigns: bool = False, share: float = 1.0
) -> Turn | None:
    """The turn of the partner; None where it `resigns`, and has proof that the game is lost."""
    if resigns and share >= 1 and proven_lost(game):
        return None
    return choose(game, level, seed, share)


def winning(game: Game) -> list[Turn]:
    """The turns that win the end of a game, two at the most."""
    return [field.turn_of(game, steps) for steps in solver(game).winning(game, MOST_WINNING)]


def main() -> None:
    """Answers questions until standard input ends."""
    if hasattr(os, "nice"):
        # Windows has none.
        os.nice(NICENESS)
    _bound_memory()
    questions: queue.SimpleQueue[Callable[[], Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    out = sys.stdout.buffer
    while True:
        answer = pickle.dumps(questions.get()())
        out.write(len(answer).to_bytes(LENGTH_BYTES) + answer)
        out.flush()


def _read(questions: "queue.SimpleQueue[Callable[[], Any]]") -> None:
    try:
        while True:
            questions.put(pickle.load(sys.stdin.buffer))  # noqa: S301
    finally:
        os._exit(0)


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
