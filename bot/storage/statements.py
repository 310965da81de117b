"""Rows and the values that they stand for, and one statement that adds or changes a row."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bot.referee.match import Room

Row = Mapping[str, object]
Value = TypeVar("Value")


def upsert(
    connection: sa.Connection, table: sa.Table, key: Row, values: Row, new: Row | None = None
) -> None:
    """Changes the `values` of the row of a key; a new row has what is `new` besides.

    It is one statement. Two processes note at the same moment that they are on duty, and there is
    no such note yet: where each looks first and adds then, one of them fails.
    """
    row = {**key, **(new or {}), **values}
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    added = insert(table).values(row)
    connection.execute(added.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def key(room: Room) -> dict[str, str]:
    return {"venue": room.venue, "server": room.server, "room": room.id}


def room_of(row: sa.Row[Any]) -> Room:
    return Room(row.venue, row.server, row.room)


def as_kept(table: sa.Table) -> sa.TableClause:
    """The table with each value as it lies there, damaged ones too."""
    forms = {column.name: getattr(column.type, "form", column.type) for column in table.c}
    return sa.table(table.name, *(sa.column(name, form) for name, form in forms.items()))


def row_of(value: Any) -> dict[str, Any]:
    """The fields of a dataclass whose names are those of the columns."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


def value_of(kind: type[Value], row: sa.Row[Any]) -> Value:
    """The dataclass whose fields are columns of a row."""
    return kind(**{field.name: getattr(row, field.name) for field in fields(cast("Any", kind))})
