"""New words of events, for appointments; and each person's time zone."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates a table."""
    op.create_table(
        "people",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
    )
