"""Asks the forums that are set what the referee is and may do there; for `referee doctor`.

Nothing is posted, and nothing but lists and settings is read.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.desk.venue import VenueError
from bot.findings import forum as findings
from bot.settings import Settings
from bot.timing import RealTime
from bot.venues.forum.discourse import Discourse
from bot.venues.forum.making import make_discourse, make_nodebb
from bot.venues.forum.nodebb import NodeBB
from bot.venues.forum.values import Forum

BARE_TURN = "D7 F8"
LATEST = datetime.max.replace(tzinfo=UTC)
"""Nothing is listed for being newer: the first page is enough."""
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
) -> AsyncIterator[findings.ForumFinding]:
    """What is to be said about each forum, as it is found out."""
    told: list[timedelta] = []

    def observe(at: datetime) -> None:
        told.append(wall_clock() - at)

    if settings.nodebb_url:
        nodebb = make_nodebb(settings, RealTime(), observe)
        async for finding in _forum("NodeBB", nodebb, settings.nodebb_category, _nodebb(nodebb)):
            yield finding
        for finding in _clock("NodeBB", told):
            yield finding
    told.clear()
    if settings.discourse_url:
        discourse = make_discourse(settings, RealTime(), observe)
        checks = _discourse(discourse)
        async for finding in _forum("Discourse", discourse, settings.discourse_category, checks):
            yield finding
        for finding in _clock("Discourse", told):
            yield finding


async def _forum(
    name: str, forum: Forum, categories: tuple[int, ...], own: AsyncIterator[findings.ForumFinding]
) -> AsyncIterator[findings.ForumFinding]:
    """What is asked of every forum, and between it what only one of them has."""
    try:
        account = await forum.sign_in()
        yield findings.ForumReached(name, account.name, account.names[0])
        async for finding in own:
            yield finding
        for category in categories:
            yield await _category(name, forum, category)
    except VenueError as error:
        yield findings.ForumFails(name, str(error).rstrip("."))
    finally:
        await forum.close()


async def _category(name: str, forum: Forum, category: int) -> findings.ForumFinding:
    try:
        await forum.topics(category, LATEST)
        moderates = await forum.moderates(category)
    except VenueError as error:
        return findings.CategoryUnread(name, category, str(error))
    found = findings.CategoryModerated if moderates else findings.CategoryNotModerated
    return found(name, category)


async def _nodebb(forum: NodeBB) -> AsyncIterator[findings.ForumFinding]:
    config = await forum.config()
    version = await forum.version()
    numbers = tuple(int(part) for part in version.split(".")[:3] if part.isdecimal())
    if numbers and numbers < OLDEST:
        yield findings.VersionTooOld(version, _dotted(OLDEST))
    elif numbers and numbers < SAFE:
        yield findings.VersionShowsTokens(version, _dotted(SAFE))
    else:
        yield findings.VersionFine("NodeBB", version)
    yield _least("NodeBB", config.get("minimumPostLength"), "Minimum Post Length")
    yield findings.PostsQueued() if config.get("postQueue") else findings.NothingQueued()
    yield (
        findings.ThumbnailsOn() if config.get("allowTopicsThumbnail") else findings.ThumbnailsOff()
    )


async def _discourse(forum: Discourse) -> AsyncIterator[findings.ForumFinding]:
    version = str((await forum.about()).get("version", ""))
    yield findings.VersionFine("Discourse", version)
    settings = await forum.settings()
    yield _least("Discourse", settings.get("min_post_length"), "min_post_length")
    for finding in _new_players(settings):
        yield finding
    yield findings.PicturesTaken()


def _new_players(settings: Mapping[str, Any]) -> Iterator[findings.ForumFinding]:
    untold = tuple(key for key in (*_NEW_PLAYERS, *_APPROVAL, _CAPITALS) if key not in settings)
    if untold:
        yield findings.SettingsUntold(untold)
    tight = tuple(
        (key, settings[key])
        for key, enough in _NEW_PLAYERS.items()
        if isinstance(settings.get(key), int) and settings[key] < enough
    )
    approval = any(settings.get(key) for key in _APPROVAL)
    if tight or approval:
        yield findings.NewPlayersStopped(tight, approval)
    elif not untold:
        yield findings.NewPlayersFree()
    if _CAPITALS in settings:
        yield findings.CapitalsTaken() if settings[_CAPITALS] else findings.CapitalsRefused()


def _least(name: str, least: object, setting: str) -> findings.ForumFinding:
    if not isinstance(least, int):
        return findings.LeastUntold(name)
    if least <= len(BARE_TURN):
        return findings.LeastFine(name, least, BARE_TURN)
    return findings.LeastTooLong(name, least, BARE_TURN, setting)


def _clock(name: str, told: list[timedelta]) -> Iterator[findings.ForumFinding]:
    if not told:
        return
    ahead = min(told, key=abs)
    near = abs(ahead) <= NOTABLE
    yield findings.ForumClockAgrees(name) if near else findings.ForumClockApart(name, ahead)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
