"""The sparring partner: a player of an event may have a level. No table changes."""

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """An older program would take a player with a level for damage."""
