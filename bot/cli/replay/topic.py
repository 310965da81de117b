"""A saved topic of any forum, ruled: what counted in it, how it stands, and what to post next."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.cli.replay.arguments import STDIN, as_of, format_from, setup_from
from bot.cli.replay.pictures import draw
from bot.cli.replay.values import replay_values
from bot.engine.record import Record
from bot.engine.replaying import replay
from bot.threads.markup import Markup
from bot.threads.report import next_announcement, topic_text, topic_values
from bot.threads.ruling import rule_topic
from bot.threads.topic import read_topic
from bot.threads.values import LARGEST_INPUT
from bot.wording.replays import replay_lines
from bot.wording.review import NO_TOPICS
from bot.wording.threads import NEXT, NO_NOTATION, NOTHING_NEXT


def run_topic(arguments: argparse.Namespace) -> bool:
    """Rules a saved topic and says what is to be posted next; False if a part of it is missing."""
    if arguments.review or arguments.chances:
        raise ValueError(NO_TOPICS)
    if arguments.notation not in (None, "house"):
        raise ValueError(NO_NOTATION)
    topic = read_topic(_pages(arguments.file or [STDIN]))
    setup, form = setup_from(Record(), arguments), format_from(arguments)
    ruled = rule_topic(topic, setup, form.key, arguments.players or ())
    whole = replay(ruled.record(setup, form.key), setup)
    game = as_of(whole, arguments.turn)
    markup = arguments.reply and Markup(arguments.reply)
    if arguments.json:
        print(json.dumps(replay_values(game, ()) | topic_values(ruled, markup)))  # noqa: T201
    else:
        board = (replay_lines(game, ()),) if topic.certain else ()
        reply = next_announcement(ruled, markup)
        print(topic_text(ruled), *board, f"{NEXT}\n{reply}" if reply else NOTHING_NEXT, sep="\n")  # noqa: T201
    draw(game, arguments, 0, of=None if game is whole else whole.last.number)
    return topic.gaps is None


def _pages(files: list[str]) -> Iterator[bytes]:
    """The pages; each is read only until the input is too large anyway."""
    left = LARGEST_INPUT + 1
    for file in files:
        if file == STDIN:
            page = sys.stdin.buffer.read(left)
        else:
            with Path(file).open("rb") as opened:
                page = opened.read(left)
        left -= len(page)
        yield page
