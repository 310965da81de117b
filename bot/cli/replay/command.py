"""Runs `replay`: reads the input, rules it, prints what came of it.

Exit status: 0 if every game is legal as far as it goes, 1 if one is not or its header contradicts
its board, 2 if the question itself can't be answered.
"""

import argparse
import codecs
import json
import sys
from pathlib import Path

from bot.cli.replay.arguments import STDIN, as_of, check_pictures, draws, setup_from
from bot.cli.replay.values import replay_values
from bot.engine.notation import Misread
from bot.engine.reading import looks_played, read
from bot.engine.record import Record
from bot.engine.replaying import Replay, replay
from bot.engine.slips import slips
from bot.venues.discord.markup import neutral_record
from bot.wording.records import NO_GAME
from bot.wording.replays import replay_lines
from bot.wording.threads import IS_PAGE, MANY_FILES, ONLY_TOPICS

OK, ILLEGAL, UNANSWERABLE = 0, 1, 2


def run(arguments: argparse.Namespace) -> int:
    """Rules the games and prints what came of it; returns the exit status."""
    try:
        check_pictures(arguments)
        if arguments.thread:
            # Topics need libraries for HTML and for sentences that a single game does not need.
            from bot.cli.replay.topic import run_topic

            return OK if run_topic(arguments) else ILLEGAL
        if arguments.players or arguments.reply:
            raise ValueError(ONLY_TOPICS)
        if len(arguments.file) > 1:
            raise ValueError(MANY_FILES)
        text = text_of(*arguments.file)
        records = [record for record in read(text) if looks_played(record)]
        if not records:
            raise ValueError(_why_no_game(text))
        setup_from(Record(), arguments)
        status = OK
        for number, record in enumerate(records):
            status = max(status, _rule(record, arguments, number, alone=len(records) == 1))
    except BrokenPipeError:
        # The reader of the output has closed it (`| head`): `__main__` deals with that.
        raise
    except (OSError, ValueError) as error:
        print(f"referee replay: {reason_of(error)}", file=sys.stderr)  # noqa: T201
        return UNANSWERABLE
    return status


def _rule(record: Record, arguments: argparse.Namespace, number: int, *, alone: bool) -> int:
    """Rules one game; a header that can't be true is reported and holds up no other game."""
    try:
        whole = replay(record, setup_from(record, arguments))
        game = as_of(whole, arguments.turn)
    except ValueError as error:
        where = "" if alone else f"game {number + 1}: "
        print(f"referee replay: {where}{reason_of(error)}", file=sys.stderr)  # noqa: T201
        return UNANSWERABLE
    its_slips = slips(game.record, game.setup) if _may_have_slips(game) else ()
    back = None
    if arguments.review or arguments.chances:
        from bot.cli.replay.reviewing import looked_back

        back = looked_back(game)
    if arguments.json:
        values = replay_values(game, its_slips)
        print(json.dumps(values if back is None else back.added_to(values)))  # noqa: T201
    else:
        shares, looked = ((), ()) if back is None else (back.shares(), (back.text(), ""))
        print(replay_lines(game, its_slips, shares), *looked, sep="\n")  # noqa: T201
    if draws(arguments):
        from bot.cli.replay.pictures import draw

        draw(game, arguments, number, back, of=None if game is whole else whole.last.number)
    return ILLEGAL if game.problem is not None or game.untrue else OK


def text_of(file: str = STDIN) -> str:
    """The text of a file, without Discord's own marks."""
    # Bytes that are no text become signs that are in no word of a game.
    data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
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
