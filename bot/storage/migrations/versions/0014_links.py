"""Links of all kinds in one table, by the hashes of their tokens: those of seats, and to watch."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_ROLES = {"host": "host", "watch": "watch"}


def upgrade() -> None:
    """Creates the table, and carries over what opened rooms and watch pages."""
    links = op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("room", sa.String(64), nullable=False, index=True),
        sa.Column("match", sa.Integer, nullable=False, index=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
    )
    seats = sa.table("room_seats", *map(sa.column, ("hash", "room", "role")))
    watched = sa.table("watch_links", *map(sa.column, ("match", "token")))
    usual = {"room": "", "match": 0, "person": "", "name": ""}
    rows = [
        usual | {"hash": row.hash} | _of_room(row.room, row.role)
        for row in op.get_bind().execute(sa.select(seats))
    ]
    rows += [
        usual | {"hash": hashlib.sha256(row.token.encode()).hexdigest()}
        | {"role": "watch", "match": row.match}
        for row in op.get_bind().execute(sa.select(watched))
    ]  # fmt: skip
    if rows:
        op.bulk_insert(links, rows)
    op.drop_table("room_seats")
    op.drop_table("watch_links")


def _of_room(room: str, key: str) -> dict[str, str]:
    """A seat was kept as `two-1`, its player had the id `ROOM.two-1`; "" stood for all rooms."""
    if not room:
        return {"role": "home"}
    return {"role": _ROLES.get(key, "seat"), "room": room, "person": f"{room}.{key}"}
