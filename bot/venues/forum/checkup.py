"""Asks the forums that are set what the referee is and may do there; for `referee doctor`.

Nothing is posted, and nothing but lists and settings is read.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.desk.venue import VenueError
from bot.findings.database import Finding
from bot.settings import Settings
from bot.timing import RealTime
from bot.venues.forum.discourse import Discourse
from bot.venues.forum.forums import Forum
from bot.venues.forum.nodebb import NodeBB
from bot.venues.forum.venue import make_discourse, make_nodebb
from bot.wording import doctor_venues as say

BARE_TURN = "E5"
"""The first turn of most matches is one stone, and so are many later ones."""
NOTABLE = timedelta(seconds=2)
"""A clock that differs by less is as good as right: a Date has whole seconds."""
OLDEST, SAFE = (4, 10), (4, 14, 8)
"""The oldest NodeBB that is known to work, and the first that shows moderators no token."""
_NEW_PLAYERS = {
    "max_consecutive_replies": 30,
    "newuser_max_replies_per_topic": 100,
    "max_replies_in_first_day": 100,
}
"""Settings of Discourse that stop a player in the middle of a match, and what is enough."""
_APPROVAL = ("approve_post_count", "approve_unless_trust_level")
_CAPITALS = "allow_uppercase_posts"


async def check_up(
    settings: Settings, wall_clock: Callable[[], datetime]
) -> AsyncIterator[Finding]:
    """The findings about each forum, one by one as they come."""
    ahead: list[timedelta] = []

    def observe(date: datetime) -> None:
        ahead.append(wall_clock() - date)

    if settings.nodebb_url:
        nodebb = make_nodebb(settings, RealTime(), observe)
        async for finding in _forum("NodeBB", nodebb, settings.nodebb_category, _nodebb(nodebb)):
            yield finding
        for finding in _clock("NodeBB", ahead):
            yield finding
    ahead.clear()
    if settings.discourse_url:
        discourse = make_discourse(settings, RealTime(), observe)
        checks = _discourse(discourse)
        async for finding in _forum("Discourse", discourse, settings.discourse_category, checks):
            yield finding
        for finding in _clock("Discourse", ahead):
            yield finding


async def _forum(
    name: str, forum: Forum, categories: tuple[int, ...], own: AsyncIterator[Finding]
) -> AsyncIterator[Finding]:
    """The findings for any forum, and among them its `own`, which only its software has."""
    try:
        account = await forum.sign_in()
        yield say.forum_reached(name, account.name, account.names[0])
        async for finding in own:
            yield finding
        for category in categories:
            yield await _category(name, forum, category)
    except VenueError as error:
        yield say.forum_fails(name, str(error).rstrip("."))
    finally:
        await forum.close()


async def _category(name: str, forum: Forum, category: int) -> Finding:
    try:
        if isinstance(forum, Discourse) and not await forum.has_category(category):
            return say.category_unread(name, category, say.NO_SUCH_CATEGORY)
        moderates = (await forum.listed(category, 1)).moderates
    except VenueError as error:
        return say.category_unread(name, category, str(error))
    return (say.category_moderated if moderates else say.category_not_moderated)(name, category)


async def _nodebb(forum: NodeBB) -> AsyncIterator[Finding]:
    config = await forum.config()
    version = await forum.version()
    numbers = tuple(int(number) for number in version.split(".")[:3] if number.isdecimal())
    if numbers and numbers < OLDEST:
        yield say.version_too_old(version, _dotted(OLDEST))
    elif numbers and numbers < SAFE:
        yield say.version_shows_tokens(version, _dotted(SAFE))
    else:
        yield say.version_fine("NodeBB", version)
    yield _least("NodeBB", config.get("minimumPostLength"), "Minimum Post Length")
    yield say.POSTS_QUEUED if config.get("postQueue") else say.NOTHING_QUEUED
    yield say.THUMBNAILS_ON if config.get("allowTopicsThumbnail") else say.THUMBNAILS_OFF
    yield say.PICTURES_UNLIMITED if forum.takes_all_pictures else say.PICTURES_LIMITED


async def _discourse(forum: Discourse) -> AsyncIterator[Finding]:
    version = str((await forum.about()).get("version", ""))
    yield say.version_fine("Discourse", version)
    settings = await forum.settings()
    yield _least("Discourse", settings.get("min_post_length"), "min_post_length")
    for finding in _new_players(settings):
        yield finding
    yield say.PICTURES_TAKEN


def _new_players(settings: Mapping[str, Any]) -> Iterator[Finding]:
    untold = tuple(key for key in (*_NEW_PLAYERS, *_APPROVAL, _CAPITALS) if key not in settings)
    if untold:
        yield say.settings_untold(untold)
    tight = tuple(
        (key, settings[key])
        for key, enough in _NEW_PLAYERS.items()
        if isinstance(settings.get(key), int) and settings[key] < enough
    )
    approval = any(settings.get(key) for key in _APPROVAL)
    if tight or approval:
        yield say.new_players_stopped(tight, approval=approval)
    elif not untold:
        yield say.NEW_PLAYERS_FREE
    if _CAPITALS in settings:
        yield say.CAPITALS_TAKEN if settings[_CAPITALS] else say.CAPITALS_REFUSED


def _least(name: str, least: object, setting: str) -> Finding:
    if not isinstance(least, int):
        return say.least_untold(name)
    if least <= len(BARE_TURN):
        return say.least_fine(name, least, BARE_TURN)
    return say.least_too_long(name, least, BARE_TURN, setting)


def _clock(name: str, all_ahead: list[timedelta]) -> Iterator[Finding]:
    if not all_ahead:
        return
    ahead = min(all_ahead, key=abs)
    near = abs(ahead) <= NOTABLE
    yield say.forum_clock_agrees(name) if near else say.forum_clock_apart(name, ahead)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
