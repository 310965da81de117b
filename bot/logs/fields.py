"""What is being worked on, for the log: the match, its venue and room, and the message.

Ann's "E5" is dealt with. Whatever is logged meanwhile, by this program or by a library that it
calls, belongs to that message: where the log has fields (`LOG_FORMAT=json`), the line carries them.
Tasks that are begun meanwhile belong to it too, until they say otherwise.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

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
