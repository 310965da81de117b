"""The komi that the players name, and the colour taken then, are words that older programs lack."""

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Changes no table: an older program must not take the new words for damage."""
