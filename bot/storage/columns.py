"""How values of Python's lie in the database: events as JSON, columns, rows.

Times are ISO 8601 in UTC, lengths of time in events whole microseconds.

One byte of one row is wrong: the value is read as None, and that row alone is put aside. Everything
else goes on.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from cattrs import BaseValidationError
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import TypeEngine

from bot.cups.events import CupEvent
from bot.referee.events import Event
from bot.referee.match import Room
from bot.servers.reminders import read_quiet
from bot.servers.results import Result
from bot.servers.settings import USUAL, ServerSettings, still_known

Row = Mapping[str, object]
Value = TypeVar("Value")
_SECOND, _MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CELL_NAMES = {True: "on", False: "off", None: "usual"}
_AnyEvent = Event | CupEvent
DECODE_ERRORS = (ValueError, TypeError, KeyError, BaseValidationError)
"""What reading something else than an event can raise."""
_CONVERTER = make_converter(omit_if_default=True)
_CONVERTER.register_unstructure_hook(timedelta, lambda length: length // _MICROSECOND)
_CONVERTER.register_structure_hook(timedelta, lambda count, _: timedelta(microseconds=count))
for _events in (Event, CupEvent, _AnyEvent):
    configure_tagged_union(_events, _CONVERTER, tag_name="kind")


def encode(event: Event | CupEvent) -> str:
    # Plain ASCII: a database may refuse a name's lone surrogates and zeros.
    return json.dumps(_CONVERTER.unstructure(event, _AnyEvent))


def decode(text: str) -> Event:
    """The event of a match that `encode` wrote; one of `DECODE_ERRORS` for anything else."""
    return cast("Event", _CONVERTER.structure(json.loads(text), Event))  # type: ignore[arg-type]


def decode_of_cup(text: str) -> CupEvent:
    return cast("CupEvent", _CONVERTER.structure(json.loads(text), CupEvent))  # type: ignore[arg-type]


def decode_result(text: str) -> Result:
    return _CONVERTER.structure(json.loads(text), Result)


def encode_settings(rules: ServerSettings) -> str:
    """The settings as one line of JSON; lengths of time are whole seconds."""
    values = asdict(rules) | {"warnings": [length // _SECOND for length in rules.warnings]}
    return json.dumps(values | {"coordinates": _CELL_NAMES[rules.coordinates]})


def decode_settings(text: str) -> ServerSettings:
    """What `encode_settings` wrote, here or in another version: what is not known is as usual."""
    try:
        stored = json.loads(text)
        usual = asdict(USUAL)
        settings: dict[str, Any] = {
            key: value for key, value in stored.items() if type(value) is type(usual.get(key))
        }
        settings["coordinates"] = {"on": True, "off": False}.get(str(stored.get("coordinates")))
        warnings = [timedelta(seconds=int(count)) for count in stored["warnings"]]
    except (ValueError, TypeError, AttributeError, KeyError):
        return USUAL
    return still_known(ServerSettings(**settings, warnings=tuple(warnings)))


class Kept(sa.TypeDecorator[Any]):
    """A column of the type `form`; `nothing` is what None is kept as."""

    impl, cache_ok = sa.String, True

    def __init__(
        self,
        form: TypeEngine[Any],
        keep: Callable[[Any], object],
        read: Callable[[Any], object],
        nothing: object = None,
    ) -> None:
        super().__init__()
        self.impl = self.form = form  # type: ignore[assignment]
        self.keep, self.read, self.nothing = keep, read, nothing

    def process_bind_param(self, value: Any, _: object = None) -> object:
        return self.nothing if value is None else self.keep(value)

    def process_result_value(self, value: Any, _: object = None) -> Any:
        try:
            return None if value is None else self.read(value)
        except DECODE_ERRORS:
            return None


def microseconds(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(text)
    return at


STAMP = Kept(sa.String(40), datetime.isoformat, _moment)
"""ISO 8601 text in UTC."""
# Always with microseconds, so that the texts sort as the moments do.
MOMENT = Kept(sa.String(40), lambda at: at.isoformat(timespec="microseconds"), _moment)
COUNTED = Kept(sa.BigInteger(), microseconds, lambda count: _EPOCH + timedelta(microseconds=count))
"""A moment that is reckoned with, in microseconds since 1970."""
SECONDS = Kept(
    sa.Integer(), lambda length: length // _SECOND, lambda count: timedelta(seconds=count)
)
DAY = Kept(sa.String(10), date.isoformat, date.fromisoformat, nothing="")
QUIET = Kept(sa.String(8), str, read_quiet, nothing="")
LINES = Kept(sa.Text(), "\n".join, lambda text: tuple(text.split("\n")) if text else ())
EVENT = Kept(sa.Text(), encode, decode)
RESULT = Kept(sa.Text(), lambda it: json.dumps(_CONVERTER.unstructure(it)), decode_result)
SETTINGS = Kept(sa.Text(), encode_settings, decode_settings)


def upsert(
    connection: sa.Connection, table: sa.Table, key: Row, values: Row, new: Row | None = None
) -> None:
    """Changes the `values` of the row of a key; a new row has what is `new` besides.

    It is one statement. Two processes note at the same moment that they are on duty, and there is
    no such note yet: where each looks first and adds then, one of them fails.
    """
    added = adding(connection, table).values({**key, **(new or {}), **values})
    connection.execute(added.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def adding(connection: sa.Connection, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """A row's insert, which can say what is done where there is such a row already."""
    on_server = connection.dialect.name != "sqlite"
    return postgresql.insert(table) if on_server else sqlite.insert(table)


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
