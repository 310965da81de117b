"""Plays each game thousands of times, and writes `docs/fairness.md` and the hall's table.

It takes hours, so it may be stopped at any moment: what was played lies in a file, and the document
is made of that alone. The same seed makes the same files, whatever the number of processes and of
stops.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from bench.fairness.document import document
from bench.fairness.playing import Batch, play_batch, player_of
from bench.fairness.state import DamagedStateError, line_of, rows_of
from bot.cli.live import live_line
from bot.cli.spar import shared
from bot.cli.telling import whole_number
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import RULESETS
from bot.web.hall.fairness_page import WANTED, FairnessRow

_BATCH = 50
"""Games of a line: about so many are played again after a stop."""
_LOWEST = 19


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench.fairness")
    parser.add_argument(
        "--games", type=whole_number(0, 1_000_000), default=WANTED, help=f"of each row ({WANTED})"
    )
    parser.add_argument("--rulesets", choices=tuple(RULESETS), nargs="+", default=tuple(RULESETS))
    side = whole_number(SMALLEST_SIDE, LARGEST_SIDE)
    parser.add_argument("--sides", type=side, nargs="+", default=(3, 4, 5, 6))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=whole_number(1, 1_000), default=os.cpu_count() or 1)
    parser.add_argument("--state", type=Path, default=Path("fairness.jsonl"), help="games so far")
    parser.add_argument("--resume", action="store_true", help="go on with the games kept there")
    parser.add_argument("--out", type=Path, help="the document; else it is printed")
    parser.add_argument("--table", type=Path, help="a line of JSON for each row")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays what is missing and writes the document; ends the program where that can't be."""
    chosen = _parser().parse_args(arguments)
    state: Path = chosen.state
    try:
        for file in filter(None, (chosen.out, chosen.table)):
            # What can't be written is told now, and not after hours.
            file.open("a").close()
        there = _there(state, resume=chosen.resume)
        _play(_missing(chosen, there), state, chosen.jobs)
        rows = rows_of(state.read_text(encoding="utf-8"))
        if chosen.table:
            chosen.table.write_text("".join(map(line_of, rows)), encoding="utf-8")
        if chosen.out:
            chosen.out.write_text(document(rows), encoding="utf-8")
        else:
            print(document(rows), end="")
    except (OSError, ValueError) as error:
        sys.exit(f"bench.fairness: {error}")


def _there(state: Path, *, resume: bool) -> tuple[FairnessRow, ...]:
    """What was played before; the half line at the end of the file is taken off."""
    state.touch()
    written = state.read_bytes()
    if written and not resume:
        raise ValueError(f"{state} holds games already: add --resume, or name another with --state")
    try:
        rows = rows_of(written.decode("utf-8", errors="replace"))
    except DamagedStateError as error:
        raise ValueError(f"{state}: {error}") from None
    os.truncate(state, written.rfind(b"\n") + 1)
    return rows


def _missing(chosen: argparse.Namespace, there: Sequence[FairnessRow]) -> list[Batch]:
    """What is yet to be played, small boards first."""
    rows = {(row.ruleset, row.side): row for row in there}
    batches, told = list[Batch](), version("death-match-referee")
    for side in dict.fromkeys(chosen.sides):
        for key in dict.fromkeys(chosen.rulesets):
            row, player = rows.get((key, side)), player_of(RULESETS[key], side)
            if row and (row.player, row.seed) != (player, chosen.seed):
                raise ValueError(
                    f"{chosen.state} has games of {key} on side {side} by {row.player} with seed "
                    f"{row.seed}, not to be mixed with those by {player} with seed {chosen.seed}"
                )
            batches += [
                Batch(key, side, chosen.seed, told, first, min(_BATCH, chosen.games - first))
                for first in range(row.games if row else 0, chosen.games, _BATCH)
            ]
    return batches


def _play(batches: Sequence[Batch], state: Path, jobs: int) -> None:
    """Plays the batches, and writes each down in their order as soon as it was played."""
    played, games = 0, sum(batch.games for batch in batches)
    with live_line("Fairness") as live, state.open("a", encoding="utf-8") as file:
        for row in shared(play_batch, batches, jobs):
            file.write(line_of(row))
            file.flush()
            played += row.games
            live.say(f"{row.ruleset}, side {row.side}: {played:,} of {games:,} games played")


if __name__ == "__main__":
    os.nice(_LOWEST)
    main()
