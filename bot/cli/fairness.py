"""The `fairness` command: programs play each game against themselves, and the wins are counted.

It takes hours, so it may be stopped at any moment: what was played lies in a file, and the document
is made of that alone. The same seed makes the same files, whatever the number of processes and of
stops. Exit status: 0; 1 where a process that plays was ended; 2 where it can't be done.
"""

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread

from bot.cli.live import live_line
from bot.cli.replay.command import reason_of
from bot.cli.telling import fail, given, plain, whole_number
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import RULESETS, NoRuleset
from bot.fairness.playing import play_batch, player_of
from bot.fairness.row import FairnessRow
from bot.fairness.state import DamagedStateError, RowKey, line_of, rows_of
from bot.wording import fairness as words
from bot.wording.problems import problem_text

_BATCH = 50
"""Games of a line: about so many are played again after a stop."""
_AHEAD = 4
"""Lines for each process that are given out before the first of them is written."""
_SEED = 1
_SIDES = (3, 4, 5, 6)
_SIDE = whole_number(SMALLEST_SIDE, LARGEST_SIDE)
_LOWEST = 19


class _UnfitStateError(ValueError):
    """The file of games can't be gone on with; its text says why."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Games of a row that are yet to be played."""

    row: RowKey
    first: int
    games: int


def _ruleset(text: str) -> str:
    if text not in RULESETS:
        raise ValueError(text)
    return text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `fairness` takes."""
    count = whole_number(1, 1_000)
    ruleset = given(_ruleset, lambda name: problem_text(NoRuleset(name, tuple(RULESETS))))
    parser.add_argument(
        "--games",
        type=whole_number(0, 1_000_000),
        default=words.WANTED,
        metavar="COUNT",
        help="of each row (5,000)",
    )
    parser.add_argument(
        "--rulesets", type=ruleset, nargs="+", metavar="RULESET", help="which are played (all)"
    )
    parser.add_argument(
        "--sides", type=_SIDE, nargs="+", default=_SIDES, metavar="CELLS", help="boards (3 4 5 6)"
    )
    parser.add_argument("--seed", type=int, default=_SEED, metavar="NUMBER", help="other games (1)")
    parser.add_argument(
        "--processes", type=count, metavar="COUNT", help="that play (one for each processor)"
    )
    parser.add_argument(
        "--state",
        type=Path,
        default=Path("fairness.jsonl"),
        metavar="FILE",
        help="where games are kept (fairness.jsonl)",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the games kept there")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the document; else it is printed")
    parser.add_argument("--table", type=Path, metavar="FILE", help="a line of JSON for each row")


def run(arguments: argparse.Namespace) -> int:
    """Plays what is missing and writes the document; returns the exit status."""
    state: Path = arguments.state
    try:
        for file in filter(None, (arguments.out, arguments.table)):
            # What can't be written is told now, and not after hours.
            file.open("a").close()
        rows = _rows_there(state, resume=arguments.resume)
        _play(arguments, _missing(arguments, rows), state)
        rows = rows_of(state.read_text(encoding="utf-8"))
        if arguments.table:
            arguments.table.write_text("".join(map(line_of, rows)), encoding="utf-8")
        if arguments.out:
            arguments.out.write_text(words.document(rows), encoding="utf-8")
        else:
            print(words.document(rows), end="")  # noqa: T201
    except BrokenProcessPool:
        return fail(words.ended_from_outside_text())
    except (OSError, _UnfitStateError) as error:
        print(f"referee fairness: {plain(reason_of(error))}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def _rows_there(state: Path, *, resume: bool) -> tuple[FairnessRow, ...]:
    """What was played before; the half line at the end of the file is taken off."""
    if not state.exists():
        state.touch()
    written = state.read_bytes()
    text = written.decode("utf-8", errors="replace")
    try:
        rows = rows_of(text)
    except DamagedStateError as error:
        raise _UnfitStateError(words.damaged_state_text(str(state), error.line)) from None
    if text and not resume:
        raise _UnfitStateError(words.games_there_text(str(state)))
    os.truncate(state, written.rfind(b"\n") + 1)
    return rows


def _missing(arguments: argparse.Namespace, there: Sequence[FairnessRow]) -> list[_Batch]:
    """What is yet to be played, small boards first."""
    rows: dict[RowKey, FairnessRow] = {(row.ruleset, row.side): row for row in there}
    batches: list[_Batch] = []
    for side in dict.fromkeys(arguments.sides):
        for key in dict.fromkeys(arguments.rulesets or RULESETS):
            row, player = rows.get((key, side)), player_of(RULESETS[key], side)
            if row and (row.player, row.seed) != (player, arguments.seed):
                text = words.other_games_text(str(arguments.state), row, player, arguments.seed)
                raise _UnfitStateError(text)
            batches += [
                _Batch((key, side), first, min(_BATCH, arguments.games - first))
                for first in range(row.games if row else 0, arguments.games, _BATCH)
            ]
    return batches


def _play(arguments: argparse.Namespace, batches: Sequence[_Batch], state: Path) -> None:
    """Plays the batches, and writes each down in their order as soon as it was played."""
    if not batches:
        return
    played, games = 0, sum(batch.games for batch in batches)
    with (
        live_line(words.fairness_step_text(batches[0].row, played, games)) as live,
        state.open("a", encoding="utf-8") as file,
    ):
        for row in _played(batches, arguments.seed, arguments.processes):
            if os.fstat(file.fileno()).st_size != file.tell():
                raise _UnfitStateError(words.two_at_once_text(str(state)))
            file.write(line_of(row))
            file.flush()
            played += row.games
            live.say(words.fairness_step_text((row.ruleset, row.side), played, games))


def _played(batches: Sequence[_Batch], seed: int, processes: int | None) -> Iterator[FairnessRow]:
    """The batches in order; some are always given out ahead, so that no process waits."""
    processes = processes or os.cpu_count() or 1
    told = version("death-match-referee")
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin_in_process) as pool:
        given_out: list[Future[FairnessRow]] = []
        try:
            for batch in batches:
                asked = (*batch.row, seed, told, batch.first, batch.games)
                given_out.append(pool.submit(play_batch, *asked))
                if len(given_out) == processes * _AHEAD:
                    yield given_out.pop(0).result()
            while given_out:
                yield given_out.pop(0).result()
        finally:
            for future in given_out:
                future.cancel()


def _begin_in_process() -> None:
    """In each process that plays: it leaves the processor to all others, and ends with its parent.

    Ctrl-C reaches it as well and ends it without a word; a parent that is killed says nothing.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_LOWEST)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
