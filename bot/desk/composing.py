"""What an announcement says and shows at its venue, and the sending of it.

Red plays a turn: its sentence, its board, its buttons. A sentence or a picture that can't be made
costs the room that and no more: the clock waits for the announcement.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from bot.cups.events import CupEvent
from bot.desk.venue import Announcement, Button, Posted, Venue, VenueError
from bot.referee.events import Event
from bot.referee.hosting import mark_of
from bot.referee.match import Match, Room, Status
from bot.servers.settings import ServerSettings
from bot.storage.failures import StoreError
from bot.storage.store import Outgoing
from bot.timing import Timepiece, retrying
from bot.views.scenes import match_scene
from bot.wording.announcements import Words, announce
from bot.wording.forms import LABELS
from bot.wording.troubles import speechless_text
from bot.wording.venues import unsent_text
from renderers.scene import Scene

log = logging.getLogger(__name__)

Made = TypeVar("Made")

RETRY_FIRST, RETRY_MAX = timedelta(seconds=0.5), timedelta(seconds=30)
"""Between two tries of one announcement, at most; it is tried until it is made."""
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
    about = f"match {outgoing.match}: event {outgoing.through}"
    words = made_or(
        Words(speechless_text()),
        lambda: announce(match, events, venue.voice, venue.now(), link),
        f"{about} has no words",
    )
    bare = match.status is Status.WAITING and match.beginning is None
    board = words.board and (venue.places.opens_with_board or not bare)
    return Announcement(
        match=outgoing.match,
        nonce=nonce_of(outgoing.match, outgoing.through, events[-1]),
        text=words.text,
        scene=scene_of(venue, match, outgoing, rules) if board else None,
        ping=words.ping,
        buttons=_buttons(venue, match, words, page=pages and match.status is Status.WAITING),
        reply_to=outgoing.reply_to,
    )


def nonce_of(stream: int | str, number: int, event: Event | CupEvent) -> str:
    """What makes a repeat of an announcement known as one, by its event."""
    # After a backup was restored, or on a new database, other events have the same numbers.
    return f"{stream}.{number}.{round(event.at.timestamp() * 1000) % 10**8}"


def _buttons(venue: Venue, match: Match, words: Words, *, page: bool) -> tuple[Button, ...]:
    if not venue.places.buttons or not words.buttons:
        return ()
    actions = dict.fromkeys((*words.buttons, *[_PLAY] * page))
    return tuple(Button(action, LABELS[action], asked=_asked(match, action)) for action in actions)


def _asked(match: Match, action: str) -> int | None:
    """The mark of the request that a button answers; None for any other button."""
    answers = action.startswith(("accept-", "decline-"))
    return mark_of(match.request) if answers and match.request else None


def scene_of(venue: Venue, match: Match, outgoing: Outgoing, rules: ServerSettings) -> Scene | None:
    """The picture of an announcement; where it can't be made there is none."""
    return made_or(
        None,
        lambda: match_scene(match, venue.now(), outgoing.match, venue.places.look(rules)),
        f"match {outgoing.match}: event {outgoing.through} has no picture",
    )


def made_or(otherwise: Made, make: Callable[[], Made], failure: str) -> Made:
    """A part of an announcement; the clock waits for it, so one that can't be made is left out."""
    try:
        return make()
    except Exception:
        log.exception("%s", failure)
        return otherwise


async def until_made(
    timepiece: Timepiece,
    about: str,
    attempt: Callable[[], Awaitable[Visible]],
    *,
    waits: Callable[[], None] = lambda: None,
    failures: tuple[type[Exception], ...] = (VenueError,),
) -> Visible:
    """Tries to make an announcement until it is made, or fails for good; `waits` is called between.

    VenueError if the venue will not have it.
    """

    def retried(error: BaseException | None) -> None:
        log.warning("%s waits: %s", about, error)
        waits()

    def passing(error: BaseException) -> bool:
        return isinstance(error, failures) and not getattr(error, "lasting", False)

    return await retrying(timepiece, RETRY_FIRST, RETRY_MAX, passing, on_retry=retried)(attempt)


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
