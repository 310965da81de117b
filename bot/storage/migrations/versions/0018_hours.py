"""Several hours for a match may be proposed at once: a new field of an event. No table changes."""

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Changes no table: an older program must not take the new field for damage."""
