"""How the log is written, and what each line is about.

A turn can't be stored. People read `2026-11-22 22:04:12,031 WARNING bot.desk.ledger: match 7 is out
of sync: …`. With `LOG_FORMAT=json` the same record is one line, tracebacks and all:
`{"timestamp": …, "level": "warning", "logger": …, "event": …, "match": 7, "venue": "discord", …}`.

Ann's "E5" is dealt with. Whatever is logged meanwhile, by this program or by a library that it
calls, belongs to that message: where the log has fields, the line carries match, venue, room and
message. Tasks that are begun meanwhile belong to it too, until they say otherwise.
"""

import json
import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from math import isfinite
from typing import Any

from bot.logs.redaction import HIDDEN, DiscreetFormatter, hide, secrets_of
from bot.settings import Settings

FIELDS = ("match", "venue", "room", "message")
_current: ContextVar[Mapping[str, int | str | None] | None] = ContextVar("log_fields", default=None)


@contextmanager
def about(**fields: int | str | None) -> Iterator[None]:
    """Within it, log lines have these fields too; None takes away a field that was set outside."""
    before = _current.get() or {}
    token = _current.set({**before, **fields})
    try:
        yield
    finally:
        _current.reset(token)


def fields() -> dict[str, int | str]:
    """What is being worked on now, as far as that is known."""
    now = _current.get() or {}
    return {name: value for name in FIELDS if (value := now.get(name)) is not None}


_LAYOUT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TOKEN = "token"  # noqa: S105
_FIRST = ("timestamp", "level", "logger", "event", *FIELDS, "exception")
"""The first fields of a line, in their order; other fields of a record come behind them."""
_OURS = frozenset({"timestamp", "level", "logger", "event", "exception", "stack"})
_USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime"}
"""Attributes that are no fields: every record has them, or another formatter adds them."""


def set_up_logging(settings: Settings) -> None:
    """Has everything logged to standard error from now on, as the settings say."""
    secrets = secrets_of(settings)
    handler = logging.StreamHandler()
    if settings.log_format == "json":
        handler.setFormatter(JsonFormatter(secrets))
        logging.captureWarnings(capture=True)
    else:
        handler.setFormatter(DiscreetFormatter(_LAYOUT, secrets))
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # Alembic and the libraries below speak only when something is wrong.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # At DEBUG SQLite's driver would log all that is stored or looked up, such as links and words.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    # The log tells of such errors, since it hides secrets; Python does not know them.
    threading.excepthook = _thread_failed


def _thread_failed(args: threading.ExceptHookArgs) -> None:
    if args.exc_type is not SystemExit:
        logging.getLogger("referee").error("a thread broke down", exc_info=args.exc_value)


class JsonFormatter(logging.Formatter):
    """One JSON object a line, whatever is logged; nothing in it is a secret."""

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__()
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """One record as a line; one that can't be formatted says so, without what it would say."""
        try:
            return self._line(self._values(record))
        except Exception as error:
            where = f"{record.module}:{record.lineno}"
            failed = f"a line of {where} could not be written: {type(error).__name__}"
            return self._line(_basics(record) | {"event": failed})

    def _values(self, record: logging.LogRecord) -> dict[str, Any]:
        """A record's fields in their order: what it is about, then what else came with it."""
        extra = {
            f"{key}_" if key in _OURS else key: value
            for key, value in vars(record).items()
            if key not in _USUAL
        }
        values = fields() | extra | _basics(record) | {"event": record.getMessage()}
        if record.exc_info and record.exc_info[0] is not None:
            values["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            values["stack"] = record.stack_info
        return {key: values[key] for key in _FIRST if key in values} | values

    def _line(self, values: dict[str, Any]) -> str:
        # Secrets are taken out before the text becomes JSON, which spells some of them otherwise.
        # Signs beyond ASCII are escaped: some would end the line, others can't be written.
        return json.dumps(_hidden(values, self._secrets), ensure_ascii=True)


def _basics(record: logging.LogRecord) -> dict[str, Any]:
    return {
        "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
    }


def _hidden(value: Any, secrets: Sequence[str]) -> Any:
    match value:
        case None | bool():
            return value
        case int() | float():
            text = str(value)
            hidden = hide(text, secrets)
            return value if hidden == text and isfinite(value) else hidden
        case Mapping():
            return {
                hide(str(key), secrets): HIDDEN if key == _TOKEN else _hidden(inner, secrets)
                for key, inner in value.items()
            }
        case list() | tuple() | set() | frozenset():
            return [_hidden(inner, secrets) for inner in value]
        case _:
            return hide(value if isinstance(value, str) else str(value), secrets)
