"""`cup open check-in:`, and what is answered while people check in."""

import pytest
from fakes import BLUE, FAN, HOST, RED

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Reply
from bot.cups.state import CupStatus
from commands.clerks import asks, clerk_of, ordered, players, signed_up


async def says(place, clerk: Clerk, person, words: str) -> Reply:
    reply = await clerk.carry_out(read_order(words), asks(place, person))
    await place.settled()
    return reply


async def checking(place, words: str = "cup start", *people) -> Clerk:
    """Some have signed up, and the host has started the cup."""
    clerk = clerk_of(place)
    await signed_up(place, clerk, *(people or (RED, BLUE, FAN)), options="check-in:30m")
    assert "The check-in is open until" in await ordered(place, clerk, words)
    return clerk


def status(place) -> CupStatus:
    (held,) = place.desk.cups.table.held()
    return held.state.status


@pytest.mark.parametrize(
    ("time", "part"),
    [
        ("check-in:1m", "check-in:1m: that takes 5m to 2d."),
        ("check-in:299s", "5m to 2d"),
        ("check-in:49h", "5m to 2d"),
        ("check-in:soon", "“soon” is no length of time"),
        ("round-time:59s", "round-time:59s: that takes 1m to 90d."),
        ("round-time:91d", "90 days at most"),
    ],
)
async def test_a_time_that_can_not_be_opens_no_cup(place, time, part):
    place.run_cups()
    clerk = clerk_of(place)
    answer = await ordered(place, clerk, f"cup open Colosseum {time}")
    assert part in answer
    assert place.desk.cups.table.held() == []


@pytest.mark.parametrize("time", ["5m", "2d", "0"])
async def test_the_shortest_the_longest_and_none(place, time):
    clerk = clerk_of(place)
    await signed_up(place, clerk, RED, BLUE, options=f"check-in:{time}")
    answer = await ordered(place, clerk, "cup start")
    assert ("check-in" in answer) is (time != "0")


async def test_join_checks_in_and_answers_each_in_private(place):
    """Whoever signed up, whoever comes late, whoever says it twice; all for their eyes."""
    clerk = await checking(place)
    answers = [await says(place, clerk, person, "cup join") for person in (RED, HOST, RED, HOST)]
    assert [one.text.partition(". It")[0] for one in answers] == [
        "You have checked in: 1 of 3 are here",
        "You are in Colosseum, and checked in: 2 of 4 are here",
        "You have checked in already.",
        "You have checked in already.",
    ]
    assert all(one.private and not one.announced for one in answers)
    told = await says(place, clerk, FAN, "cup status")
    assert f"Checked in (2): {RED.name}, {HOST.name}" in told.text
    assert f"Not yet (2): {BLUE.name}, {FAN.name}" in told.text
    assert "The check-in has until" in told.text


async def test_leave_in_the_check_in_and_join_again(place):
    clerk = await checking(place)
    assert (await says(place, clerk, RED, "cup leave")).text == "You have left."
    assert "and checked in" in (await says(place, clerk, RED, "cup join")).text
    dropped = await ordered(place, clerk, "cup drop reason:away", player=BLUE)
    assert dropped == f"{BLUE.name} is out."


async def test_start_ends_the_check_in_at_once(place):
    """By the same command and nothing more; nobody else can, and too few are no cup."""
    clerk = await checking(place, "cup start seeding:order")
    assert "needs 2 entrants" in await ordered(place, clerk, "cup start")
    for person in (FAN, RED):
        await says(place, clerk, person, "cup join")
    assert "That is for" in (await says(place, clerk, BLUE, "cup start")).text
    assert "That is for" in (await says(place, clerk, BLUE, "cup start seeding:order")).text
    for more in ("seeding:random", f"apart:@{RED.name}", "fill:referee", "level:strong"):
        assert "nothing more" in await ordered(place, clerk, f"cup start {more}")
    assert status(place) is CupStatus.CHECK_IN
    assert await ordered(place, clerk, "cup start") == "The cup has begun."
    assert await players(place) == [RED.name, FAN.name]


@pytest.mark.parametrize("words", ["cup pause", "cup resume", "cup swap", "cup award result:wins"])
async def test_commands_of_a_running_cup_are_refused_in_the_check_in(place, words):
    clerk = await checking(place)
    named = {"player": RED, "with": BLUE} if words[4:] in ("swap", "award result:wins") else {}
    assert "people check in" in await ordered(place, clerk, words, **named)
    assert status(place) is CupStatus.CHECK_IN


async def test_deadline_and_cancel_in_the_check_in(place):
    clerk = await checking(place)
    assert "The check-in has until" in await ordered(place, clerk, "cup deadline in 3 hours")
    assert await ordered(place, clerk, "cup cancel confirm:yes") == "Called off."
    assert "over" in (await says(place, clerk, RED, "cup join")).text


async def test_the_partner_plays_if_an_odd_number_came(place):
    """Two had signed up when it was asked; one of them comes, and one who had not."""
    clerk = await checking(place, "cup start seeding:order fill:referee", RED, BLUE)
    for person in (BLUE, FAN, HOST):
        await says(place, clerk, person, "cup join")
    assert await ordered(place, clerk, "cup start") == "The cup has begun."
    assert await players(place) == [BLUE.name, FAN.name, HOST.name, "Referee (steady)"]
