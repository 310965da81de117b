"""Gateway events that discord.py can't parse: one is logged with its name and skipped.

Discord sends a message in a shape that this version of discord.py does not know. Its parser raises,
which would end the client, and with it every match's connection. So that one event is left out; if
it was of a room, the room is read, since what was said there may have been a turn.
"""

import logging
from collections.abc import Callable, MutableMapping
from typing import Any, Final

log = logging.getLogger(__name__)

Parser = Callable[[Any], None]
NEEDED: Final = frozenset(("READY", "RESUMED"))
"""Without these there is no session: whoever can't parse them must connect anew."""


def skip_unparseable(
    parsers: MutableMapping[str, Parser], skipped: Callable[[str, str], None]
) -> None:
    """Has each parser's exceptions logged; `skipped` is given the ids of server and channel."""
    for event in parsers.keys() - NEEDED:
        parsers[event] = _guarded(event, parsers[event], skipped)


def _guarded(event: str, parse: Parser, skipped: Callable[[str, str], None]) -> Parser:
    def parse_or_skip(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            about = data if isinstance(data, dict) else {}
            server, channel = str(about.get("guild_id", "")), str(about.get("channel_id", ""))
            log.exception("%s of channel %s can't be parsed: it is skipped", event, channel or "-")
            if server and channel:
                skipped(server, channel)

    return parse_or_skip
