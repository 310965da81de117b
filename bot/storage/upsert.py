"""One statement that adds a row or changes the one that is there, whoever else does so just now.

Two processes note at the same moment that they are on duty, and there is no such note yet: where
each looks first and adds then, one of them fails.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Row = Mapping[str, object]


def upsert(
    connection: Connection, table: Table, key: Row, values: Row, new: Row | None = None
) -> None:
    """Changes the `values` of the row of a key; a new row has what is `new` besides."""
    row = {**key, **(new or {}), **values}
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    added = insert(table).values(row)
    connection.execute(added.on_conflict_do_update(index_elements=list(key), set_=dict(values)))
