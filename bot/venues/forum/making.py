"""The settings → the forums that are served, with their connections."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
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
    kinds = (
        (settings.nodebb_url, make_nodebb, settings.nodebb_category),
        (settings.discourse_url, make_discourse, settings.discourse_category),
    )
    return [
        ForumVenue(
            partial(make, settings, timepiece),
            categories,
            settings.forum_every,
            desk,
            store,
            timepiece,
            needs_album=make is make_nodebb,
        )
        for url, make, categories in kinds
        if url
    ]


def make_nodebb(settings: Settings, timepiece: Timepiece, observe: Observe) -> NodeBB:
    """The API of the NodeBB that is set."""
    headers = {"Authorization": f"Bearer {settings.nodebb_token}"}
    connection = ForumConnection(settings.nodebb_url, headers, timepiece, observe)
    zone = ZoneInfo(settings.forum_timezone)
    return NodeBB(settings.nodebb_url, connection, zone, timepiece)


def make_discourse(settings: Settings, timepiece: Timepiece, observe: Observe) -> Discourse:
    """The API of the Discourse that is set."""
    headers = {"Api-Key": settings.discourse_key, "Api-Username": settings.discourse_user}
    url = settings.discourse_url
    connection = ForumConnection(url, headers, timepiece, observe, MOST_A_MINUTE)
    return Discourse(url, settings.discourse_user, connection)
