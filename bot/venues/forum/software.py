"""What every forum's software has in common here: a connection, and the names it has seen."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from bot.desk.venue import VenueError
from bot.venues.forum import values
from bot.venues.forum.connection import ForumAnswer, ForumConnection
from bot.wording.forum import UNREAD
from bot.wording.venues import NOT_AS_SAID

_Software = TypeVar("_Software", bound="type[ForumSoftware]")
_STRANGE = (LookupError, TypeError, ValueError, AttributeError, OverflowError)
TRIES: Final = 5
"""To read a topic in which somebody writes all the time."""
MOST_HANDLES: Final = 5000


def understood(software: _Software) -> _Software:
    """Its methods raise VenueError for any answer that is not what the software says.

    A plugin has changed an answer, or something before the forum answers in its place.
    """
    for name in dir(software):
        method = getattr(software, name)
        if not name.startswith("_") and iscoroutinefunction(method):
            setattr(software, name, _understood(method))
    return software


def _understood(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @wraps(method)
    async def asked(*given: Any, **named: Any) -> Any:
        try:
            return await method(*given, **named)
        except _STRANGE as error:
            raise VenueError(NOT_AS_SAID) from error

    return asked


class ForumSoftware(ABC):
    """A forum at an address, asked through a connection.

    Any software can be asked the same. Reading a topic brings its newest posts, back to a moment
    and to the oldest post that is not in `stored`, while the topic stands still: without a moment
    all of it, and where `stored` is None no more than back to the moment.
    """

    def __init__(self, url: str, connection: ForumConnection) -> None:
        self._url = url
        self._http = connection
        self._handles: LRUCache[str, str] = LRUCache(MOST_HANDLES)
        self.server = values.host_of(url)

    def note_handles(self, posts: Collection[values.ForumPost]) -> None:
        """What people are mentioned by, as it came with their posts."""
        for post in posts:
            if post.handle:
                self._handles[post.author.id] = post.handle

    async def handle_of(self, player: str) -> str:
        """What a user is mentioned by, "" where the account was deleted or is not shown."""
        if player not in self._handles:
            try:
                self._handles[player] = await self._handle(player)
            except values.RefusedError:
                return ""
        return self._handles[player]

    async def whereabouts(self, post: str) -> str | None:
        """The topic of a post, None where it is gone, "" where the referee may not look."""
        try:
            return await self._topic_of(post)
        except values.GoneError:
            return None
        except values.RefusedError:
            return ""

    async def is_public(self, topic: str) -> bool | None:
        """Whether somebody who is not signed in may read a topic; None if that is not known."""
        return await self._http.is_open_to_guests(self._guests_path(topic))

    @abstractmethod
    def _guests_path(self, topic: str) -> str: ...

    @abstractmethod
    async def _handle(self, player: str) -> str: ...

    @abstractmethod
    async def _topic_of(self, post: str) -> str | None: ...

    async def close(self) -> None:
        await self._http.close()

    async def _topic(self, path: str, **query: str | int) -> ForumAnswer:
        """A topic's own page; GoneError where the referee may not read it."""
        try:
            return await self._http.get(path, **query)
        except values.RefusedError as error:
            if error.status in (401, 403):
                raise values.GoneError(UNREAD) from None
            raise
