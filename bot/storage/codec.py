"""Events as JSON and back, and what is worked out from them.

Times are ISO 8601 in UTC, lengths of time whole microseconds.
"""

import json
from dataclasses import asdict
from datetime import timedelta
from typing import Any, cast

from cattrs import BaseValidationError, Converter
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from bot.cups.events import CupEvent
from bot.referee.events import Event
from bot.servers.results import Result
from bot.servers.settings import USUAL, ServerSettings, still_known

_SECOND, _MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)
_CELL_NAMES = {True: "on", False: "off", None: "usual"}


_AnyEvent = Event | CupEvent


def _converter() -> Converter:
    converter = make_converter(omit_if_default=True)
    converter.register_unstructure_hook(timedelta, lambda length: length // _MICROSECOND)
    converter.register_structure_hook(timedelta, lambda count, _: timedelta(microseconds=count))
    configure_tagged_union(Event, converter, tag_name="kind")
    configure_tagged_union(CupEvent, converter, tag_name="kind")
    configure_tagged_union(_AnyEvent, converter, tag_name="kind")
    return converter


DECODE_ERRORS = (ValueError, TypeError, KeyError, BaseValidationError)
"""What reading something else than an event can raise."""
_CONVERTER = _converter()


def encode(event: Event | CupEvent) -> str:
    # Plain ASCII: a database may refuse a name's lone surrogates and zeros.
    return json.dumps(_CONVERTER.unstructure(event, _AnyEvent))


def decode(text: str) -> Event:
    """The event of a match that `encode` wrote; one of `DECODE_ERRORS` for anything else."""
    return cast("Event", _CONVERTER.structure(json.loads(text), Event))  # type: ignore[arg-type]


def decode_of_cup(text: str) -> CupEvent:
    return cast("CupEvent", _CONVERTER.structure(json.loads(text), CupEvent))  # type: ignore[arg-type]


def kind(event: Event | CupEvent) -> str:
    return type(event).__name__


def encode_result(result: Result) -> str:
    return json.dumps(_CONVERTER.unstructure(result))


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
