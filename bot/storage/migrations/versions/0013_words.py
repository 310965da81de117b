"""New words of events: turns that a host had counted, the komi and colour that players name."""

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Changes no table: an older program must not take the new words for damage."""
