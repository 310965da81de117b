"""Makes the built-in puzzles anew, or others.

    python -m bench.puzzles --seed 1 > bot/puzzles/built_in.jsonl

Games are played by weak programs until their ends have one turn that wins.

For Plur six puzzles are wanted, from five open cells to eight. Games are played by lot, each from
its own seed; of every position near the end all winning turns are found. One alone, which is a turn
of stones and not what `greedy` would play: that is a puzzle. The same seed makes the same puzzles.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from random import Random

from bot.engine.board import Board, bits
from bot.engine.notation import write_turn
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Turn
from bot.players.endgame import open_cells, solver
from bot.players.field import after, over, turn_of
from bot.players.game import Game, position_of
from bot.players.programs import program
from bot.puzzles.puzzle import Puzzle, spelling_of

SIDE = 4
WANTED = {5: 2, 6: 2, 7: 2}
"""How many puzzles of a game have so many open cells."""
WANTED_OF_ONE = {5: 1, 6: 1, 7: 2, 8: 2}
"""The same where a turn is one stone of one's own, so that there are fewer turns to search."""
WANTED_OF_PAIRS = {6: 3, 8: 3}
"""The same where each turn but the first is two stones, so that an even number is left."""
_WANTED = {
    **dict.fromkeys(("catena", "plur", "brink"), WANTED_OF_ONE),
    **dict.fromkeys(("product", "alpha"), WANTED_OF_PAIRS),
}
_MOST_OPEN = 8
_GREEDIES = 3
"""How often `greedy`, which breaks even choices by lot, is asked."""
_STRICT = 300
"""Games after which a puzzle may be what `greedy` plays."""
_GAMES = 3_000


def make(seed: int) -> Iterator[Puzzle]:
    """The built-in set: round by round one puzzle of each game, the easiest first."""
    made = {law: make_of(law, seed) for law in RULESETS}
    rounds = zip(*made.values(), strict=True)
    for number, (game, answer) in enumerate((one for row in rounds for one in row), start=1):
        yield Puzzle(number, game, answer)


def make_of(law: str, seed: int) -> list[tuple[Game, Turn]]:
    """The puzzles of one game with their answers, those with the fewest open cells first."""
    wanted = Counter(_WANTED.get(law, WANTED))
    found: list[tuple[Game, Turn]] = []
    for number in count():
        if number == _GAMES:
            raise ValueError(f"too few puzzles of {law} were found with this seed: try another")
        lots = Random(f"{law} {seed} {number}")
        for game in _ends(law, lots):
            answer = answer_of(game) if wanted[open_cells(game)] > 0 else None
            if answer is None or not answer.drops:
                continue
            if number < _STRICT and _is_greedy(game, answer):
                continue
            wanted[open_cells(game)] -= 1
            found.append((game, answer))
            break
        if not +wanted:
            return sorted(found, key=lambda made: open_cells(made[0]))
    return found


def answer_of(game: Game) -> Turn | None:
    """The one turn that wins; None if there is none, or another."""
    if over(game):
        return None
    turns = solver(game).winning(game, 2)
    return turn_of(game, turns[0]) if len(turns) == 1 else None


def _ends(law: str, lots: Random) -> Iterator[Game]:
    """The positions near the end of a game played by lot."""
    programs = (program("random"), program("first-stone"))
    game = Game(law, SIDE)
    # Two may pass in turn for ever.
    for _ in range(200):
        if over(game):
            return
        playing = programs[lots.random() < 0.4]
        game = after(game, playing(game, lots.getrandbits(32)))
        if not over(game) and open_cells(game) <= _MOST_OPEN:
            yield game


def _is_greedy(game: Game, answer: Turn) -> bool:
    greedy = program("greedy")
    return any(set(greedy(game, seed).drops) == set(answer.drops) for seed in range(_GREEDIES))


def line_of(puzzle: Puzzle) -> str:
    """The line that keeps a puzzle of the built-in set."""
    game = puzzle.game
    position = position_of(game)
    before = None if position.previous is None else position.previous.stones
    values = {
        "number": puzzle.number,
        "ruleset": game.law,
        "side": game.side,
        "stones": _names(position.board, position.stones),
        "to_move": game.to_move,
        "turns": game.number,
        "before": None if before is None else _names(position.board, before),
        "claimed": _names(position.board, [position.claimed])[0],
        "button": game.button,
        "open": puzzle.cells,
        "answer": write_turn(spelling_of(game), puzzle.answer),
    }
    return json.dumps(values)


def _names(cells: Board, stones: Iterable[int]) -> list[str]:
    return [" ".join(cells.name(cell) for cell in bits(one)) for one in stones]


def main() -> None:
    """Prints a line of JSON for each puzzle."""
    parser = argparse.ArgumentParser(prog="bench.puzzles")
    parser.add_argument("--seed", type=int, default=1)
    for puzzle in make(parser.parse_args().seed):
        print(line_of(puzzle))


if __name__ == "__main__":
    main()
