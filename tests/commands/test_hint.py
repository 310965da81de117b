"""Hints: for whoever is to move, where they are allowed; one for a position; in the record."""

import asyncio
import os
import re
import signal
from contextlib import suppress
from dataclasses import replace

import pytest
from fakes import BLUE, FAN, RED, TERMS, FakeHouse
from thinker import thinker

from bot.commands.opening import read_plan
from bot.desk.thinking import Thinking
from bot.referee.events import HintGiven, Player
from bot.referee.match import Match
from bot.referee.problems import OrderError, Simple
from bot.referee.submission import Resign, Said, Submission
from bot.timing import break_off
from bot.views.files import match_record
from commands.clerks import ELSEWHERE, GAME, answer, hold

PARTNER = Player("me", "Referee (gentle)", "gentle")
HINT = re.compile(r"([A-I][1-9]): .+\.")


async def hinted(place: FakeHouse, player: Player = RED) -> str:
    reply = await answer(place, "match hint", player)
    assert reply.private
    return reply.text


def given(match: Match) -> list[HintGiven]:
    return [event for _, event in match.log if isinstance(event, HintGiven)]


async def test_a_hint_is_given_once_for_a_position_and_stands_in_the_record(place) -> None:
    """Asked twice it is the same and counts once; the cell is in the record when all is over."""
    await place.start(terms=replace(TERMS, hints=True, side=3))
    async with thinker(place.clock) as place.desk.thinking:
        told = await hinted(place)
        cell = HINT.fullmatch(told)
        assert cell is not None
        assert await hinted(place) == told
    match = await place.match()
    (event,) = given(match)
    assert (event.turn, event.cell, int(event.colour)) == (1, cell[1], 0)
    record = match_record(match, "fake")
    assert "hint to Red for turn 1" in str(record.before)
    assert cell[1] not in str(record.before)
    assert ("Hints", "on") in record.tags


@pytest.mark.parametrize(
    ("hints", "player", "expected"),
    [
        (True, BLUE, "for whoever is to move"),
        (True, FAN, "Only the two players"),
        (False, RED, "No hints were agreed on"),
    ],
)
async def test_others_are_told_in_a_sentence_why_they_have_none(
    place, hints, player, expected
) -> None:
    place.desk.thinking = Thinking(place.clock)
    await place.start(terms=replace(TERMS, hints=hints))
    assert expected in await hinted(place, player)
    assert given(await place.match()) == []


async def test_without_a_match_there_is_nothing_to_hint_at(place) -> None:
    assert "There is no match here" in await hinted(place)


async def test_no_hint_helps_in_another_open_match(place) -> None:
    """One of two people: they have agreed on no hints, or on hints that their record shows."""
    await place.start(terms=replace(TERMS, hints=True, side=3))
    for turn, player in zip(GAME, (RED, BLUE, RED), strict=True):
        await place.act(player, Said(turn))
    async with thinker(place.clock) as place.desk.thinking:
        # Upside down, with turns 1 and 3 exchanged.
        await hold(place, ELSEWHERE, ("B2", "D2 D3", "B3 C3"))
        assert "Another open match stands" in await hinted(place, BLUE)
        assert given(await place.match()) == []
        await place.desk.submit(ELSEWHERE, Submission(RED, Resign(), place.clock.now()))
        assert HINT.fullmatch(await hinted(place, BLUE))


async def killing(thinking: Thinking) -> None:
    """Each process that would think is gone before it has begun to."""
    while True:
        if (process := thinking.for_turns.process_id) is not None:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        await asyncio.sleep(0.01)


async def test_a_hint_whose_process_dies_is_to_be_asked_for_again(place) -> None:
    """As often as it is started; no hint counts then, and the next one does."""
    await place.start(terms=replace(TERMS, hints=True, side=3))
    async with thinker(place.clock) as place.desk.thinking:
        killer = asyncio.create_task(killing(place.desk.thinking))
        assert "ask again" in await hinted(place)
        await break_off(killer)
        assert given(await place.match()) == []
        assert HINT.fullmatch(await hinted(place))
    assert len(given(await place.match())) == 1


def test_a_cup_is_not_opened_with_hints() -> None:
    with pytest.raises(OrderError) as refused:
        read_plan({"name": "Spring", "hints": "on"}, "here")
    assert refused.value.problem is Simple.HINTS_IN_CUP
    assert not read_plan({"name": "Spring"}, "here").terms.hints
