"""Reminders of one's own turns: what people have settled, and what they were told."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates two tables."""
    op.create_table(
        "reminders",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("quiet", sa.String(8), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
    )
    op.create_table(
        "reminded",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("turn", sa.String(32), nullable=False),
        sa.Column("causes", sa.String(32), nullable=False),
    )
