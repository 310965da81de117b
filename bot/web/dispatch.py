"""What a page's message asks for: something said, a button pressed, or a file to take home."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.logs.fields import about
from bot.web.messages_in import name_in
from bot.web.people import Participant
from bot.web.services import Services
from bot.web.whisper import Whisper
from bot.wording.room import BROKEN, NO_MATCH, UNREADABLE

log = logging.getLogger(__name__)


async def dispatch(
    services: Services,
    participant: Participant,
    message: Mapping[str, Any],
    at: datetime,
    tell: Callable[[str], None],
) -> Whisper | None:
    """Deals with a message of a page; whatever goes wrong, the page is told so.

    `tell` tells the page something meanwhile, such as that a line can't be stored at once.
    """
    room = participant.room
    with about(venue=room.venue, room=room.id):
        try:
            return await _dispatch(services, participant, message, at, tell)
        except Exception:
            log.exception("%s: a message could not be dealt with", participant.subject)
            return Whisper(BROKEN)


async def _dispatch(
    services: Services,
    participant: Participant,
    message: Mapping[str, Any],
    at: datetime,
    tell: Callable[[str], None],
) -> Whisper | None:
    await services.kind.ready(participant.room)
    subject = participant.subject
    # The page may be gone by now, and with the last one what was known of its match.
    held = services.pages.match(subject) or await services.kind.latest(subject)
    match message:
        case {"type": "order", "act": str(act)} if act.startswith("cup-"):
            cups = services.kind.cups
            options = message.get("options")
            return None if cups is None else await cups.take(participant, act, options, at)
    if held is None:
        return await _without_match(services, participant, message, at, tell)
    who = replace(participant, room=held.room)
    match message:
        case {"type": "say", "text": str(text), "key": str(key)} if 0 < len(key) <= 64:
            name = name_in(message) or who.guest.name
            speaker = replace(who, guest=replace(who.guest, name=name))
            return await services.acts.say(speaker, held, text, key, at, tell)
        case {"type": "save", "what": str(what)}:
            return await services.downloads.take(who, held, what, message.get("turn"), at)
        case {"type": "order", "act": str(act)}:
            async with services.kind.once_ruled(held, at):
                return await services.orders.take(who, held, act, message.get("options"), at)
        case {"type": "act", "act": str(act)}:
            async with services.kind.once_ruled(held, at):
                return await services.presses.press(who, held, act, at, message.get("asked"))
        case _:
            return Whisper(UNREADABLE)


async def _without_match(
    services: Services,
    who: Participant,
    message: Mapping[str, Any],
    at: datetime,
    tell: Callable[[str], None],
) -> Whisper | None:
    """In the room of a cup people talk before there is any match."""
    if services.kind.cups is None:
        return Whisper(BROKEN)
    match message:
        case {"type": "say", "text": str(text), "key": str(key)} if 0 < len(key) <= 64:
            name = name_in(message)
            if name and not who.persons:
                who = replace(who, guest=replace(who.guest, name=name))
            return await services.acts.say_without_match(who, text, key, at, tell)
        case _:
            return Whisper(NO_MATCH)
