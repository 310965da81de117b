"""What the posts of a topic were, a row each: for people to read, and as values."""

from datetime import datetime

from bot.threads.ruling import Row, Ruled
from bot.wording.threads import seats_text
from bot.wording.tidy import tidy

LONGEST_NAME = 24


def topic_text(ruled: Ruled) -> str:
    """Who plays, then a line for each post; ends with a line end."""
    rows = [_cells(row) for row in ruled.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].rjust(widths[0]), *map(str.ljust, row[1:], widths[1:])]).rstrip()
        for row in rows
    ]
    return "\n".join([seats_text(ruled.match), *lines, ""])


def topic_values(ruled: Ruled, reply: str) -> dict[str, object]:
    """The same as values, with the next announcement."""
    return {
        "players": [player.name or None for player in ruled.match.players],
        "posts": [
            {
                "number": row.number,
                "id": row.post.id,
                "author": row.post.author.name,
                "at": _stamp(row.post.at) or None,
                "kind": row.kind.value,
                "turn": row.turn or None,
                "why": row.why or None,
            }
            for row in ruled.rows
        ],
        "reply": reply,
    }


def _cells(row: Row) -> list[str]:
    name = tidy(row.post.author.name, LONGEST_NAME)
    turn = tidy(row.turn, 60)
    return [str(row.number), name, _stamp(row.post.at), row.kind.value, turn, row.why]


def _stamp(at: datetime | None) -> str:
    """A moment in UTC: `2026-11-22T10:00Z`; "" where there is none."""
    return "" if at is None else f"{at:%Y-%m-%dT%H:%MZ}"
