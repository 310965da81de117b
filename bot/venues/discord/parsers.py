"""Gateway events that discord.py can't parse: one is logged with its name and skipped.

Discord sends a message in a shape that this version of discord.py does not know. Its parser raises,
which would end the client, and with it every match's connection. So that one event is left out; if
it was of a room, the room is read, since what was said there may have been a turn, and if only its
server is known, all rooms there.
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
    """Has each parser's exceptions logged.

    `skipped` is given the ids of the server and the channel, "" for all of the server's.
    """
    for event in parsers.keys() - NEEDED:
        parsers[event] = _guarded(event, parsers[event], skipped)


def _guarded(event: str, parse: Parser, skipped: Callable[[str, str], None]) -> Parser:
    def parse_or_skip(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            server, channel = _place(event, data)
            log.exception("%s of channel %s can't be parsed: it is skipped", event, channel or "-")
            if server:
                skipped(server, channel)

    return parse_or_skip


def _place(event: str, data: Any) -> tuple[str, str]:
    """The ids of an event's server and channel; "" where it names none, or none that is an id.

    Events about a server, a channel or a thread name it by their own id.
    """
    about = data if isinstance(data, dict) else {}
    own = str(about.get("id", ""))
    server = str(about.get("guild_id", own if event.startswith("GUILD_") else ""))
    of_channel = event.startswith(("CHANNEL_", "THREAD_"))
    channel = str(about.get("channel_id", own if of_channel else ""))
    return server if server.isdecimal() else "", channel if channel.isdecimal() else ""
