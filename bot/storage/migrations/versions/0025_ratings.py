"""Ratings are worked out when somebody asks: what was kept of them goes."""

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drops what the results tell as well."""
    op.drop_table("ratings")
    op.drop_table("ladders")
