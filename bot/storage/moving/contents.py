"""What is in a database, row by row, so that the two sides of a move can be compared.

Which tables there are is asked of the schema, so that a new one is moved without a line here. Their
rows are read in the order of the primary key, the same on SQLite and PostgreSQL, a page at a time.
"""

import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

from sqlalchemy import Column, Connection, String, Table, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncResult

from bot.findings.moving import End
from bot.storage.moving.problems import failures_of
from bot.storage.schema import leases, metadata

PAGE = 500
"""Rows that are in memory at once; those with a picture have some twenty kilobytes each."""
Row = tuple[Any, ...]
Rows = AsyncIterator[Row]


def moved_tables() -> list[Table]:
    """All tables of the schema but the leases, each after those that it refers to.

    Leases stay behind: whoever is at work on a database is not at work on its copy.
    """
    return [table for table in metadata.sorted_tables if table is not leases]


@contextlib.asynccontextmanager
async def read_rows(end: End, connection: AsyncConnection, table: Table) -> AsyncIterator[Rows]:
    """A table's rows in the order of its key."""
    query = select(table).order_by(*_order(connection, table))
    with failures_of(end):
        result = await connection.stream(query.execution_options(yield_per=PAGE))
    try:
        yield _read(end, result)
    finally:
        await result.close()


async def _read(end: End, result: AsyncResult[Any]) -> Rows:
    with failures_of(end):
        async for row in result:
            yield tuple(row)


def _order(connection: AsyncConnection, table: Table) -> Iterator[Any]:
    # SQLite compares text byte by byte, a server as its language has it.
    on_server = connection.dialect.name != "sqlite"
    for column in table.primary_key:
        yield column.collate("C") if on_server and isinstance(column.type, String) else column


def key_of(table: Table, row: Row) -> tuple[object, ...]:
    """The key under which a row of a table is found."""
    together = zip(table.columns, row, strict=True)
    return tuple(value for column, value in together if column.primary_key)


def count_rows(connection: Connection, table: Table) -> int:
    """How many rows a table has."""
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def foreign_contents(connection: Connection) -> tuple[str, ...]:
    """The tables, and the columns of our tables, that are not the referee's."""
    looked, ours = inspect(connection), metadata.tables
    there = set(looked.get_table_names()) - {"alembic_version"}
    columns = (
        f"{name}.{column['name']}"
        for name in there & ours.keys()
        for column in looked.get_columns(name)
        if column["name"] not in ours[name].columns
    )
    return tuple(sorted([*(there - ours.keys()), *columns]))


def last_number(connection: Connection, table: Table) -> int:
    """The highest number that the database has ever given to a row of a table; 0 where none.

    That row may be gone since: its number is not given again.
    """
    column = table.autoincrement_column
    if column is None:
        return 0
    highest = connection.execute(select(func.max(column))).scalar_one() or 0
    return max(highest, _given(connection, column))


def _given(connection: Connection, column: Column[Any]) -> int:
    if connection.dialect.name == "sqlite":
        asked = text("SELECT max(seq) FROM sqlite_sequence WHERE name = :table")
        return int(connection.execute(asked, {"table": column.table.name}).scalar_one() or 0)
    name = _sequence(connection, column)
    query = f"SELECT last_value, is_called FROM {name}"  # noqa: S608
    last, called = connection.exec_driver_sql(query).one()
    return int(last) if called else int(last) - 1


def number_after(connection: Connection, table: Table, last: int) -> None:
    """Has the database give the number after `last` to the next row of a table."""
    column = table.autoincrement_column
    if column is None:
        return
    if connection.dialect.name == "sqlite":
        named = {"table": table.name, "last": last}
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), named)
        connection.execute(text("INSERT INTO sqlite_sequence VALUES (:table, :last)"), named)
        return
    values = {"name": _sequence(connection, column), "next": last + 1}
    connection.execute(text("SELECT setval(cast(:name AS text), :next, false)"), values)


def _sequence(connection: Connection, column: Column[Any]) -> str:
    """What counts a column up on a server."""
    asked = text("SELECT pg_get_serial_sequence(:table, :column)")
    values = {"table": column.table.name, "column": column.name}
    return str(connection.execute(asked, values).scalar_one())
