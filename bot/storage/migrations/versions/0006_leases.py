"""Leases: which process referees what, so that no two do."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table of leases."""
    op.create_table(
        "leases",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("shards", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("machine", sa.String(128), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("since", sa.String(40), nullable=False),
        sa.Column("beat", sa.Integer, nullable=False),
        sa.Column("renewed", sa.Integer, nullable=False),
        sa.Column("on_duty", sa.Boolean, nullable=False),
    )
