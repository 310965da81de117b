"""Forums: the posts as they were first seen, and how far each topic has been read."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the forums' tables."""
    op.create_table(
        "forum_posts",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("post", sa.String(64), primary_key=True),
        sa.Column("topic", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("name", sa.String(128), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("made", sa.String(40), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("edited", sa.String(40)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("late", sa.Boolean, nullable=False),
        sa.Column("gone", sa.String(16), nullable=False),
        sa.Column("answered", sa.Boolean, nullable=False),
    )
    op.create_index("forum_posts_by_topic", "forum_posts", ["venue", "topic"])
    op.create_table(
        "forum_topics",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("topic", sa.String(64), primary_key=True),
        sa.Column("category", sa.Integer, nullable=False),
        sa.Column("read", sa.String(40), nullable=False),
    )
