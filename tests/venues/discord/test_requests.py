"""What is tried again, how long, and what is not; what a stop leaves of answers under way."""

import asyncio
import gc
import warnings
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta

import pytest

from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.venues.discord import requests
from bot.venues.discord.interaction_answers import answer, at_once
from bot.venues.discord.requests import ClosedError, retried


def failing(errors: Iterator[Exception]) -> tuple[Callable[[], Awaitable[str]], list[int]]:
    """A request that meets these errors first, and how often it was made."""
    tries: list[int] = []

    async def work() -> str:
        tries.append(len(tries))
        for error in errors:
            raise error
        return "made"

    return work, tries


def broken(times: int) -> Iterator[Exception]:
    """A connection that breaks so many times."""
    return (ConnectionResetError() for _ in range(times))


async def test_what_may_pass_is_tried_until_it_has_passed(monkeypatch):
    """A broken connection, a dozen times in a row."""
    monkeypatch.setattr(requests, "RETRY_MAX", timedelta(milliseconds=5))
    work, tries = failing(broken(12))
    assert await retried(work) == "made"
    assert len(tries) == 13


async def test_it_is_given_up_in_the_end(monkeypatch):
    """Nobody waits for an answer for ever."""
    monkeypatch.setattr(requests, "RETRY_MAX", timedelta(milliseconds=5))
    monkeypatch.setattr(requests, "RETRY_TIMEOUT", timedelta(milliseconds=50))
    work, tries = failing(broken(10**9))
    with pytest.raises(VenueError, match="could not be reached"):
        await retried(work)
    assert len(tries) > 1


async def test_a_connection_that_was_given_up_is_not_waited_for():
    """The referee stops, or connects anew: nothing can come of another try."""
    work, tries = failing(iter([RuntimeError("Session is closed")]))
    with pytest.raises(ClosedError):
        await retried(work)
    assert len(tries) == 1


@pytest.mark.parametrize("begun", [False, True])
async def test_a_stop_leaves_no_work_behind_that_was_never_begun(begun):
    """A command comes in the moment the referee is stopped: it is dropped without a trace."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        answering = asyncio.create_task(answer(None, at_once(Reply("Here."))))
        if begun:
            await asyncio.sleep(0)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.gather(answering, return_exceptions=True)
        gc.collect()
    assert [str(one.message) for one in told] == []
