"""Which game is played: the command line says it, else the record's header, else the format."""

import argparse
from dataclasses import replace

from bot.engine.record import Record, Setup, options_of, setup_of
from bot.engine.replaying import Replay
from bot.engine.rulesets import agreed
from bot.referee import formats
from bot.referee.formats import Format
from bot.wording.records import no_pair_text


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
