"""Matches that begin with the turns of another one. No table changes."""

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Events are stored as they are."""
