"""The schema of the first release. An empty database is made from `schema.py`, and marked."""

revision = "0024"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing comes before it."""
