"""Hints: `HintGiven`, and `hints` of a match's terms. No table changes."""

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Events are stored as they are."""
