"""HTTP to one forum: JSON in, JSON out, its clock on the way, and a backoff where it has trouble.

No cookie is kept and no redirect to another host is followed: the token goes to one place. Where
the forum fails, everybody who asks is told so at once until the next try is due. A forum that wants
no more pictures for a while is still asked for everything else.

A forum that is overloaded says "Retry-After: 120", or "Retry-After: Sun, 22 Nov 2026 21:00:00 GMT".
No pause is longer than ten minutes, whatever the forum asks: matches are held there.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin, urlsplit

import aiohttp

from bot.desk.venue import VenueError
from bot.limits import SlidingWindow
from bot.serving.web_servers import system_words
from bot.timing import Backoff, Timepiece
from bot.venues.forum.values import FailedError, GoneError, NotAskedError, RefusedError
from bot.wording import venues as words
from bot.wording.forum import UNKNOWN

log = logging.getLogger(__name__)

RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(minutes=10)
LONGEST_NUMBER = 12
"""How many digits a number of seconds may have."""
ZERO = timedelta(0)


class RequestPause:
    """Whether something is to be left alone for now."""

    def __init__(self, timepiece: Timepiece) -> None:
        self._timepiece = timepiece
        self._lengths = Backoff(RETRY_FIRST, RETRY_MAX)
        self._until: timedelta | None = None

    def lasts(self) -> bool:
        """Whether the pause is not over yet."""
        return self._until is not None and self._timepiece.monotonic() < self._until

    def begin(self, wanted: timedelta | None) -> None:
        """Begins a pause of the length that is wanted, else longer than the one before."""
        usual = self._lengths.next()
        length = usual if wanted is None else min(wanted, RETRY_MAX)
        self._until = self._timepiece.monotonic() + length

    def end(self) -> None:
        """The trouble is over: the next pause is as short as a first one."""
        self._lengths.reset()
        self._until = None


def wanted_pause(headers: Mapping[str, str], body: Any, at: datetime | None) -> timedelta | None:
    """How long a forum asks to be left alone, in an answer given `at`; None if it does not say."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return timedelta(seconds=int(text)) if len(text) <= LONGEST_NUMBER else RETRY_MAX
    try:
        return max(ZERO, parsedate_to_datetime(text) - at) if text and at else _told(body)
    except (TypeError, ValueError):
        return _told(body)


def _told(body: Any) -> timedelta | None:
    """The length of a pause in an answer's body, where Discourse says it too."""
    extras = body.get("extras") if isinstance(body, dict) else None
    wait = extras.get("wait_seconds") if isinstance(extras, dict) else None
    in_range = isinstance(wait, int) and 0 <= wait <= RETRY_MAX.total_seconds()
    return timedelta(seconds=wait) if in_range and isinstance(wait, int) else None


GUEST_TIMEOUT = aiohttp.ClientTimeout(total=5)
"""For what a guest is told: somebody waits for it who sets up a match."""
ANSWER_TIMEOUT = aiohttp.ClientTimeout(total=30, connect=10)
LONGEST_ANSWER = 16_000_000
"""Bytes."""
NOT_FOUND, TOO_MANY, DENIED = 404, 429, (401, 403)
MINUTE = timedelta(minutes=1)
AGENT = "death-match-referee"
"""A name with "bot" in it gets no session from NodeBB."""
MOST_REDIRECTS = 3


@dataclass(frozen=True, slots=True)
class ForumAnswer:
    """What the forum said, and when by its own clock.

    `began` is no later than the request: whatever was visible before that is in the answer.
    """

    body: Any
    at: datetime
    began: datetime


