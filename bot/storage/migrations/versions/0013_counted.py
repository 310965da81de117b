"""Messages that a host has counted: a turn may have a host and a reason. No table changes."""

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An older program would take a turn with a reason for damage."""
