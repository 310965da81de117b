"""Databases with much in them, made cheaply; and what lies in one, read without our own code."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import Boolean, Connection, Integer, LargeBinary, Table, insert, select
from sqlalchemy.engine import make_url

from bot.storage import schema
from bot.storage.columns import as_kept
from bot.storage.schema import metadata
from bot.storage.store import Store, open_store
from storage.evening import keep_evening

Contents = dict[str, list[tuple[Any, ...]]]
"""The rows of each table, in an order of their own."""
_NAMES = ("Ann", "Björk", "홍진호", "Łukasz", "O'Neil", '🦆 \\ "quoted"')


async def fill(url: str, ended: int, open_: int) -> None:
    """Stores so many matches, ended and open, and some rows in every other table."""
    if not url.startswith("sqlite"):
        await _fill(url, ended, open_)
        return
    file, write = Path(str(make_url(url).database)), Path.write_bytes
    if (ended, open_) in _FILLED:
        write(file, _FILLED[ended, open_])
    else:
        await _fill(url, ended, open_)
        _FILLED[ended, open_] = all_of(file)


def all_of(file: Path) -> bytes:
    """A database's file with what its journal holds, where its last connection is still closing."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


_FILLED: dict[tuple[int, int], bytes] = {}
"""Files that were filled before: many tests begin with the same."""


async def _fill(url: str, ended: int, open_: int) -> None:
    store = await open_store(url)
    await keep_evening(store)
    await store.write(lambda connection: _multiply(connection, ended, open_))
    for table in metadata.sorted_tables:
        if table.name not in ("matches", "leases") and not await _has_rows(store, table):
            rows = [_any_row(table, number) for number in range(1, 8)]
            await store.write(
                lambda connection, t=table, r=rows: connection.execute(insert(as_kept(t)), r)
            )  # type: ignore[misc]
    await store.close()


async def _has_rows(store: Store, table: Table) -> bool:
    return await store.read(
        lambda connection: connection.execute(select(table).limit(1)).first() is not None
    )


def _multiply(connection: Connection, ended: int, open_: int) -> None:
    """The first match again and again, with other people; the open ones lack the end."""
    of_match = (schema.players, schema.events, schema.rulings, schema.outbox)
    model = {
        table: [
            row._asdict() for row in connection.execute(select(table).order_by(*table.primary_key))
        ]
        for table in of_match
    }
    first = connection.execute(select(schema.matches)).one()._asdict()
    # The database counts them itself, as it did the first.
    del first["id"]
    for number in range(2, ended + open_ + 1):
        is_open = number > ended
        changed = {"open": is_open, "room": f"room {number}"}
        connection.execute(insert(schema.matches), [first | changed])
        for table, rows in model.items():
            if table is schema.events and is_open:
                rows = rows[:-1]  # noqa: PLW2901
            connection.execute(insert(table), [_again(row, number) for row in rows])


def _again(row: dict[str, Any], match: int) -> dict[str, Any]:
    again = row | {"match": match}
    if "data" in row:
        again["data"] = row["data"].replace('"Ann"', json.dumps(_NAMES[match % len(_NAMES)]))
    return again


def _any_row(table: Table, number: int) -> dict[str, Any]:
    """A row of whatever table, the same for the same number."""
    row: dict[str, Any] = {}
    for column in table.columns:
        if column is table.autoincrement_column:
            continue
        form = getattr(column.type, "form", column.type)
        if column.foreign_keys or isinstance(form, Integer):
            row[column.name] = number
        elif isinstance(form, Boolean):
            row[column.name] = bool(number % 2)
        elif isinstance(form, LargeBinary):
            row[column.name] = bytes(range(256)) * number
        elif column.nullable and number % 3 == 0:
            row[column.name] = None
        else:
            # Capitals, small letters and others: languages sort them in another way than bytes.
            row[column.name] = f"{'aBäZ한_b'[number % 7]}{number}"
    return row


async def execute(url: str, statement: str) -> None:
    """Changes a database behind the program's back."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(str(make_url(url).database))) as database:
            database.execute(statement)
            database.commit()
        return
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def contents(url: str) -> Contents:
    """All that lies in a database, in plain values; without who is at work on it."""
    file = make_url(url).database if url.startswith("sqlite") else None
    found = await _on_server(url) if file is None else _in_file(file)
    for name in ("leases", "alembic_version"):
        found.pop(name, None)
    return found


def _in_file(file: str) -> Contents:
    with closing(sqlite3.connect(file)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: _sorted([dict(zip(columns, row, strict=True)) for row in found.fetchall()])
            for (name,) in names
            if not name.startswith("sqlite_")
            for found in [database.execute(f'SELECT * FROM "{name}"')]  # noqa: S608
            for columns in [[column[0] for column in found.description]]
        }


async def _on_server(url: str) -> Contents:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        names = await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        )
        return {
            name: _sorted([dict(row) for row in await connection.fetch(f"TABLE {name}")])
            for (name,) in names
        }
    finally:
        await connection.close()


def _sorted(rows: Any) -> list[tuple[Any, ...]]:
    return sorted([tuple((name, row[name]) for name in sorted(row)) for row in rows], key=repr_of)


def repr_of(row: tuple[Any, ...]) -> str:
    """By what rows are put in order: true and 1 are the same."""
    return repr(tuple((name, int(v) if isinstance(v, bool) else v) for name, v in row))
