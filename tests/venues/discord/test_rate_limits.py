"""How much the referee lets itself be talked into, and which requests are tried again."""

import asyncio
import gc
import warnings
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from discord.http import HTTPClient
from handclock import HandClock

from bot.commands.request import Reply
from bot.desk.venue import VenueError
from bot.venues.discord import requests
from bot.venues.discord.interaction_answers import answer, at_once
from bot.venues.discord.message_answers import MOST_KEPT, AnswerLimits, SeenIds
from bot.venues.discord.requests import ClosedError, retried
from bot.venues.discord.workarounds import space_sweeps

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ROOM, OTHER_ROOM, ANN, BOB = 1, 2, 10, 20


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


class Present:
    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


def live(limits, present, author, seconds, room=ROOM) -> bool:
    present.at = after(seconds)
    return limits.may_refuse(room, author, present.at)


def test_refusals_are_rationed_by_author_and_room():
    limits = AnswerLimits(present := Present())
    moments = (0, 3, 6, 9, 9.9, 10, 12, 13)
    spoken = [live(limits, present, ANN, moment) for moment in moments]
    assert spoken == [True, True, True, False, False, True, False, True]
    limits = AnswerLimits(present := Present())
    for moment in (0, 1, 2):
        assert live(limits, present, ANN, moment)
    assert not live(limits, present, ANN, 3, OTHER_ROOM)
    assert live(limits, present, BOB, 6)
    limits = AnswerLimits(Present())
    spoken = [limits.may_refuse(ROOM, author, after(60 * author)) for author in range(9)]
    assert sum(spoken) == 3
    limits = AnswerLimits(Present())
    rooms = range(5)
    stamps = (9, 0, 5, 2, 30)
    spoken = [
        limits.may_refuse(room, ANN, after(stamp))
        for room, stamp in zip(rooms, stamps, strict=True)
    ]
    assert spoken == [True, True, True, False, True]


def test_a_room_leaves_room_for_what_is_told_of_the_match():
    limits = AnswerLimits(present := Present())
    spoken: list[float] = []
    for tenth in range(600):
        present.at = after(tenth / 10)
        asked = limits.may_reply(ROOM, 100 + tenth, present.at)
        spoken += [tenth / 10] * (asked + limits.may_refuse(ROOM, tenth, present.at))
    for length, most in ((5, 3), (10, 4)):
        assert max(sum(0 <= one - first < length for one in spoken) for first in spoken) == most
    assert len(spoken) == 6 * 4


def test_answers_to_questions_leave_refusals_something():
    limits = AnswerLimits(present := Present())
    asked = [limits.may_reply(ROOM, ANN, after(0)) for _ in range(3)]
    present.at = after(5)
    asked += [limits.may_reply(ROOM, author, after(5)) for author in (BOB, ANN, 30, 40)]
    assert asked == [True, True, False, True, False, False, False]
    assert live(limits, present, BOB, 6)
    assert not live(limits, present, 30, 7)


def test_what_was_seen_is_remembered_for_a_while_unless_forgotten():
    seen = SeenIds()
    assert [seen.first(key) for key in (1, 2, 1)] == [True, True, False]
    for key in range(3, 3 + MOST_KEPT):
        assert seen.first(key)
    assert seen.first(1)
    seen = SeenIds()
    assert seen.first(1)
    seen.forget(1)
    seen.forget(2)
    assert [seen.first(key) for key in (1, 1, 2)] == [True, False, True]


KNOWN = 20_000


class Searched(dict[str, Any]):
    times = 0

    def items(self) -> Any:
        self.times += 1
        return super().items()


def knows_many(clock: HandClock) -> tuple[HTTPClient, Searched]:
    http = HTTPClient(asyncio.get_running_loop())
    space_sweeps(http, clock)
    for channel in range(2):
        http.get_ratelimit(f"known {channel}")
    idle = http.get_ratelimit("known 0")
    limits = http._buckets = Searched({f"known {number}": idle for number in range(KNOWN)})
    return http, limits


async def test_idle_limits_go_within_a_minute_and_are_searched_once():
    clock = HandClock()
    http, limits = knows_many(clock)
    clock.advance(timedelta(minutes=1))
    for channel in range(100):
        http.get_ratelimit(f"new {channel}")
    assert limits.times == 1
    assert len(limits) == KNOWN + 100
    clock = HandClock()
    http, limits = knows_many(clock)
    http.get_ratelimit("new")
    http.get_ratelimit("known 0")._last_request -= 300
    clock.advance(timedelta(minutes=1))
    http.get_ratelimit("newer")
    assert set(limits) == {"new", "newer"}


async def test_another_version_of_the_library_searches_as_it_likes(monkeypatch):
    monkeypatch.setattr(discord, "version_info", discord.version_info._replace(minor=99))
    http, limits = knows_many(HandClock())
    for channel in range(5):
        http.get_ratelimit(f"new {channel}")
    assert limits.times == 5


def failing(errors: Iterator[Exception]) -> tuple[Callable[[], Awaitable[str]], list[int]]:
    tries: list[int] = []

    async def work() -> str:
        tries.append(len(tries))
        for error in errors:
            raise error
        return "made"

    return work, tries


def broken(times: int) -> Iterator[Exception]:
    return (ConnectionResetError() for _ in range(times))


async def test_requests_are_tried_until_they_pass_or_nobody_waits_any_more(monkeypatch):
    monkeypatch.setattr(requests, "RETRY_MAX", timedelta(milliseconds=5))
    work, tries = failing(broken(12))
    assert await retried(work) == "made"
    assert len(tries) == 13
    monkeypatch.setattr(requests, "RETRY_TIMEOUT", timedelta(milliseconds=50))
    work, tries = failing(broken(10**9))
    with pytest.raises(VenueError, match="could not be reached"):
        await retried(work)
    assert len(tries) > 1
    work, tries = failing(iter([RuntimeError("Session is closed")]))
    with pytest.raises(ClosedError):
        await retried(work)
    assert len(tries) == 1


@pytest.mark.parametrize("begun", [False, True])
async def test_a_stop_leaves_no_work_behind_that_was_never_begun(begun):
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
