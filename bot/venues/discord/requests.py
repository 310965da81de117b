"""Requests to Discord: their timeout, their errors as `VenueError`, and their retries.

Discord answers an announcement with 503, or not at all. Both become a `VenueError` that is worth
another try; "the channel is gone" becomes one that is `lasting`, which nobody tries again.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from datetime import timedelta
from http import HTTPStatus
from types import SimpleNamespace
from typing import TypeVar

import aiohttp
import discord

from bot.desk.venue import VenueError
from bot.serving.listening import system_words
from bot.timing import RealTime, retrying
from bot.wording import venues as words

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
