"""How the log is written, what each line is about, and what is kept out of all of them.

A turn can't be stored. People read `2026-11-22 22:04:12,031 WARNING bot.desk.ledger: match 7 is out
of sync: …`. With `LOG_FORMAT=json` the same record is one line, tracebacks and all:
`{"timestamp": …, "level": "warning", "logger": …, "event": …, "match": 7, "venue": "discord", …}`.

Ann's "E5" is dealt with. Whatever is logged meanwhile, by this program or by a library that it
calls, belongs to that message: where the log has fields, the line carries match, venue, room and
message. Tasks that are begun meanwhile belong to it too, until they say otherwise.

Tokens and passwords are kept out of everything the program writes. Nothing should ever be found: no
sentence is made with a secret in it. But an error's text comes from libraries below, and a log line
may come from any of them.
"""

import json
import logging
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from math import isfinite
from typing import Any
from urllib.parse import unquote

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


HIDDEN = "•••"
_LEAST = 4
"""A shorter secret is not looked for: it would be found everywhere, and guessed anyway."""
# Greedy, since a password with an unescaped @ must not be taken for a host.
_PASSWORD = re.compile(r"://[^/?#:@]*:(.+)@")
# Discord gives each interaction a token for a quarter of an hour; whoever has it can answer as the
# referee. The library's own log has it, in addresses and in events.
_ANSWERING = (
    re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?'\"]+"),
    re.compile(r"""(["']token["']:\s*["'])[^"']+"""),
)
# Whoever has a link may do what it is to: watch, or play from a seat. Those behind a "#" are one or
# several, and no longer word is taken for one.
_LINKS = (
    re.compile(r"(/(?:watch|hall|cup)/)[A-Za-z0-9_-]{22,}"),
    re.compile(r"(\bBearer )[A-Za-z0-9_-]{22,}(?:,[A-Za-z0-9_-]{22,})*"),
    re.compile(r"(#)[A-Za-z0-9_-]{32}(?:,[A-Za-z0-9_-]{32})*(?![A-Za-z0-9_-])"),
)
_IN_QUERY = re.compile(r"[?&](?:password|sslpassword|passfile)=([^&#]+)")


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """The tokens and the passwords in addresses, as written and as meant, longest first."""
    secrets = {settings.discord_token, settings.nodebb_token, settings.discourse_key}
    for url in (settings.database_url, settings.discord_api_url, settings.discord_gateway_url):
        for pattern in (_PASSWORD, _IN_QUERY):
            for match in pattern.finditer(url):
                secrets |= {match[1], unquote(match[1]), *_pieces(match[1])}
    # An error quotes a value as Python spells it, or as JSON does.
    secrets |= {spelt for it in secrets for spelt in (repr(it)[1:-1], json.dumps(it)[1:-1])}
    return tuple(sorted((it for it in secrets if len(it) >= _LEAST), key=len, reverse=True))


def _pieces(password: str) -> list[str]:
    """The pieces of a password with an unescaped @ in it, as reading its address makes them."""
    return re.split(r"[@/?#:]", password) if "@" in password else []


def hide(text: str, secrets: Sequence[str]) -> str:
    """The text without the secrets, and without the token of any interaction or link."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    for pattern in (*_ANSWERING, *_LINKS):
        text = pattern.sub(rf"\g<1>{HIDDEN}", text)
    return text


class DiscreetFormatter(logging.Formatter):
    """Log lines, tracebacks and all, without the secrets."""

    def __init__(self, layout: str, secrets: Sequence[str]) -> None:
        super().__init__(layout)
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        return hide(super().format(record), self._secrets)


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
