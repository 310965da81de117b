"""A match on a forum is watched as one on Discord is."""

import asyncio
import re
from pathlib import Path

import aiohttp
import pytest
from loopback_forums import LoopbackDiscourse, LoopbackForum, LoopbackNodeBB
from ports import free_port
from venues.forum.house import house

from web.hall import LINK
from web.streams import STREAMS, events, state

pytestmark = STREAMS


@pytest.mark.parametrize(
    "kind", [LoopbackNodeBB, pytest.param(LoopbackDiscourse, marks=pytest.mark.thorough)]
)
async def test_a_match_on_a_forum_is_watched(kind: type[LoopbackForum], tmp_path: Path) -> None:
    """A moderator turns it on, anybody asks for the link, and each turn is seen."""
    port = free_port()
    async with house(kind, tmp_path) as place, aiohttp.ClientSession() as session:
        forum = place.forum
        forum.categories[forum.place].add(forum.host.id)
        place.set_also(web_url=f"http://127.0.0.1:{port}", web_port=port)
        await place.open()
        await place.start()
        name = f"@{forum.referee.slug}"
        asked = place.say(forum.bob, f"{name} match watch")
        asked = await place.told("Watch pages are off", after=asked)
        place.say(forum.host, f"{name} setup watch:on")
        await place.told("Settled", after=asked)
        asked = place.say(forum.bob, f"{name} match watch")
        told = await place.told("Watch match 1 live", after=asked)
        found = LINK.search(re.sub(r"\u2060", "", told.raw))
        assert found is not None, told.raw
        stream = events(await session.get(f"{found[0]}/events"))
        assert (await state(stream, 0))["match"]["seats"][0]["name"].casefold() == "ann"
        await place.play(forum.ann, "move: F6, here we go")
        seeing = asyncio.create_task(state(stream, 1))
        await place.until(seeing.done, "the turn to be seen")
        assert seeing.result()["match"]["stones"] == {"F6": "red"}
