"""Partners that resign and levels that suit: two terms of a match. No table changes."""

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Events are stored as they are."""
