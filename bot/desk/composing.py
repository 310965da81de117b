"""What an announcement says and shows at its venue, and the sending of it.

Red plays a turn: its sentence, its board, its buttons. A sentence or a picture that can't be made
costs the room that and no more: the clock waits for the announcement.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.desk.venue import Announcement, Button, Posted, Venue, VenueError
from bot.referee.consent import mark_of
from bot.referee.events import Event
from bot.referee.match import Match, Status
from bot.referee.room import Room
from bot.servers.settings import ServerSettings
from bot.storage.failures import StoreError
from bot.storage.store import Outgoing
from bot.views.scenes import match_scene
from bot.wording.announcements import Words, announce
from bot.wording.forms import LABELS
from bot.wording.troubles import speechless_text
from bot.wording.venues import unsent_text
from renderers.scene import Scene

log = logging.getLogger(__name__)

_PLAY = "play"
"""The button that opens somebody's own page, where there are any."""


@dataclass(frozen=True, slots=True)
class Visible:
    """An announcement that is visible, with its board or without."""

    posted: Posted
    board: bool


def compose(
    venue: Venue,
    match: Match,
    outgoing: Outgoing,
    events: tuple[Event, ...],
    rules: ServerSettings,
    link: Callable[[str], str],
    *,
    pages: bool = False,
) -> Announcement:
    """The announcement of some events of a match, for its venue; `rules` are its server's.

    `pages` says whether players have pages of their own, which they may open before the start.
    """
    words = _words(venue, match, outgoing, events, link)
    bare = match.status is Status.WAITING and match.beginning is None
    board = words.board and (venue.places.opens_with_board or not bare)
    return Announcement(
        match=outgoing.match,
        nonce=nonce_of(outgoing, events),
        text=words.text,
        scene=scene_of(venue, match, outgoing, rules) if board else None,
        ping=words.ping,
        buttons=_buttons(venue, match, words, page=pages and match.status is Status.WAITING),
        reply_to=outgoing.reply_to,
    )


def nonce_of(outgoing: Outgoing, events: tuple[Event, ...]) -> str:
    """What makes a repeat of an announcement known as one."""
    # After a backup was restored, or on a new database, other events have the same numbers.
    moment = round(events[-1].at.timestamp() * 1000) % 10**8
    return f"{outgoing.match}.{outgoing.through}.{moment}"


def _buttons(venue: Venue, match: Match, words: Words, *, page: bool) -> tuple[Button, ...]:
    if not venue.places.buttons or not words.buttons:
        return ()
    actions = dict.fromkeys((*words.buttons, *[_PLAY] * page))
    return tuple(Button(action, LABELS[action], asked=_asked(match, action)) for action in actions)


def _asked(match: Match, action: str) -> int | None:
    """The mark of the request that a button answers; None for any other button."""
    answers = action.startswith(("accept-", "decline-"))
    return mark_of(match.request) if answers and match.request else None


def _words(
    venue: Venue,
    match: Match,
    outgoing: Outgoing,
    events: tuple[Event, ...],
    link: Callable[[str], str],
) -> Words:
    """The words of an announcement; the clock waits for it, so no failing sentence delays it."""
    try:
        return announce(match, events, venue.voice, venue.now(), link)
    except Exception:
        log.exception("match %s: event %s has no words", outgoing.match, outgoing.through)
        return Words(speechless_text())


def scene_of(venue: Venue, match: Match, outgoing: Outgoing, rules: ServerSettings) -> Scene | None:
    """The picture of an announcement; where it can't be made there is none."""
    try:
        return match_scene(match, venue.now(), outgoing.match, venue.places.look(rules))
    except Exception:
        log.exception("match %s: event %s has no picture", outgoing.match, outgoing.through)
        return None


async def send(venue: Venue, room: Room, announcement: Announcement) -> Visible:
    """Sends an announcement; where the venue can't draw its picture, the words alone."""
    failed: Exception | None = None
    plain = replace(announcement, scene=None, picture=None, again=True)
    for sent in (announcement, plain):
        try:
            return Visible(await venue.announce(room, sent), sent.scene is not None)
        except (VenueError, StoreError):
            raise
        except Exception as error:
            log.exception("match %s: %s could not be sent", sent.match, sent.nonce)
            failed = error
    raise VenueError(unsent_text(repr(failed)))
