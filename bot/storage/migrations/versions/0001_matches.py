"""Matches, their events, rulings and announcements."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables of the first version."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("venue", sa.String(32), nullable=False),
        sa.Column("server", sa.String(64), nullable=False),
        sa.Column("room", sa.String(64), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.String(40), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "one_open_match_per_room",
        "matches",
        ["venue", "room"],
        unique=True,
        sqlite_where=sa.text("open"),
        postgresql_where=sa.text("open"),
    )
    op.create_index("matches_by_server", "matches", ["venue", "server"])
    match = sa.ForeignKey("matches.id")
    op.create_table(
        "players",
        sa.Column("match", sa.Integer, match, primary_key=True),
        sa.Column("colour", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), nullable=False, index=True),
    )
    op.create_table(
        "events",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "rulings",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("message", sa.String(64), primary_key=True),
        sa.Column("accepted", sa.Boolean, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("through", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("reply_to", sa.String(64)),
        sa.Column("sent", sa.Boolean, nullable=False),
    )
    op.create_table(
        "duty",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("at", sa.String(40), nullable=False),
    )
