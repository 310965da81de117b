"""How true a review's estimates are: ends of games, estimated first and then solved.

    python -m bench.calibration --rulesets genius --games 700

Two weak programs play to the end. From where 16 cells are empty to where 12 are, the game is looked
back on as if nothing could be solved; then each position is solved, and what was estimated is held
against that. A mark is true if the better turn really ends better than the one played.

What is printed ends with a line for each tenth of what was estimated: how many turns of it were
won for certain.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from random import Random

from bench.ladder import parser
from bot.cli.spar import shared
from bot.engine.board import board
from bot.engine.turn import Turn
from bot.players.endgame import SMALL_SIDE, Solver, limit_of, open_cells, solver
from bot.players.field import after, decoded, over, won
from bot.players.game import Game
from bot.players.place import LAWS
from bot.players.programs import spar
from bot.players.review import review
from bot.web.hall.fairness_page import wilson

FEWEST = 12
"""With fewer cells open an estimate is hardly one."""
_WEAK = ("random", "first-stone", "gentle", "easy")
"""Who plays: they make mistakes, as people do."""


@dataclass(frozen=True, slots=True)
class CheckedTurn:
    """A turn looked back on, with the truth.

    `estimated` is the first player's chance after it, `won` what they get for certain: 1, 0 or, for
    a tie, a half. `mistake` says that it really cost its player something, `marked` that the review
    said so, and `true` that the turn it called better is.
    """

    estimated: float
    won: float
    mistake: bool
    marked: bool
    true: bool


def checked(start: Game, seed: int) -> list[CheckedTurn]:
    """The turns at the end of one game, estimated and solved; none where it has no such end."""
    random = Random(seed)
    turns = spar(random.choice(_WEAK), random.choice(_WEAK), start, seed)
    game, before = start, 0
    while open_cells(game) > limit_of(game):
        game, before = after(game, turns[before]), before + 1
    ending = [turn for _, turn in takewhile(_is_asked, _positions(game, turns[before:]))]
    if not ending:
        return []
    return list(_checked(game, ending, seed))


def _positions(game: Game, turns: list[Turn]) -> Iterator[tuple[Game, Turn]]:
    """The positions of a game, each with the turn made there."""
    for turn in turns:
        yield game, turn
        game = after(game, turn)


def _is_asked(at: tuple[Game, Turn]) -> bool:
    return open_cells(at[0]) >= FEWEST


def _checked(start: Game, turns: list[Turn], seed: int) -> Iterator[CheckedTurn]:
    found, exact, size = review(start, turns, seed, solves=False), solver(start), board(start.side)
    for (game, turn), told in zip(_positions(start, turns), found.turns, strict=True):
        left = 1.0 - _worth(after(game, turn), exact)
        best = exact.chance(game)
        better = after(game, decoded(told.better, size.size)) if told.better else None
        yield CheckedTurn(
            told.chance,
            left if game.to_move == 0 else 1.0 - left,
            left < best,
            better is not None,
            better is not None and 1.0 - _worth(better, exact) > left,
        )


def _worth(game: Game, exact: Solver) -> float:
    """What the player to move gets for certain."""
    if over(game):
        return won(game) if game.to_move == 0 else 1.0 - won(game)
    return exact.chance(game)


def calibration_text(start: Game, games: int, turns: Sequence[CheckedTurn]) -> str:
    """What came of a check of estimates: a sentence, then a line for each tenth of them."""
    marked = [turn for turn in turns if turn.marked]
    mistakes = [turn for turn in turns if turn.mistake]
    true = sum(turn.true for turn in marked)
    low, high = wilson(true, len(marked)) if marked else (0.0, 1.0)
    lines = [f"{start.law}, side {start.side}: {len(turns)} turns of {games} games"]
    share = f"{true / max(1, len(marked)):.0%}, {low:.0%} to {high:.0%}"
    lines.append(f"{true} of {len(marked)} marks are true ({share})")
    lines.append(f"{sum(turn.marked for turn in mistakes)} of {len(mistakes)} mistakes are marked")
    for tenth in range(10):
        won = [turn.won for turn in turns if min(int(turn.estimated * 10), 9) == tenth]
        share = f"{10 * tenth}–{10 * tenth + 10} %"
        lines.append(f"{share} estimated: {sum(won):g} of {len(won)} won")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Checks estimates of a ruleset, or of the three that can be, and prints what came of it."""
    chosen = parser("calibration", tuple(LAWS), SMALL_SIDE + 1).parse_args(arguments)
    games = chosen.games
    for key in chosen.rulesets:
        start = Game(key, chosen.side or 5)
        seeds = range(chosen.seed * games, (chosen.seed + 1) * games)
        told = shared(partial(checked, start), seeds, chosen.jobs)
        print(
            calibration_text(start, games, [turn for turns in told for turn in turns]), flush=True
        )


if __name__ == "__main__":
    main()
