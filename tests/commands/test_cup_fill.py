"""`cup start fill:referee`: who is refused, and in which words."""

import pytest
from fakes import BLUE, FAN, HOST, RED

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.desk.thinking import Thinking
from bot.servers.settings import ServerSettings
from commands.clerks import REFEREE, asks, clerk_of, ordered, players, settle, signed_up


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
