"""`my forget` and cups: not while somebody is in an open one, and out of those that are over."""

import asyncio

from fakes import FAN, HOST, ROOM, House

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Asker, Reply
from bot.referee.events import Player


async def order(clerk: Clerk, place: House, player: Player, words: str) -> Reply:
    """Somebody orders something in the room, as its host."""
    asker = Asker(player, ROOM, place.clock.now(), may_host=player is HOST)
    return await clerk.carry_out(read_order(words), asker)


async def test_forget_is_refused_to_somebody_in_an_open_cup(place: House) -> None:
    """Told why; once the cup is called off and closed it is done, and the name is gone."""
    place.run_cups()
    clerk = Clerk(place.desk, place.store, place.venue)
    await order(clerk, place, HOST, "cup open name:Colosseum")
    await order(clerk, place, FAN, "cup join")
    refused = await order(clerk, place, FAN, "my forget confirm:yes")
    assert refused.text.startswith("I can't forget you while cup 1 is open")
    await order(clerk, place, HOST, "cup cancel confirm:yes")
    cups = place.desk.cups.table
    await place.world.until(lambda: any("🚫" in text for text in place.world.texts()))
    await place.pass_until(lambda: not cups.held())
    await order(clerk, place, FAN, "my forget confirm:yes")
    assert FAN.name not in repr((await cups.cups.load(1)).events)


async def test_two_cups_opened_at_once_are_one(place: House) -> None:
    """The other is told that the room has one."""
    clerk = Clerk(place.desk, place.store, place.venue)
    both = [order(clerk, place, HOST, f"cup open name:{name}") for name in ("Spring", "Autumn")]
    replies = await asyncio.gather(*both)
    assert len(await place.desk.cups.table.cups.open_cups()) == 1
    assert sum(reply.announced for reply in replies) == 1