class ForumConnection:
    """Requests to one forum; `observe` is told of every Date, `most` is how many a minute."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        timepiece: Timepiece,
        observe: Callable[[datetime], None],
        most: int | None = None,
    ) -> None:
        self._url = url
        self._headers = dict(headers) | {"User-Agent": AGENT, "Accept": "application/json"}
        self._timepiece = timepiece
        self._observe = observe
        self._limit = None if most is None else SlidingWindow(most, MINUTE)
        self._turn = asyncio.Lock()
        self._pause, self._pause_of_uploads = RequestPause(timepiece), RequestPause(timepiece)
        self._session: aiohttp.ClientSession | None = None
        self._who = ""
        self._sign_in: Callable[[], Awaitable[object]] | None = None

    def doubt(self, who: str, sign_in: Callable[[], Awaitable[object]]) -> None:
        """What to ask where something is denied: perhaps the forum does not know the referee.

        `sign_in` does that by asking the address `who`, and raises SignedOutError.
        """
        self._who, self._sign_in = who, sign_in

    async def get(self, path: str, **params: str | int) -> ForumAnswer:
        """What is at an address; GoneError for 404, RefusedError for what it will not say."""
        return await self._ask("GET", path, params={key: str(params[key]) for key in params})

    async def is_open_to_guests(self, path: str) -> bool | None:
        """Whether somebody who is not signed in is told what is at an address; None if not known.

        A failure means nothing to anybody else, and is not counted as the forum's.
        """
        if self._pause.lasts():
            return None
        await self._wait_for_turn()
        headers = {"User-Agent": AGENT, "Accept": "application/json"}
        try:
            async with (
                aiohttp.ClientSession(timeout=GUEST_TIMEOUT, headers=headers) as session,
                session.get(self._url + path, allow_redirects=False) as response,
            ):
                status = response.status
        except (aiohttp.ClientError, TimeoutError, OSError):
            return None
        if status == 200:
            return True
        return False if status in (*DENIED, NOT_FOUND) or status // 100 == 3 else None

    async def post(self, path: str, body: Mapping[str, object]) -> ForumAnswer:
        """The answer to a request with a JSON body."""
        return await self._ask("POST", path, json=dict(body))

    async def put(self, path: str, body: Mapping[str, object]) -> ForumAnswer:
        """The answer to a request that changes what is there."""
        return await self._ask("PUT", path, json=dict(body))

    async def upload(
        self, path: str, field: str, data: bytes, name: str, fields: Mapping[str, str]
    ) -> ForumAnswer:
        """The answer to a request with a file; its failure does not count as the forum's."""
        if self._pause_of_uploads.lasts():
            raise NotAskedError(words.NO_PICTURES)
        form = aiohttp.FormData(fields=dict(fields))
        form.add_field(field, data, filename=name, content_type="image/png")
        answer = await self._ask("POST", path, data=form, uploads=True)
        self._pause_of_uploads.end()
        return answer

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _ask(
        self, method: str, path: str, *, uploads: bool = False, **extras: Any
    ) -> ForumAnswer:
        if self._pause.lasts():
            raise NotAskedError(words.FORUM_SILENT)
        url = self._url + path
        for _ in range(MOST_REDIRECTS):
            await self._wait_for_turn()
            try:
                answer, onward = await self._ask_once(method, url, extras, uploads=uploads)
            except RefusedError as error:
                if error.status in DENIED and self._sign_in is not None and path != self._who:
                    await self._sign_in()
                raise
            if onward is None:
                return answer
            url, extras = onward, {}
        raise VenueError(words.IN_CIRCLES)

    async def _ask_once(
        self, method: str, url: str, extras: Mapping[str, Any], *, uploads: bool
    ) -> tuple[ForumAnswer, str | None]:
        """An answer, or where else to ask."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                headers=self._headers,
                timeout=ANSWER_TIMEOUT,
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        asked = self._timepiece.monotonic()
        try:
            async with self._session.request(
                method, url, allow_redirects=False, **extras
            ) as response:
                data = await _read(response)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            # What stands before the forum may cut off a file that is too large for it.
            (self._pause_of_uploads if uploads else self._pause).begin(None)
            raise VenueError(words.forum_unreached_text(_words_of(error))) from None
        at, body, status = _date(response), _decoded(data), response.status
        took = self._timepiece.monotonic() - asked
        if at is not None:
            self._observe(at)
        wanted = wanted_pause(response.headers, body, at)
        self._check(status, wanted, _reason(body), uploads=uploads)
        if at is None:
            raise VenueError(words.NO_DATE)
        onward = _onward(response, body) if method == "GET" else None
        if onward is not None:
            target = urljoin(url, onward)
            if urlsplit(target)[:2] != urlsplit(self._url)[:2]:
                raise VenueError(words.ELSEWHERE, lasting=True)
            return ForumAnswer(None, at, at), target
        if status == NOT_FOUND:
            raise GoneError(UNKNOWN)
        if status >= 300:
            raise RefusedError(status, _reason(body))
        if body is None:
            raise VenueError(words.NO_JSON)
        return ForumAnswer(body, at, at - took), None

    def _check(self, status: int, wanted: timedelta | None, said: str, *, uploads: bool) -> None:
        """VenueError where the forum has trouble, with pictures or with everything."""
        if uploads and status >= 400:
            self._pause_of_uploads.begin(wanted)
        if status in (TOO_MANY, 408) or status >= 500:
            if not uploads:
                self._pause.begin(wanted)
            raise FailedError(words.forum_answers_text(status, to_picture=uploads), said)
        self._pause.end()

    async def _wait_for_turn(self) -> None:
        if self._limit is None:
            return
        async with self._turn:
            while wait := self._limit.wait(self._timepiece.monotonic()):
                await self._timepiece.sleep(wait)
            self._limit.take(self._timepiece.monotonic())


def _date(response: aiohttp.ClientResponse) -> datetime | None:
    """The forum's present; answers of something before the forum may lack it."""
    try:
        at = parsedate_to_datetime(response.headers["Date"])
    except (KeyError, TypeError, ValueError):
        return None
    return at if at.tzinfo else None


async def _read(response: aiohttp.ClientResponse) -> bytes:
    data = bytearray()
    async for piece in response.content.iter_chunked(1 << 16):
        data += piece
        if len(data) > LONGEST_ANSWER:
            raise VenueError(words.TOO_LONG)
    return bytes(data)


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _onward(response: aiohttp.ClientResponse, body: Any) -> str | None:
    """Where else to ask: NodeBB says so in a header beside a JSON string."""
    if response.status in (301, 302, 307, 308):
        return response.headers.get("Location")
    return response.headers.get("x-redirect") if isinstance(body, str) else None


def _reason(body: Any) -> str:
    """What a forum says is wrong, in its words."""
    if not isinstance(body, dict):
        return "no reason given"
    status = body.get("status")
    if isinstance(status, dict) and isinstance(status.get("message"), str):
        return str(status["message"])[:200]
    errors = body.get("errors")
    if isinstance(errors, list) and errors:
        return " ".join(str(error) for error in errors)[:200]
    for key in ("error", "message"):
        if isinstance(body.get(key), str):
            return str(body[key])[:200]
    return "no reason given"


def _words_of(error: Exception) -> str:
    """What went wrong; the text of some errors has the request in it, and with it the token."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "it hung up"
    return system_words(error) or type(error).__name__
