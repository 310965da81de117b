"""Watch pages: the address of a match's page, which nobody can guess."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table of addresses."""
    op.create_table(
        "watch_links",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
    )
