"""The local room beside Discord: `ROOM=on` opens it on the server that has the watch pages."""

from itertools import count
from pathlib import Path

import aiohttp
import pytest
from venues.room.visitor import FORM, SEED_003, Visitor, at_the_room, browser

from web.hall import Hall, hall

pytestmark = pytest.mark.real_time


async def _visit(session: aiohttp.ClientSession, place: Hall, room: str, token: str) -> Visitor:
    socket = await at_the_room(session, place.address, room)
    await socket.send_json({"type": "hello", "tokens": [token], "after": 0})
    return Visitor(socket, count())


async def test_a_match_in_the_room_and_one_on_discord_are_refereed_by_one(tmp_path: Path) -> None:
    """Both are ruled, and both have their pages at one address; a stop ends them in time."""
    async with hall(tmp_path, room="on") as place, browser() as session:
        link = await place.played(2)
        asked = {"json": FORM, "headers": {"Origin": place.address}}
        async with session.post(f"{place.address}/rooms", **asked) as made:
            opened = await made.json()
        room, tokens = opened["room"], opened["tokens"]
        ann, bob = [await _visit(session, place, room, tokens[seat]) for seat in ("one", "two")]
        for visitor in (ann, bob):
            await visitor.act("ready")
        await bob.line("Both are ready")
        await ann.say("F6")
        await bob.line("played F6")
        await place.play(place.ann, SEED_003[2])
        async with session.get(link) as page:
            assert page.status == 200
        await place.referee.stop()
        assert "brought to its end" not in place.log


async def test_without_it_there_is_no_room(tmp_path: Path) -> None:
    async with hall(tmp_path) as place, browser() as session:
        for path in ("/", "/formats.json"):
            async with session.get(f"{place.address}{path}") as answer:
                assert answer.status == 404
