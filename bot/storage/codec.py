"""Events as JSON and back. Times are ISO 8601 in UTC, lengths of time whole microseconds."""

import json
from datetime import timedelta
from typing import cast

from cattrs import BaseValidationError, Converter
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from bot.referee.events import Event

_MICROSECOND = timedelta(microseconds=1)


def _converter() -> Converter:
    converter = make_converter(omit_if_default=True)
    converter.register_unstructure_hook(timedelta, lambda length: length // _MICROSECOND)
    converter.register_structure_hook(timedelta, lambda count, _: timedelta(microseconds=count))
    configure_tagged_union(Event, converter, tag_name="kind")
    return converter


DECODE_ERRORS = (ValueError, TypeError, KeyError, BaseValidationError)
"""What reading something else than an event can raise."""
_CONVERTER = _converter()


def encode(event: Event) -> str:
    """An event as one line of JSON."""
    # Plain ASCII: a database may refuse a name's lone surrogates and zeros.
    return json.dumps(_CONVERTER.unstructure(event, Event))


def decode(text: str) -> Event:
    """The event that `encode` wrote; one of `DECODE_ERRORS` for anything else."""
    return cast("Event", _CONVERTER.structure(json.loads(text), Event))  # type: ignore[arg-type]


def kind(event: Event) -> str:
    """The name under which an event is stored."""
    return type(event).__name__
