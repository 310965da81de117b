"""Puzzles: how people do with them, and which they are done with."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates two tables."""
    op.create_table(
        "puzzlers",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("current", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    )
    op.create_table(
        "puzzles_done",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.Integer, primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    )
