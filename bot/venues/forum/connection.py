"""HTTP to one forum: JSON in, JSON out, its clock on the way, and a backoff where it has trouble.

No cookie is kept and no redirect to another host is followed: the token goes to one place. Where
the forum fails, everybody who asks is told so at once until the next try is due; that is twice as
long each time, up to ten minutes, or what the forum itself asks for (`Retry-After`).
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin, urlsplit

import aiohttp

from bot.desk.venue import VenueError
from bot.timing import Backoff, Timepiece
from bot.venues.forum.values import GoneError, RefusedError

log = logging.getLogger(__name__)

ANSWER_TIMEOUT = aiohttp.ClientTimeout(total=30, connect=10)
LONGEST_ANSWER = 16_000_000
"""Bytes."""
RETRY_FIRST, RETRY_MAX = timedelta(seconds=1), timedelta(minutes=10)
MINUTE = timedelta(minutes=1)
AGENT = "death-match-referee"
"""A name with "bot" in it gets no session from NodeBB."""
MOST_REDIRECTS = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What the forum said, and when by its own clock."""

    body: Any
    at: datetime
    status: int = 200


class Connection:
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
        self._most = most
        self._asked: deque[timedelta] = deque(maxlen=most or 1)
        self._turn = asyncio.Lock()
        self._pauses = Backoff(RETRY_FIRST, RETRY_MAX)
        self._closed_until: timedelta | None = None
        self._session: aiohttp.ClientSession | None = None

    async def get(self, path: str, **params: str | int) -> Answer:
        """What is at an address; GoneError for 404, RefusedError for what it will not say."""
        return await self._ask("GET", path, params={key: str(params[key]) for key in params})

    async def post(self, path: str, body: Mapping[str, object]) -> Answer:
        """The answer to a request with a JSON body."""
        return await self._ask("POST", path, json=dict(body))

    async def upload(
        self, path: str, field: str, data: bytes, name: str, fields: Mapping[str, str]
    ) -> Answer:
        """The answer to a request with a file."""
        form = aiohttp.FormData(fields=dict(fields))
        form.add_field(field, data, filename=name, content_type="image/png")
        return await self._ask("POST", path, data=form, forgives=True)

    async def close(self) -> None:
        """Gives the sockets back."""
        if self._session is not None:
            await self._session.close()

    async def _ask(
        self, method: str, path: str, *, forgives: bool = False, **extras: Any
    ) -> Answer:
        """`forgives` says that a failure is the request's own, and no sign of trouble."""
        closed = self._closed_until
        if closed is not None and self._timepiece.monotonic() < closed:
            raise VenueError("the forum does not answer; I try again soon")
        url = self._url + path
        for _ in range(MOST_REDIRECTS):
            await self._wait_for_turn()
            answer, onward = await self._ask_once(method, url, extras, forgives)
            if onward is None:
                return answer
            url, extras = onward, {}
        raise VenueError("the forum sends me in circles")

    async def _ask_once(
        self, method: str, url: str, extras: Mapping[str, Any], forgives: bool
    ) -> tuple[Answer, str | None]:
        """An answer, or where else to ask."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                headers=self._headers,
                timeout=ANSWER_TIMEOUT,
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        try:
            async with self._session.request(
                method, url, allow_redirects=False, **extras
            ) as response:
                data = await _read(response)
                at = self._date(response)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self._shut(None)
            # The text of some errors has the request in it, and with it the token.
            raise VenueError(f"the forum can't be reached ({type(error).__name__})") from None
        status = response.status
        if forgives and status >= 400:
            raise VenueError(f"the forum answers {status} to a picture")
        if status in (429, 408) or status >= 500:
            self._shut(_retry_after(response))
            raise VenueError(f"the forum answers {status}")
        self._pauses.reset()
        self._closed_until = None
        body = _decoded(data)
        onward = _onward(response, body) if method == "GET" else None
        if onward is not None:
            target = urljoin(url, onward)
            if urlsplit(target)[:2] != urlsplit(self._url)[:2]:
                raise VenueError("the forum sends me to another host", lasting=True)
            return Answer(None, at), target
        if status == 404:
            raise GoneError("the forum knows nothing of it")
        if status >= 300:
            raise RefusedError(status, _reason(body))
        if body is None:
            raise VenueError("the forum's answer is no JSON")
        return Answer(body, at, status), None

    async def _wait_for_turn(self) -> None:
        if self._most is None:
            return
        async with self._turn:
            while len(self._asked) == self._most:
                left = self._asked[0] + MINUTE - self._timepiece.monotonic()
                if left <= timedelta(0):
                    break
                await self._timepiece.sleep(left)
            self._asked.append(self._timepiece.monotonic())

    def _shut(self, wanted: timedelta | None) -> None:
        pause = self._pauses.next()
        if wanted is not None:
            pause = min(wanted, RETRY_MAX)
        self._closed_until = self._timepiece.monotonic() + pause

    def _date(self, response: aiohttp.ClientResponse) -> datetime:
        try:
            at = parsedate_to_datetime(response.headers["Date"])
        except (KeyError, TypeError, ValueError):
            raise VenueError("the forum's answer has no date") from None
        self._observe(at)
        return at


async def _read(response: aiohttp.ClientResponse) -> bytes:
    data = bytearray()
    async for piece in response.content.iter_chunked(1 << 16):
        data += piece
        if len(data) > LONGEST_ANSWER:
            raise VenueError("the forum's answer is too long")
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


def _retry_after(response: aiohttp.ClientResponse) -> timedelta | None:
    text = response.headers.get("Retry-After", "")
    return timedelta(seconds=int(text)) if text.isdecimal() and len(text) < 7 else None


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
