"""What the command line of `replay` takes, and which game is played.

The command line says it, else the record's header, else the format.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from bot.engine.notation import NOTATIONS
from bot.engine.record import Record, Setup, options_of, setup_of
from bot.engine.replaying import Replay
from bot.engine.rulesets import agreed
from bot.referee import formats
from bot.referee.formats import Format
from bot.servers.settings import USUAL_LOOK, Look
from bot.threads.markup import Markup
from bot.wording.records import no_pair_text
from bot.wording.replays import wrong_ending_text
from renderers import theme as themes

STDIN = "-"
"""As the name of a file, it stands for standard input."""
COORDINATES = {"on": True, "off": False, "usual": None}
_KINDS = {"png": "png", "gif": "gif", "chart": "png", "chances": "png"}
"""The options that draw, and the kind of file that each of them writes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `replay` takes."""
    parser.add_argument(
        "file",
        nargs="*",
        metavar="FILE",
        help="a file, or pages with --thread; - is standard input",
    )
    parser.add_argument(
        "--thread", action="store_true", help="the files are saved pages of a forum's topic"
    )
    parser.add_argument(
        "--players",
        nargs=2,
        metavar=("STARTS", "OTHER"),
        help="who plays in the topic, by name",
    )
    parser.add_argument(
        "--reply", choices=tuple(Markup), help="how the next announcement of a topic is written"
    )
    add_setup_arguments(parser)
    parser.add_argument(
        "--turn", type=int, metavar="NUMBER", help="the game as it stood after this turn (the last)"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON a game")
    parser.add_argument("--png", metavar="OUT.png", help="draw the last position of each game")
    parser.add_argument("--gif", metavar="OUT.gif", help="draw each game as an animation")
    parser.add_argument("--chart", metavar="OUT.png", help="draw both figures of each game by turn")
    parser.add_argument("--review", action="store_true", help="look back: where it was lost")
    parser.add_argument("--chances", metavar="OUT.png", help="draw the review of each game by turn")
    parser.add_argument("--theme", choices=themes.names(), help="how the pictures look (genius)")
    parser.add_argument(
        "--coordinates",
        choices=tuple(COORDINATES),
        help="name every cell in the pictures (usual: up to side 7, not in the Genius formats)",
    )


def add_setup_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options that say which game is played, where the record doesn't."""
    parser.add_argument("--format", metavar="FORMAT", help="the match format (genius)")
    parser.add_argument("--ruleset", metavar="RULESET", help="the ruleset (the format's)")
    parser.add_argument(
        "--side", type=int, metavar="CELLS", help="cells on an edge of the board (5)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="one of the game's options (see referee games)",
    )
    parser.add_argument("--first", metavar="COLOUR", help="the colour that starts")
    parser.add_argument("--notation", choices=NOTATIONS, help="how the turns are written (house)")


def look_from(arguments: argparse.Namespace) -> Look:
    """How the pictures look, as the command line says."""
    return Look(
        theme=arguments.theme or USUAL_LOOK.theme,
        coordinates=COORDINATES[arguments.coordinates or "usual"],
    )


def draws(arguments: argparse.Namespace) -> bool:
    """Whether any picture is asked for."""
    return any(getattr(arguments, option) for option in _KINDS)


def check_pictures(arguments: argparse.Namespace) -> None:
    """ValueError for a picture whose file has the name of another kind, such as --gif x.txt.

    A name without an ending is allowed: it may be a pipe.
    """
    for option, kind in _KINDS.items():
        file = getattr(arguments, option)
        if file is not None and Path(file).suffix.casefold() not in ("", f".{kind}"):
            raise ValueError(wrong_ending_text(option, kind, file))


def setup_from(record: Record, arguments: argparse.Namespace) -> Setup:
    """The game's setup: what the command line says, else the header, else the format."""
    key = arguments.ruleset or ("" if arguments.format else record.tag("Ruleset"))
    header_format = "" if arguments.ruleset else record.tag("Format")
    form = formats.find(arguments.format or header_format or _format_of(key))
    key = key or form.ruleset
    header = options_of(record) if key == (record.tag("Ruleset") or key) else {}
    ruleset = agreed(key, header | _pairs(arguments.option))
    if arguments.first:
        record = with_tag(record, "First", arguments.first)
    return setup_of(
        record,
        ruleset=ruleset,
        side=arguments.side,
        colours=form.colours,
        notation=arguments.notation,
    )


def format_from(arguments: argparse.Namespace) -> Format:
    return formats.find(arguments.format or _format_of(arguments.ruleset or ""))


def as_of(game: Replay, turn: int | None) -> Replay:
    """The game as it stood after a turn (`--turn 12`); ValueError if it has no such turn.

    After its last legal turn it is the whole game, with its end or its first problem.
    """
    played = game.last.number
    if turn is None or turn == played:
        return game
    if not 0 <= turn < played:
        from bot.wording.review import no_position_text

        raise ValueError(no_position_text(turn, played))
    return Replay(game.record, game.setup, game.positions[: turn + 1])


def _format_of(ruleset: str) -> str:
    """The format with the name of a ruleset: a bare ruleset is played with its colours."""
    same = ruleset.casefold()
    return same if same in formats.FORMATS else formats.DEFAULT


def with_tag(record: Record, key: str, value: str) -> Record:
    """The record with one tag replaced by a value from the command line."""
    tags = tuple(tag for tag in record.tags if tag[0].casefold() != key.casefold())
    return replace(record, tags=(*tags, (key, value)), lines=())


def _pairs(texts: list[str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(no_pair_text(text))
        pairs[key] = value
    return pairs
