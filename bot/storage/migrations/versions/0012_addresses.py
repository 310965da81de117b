"""Where a referee's web server is reached stands with its lease; pictures are found by name."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds a column and an index."""
    op.add_column("leases", sa.Column("address", sa.String(255), nullable=False, server_default=""))
    op.create_index("room_lines_by_picture", "room_lines", ["picture"])
