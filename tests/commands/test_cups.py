"""Cups by commands: checking in, filling up, orders typed in an absence, two opened at once."""

import asyncio
from datetime import timedelta

import pytest
from fakes import BLUE, FAN, HOST, RED, FakeHouse

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Reply
from bot.cups.state import CupStatus
from bot.desk.thinking import Thinking
from bot.servers.settings import ServerSettings
from commands.clerks import REFEREE, answer, asks, clerk_of, ordered, players, settle, signed_up


async def test_cup_commands_typed_in_an_absence_count_from_the_present(place) -> None:
    """Forty minutes ago: a deadline that is past by now ends no round, and a check-in is whole."""
    clerk, away = clerk_of(place), timedelta(minutes=40)
    await signed_up(place, clerk, RED, BLUE, FAN, options="check-in:30m")

    async def typed(words: str) -> str:
        asker = asks(place, HOST, at=place.clock.now() - away, may_host=True)
        return (await clerk.carry_out(read_order(words), asker)).text

    assert "seeding" in await typed("cup start seeding:height")
    assert "The check-in is open until" in await typed("cup start")
    (held,) = place.desk.cups.table.held()
    assert held.state.until == place.clock.now() + timedelta(minutes=30)
    until = held.state.until
    assert "That moment is past" in await typed("cup deadline in 20 minutes")
    assert held.state.until == until
    assert "The check-in has until" in await ordered(place, clerk, "cup deadline in 20 minutes")


async def test_forget_is_refused_to_somebody_in_an_open_cup(place: FakeHouse) -> None:
    """Told why; once the cup is called off and closed it is done, and the name is gone."""
    place.run_cups()
    await answer(place, "cup open name:Colosseum", HOST, may_host=True)
    await answer(place, "cup join")
    refused = await answer(place, "my forget confirm:yes")
    assert refused.text.startswith("I can't forget you while cup 1 is open")
    await answer(place, "cup cancel confirm:yes", HOST, may_host=True)
    cups = place.desk.cups.table
    await place.world.until(lambda: any("🚫" in text for text in place.world.texts()))
    await place.pass_until(lambda: not cups.held())
    await answer(place, "my forget confirm:yes")
    assert FAN.name not in repr((await cups.cups.load(1)).events)


async def test_two_cups_opened_at_once_are_one(place: FakeHouse) -> None:
    clerk, host = clerk_of(place), asks(place, HOST, may_host=True)
    orders = [read_order(f"cup open name:{name}") for name in ("Spring", "Autumn")]
    replies = await asyncio.gather(*(clerk.carry_out(order, host) for order in orders))
    assert len(await place.desk.cups.table.cups.open_cups()) == 1
    assert sum(reply.announced for reply in replies) == 1


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
    assert part in await ordered(place, clerk_of(place), f"cup open Colosseum {time}")
    assert place.desk.cups.table.held() == []


@pytest.mark.parametrize("time", ["5m", "2d", "0"])
async def test_the_shortest_the_longest_and_none(place, time):
    clerk = clerk_of(place)
    await signed_up(place, clerk, RED, BLUE, options=f"check-in:{time}")
    assert ("check-in" in await ordered(place, clerk, "cup start")) is (time != "0")


async def test_join_checks_in_and_answers_each_in_private(place):
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


@pytest.mark.parametrize(("level", "known"), [("", "steady"), (" level:fierce", "fierce")])
async def test_the_last_seed_is_the_partner_at_a_level(place, level, known):
    clerk = clerk_of(place)
    await signed_up(place, clerk, RED, BLUE, FAN)
    answer = await ordered(place, clerk, f"cup start seeding:order fill:referee{level}")
    assert answer == "The cup has begun."
    named = [RED.name, BLUE.name, FAN.name, f"{REFEREE.name} ({known})"]
    assert await players(place) == named


@pytest.mark.parametrize(
    ("sparring", "options", "words", "part"),
    [
        ("", "", "fill:referee level:best", "gentle"),
        ("", "", "level:strong", "say fill:referee too"),
        ("", "", "fill:ann", "referee"),
        ("off", "", "fill:referee", "Here I only referee"),
    ],
)
async def test_start_with_a_fill_that_can_not_be_changes_nothing(
    place, sparring, options, words, part
):
    clerk = clerk_of(place)
    await signed_up(place, clerk, RED, options=options)
    if sparring == "off":
        await settle(place, ServerSettings(sparring=False))
    assert part in await ordered(place, clerk, f"cup start {words}")
    assert await players(place) == []


async def test_of_an_even_number_nobody_is_missing(place):
    clerk = clerk_of(place)
    await signed_up(place, clerk, RED, BLUE)
    assert "nobody is missing" in await ordered(place, clerk, "cup start fill:referee")


async def test_fill_is_refused_where_nothing_thinks(place):
    clerk = clerk_of(place, thinks=False)
    await signed_up(place, clerk, RED)
    assert "turned playing" in await ordered(place, clerk, "cup start fill:referee")


async def test_fill_is_refused_where_the_referee_has_no_account(place):
    """As on a forum before it has signed in."""
    place.desk.thinking = Thinking(place.clock)
    clerk = Clerk(place.desk, place.store, place.venue)
    await signed_up(place, clerk, RED)
    assert "no account" in await ordered(place, clerk, "cup start fill:referee")


async def test_the_referee_does_not_join_a_cup(place):
    clerk = clerk_of(place)
    await signed_up(place, clerk, HOST)
    reply = await clerk.carry_out(read_order("cup join"), asks(place, REFEREE))
    assert reply.text == "Only people sign up."
