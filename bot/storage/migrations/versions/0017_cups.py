"""Cups, their events, and the matches of their games."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates three tables."""
    op.create_table(
        "cups",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("venue", sa.String(32), nullable=False),
        sa.Column("server", sa.String(64), nullable=False),
        sa.Column("room", sa.String(64), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("cups_by_room", "cups", ["venue", "server", "room", "open", "id"])
    op.create_table(
        "cup_events",
        sa.Column("cup", sa.Integer, sa.ForeignKey("cups.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "cup_games",
        sa.Column("cup", sa.Integer, sa.ForeignKey("cups.id"), primary_key=True),
        sa.Column("pairing", sa.Integer, primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True),
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), nullable=False, unique=True),
    )
