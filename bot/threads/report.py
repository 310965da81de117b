"""What the posts of a topic were, a row each, and its next announcement, ready to be posted.

The announcement is what the referee would post itself: what the last turn did, whose move it is and
what is allowed, then what was refused since. Names of people do nothing in it but the one that is
called.
"""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match
from bot.threads.markup import Markup, ThreadVoice
from bot.threads.ruling import PostKind, RuledPost, RuledTopic
from bot.threads.values import Topic
from bot.wording.announcements import announce, prompt_line
from bot.wording.threads import (
    DISORDERED,
    NO_BEGINNING,
    UNKNOWN_AUTHOR,
    gaps_text,
    refused_text,
    seats_text,
    unknown_player,
)
from bot.wording.writing import tidy

MOST_REFUSALS = 3


def next_announcement(ruled: RuledTopic, markup: Markup | None = None) -> str:
    """What to post next, in the forum's markup or another; "" where a part of the topic is missing.

    It ends without a line end.
    """
    if ruled.topic.gaps:
        return ""
    markup = markup or ruled.topic.markup
    match = _with_names(ruled.match)
    text = _told(match, ruled, ThreadVoice(markup))
    voice = ThreadVoice(markup)
    last = max((at for at, row in enumerate(ruled.rows) if row.kind is PostKind.TURN), default=-1)
    refused = [row for row in ruled.rows[last + 1 :] if row.kind is PostKind.REFUSED]
    for row in refused[-MOST_REFUSALS:]:
        author = Player(row.post.author.key, row.post.author.name)
        text += "\n" + refused_text(row.number, voice.name(author), voice.plain(row.why), voice)
    return text


def _told(match: Match, ruled: RuledTopic, voice: ThreadVoice) -> str:
    """The last turn and the prompt behind it; only whoever is to move is mentioned."""
    if not ruled.told:
        mover = match.players[match.to_move].id
        return prompt_line(match, ThreadVoice(voice.markup, (mover,)))
    called = announce(match, ruled.told, voice, match.opened_at).ping
    return announce(match, ruled.told, ThreadVoice(voice.markup, called), match.opened_at).text


def _with_names(match: Match) -> Match:
    """The match with something to call those whose names are not known yet."""
    first, second = (
        player if player.name else Player("", unknown_player(match.terms.colours[colour]))
        for colour, player in zip(Colour, match.players, strict=True)
    )
    return replace(match, players=(first, second))


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
