"""What the posts of a topic were, a row each: for people to read, and as values."""

from datetime import datetime
from itertools import pairwise

from bot.threads.markdown import Markup
from bot.threads.reply import next_announcement
from bot.threads.ruling import RuledPost, RuledTopic
from bot.threads.values import Topic
from bot.wording.threads import DISORDERED, NO_BEGINNING, UNKNOWN_AUTHOR, gaps_text, seats_text
from bot.wording.voice import tidy

LONGEST_NAME = 24


def notes_on(topic: Topic) -> tuple[str, ...]:
    """What a host should know of the input before they trust the game in it."""
    notes = []
    if topic.gaps is not None:
        notes.append(gaps_text(topic.gaps.unit, topic.gaps.spans, topic.gaps.total))
    if not topic.certain:
        notes.append(NO_BEGINNING)
    stamps = [post.at for post in topic.posts if post.at is not None]
    if any(after < before for before, after in pairwise(stamps)):
        notes.append(DISORDERED)
    return tuple(notes)


def topic_text(ruled: RuledTopic) -> str:
    """The notes, who plays, then a line for each post; ends with a line end."""
    rows = [_cells(row) for row in ruled.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].rjust(widths[0]), *map(str.ljust, row[1:], widths[1:])]).rstrip()
        for row in rows
    ]
    return "\n".join([*notes_on(ruled.topic), seats_text(ruled.match), *lines, ""])


def topic_values(ruled: RuledTopic, markup: Markup | None = None) -> dict[str, object]:
    """The same as values, with the next announcement."""
    return {
        "players": [player.name or None for player in ruled.match.players],
        "posts": [
            {
                "number": row.number,
                "id": row.post.id,
                "author": row.post.author.name or None,
                "at": _stamp(row.post.at) or None,
                "kind": row.kind.value,
                "turn": row.turn or None,
                "why": row.why or None,
            }
            for row in ruled.rows
        ],
        "notes": list(notes_on(ruled.topic)),
        "reply": next_announcement(ruled, markup) or None,
    }


def _cells(row: RuledPost) -> list[str]:
    name = tidy(row.post.author.name, LONGEST_NAME) or UNKNOWN_AUTHOR
    turn = tidy(row.turn, 60)
    return [str(row.number), name, _stamp(row.post.at), row.kind.value, turn, row.why]


def _stamp(at: datetime | None) -> str:
    """A moment in UTC: `2026-11-22T10:00Z`; "" where there is none."""
    return "" if at is None else f"{at:%Y-%m-%dT%H:%MZ}"
