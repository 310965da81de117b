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
from bot.players import field
from bot.players.field import coded, decoded
from bot.players.game import Game
from bot.players.hint import Hint, hint
from bot.players.levels import Level, choose
from bot.players.reasons import TurnCause
from bot.players.review import Review, review
from bot.players.solver import proven_lost, solver
from bot.puzzles.judging import Proof, Refutation, judge
from bot.puzzles.puzzle import Puzzle

NICENESS = 19
"""The lowest priority there is."""
MOST_MEMORY = 1 << 30
"""Bytes; a search keeps some megabytes, the end of a game solved some hundred."""
MOST_WINNING = 2
"""So many turns that win are told: one is a puzzle, more are none."""
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


def ending_question(game: Game) -> dict[str, Any]:
    """What is asked of the end of a game; the answer are the turns that win, two at the most."""
    return {"game": CONVERTER.unstructure(game), "winning": MOST_WINNING}


def verdict_question(puzzle: Puzzle, turn: Turn) -> dict[str, Any]:
    """What is asked of an answer to a puzzle; the answer is the proof of what it is worth."""
    size = board(puzzle.game.side).size
    codes = [coded(one, size) for one in (puzzle.answer, turn)]
    return {"game": CONVERTER.unstructure(puzzle.game), "answered": codes}


def answer(question: dict[str, Any]) -> Any:
    """The answer to a question, as plain values."""
    game = CONVERTER.structure(question["game"], Game)
    if "winning" in question:
        winning = solver(game).winning(game, question["winning"])
        turns = [field.turn_of(game, steps) for steps in winning]
        return [coded(turn, board(game.side).size) for turn in turns]
    if "answered" in question:
        wanted, turn = (turn_of(game, codes) for codes in question["answered"])
        return _plain(judge(Puzzle(0, game, wanted), turn), board(game.side).size)
    seed = question["seed"]
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


def turn_of(game: Game, answered: Any) -> Turn:
    """The turn that an answer is."""
    return decoded(answered, board(game.side).size)


def turn_unless_lost(game: Game, answered: Any) -> Turn | None:
    """The turn that an answer is; None for `LOST`."""
    return None if answered == LOST else turn_of(game, answered)


def review_of(answered: Any) -> Review:
    """The review that an answer is."""
    return CONVERTER.structure(answered, Review)


def hint_of(answered: Any) -> Hint:
    """The hint that an answer is."""
    return CONVERTER.structure(answered, Hint)


def endings_of(game: Game, answered: Any) -> list[Turn]:
    """The turns that an answer is."""
    return [turn_of(game, codes) for codes in answered]


def verdict_of(game: Game, answered: Any) -> Proof | Refutation:
    """The verdict on an answer to a puzzle that an answer is."""
    reply = None if answered["reply"] is None else turn_of(game, answered["reply"])
    end = None if answered["end"] is None else CONVERTER.structure(answered["end"], Game)
    if "positions" in answered:
        return Proof(answered["positions"], reply, end)
    why = answered["cause"]
    cause = None if why is None else CONVERTER.structure(why, TurnCause)
    return Refutation(reply, answered["tie"], cause, end)


def _plain(verdict: Proof | Refutation, size: int) -> dict[str, Any]:
    reply = None if verdict.reply is None else coded(verdict.reply, size)
    values = {"reply": reply, "end": CONVERTER.unstructure(verdict.end)}
    if isinstance(verdict, Proof):
        return values | {"positions": verdict.positions}
    return values | {"tie": verdict.tie, "cause": CONVERTER.unstructure(verdict.cause)}


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
