"""Cups beside other things: orders typed in an absence, people who are forgotten, two at once."""

import asyncio
from datetime import timedelta

from fakes import BLUE, FAN, HOST, RED, FakeHouse

from bot.commands.parsing import read_order
from commands.clerks import answer, asks, clerk_of, ordered, signed_up


async def test_cup_commands_typed_in_an_absence_count_from_the_present(place) -> None:
    """Forty minutes ago: a deadline that is past by now ends no round, and a check-in is whole."""
    clerk, away = clerk_of(place), timedelta(minutes=40)
    await signed_up(place, clerk, RED, BLUE, FAN, options="check-in:30m")

    async def typed(words: str) -> str:
        typed_at = place.clock.now() - away
        asker = asks(place, HOST, at=typed_at, may_host=True)
        return (await clerk.carry_out(read_order(words), asker)).text

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
