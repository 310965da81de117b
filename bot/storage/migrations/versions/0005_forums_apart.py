"""Forums are told apart by their hosts, and what is settled there can be forgotten.

What was kept before belongs to the forum that is set, which takes it over at its next start; so it
bears no host here. A forum that was served before has no moment since when: its commands count.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the forums' tables anew, and has hosts in small letters."""
    forums = op.create_table(
        "forums",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("since", sa.String(40), nullable=False),
    )
    op.create_table(
        "new_forum_posts",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
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
        sa.Column("refused", sa.Boolean, nullable=False),
    )
    op.create_table(
        "new_forum_topics",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("topic", sa.String(64), primary_key=True),
        sa.Column("category", sa.Integer, nullable=False),
        sa.Column("read", sa.String(40)),
        sa.Column("settled", sa.String(40)),
    )
    op.execute(
        "INSERT INTO new_forum_posts (venue, server, refused, post, topic, number, author, name, "
        "kind, made, at, edited, text, late, gone, answered) "
        "SELECT venue, '', false, post, topic, number, author, name, "
        "kind, made, at, edited, text, late, gone, answered FROM forum_posts"
    )
    op.execute(
        "INSERT INTO new_forum_topics (venue, server, topic, category, read) "
        "SELECT venue, '', topic, category, read FROM forum_topics"
    )
    _note_served(forums)
    for table in ("forum_posts", "forum_topics"):
        op.drop_table(table)
        op.rename_table(f"new_{table}", table)
    op.create_index("forum_posts_of_topic", "forum_posts", ["venue", "server", "topic"])
    _tell_rooms_apart()


def _note_served(forums: sa.Table) -> None:
    """A forum at which the referee was ever on duty."""
    duty = sa.table("duty", sa.column("venue"))
    served = sa.select(duty.c.venue, sa.literal(""), sa.literal("1970-01-01T00:00:00.000000+00:00"))
    served = served.where(duty.c.venue.in_(["nodebb", "discourse"]))
    op.execute(forums.insert().from_select(["venue", "server", "since"], served))


def _tell_rooms_apart() -> None:
    """A topic's number is one forum's alone; a host is the same however it is written."""
    op.execute("UPDATE matches SET server = lower(server) WHERE venue IN ('nodebb', 'discourse')")
    op.execute(
        "UPDATE servers SET server = lower(server) "
        "WHERE venue IN ('nodebb', 'discourse') AND NOT EXISTS "
        "(SELECT 1 FROM servers AS known WHERE known.venue = servers.venue "
        "AND known.server = lower(servers.server))"
    )
    op.drop_index("one_open_match_per_room", "matches")
    op.create_index(
        "one_open_match_in_a_room",
        "matches",
        ["venue", "server", "room"],
        unique=True,
        sqlite_where=sa.text("open"),
        postgresql_where=sa.text("open"),
    )
