"""Asks the forums that are set what the referee is and may do there; for `referee doctor`.

Nothing is posted, and nothing but lists and settings is read.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.desk.venue import VenueError
from bot.findings import Finding, bad, good, note
from bot.settings import Settings
from bot.timing import RealTime
from bot.venues.forum.discourse import Discourse
from bot.venues.forum.making import make_discourse, make_nodebb
from bot.venues.forum.nodebb import NodeBB
from bot.venues.forum.values import Account, Forum

BARE_TURN = "D7 F8"
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


async def check_up(
    settings: Settings, wall_clock: Callable[[], datetime]
) -> AsyncIterator[Finding]:
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
    name: str, forum: Forum, categories: tuple[int, ...], own: AsyncIterator[Finding]
) -> AsyncIterator[Finding]:
    """What is asked of every forum, and between it what only one of them has."""
    try:
        account = await forum.sign_in()
        yield good(f"{name}: reached; the token is {_called(account)}'s.")
        async for finding in own:
            yield finding
        for category in categories:
            yield await _category(name, forum, category)
    except VenueError as error:
        yield bad(f"{name}: {str(error).rstrip('.')}.")
    finally:
        await forum.close()


async def _category(name: str, forum: Forum, category: int) -> Finding:
    try:
        await forum.topics(category)
        moderates = await forum.moderates(category)
    except VenueError as error:
        return bad(f"{name}: category {category} can't be read: {error}.")
    if moderates:
        return good(f"{name}: the referee moderates category {category}; no queue, no flood limit.")
    return bad(
        f"{name}: the referee does not moderate category {category}, so its posts may wait for "
        "approval and no match is held there. Make it a moderator."
    )


async def _nodebb(forum: NodeBB) -> AsyncIterator[Finding]:
    config = await forum.config()
    version = await forum.version()
    numbers = tuple(int(part) for part in version.split(".")[:3] if part.isdecimal())
    if numbers and numbers < OLDEST:
        yield bad(f"NodeBB: version {version}; 4.10 or later is needed.")
    elif numbers and numbers < SAFE:
        yield note(
            f"NodeBB: version {version}. Before 4.14.8 moderators see the token of a post that "
            "waits for approval: the referee must moderate its categories."
        )
    else:
        yield good(f"NodeBB: version {version or 'not told'}.")
    yield _least("NodeBB", config.get("minimumPostLength"), "Minimum Post Length")
    queue = config.get("postQueue")
    if queue:
        yield note(
            "NodeBB: posts of new members wait for approval. A turn counts from when it was "
            "written, but the host is called if it is approved too late: exempt the players."
        )
    if config.get("allowTopicsThumbnail"):
        yield good("NodeBB: pictures can be uploaded (topic thumbnails).")
    else:
        yield note("NodeBB: topic thumbnails are off, so boards are shown as text.")


async def _discourse(forum: Discourse) -> AsyncIterator[Finding]:
    version = str((await forum.about()).get("version", ""))
    yield good(f"Discourse: version {version or 'not told'}.")
    settings = await forum.settings()
    yield _least("Discourse", settings.get("min_post_length"), "min_post_length")
    for finding in _new_players(settings):
        yield finding
    yield good("Discourse: pictures are uploaded with the posts.")


def _new_players(settings: Mapping[str, Any]) -> Iterator[Finding]:
    tight = [
        f"{key} is {settings[key]}"
        for key, enough in _NEW_PLAYERS.items()
        if isinstance(settings.get(key), int) and settings[key] < enough
    ]
    if settings.get("approve_post_count") or settings.get("approve_unless_trust_level"):
        tight.append("posts of new members wait for approval")
    if tight:
        yield note(
            f"Discourse: {'; '.join(tight)}. New players may be stopped in the middle of a match."
        )
    if settings.get("allow_uppercase_posts") is False:
        yield note(
            "Discourse: allow_uppercase_posts is off, so a post of capitals only is refused: "
            "players write move: d7 f8."
        )


def _least(name: str, least: object, setting: str) -> Finding:
    if not isinstance(least, int):
        return note(f"{name}: the least length of a post is not told.")
    if least <= len(BARE_TURN):
        return good(f"{name}: a post of {least} characters is enough for {BARE_TURN}.")
    return note(
        f"{name}: a post needs {least} characters, so a bare {BARE_TURN} is refused. Set {setting} "
        f"to {len(BARE_TURN)}, or have the players write: move: {BARE_TURN}, good luck."
    )


def _clock(name: str, told: list[timedelta]) -> Iterator[Finding]:
    if not told:
        return
    ahead = min(told, key=abs)
    if abs(ahead) <= NOTABLE:
        yield good(f"{name}: the forum's clock and this machine's agree.")
    else:
        seconds = round(abs(ahead).total_seconds())
        way = "ahead of" if ahead > timedelta(0) else "behind"
        yield note(
            f"{name}: this machine's clock is {seconds} s {way} the forum's; the forum's counts."
        )


def _called(account: Account) -> str:
    return f"{account.name} (@{account.names[0]})"
