"""Requests to Discord: where they go, their timeout, their errors as `VenueError`, and retries.

Discord answers an announcement with 503, or not at all. Both become a `VenueError` that is worth
another try; "the channel is gone" becomes one that is `lasting`, which nobody tries again.
Discord's present, to the second, is taken from the Date header of its answers.

The referee is started on a train. Each try fails with an error of the library's, whose traceback
tells whoever runs it nothing; what they need is one sentence, and another when it is over. Some
tries are discord.py's own, which logs each with its traceback: those records are taken out.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.desk.venue import VenueError
from bot.limits import ToldOnce
from bot.serving.web_servers import system_words
from bot.settings import Settings
from bot.timing import RealTime, retrying
from bot.wording import venues as words
from bot.wording.troubles import connected_again_text, unreached_text

log = logging.getLogger(__name__)

Made = TypeVar("Made")

REQUEST_TIMEOUT = timedelta(seconds=20)
"""How long one request may take; discord.py itself would wait for minutes."""
RETRY_FIRST, RETRY_MAX = timedelta(seconds=0.5), timedelta(seconds=10)
"""The pauses between two tries: the first one, about, and the longest."""
RETRY_TIMEOUT = timedelta(minutes=2)
"""How long a request is tried altogether."""
_UNFIT = (400, 413)
_TRIED_ONCE: ContextVar[bool] = ContextVar("tried_once", default=False)


class ClosedError(VenueError):
    """The connection was given up: another connection will do the work."""


class UnfitError(VenueError):
    """Discord takes the channel but not the message: with less in it, it may be taken."""


async def retried(work: Callable[[], Awaitable[Made]]) -> Made:
    """Makes a request until it succeeds; VenueError if it never will, or after `RETRY_TIMEOUT`.

    Each try has a timeout of its own. A repeat must do no harm: messages need a nonce, which
    Discord remembers for longer than that.
    """

    async def attempt() -> Made:
        async with as_venue_errors():
            return await work()

    attempts = retrying(
        RealTime(), RETRY_FIRST, RETRY_MAX, _worth_another_try, timeout=RETRY_TIMEOUT
    )
    return await attempts(attempt)


@contextmanager
def tried_once() -> Iterator[None]:
    """Within it, discord.py sends a request once, whatever server error comes back.

    It would repeat what Discord answers with 500, and Discord may have done it all the same: of a
    thread, which has no nonce, there would be two.
    """
    token = _TRIED_ONCE.set(True)
    try:
        yield
    finally:
        _TRIED_ONCE.reset(token)


async def end_tries(
    _: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    """Raises a server error where discord.py would try again; a listener of its requests."""
    if _TRIED_ONCE.get() and params.response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        params.response.close()
        raise aiohttp.ClientError(words.answered_text(params.response.status))


@asynccontextmanager
async def as_venue_errors() -> AsyncIterator[None]:
    """Turns what goes wrong with a request into VenueError, its timeout included."""
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT.total_seconds()):
            yield
    except discord.HTTPException as error:
        raise refusal(error) from error
    except TimeoutError as error:
        raise VenueError(words.DISCORD_SILENT) from error
    except RuntimeError as error:
        # aiohttp's word for a session that was closed meanwhile.
        raise ClosedError(words.discord_unreached_text(repr(error))) from error
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise VenueError(words.discord_unreached_text(repr(error))) from error


def refusal(error: discord.HTTPException) -> VenueError:
    """Discord's answer as an error: whoever is refused for good need not try again."""
    text = words.DISCORD_REFUSALS.get(error.code)
    if text is not None:
        return VenueError(text, lasting=True)
    text = words.refused_text(error.text or str(error.status))
    if error.status in _UNFIT:
        return UnfitError(text, lasting=True)
    lasting = error.status in (403, 404)
    return VenueError(text if lasting else words.answered_text(error.status), lasting=lasting)


def brief(error: BaseException) -> str:
    """What happened, in few words and without the library's own text."""
    cause = error.__cause__ or error
    if text := system_words(cause):
        return text
    if isinstance(cause, ValueError):
        return str(cause)
    match error:
        case discord.HTTPException():
            return words.answered_text(error.status)
        case discord.ConnectionClosed():
            return f"the connection was closed, code {error.code}"
        case TimeoutError():
            return "no answer in time"
        case _:
            return str(error).partition("(")[0].strip() or type(error).__name__


def _worth_another_try(error: BaseException) -> bool:
    return isinstance(error, VenueError) and not (error.lasting or isinstance(error, ClosedError))


def date_trace(note: Callable[[datetime], None]) -> aiohttp.TraceConfig:
    """Tells `note` the Date header of every answer, until a message's own timestamp is known."""

    async def ended(
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        date = params.response.headers.get("Date")
        # A failure may come from somebody between us and Discord, whose clock is another.
        if date is not None and params.response.ok:
            try:
                note(parsedate_to_datetime(date))
            except (ValueError, TypeError):
                log.debug("unreadable Date header: %r", date)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def use_api_address(settings: Settings) -> None:
    """Has discord.py send its requests to the address of the settings, where they name one.

    `https://proxy.example/api/v10/` is as good as without the slash behind: discord.py appends
    paths that begin with one, and Discord knows no path that begins with two.
    """
    if settings.discord_api_url:
        Route.BASE = settings.discord_api_url.rstrip("/")


def use_gateway_address(settings: Settings) -> None:
    """Has discord.py open its gateway at the address of the settings, where they name one."""
    if settings.discord_gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.discord_gateway_url)


UNREACHED = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
)
"""Errors by which a network, a proxy or Discord fails; none of them is a fault of the bot."""
_LIBRARY = logging.getLogger("discord.client")
_TRIES = ("Attempting a reconnect", "logging in")
"""How the library's records of a try begin."""


class Outage(logging.Filter):
    """What has been said of the connection since it last stood."""

    def __init__(self) -> None:
        super().__init__()
        self._told = ToldOnce()

    def begin(self) -> None:
        """Filters the library's own records of tries from now on."""
        _LIBRARY.addFilter(self)

    def end(self) -> None:
        """Filters the library's records no longer."""
        _LIBRARY.removeFilter(self)

    def failed(self, error: BaseException) -> None:
        """A try failed."""
        reason = brief(error)
        if self._told.is_new(reason):
            log.warning("%s", unreached_text(reason))

    def over(self) -> None:
        """The connection stands."""
        if self._told.over():
            log.info("%s", connected_again_text())

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record of the library's is to be logged as it is."""
        if not str(record.msg).startswith(_TRIES):
            return True
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UNREACHED):
            self.failed(error)
            return False
        return error is not None or not self._told
