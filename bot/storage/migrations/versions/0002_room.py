"""The local room: seats, messages and their pictures."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the room's tables."""
    op.create_table(
        "room_seats",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("room", sa.String(64), nullable=False, index=True),
        sa.Column("role", sa.String(16), nullable=False),
    )
    op.create_table(
        "room_lines",
        sa.Column("serial", sa.Integer, primary_key=True),
        sa.Column("room", sa.String(64), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("speaker", sa.String(64)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("colour", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("nonce", sa.String(128), unique=True),
        sa.Column("reply_to", sa.Integer),
        sa.Column("picture", sa.String(64)),
        sa.Column("alt", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("room_lines_by_room", "room_lines", ["room", "serial"])
    op.create_table(
        "room_pictures",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("png", sa.LargeBinary, nullable=False),
    )
