"""Turns that every Python must find: `same_turns.jsonl`.

A line is a position, a level and a seed, and the turn chosen in it; or instead of a level so many
games tried on a stone, and how many of them went through each step. The file says what was
played when it was written, not what is right: it is there so that the same is played everywhere.

    PYTHONPATH=.:tests python -m players.test_same_turns --write   after a change of what is played
    PYTHONPATH=.:tests python -m players.test_same_turns           says which lines differ
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.players.endgame import limit_of, open_cells, solver
from bot.players.field import coded, field
from bot.players.game import Game, game_at
from bot.players.levels import Level, choose
from bot.players.place import LAWS
from bot.players.random_turn import after_random_turn
from bot.players.search import Search

FILE = Path(__file__).parent / "same_turns.jsonl"
TRIED = 150
"""Games tried on a stone where the whole root of the tree is compared."""


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def differing(expected: list[dict[str, Any]]) -> list[tuple[dict[str, Any], Any]]:
    """The lines whose answer is another here, each with that."""
    answers = ((line, answer(line)) for line in expected)
    return [(line, found) for line, found in answers if found != line["answer"]]


def test_this_python_finds_the_turns_that_every_python_finds() -> None:
    """Every ruleset and level, whole trees, solved ends, and a board beyond a machine's word."""
    assert differing(lines()) == []


def answer(line: dict[str, Any]) -> Any:
    game, asked, seed = _game(line["game"]), line["asked"], line["seed"]
    if asked == "solve":
        return sorted(list(turn) for turn in solver(game).winning(game))
    if asked != "tried":
        return list(coded(choose(game, Level(asked), seed), board(game.side).size))
    search = Search(field(game), Random(seed).random)
    search.run(TRIED)
    return [list(search.root.games), [won.hex() for won in search.root.wins], search.chance().hex()]


def _game(told: dict[str, Any]) -> Game:
    before = told["before"]
    return Game(
        **told
        | {
            "stones": tuple(told["stones"]),
            "options": tuple(tuple(option) for option in told["options"]),
            "before": None if before is None else tuple(before),
        }
    )


def _asked() -> Iterator[tuple[Game, str, int]]:
    for law in RULESETS:
        positions = list(_positions(law))
        for number, game in enumerate(positions):
            for level in Level:
                yield game, level, 10 * number + 1
            yield game, "tried", number
        late = next(game for game in positions if open_cells(game) <= min(8, limit_of(game)))
        yield late, "solve", 0
    # Larger than fits into a machine's word.
    yield Game("genius", 6, (1 << 90 | 1 << 45, 1 << 44 | 1 << 3), 0, 2), Level.STRONG, 5
    yield Game("genius", 6, (1 << 90 | 1 << 45, 1 << 44 | 1 << 3), 0, 2), "tried", 5


def _positions(law: str) -> Iterator[Game]:
    """One near the beginning, one in the middle and one near the end of a random game."""
    ruleset, rng = RULESETS[law], Random(f"same turns {law}")
    position = Position(board(5 if law in LAWS else 4))
    size = open_cells(game_at(ruleset, position))
    wanted = [0.9, 0.5, 8 / size]
    while wanted and not ruleset.is_over(position):
        game = game_at(ruleset, position)
        if open_cells(game) <= wanted[0] * size:
            yield game
            wanted.pop(0)
        position = after_random_turn(ruleset, position, rng)


def main() -> int:
    """Writes the file, or compares; the exit status is 1 where something differs."""
    parser = argparse.ArgumentParser(prog="players.test_same_turns", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the file anew")
    if parser.parse_args().write:
        told = [{"game": asdict(game), "asked": asked, "seed": s} for game, asked, s in _asked()]
        told = json.loads(json.dumps(told))
        rows = (json.dumps(line | {"answer": answer(line)}) for line in told)
        FILE.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        return 0
    found = differing(lines())
    for line, other in found:
        print(f"{line['game']['law']}, {line['asked']}: {line['answer']} became {other}")
    print(f"{len(lines()) - len(found)} of {len(lines())} the same, {sys.version.split()[0]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
