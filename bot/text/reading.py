"""Any text → the games in it, with what is doubtful: logs of every kind, records, printed games.

A text in which lines have authors or times is never read as turns of nobody in particular.
"""

import re
from collections.abc import Sequence

from bot.engine import abstractplay
from bot.engine import reading as written
from bot.engine.plaintext import unseen
from bot.engine.record import Record, setup_of
from bot.text import chats, exports, tables
from bot.text.announcements import announced
from bot.text.posts import Doubt, Note, Post, Reading, UnreadError, Why
from bot.text.rules import SetupFor, Tags, matches_in
from bot.text.stamps import TIME, moment_in

_COMMENT = re.compile(r"\{[^{}]*\}")
_STAMP = re.compile(rf"^\W*(?P<at>.{{0,30}}?{TIME})")


def read(text: str, players: Sequence[str] = (), setup_for: SetupFor = setup_of) -> list[Reading]:
    """The games of a text, in order; none if there is none. UnreadError says what a log lacks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    tags, above = written.header_of(lines)
    body = "\n".join(lines[above:])
    if body.startswith("PK\x03\x04"):
        raise UnreadError(Why.ZIP)
    if abstractplay.games(body):
        return [Reading(record) for record in written.read(text)]
    bare = [unseen(line) for line in lines[above:]]
    posts, open_days, counted, colours = _posts(body, bare, above + 1)
    told = announced(_lines(posts, bare, above + 1, counted=counted))
    if told:
        return [Reading(record) for record in written.under(list(tags), told)]
    if posts:
        header: Tags = (*tags, *((key.capitalize(), colours[key]) for key in colours))
        found = matches_in(posts, header, players, setup_for, counted=counted)
        days = (Note(Doubt.DAYS),) if open_days else ()
        unit = "post" if counted else "line"
        return [Reading(one.record, (*one.notes, *days), unit) for one in found]
    records = [record for record in written.read(text) if written.looks_played(record)]
    if records and (line := _stamped(bare, above + 1)):
        raise UnreadError(Why.WHO, line)
    if players and records:
        records = [_named(record, players) for record in records]
    return [Reading(record) for record in records]


def _posts(
    body: str, bare: Sequence[str], first: int
) -> tuple[list[Post], bool, bool, dict[str, str]]:
    """The posts, whether their days can be read in two ways, whether they are counted, colours."""
    exported = exports.posts_of_json(body) if exports.is_json(body) else None
    if exported is None:
        exported = exports.posts_of_html(body)
    if exported is not None:
        return exported, False, True, {}
    posts, open_days, colours = tables.posts_of(bare, first)
    if posts:
        return posts, open_days, False, colours
    posts, open_days = chats.posts_of(bare, first)
    return posts, open_days, False, {}


def _lines(
    posts: Sequence[Post], bare: Sequence[str], first: int, *, counted: bool
) -> list[tuple[int, str]]:
    if counted:
        return [(0, line) for post in posts for line in post.text.split("\n")]
    return list(chats.cleaned(bare, first))


def _stamped(lines: Sequence[str], first: int) -> int:
    """The first of two lines or more that begin with a time; 0 where there are none."""
    places = []
    for place, line in enumerate(lines, first):
        stamp = _STAMP.match(_COMMENT.sub("", line))
        if stamp is not None and moment_in(stamp["at"]):
            places.append(place)
    return places[0] if len(places) > 1 else 0


def _named(record: Record, players: Sequence[str]) -> Record:
    colours = setup_of(record).colours
    tags = tuple((c.capitalize(), name) for c, name in zip(colours, players, strict=True))
    return written.under(list(tags), [record])[0]
