"""What the pages of a server ask of its ended matches: a row of facts for each, and its address.

`public` of `MatchOpened` and `MatchMoved`: whether everybody on the server could read the room;
`pages` of `MatchOpened` and `PagesChosen`: what the host says of the pages.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
_GAME = ("ruleset", "side", "turns")
_OPENING = ("ruleset", "side", "opening", "winner")


def upgrade() -> None:
    """Creates the tables; the facts of what has ended are made by the program at its start."""
    op.create_table(
        "facts",
        sa.Column("match", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("venue", sa.String(32), nullable=False),
        sa.Column("server", sa.String(64), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("readable", sa.Boolean, nullable=False),
        sa.Column("ruleset", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("ending", sa.String(32), nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("whole", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("long_turns", sa.Integer, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
    )
    op.create_index("facts_by_end", "facts", ["venue", "server", "shown", "ended", "match"])
    op.create_index("facts_by_length", "facts", ["venue", "server", "shown", "turns"])
    op.create_index("facts_by_game", "facts", ["venue", "server", "shown", *_GAME])
    op.create_index(
        "facts_by_opening",
        "facts",
        ["venue", "server", "shown", *_OPENING],
    )
    op.create_table(
        "halls",
        sa.Column("slug", sa.String(64), primary_key=True),
        sa.Column("venue", sa.String(32), nullable=False),
        sa.Column("server", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.UniqueConstraint("venue", "server"),
    )
