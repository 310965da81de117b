"""A match on a forum is watched as one on Discord is."""

import asyncio
import re
from pathlib import Path

import aiohttp
import pytest
from loopback.bell import PATIENCE
from loopback_forums import LoopbackDiscourse, LoopbackForum, LoopbackNodeBB
from venues.forum.kills import CLOCK
from venues.forum.process import Process, settings_of

from watch.hall import LINK, free_port
from watch.test_watch_serving import STREAMS, events, state

pytestmark = [pytest.mark.real_time, STREAMS]


@pytest.mark.parametrize("kind", [LoopbackNodeBB, LoopbackDiscourse])
async def test_a_match_on_a_forum_is_watched(kind: type[LoopbackForum], tmp_path: Path) -> None:
    """A moderator turns it on, anybody asks for the link, and each turn is seen."""
    address = f"http://127.0.0.1:{free_port()}"
    watch = {"WATCH_URL": address, "WATCH_PORT": address.rpartition(":")[2]}
    async with kind() as forum, aiohttp.ClientSession() as session:
        forum.categories[forum.place].add(forum.host.id)
        topic = forum.topic(forum.place, forum.host, "Ann against Bob")
        referee = Process(settings_of(forum) | watch, tmp_path)
        await referee.start()
        try:
            await forum.until(
                lambda: any("/category/" in one or "/c/" in one for _, one, _ in forum.journal)
            )
            forum.say(forum.host, topic, f"@referee match start red:@ann blue:@bob {CLOCK}")
            await forum.said(topic, "against")
            forum.say(forum.host, topic, "@referee match begin")
            await forum.said(topic, "started the match")
            forum.say(forum.bob, topic, "@referee match watch")
            await forum.said(topic, "Watch pages are off")
            forum.say(forum.host, topic, "@referee setup watch:on")
            await forum.said(topic, "Settled")
            forum.say(forum.bob, topic, "@referee match watch")
            told = await forum.said(topic, "Watch match 1 live")
            link = re.sub(r"\u2060", "", told.raw)
            found = LINK.search(link)
            assert found is not None, told.raw
            stream = events(await session.get(f"{found[0]}/events"))
            assert (await state(stream, 0))["match"]["seats"][0]["name"].casefold() == "ann"
            forum.say(forum.ann, topic, "move: F6, here we go")
            async with asyncio.timeout(PATIENCE.total_seconds()):
                assert (await state(stream, 1))["match"]["stones"] == {"F6": "red"}
        finally:
            await referee.stop()
