"""The settings → the forums that are served, with their connections."""

from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.desk.desk import Desk
from bot.settings import Settings
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.venues.forum.connection import ForumConnection
from bot.venues.forum.discourse import MOST_A_MINUTE, Discourse
from bot.venues.forum.nodebb import NodeBB
from bot.venues.forum.venue import ForumVenue

Observe = Callable[[datetime], None]
"""Told of every Date that a forum's answers bear."""


def make_forums(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> list[ForumVenue]:
    """A venue for each forum that is set."""
    venues = []
    every = settings.forum_every
    if settings.nodebb_url:
        venues.append(
            ForumVenue(
                lambda observe: make_nodebb(settings, timepiece, observe),
                settings.nodebb_category,
                every,
                desk,
                store,
                timepiece,
                needs_album=True,
            )
        )
    if settings.discourse_url:
        venues.append(
            ForumVenue(
                lambda observe: make_discourse(settings, timepiece, observe),
                settings.discourse_category,
                every,
                desk,
                store,
                timepiece,
                needs_album=False,
            )
        )
    return venues


def make_nodebb(settings: Settings, timepiece: Timepiece, observe: Observe) -> NodeBB:
    """The API of the NodeBB that is set."""
    headers = {"Authorization": f"Bearer {settings.nodebb_token}"}
    connection = _connection(settings.nodebb_url, headers, timepiece, observe)
    return NodeBB(settings.nodebb_url, connection, ZoneInfo(settings.forum_timezone))


def make_discourse(settings: Settings, timepiece: Timepiece, observe: Observe) -> Discourse:
    """The API of the Discourse that is set."""
    headers = {"Api-Key": settings.discourse_key, "Api-Username": settings.discourse_user}
    connection = _connection(settings.discourse_url, headers, timepiece, observe, MOST_A_MINUTE)
    return Discourse(settings.discourse_url, settings.discourse_user, connection)


def _connection(
    url: str,
    headers: Mapping[str, str],
    timepiece: Timepiece,
    observe: Observe,
    most: int | None = None,
) -> ForumConnection:
    return ForumConnection(url, headers, timepiece, observe, most)
