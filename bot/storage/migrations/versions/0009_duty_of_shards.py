"""Time on duty is noted of each shard: what was noted before is of all servers."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table anew, with its rows, as shard 0 of 1."""
    noted = [tuple(row) for row in op.get_bind().execute(sa.text("SELECT venue, at FROM duty"))]
    op.drop_table("duty")
    duty = op.create_table(
        "duty",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("shards", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
    rows = [{"venue": venue, "shards": 1, "shard": 0, "at": at} for venue, at in noted]
    op.bulk_insert(duty, rows)
