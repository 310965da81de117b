"""Ratings are worked out when somebody asks: what was kept of them goes.

How an open match stands is kept beside it: whoever asks whether one stands alike reads no events.
"""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

from bot.referee.fold import fold
from bot.referee.match import CorruptMatchError
from bot.storage.columns import DECODE_ERRORS, decode
from bot.storage.rows import note_board, outline

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_EVENTS = """
SELECT events.match, data FROM events JOIN matches ON matches.id = events.match
WHERE matches.open ORDER BY events.match, number
"""


def upgrade() -> None:
    """Drops what the results tell as well, and writes how each open match stands."""
    op.drop_table("ratings")
    op.drop_table("ladders")
    op.add_column("matches", sa.Column("board", sa.Text))
    connection = op.get_bind()
    events = connection.execute(sa.text(_EVENTS)).all()
    for match, lines in groupby(events, key=lambda line: line.match):
        try:
            board = outline(fold([decode(line.data) for line in lines]))
        except (CorruptMatchError, *DECODE_ERRORS):
            # It is told of, and closed, as any match whose record is damaged.
            continue
        note_board(connection, match, board)
