"""Any text → the games in it, with what is doubtful: logs of every kind, records, printed games.

A text in which lines have authors or times is never read as turns of nobody in particular.
"""

import re
from collections.abc import Sequence

from bot.engine import abstractplay
from bot.engine import reading as written
from bot.engine.chat import is_turn
from bot.engine.plaintext import unseen
from bot.engine.record import Record, setup_of
from bot.text import chats, tables
from bot.text.announcements import announced
from bot.text.posts import Doubt, LogPost, LogReading, Note, Unreadable, UnreadError
from bot.text.rules import SetupFor, Tags, matches_in

_COMMENT = re.compile(r"\{[^{}]*\}")
_EXPORT = re.compile(r"\s*(?:\{|\[\s*[\[{\"]|<)")
_CLOCK = re.compile(r"\b[0-9]{1,2}:[0-9]{2}\b")


def read(
    text: str, players: Sequence[str] = (), setup_for: SetupFor = setup_of
) -> list[LogReading]:
    """The games of a text, in order; none if there is none. UnreadError says what a log lacks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    tags, above = written.header_of(lines)
    body = "\n".join(lines[above:])
    if body.startswith("PK\x03\x04"):
        raise UnreadError(Unreadable.ZIP)
    if abstractplay.games(body):
        return [LogReading(record) for record in written.read(text)]
    bare = [unseen(line) for line in lines[above:]]
    posts, open_days, counted, colours = _posts(body, bare, above + 1)
    told = announced(_lines(posts, bare, above + 1, counted=counted))
    if told:
        return [LogReading(record) for record in written.under(list(tags), told)]
    if posts:
        header: Tags = (*tags, *((key.capitalize(), colours[key]) for key in colours))
        found = matches_in(posts, header, players, setup_for, counted=counted)
        days = (Note(Doubt.DAYS),) if open_days else ()
        unit = "post" if counted else "line"
        return [LogReading(one.record, (*one.notes, *days), unit) for one in found]
    if line := _stamped(bare, above + 1):
        raise UnreadError(Unreadable.WHO, line)
    records = [record for record in written.read(text) if written.looks_played(record)]
    if players and records:
        records = [_named(record, players) for record in records]
    return [LogReading(record) for record in records]


def _posts(
    body: str, bare: Sequence[str], first: int
) -> tuple[list[LogPost], bool, bool, dict[str, str]]:
    """The posts, whether their days can be read in two ways, whether they are counted, colours."""
    if _EXPORT.match(body):
        # A library for HTML, which nothing else needs.
        from bot.text import exports

        exported = exports.posts_of_json(body) or exports.posts_of_html(body)
        if exported is not None:
            return exported, False, True, {}
    posts, open_days, colours = tables.posts_of(bare, first)
    if posts:
        return posts, open_days, False, colours
    posts, open_days = chats.posts_of(bare, first)
    return posts, open_days, False, {}


def _lines(
    posts: Sequence[LogPost], bare: Sequence[str], first: int, *, counted: bool
) -> list[tuple[int, str]]:
    if counted:
        return [(0, line) for post in posts for line in post.text.split("\n")]
    return list(chats.cleaned(bare, first))


def _stamped(lines: Sequence[str], first: int) -> int:
    """The first line that may be a turn where two or more have a time; 0 where there is none."""
    bare = _COMMENT.sub(lambda note: "\n" * note[0].count("\n"), "\n".join(lines))
    own = list(enumerate(bare.split("\n"), first))
    timed = sum(_CLOCK.search(line) is not None for _, line in own)
    turns = (place for place, line in own if is_turn(_CLOCK.sub("", line)))
    return next(turns, 0) if timed > 1 else 0


def _named(record: Record, players: Sequence[str]) -> Record:
    colours = setup_of(record).colours
    tags = tuple((c.capitalize(), name) for c, name in zip(colours, players, strict=True))
    return written.under(list(tags), [record])[0]
