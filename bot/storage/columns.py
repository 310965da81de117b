"""Columns that hold a value of Python's in the form in which it lies in the database.

One byte of one row is wrong: the value is read as None, and that row alone is put aside. Everything
else goes on.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import TypeEngine

from bot.servers.reminders import read_quiet
from bot.storage.codec import (
    DECODE_ERRORS,
    decode,
    decode_result,
    decode_settings,
    encode,
    encode_result,
    encode_settings,
)

_SECOND, _MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


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
    """A moment as microseconds since 1970."""
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
EVENT = Kept(sa.Text(), encode, decode)
RESULT = Kept(sa.Text(), encode_result, decode_result)
SETTINGS = Kept(sa.Text(), encode_settings, decode_settings)
