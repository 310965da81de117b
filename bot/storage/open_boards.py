"""How open matches stand, beside their events: one question finds all, whoever referees them."""

from sqlalchemy import Connection, bindparam, or_, select, text, update

from bot.engine.board import Stones
from bot.referee.match import Match
from bot.referee.partner import partner
from bot.storage import schema

FIRST_TURN = 3
"""A match counts from this turn on: before, nearly all games are alike."""
_PARTNER = " partner"
_table = schema.matches
_NOTE = update(_table).where(_table.c.id == bindparam("of")).values(board=bindparam("now"))


def outline(match: Match) -> str:
    """The side and the stones of an open match, and whether the partner plays; "" if none count."""
    position = match.position
    if match.over or position.number < FIRST_TURN:
        return ""
    first, second = position.stones
    with_partner = "" if partner(match) is None else _PARTNER
    return f"{position.board.side} {first:x} {second:x}{with_partner}"


def note_board(connection: Connection, match: int, board: str) -> None:
    """Writes how a match stands, as `outline` says it."""
    connection.execute(_NOTE, {"of": match, "now": board})


def open_boards(connection: Connection, side: int, besides: int | None) -> list[Stones]:
    """The stones of the open matches on boards of a side, but for the match `besides`.

    One against the partner is left out, unless a cup counts it: there are hints in it.
    """
    counts = or_(
        _table.c.board.not_like(f"%{_PARTNER}"), _table.c.id.in_(select(schema.cup_games.c.match))
    )
    # In these words SQLite finds the open ones by an index.
    is_open = text("matches.open")
    query = select(_table.c.id, _table.c.board).where(
        is_open, _table.c.board.like(f"{side} %"), counts
    )
    boards = [row.board.split() for row in connection.execute(query) if row.id != besides]
    return [(int(first, 16), int(second, 16)) for _, first, second, *_ in boards]
