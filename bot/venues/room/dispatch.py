"""What a page's message asks for: something said, a button pressed, or a file to take home."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.logs.fields import about
from bot.venues.room.frames import name_in
from bot.venues.room.place import VENUE
from bot.venues.room.seats import Participant
from bot.venues.room.services import Services
from bot.venues.room.whisper import Whisper
from bot.wording.room import BROKEN, UNREADABLE

log = logging.getLogger(__name__)


async def dispatch(
    services: Services,
    participant: Participant,
    message: Mapping[str, Any],
    at: datetime,
    waits: Callable[[], None],
) -> Whisper | None:
    """Deals with a message of a page; whatever goes wrong, the page is told so.

    `waits` is called where a line can't be stored at once.
    """
    with about(venue=VENUE, room=participant.room):
        try:
            await services.ready()
            held = services.pages.match(participant.room)
            if held is None:
                return Whisper(BROKEN)
            number, match = held
            match message:
                case {"type": "say", "text": str(text), "key": str(key)} if 0 < len(key) <= 64:
                    speaker = replace(participant, name=name_in(message) or participant.name)
                    return await services.acts.say(speaker, number, match, text, key, at, waits)
                case {"type": "save", "what": str(what)}:
                    turn = message.get("turn")
                    return await services.downloads.take(participant, number, match, what, turn, at)
                case {"type": "order", "act": str(act)}:
                    return await services.orders.take(
                        participant, match, act, message.get("options"), at
                    )
                case {"type": "act", "act": str(act)}:
                    return await services.presses.press(participant, number, match, act, at)
                case _:
                    return Whisper(UNREADABLE)
        except Exception:
            log.exception("room %s: a message could not be dealt with", participant.room)
            return Whisper(BROKEN)
