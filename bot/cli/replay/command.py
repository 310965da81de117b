"""Runs `replay`: reads the input, rules it, prints what came of it.

Exit status: 0 if every game is legal as far as it goes, 1 if one is not or its header contradicts
its board, 2 if the question itself can't be answered, 3 if a log was read with doubts.
"""

import argparse
import codecs
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.cli.replay.arguments import STDIN, as_of, check_pictures, draws, setup_from
from bot.cli.replay.values import replay_values
from bot.engine.notation import Misread
from bot.engine.record import Record
from bot.engine.replaying import Replay, replay
from bot.engine.slips import slips
from bot.text.posts import LogReading
from bot.text.reading import read
from bot.venues.discord.markup import neutral_record
from bot.wording.logs import notes_of
from bot.wording.records import NO_GAME, TOO_LARGE
from bot.wording.replays import replay_lines
from bot.wording.threads import IS_PAGE, MANY_FILES, ONLY_TOPICS

OK, ILLEGAL, UNANSWERABLE, DOUBTFUL = 0, 1, 2, 3
_WORSE = (OK, DOUBTFUL, ILLEGAL, UNANSWERABLE)
"""The statuses, each worse than those before it."""

LARGEST_FILE = 50_000_000
"""Bytes."""


def run(arguments: argparse.Namespace) -> int:
    """Rules the games and prints what came of it; returns the exit status."""
    try:
        check_pictures(arguments)
        if arguments.thread:
            # Topics need libraries for HTML and for sentences that a single game does not need.
            from bot.cli.replay.topic import run_topic

            return OK if run_topic(arguments) else ILLEGAL
        if arguments.reply:
            raise ValueError(ONLY_TOPICS)
        if len(arguments.file) > 1:
            raise ValueError(MANY_FILES)
        text = text_of(*arguments.file)
        setup_from(Record(), arguments)
        readings = readings_of(text, arguments, arguments.players or ())
        if not readings:
            raise ValueError(_why_no_game(text))
        status = OK
        for number, reading in enumerate(readings):
            ruled = _rule(reading, arguments, number, alone=len(readings) == 1)
            status = max(status, ruled, key=_WORSE.index)
    except BrokenPipeError:
        # The reader of the output has closed it (`| head`): `__main__` deals with that.
        raise
    except (OSError, ValueError) as error:
        print(f"referee replay: {reason_of(error)}", file=sys.stderr)  # noqa: T201
        return UNANSWERABLE
    return status


def readings_of(
    text: str, arguments: argparse.Namespace, players: Sequence[str] = ()
) -> list[LogReading]:
    """The games of a text, played as the command line says."""
    return read(text, players, lambda record: setup_from(record, arguments))


def _rule(reading: LogReading, arguments: argparse.Namespace, number: int, *, alone: bool) -> int:
    """Rules one game; a header that can't be true is reported and holds up no other game."""
    record = reading.record
    try:
        whole = replay(record, setup_from(record, arguments))
        game = as_of(whole, arguments.turn)
    except ValueError as error:
        where = "" if alone else f"game {number + 1}: "
        print(f"referee replay: {where}{reason_of(error)}", file=sys.stderr)  # noqa: T201
        return UNANSWERABLE
    notes = notes_of(reading, game.setup)
    its_slips = slips(game.record, game.setup) if _may_have_slips(game) else ()
    back = None
    if arguments.review or arguments.chances:
        from bot.cli.replay.reviewing import looked_back

        back = looked_back(game)
    if arguments.json:
        values = replay_values(game, its_slips, notes)
        print(json.dumps(values if back is None else back.added_to(values)))  # noqa: T201
    else:
        shares, looked = ((), ()) if back is None else (back.shares(), (back.text(), ""))
        print(replay_lines(game, its_slips, shares, notes), *looked, sep="\n")  # noqa: T201
    if draws(arguments):
        from bot.cli.replay.pictures import draw

        draw(game, arguments, number, back, of=None if game is whole else whole.last.number)
    if game.problem is not None or game.untrue:
        return ILLEGAL
    return OK if reading.sure else DOUBTFUL


def text_of(file: str = STDIN) -> str:
    """The text of a file, without Discord's own marks."""
    # Bytes that are no text become signs that are in no word of a game.
    if file == STDIN:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    else:
        with Path(file).open("rb") as source:
            data = source.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError(TOO_LARGE)
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    if text.startswith("PK\x03\x04"):
        return text
    return "" if "\0" in text else neutral_record(text)


def _why_no_game(text: str) -> str:
    from bot.threads.pages import is_page

    return IS_PAGE if is_page(text) else NO_GAME


def reason_of(error: OSError | ValueError) -> str:
    """Why a question can't be answered, in one line."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    from bot.wording.problems import error_text

    return error_text(error)


def _may_have_slips(game: Replay) -> bool:
    return game.problem is not None and (
        isinstance(game.problem.breach, Misread) or game.record.diagram is not None
    )
