"""Ratings that are kept with each result, and an index for the latest match of a room."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the tables; the ratings of what has ended are to be worked out when asked for."""
    op.create_index("matches_by_room", "matches", ["venue", "server", "room", "open", "id"])
    op.drop_index("matches_by_server", "matches")
    op.create_table(
        "ratings",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("match", sa.Integer, sa.ForeignKey("results.match"), primary_key=True),
        sa.Column("data", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_match", "ratings", ["match"])
    op.drop_table("ladders")
    op.create_table(
        "ladders",
        sa.Column("venue", sa.String(32), primary_key=True),
        sa.Column("server", sa.String(64), primary_key=True),
        sa.Column("ended", sa.BigInteger),
        sa.Column("match", sa.Integer),
    )
    op.execute(
        "INSERT INTO ratings (venue, server, player, ended, match)"
        " SELECT DISTINCT results.venue, results.server, player, ended, results.match"
        " FROM results JOIN players ON players.match = results.match"
    )
    op.execute(
        "INSERT INTO ladders (venue, server, ended, match)"
        " SELECT DISTINCT venue, server, 0, 0 FROM results"
    )
