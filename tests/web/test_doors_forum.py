"""Two doors on a forum, which is read every now and then: a page's turn waits for the topic."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from sqlite3 import connect
from typing import Any

import aiohttp
import pytest
from loopback_forums import LoopbackDiscourse, LoopbackForum, LoopbackNodeBB
from ports import free_port
from venues.forum.house import BLUE, RED, SECOND, ForumHouse, house
from venues.room.visitor import Visitor, browser

from web.hall import LINK
from web.watching import STREAMS, events, state

pytestmark = STREAMS

GRACE = timedelta(seconds=30)
"""So long a post that was made may not be there to be read."""


class Tables:
    """A match on a forum, and the way to its players' own pages."""

    def __init__(self, place: ForumHouse, session: aiohttp.ClientSession, address: str) -> None:
        self.place = place
        self._session = session
        self._address = address
        self._keys = count()

    async def start(self) -> None:
        await self.place.start("clock:9h+9h")

    async def tapping(self, player: Any) -> Visitor:
        """The page that a player was sent the link to, in private."""
        link = re.compile(rf"{self._address}/match/1#([\w-]+)")

        def told() -> list[str]:
            found = [link.search(text) for _, to, text in self.place.forum.chats if to == player.id]
            return [one[1] for one in found if one is not None]

        (token,) = await self.place.until(told, "the link in private")
        socket = await self._session.ws_connect(
            f"{self._address}/match/1/socket", headers={"Origin": self._address}
        )
        await socket.send_str(json.dumps({"type": "hello", "tokens": [token], "after": 0}))
        page = Visitor(socket, self._keys)
        await page.get("state")
        return page

    async def tapped_beside_a_held_post(self) -> Any:
        """Ann's post, which is not there to be read yet; Bob has tapped a second after it."""
        forum = self.place.forum
        await self.start()
        page = await self.tapping(forum.bob)
        held = forum.enqueue(forum.ann, self.place.topic, f"move: {RED}, as I told you")
        await self.place.pass_time(SECOND)
        await page.say(BLUE)
        await page.whisper()
        return held

    def turns(self) -> list[tuple[str, datetime]]:
        query = (
            "SELECT json_extract(data, '$.turn'), json_extract(data, '$.at') FROM events "
            "WHERE kind = 'TurnPlayed' ORDER BY number"
        )
        return [(turn, datetime.fromisoformat(at)) for turn, at in self._stored(query)]

    def kept(self) -> dict[str, datetime]:
        rows = self._stored("SELECT text, at FROM room_lines WHERE kind = 'said'")
        return {text: datetime.fromisoformat(at) for text, at in rows}

    def _stored(self, query: str) -> list[Any]:
        file = self.place.settings.database_url.removeprefix("sqlite+aiosqlite:///")
        with closing(connect(file)) as database:
            return database.execute(query).fetchall()

    def paused(self) -> bool:
        """Whether the topic was ever told of a pause."""
        return any("paused" in post.raw for post in self.place.mine())


@pytest.fixture(
    params=[LoopbackNodeBB, pytest.param(LoopbackDiscourse, marks=pytest.mark.thorough)]
)
async def tables(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Tables]:
    """A forum whose referee serves pages."""
    kind: type[LoopbackForum] = request.param
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with house(kind, tmp_path) as place, browser() as session:
        place.set_also(web_url=address, web_port=port)
        await place.open()
        yield Tables(place, session, address)


async def test_a_page_says_of_a_pause_what_its_forum_says(tables: Tables) -> None:
    """The topic is locked: once that is mended, the match goes on by itself."""
    place = tables.place
    await tables.start()
    page = await tables.tapping(place.forum.ann)
    place.topic.locked = True
    await place.told("it goes on by itself")
    await page.say("match status")
    assert "goes on by itself" in await page.whisper()


async def test_a_page_s_turn_waits_until_the_topic_was_read_past_it(tables: Tables) -> None:
    """The page is told so; the turn has its first stamp, and the match is not paused."""
    place = tables.place
    await tables.start()
    page = await tables.tapping(place.forum.ann)
    await page.say("E5")
    assert "I read the topic up to it first" in await page.whisper()
    board = await place.told("played", step=SECOND)
    ((turn, at),) = tables.turns()
    assert (turn, at) == ("E5", tables.kept()["E5"])
    assert board.at - at >= GRACE
    assert not tables.paused()


async def test_a_post_made_before_it_is_ruled_first(tables: Tables) -> None:
    """Ann's post is not there to be read for twenty seconds; Bob, who knows of it, taps."""
    place, forum = tables.place, tables.place.forum
    held = await tables.tapped_beside_a_held_post()
    await place.pass_time(20 * SECOND)
    forum.approve(held)
    await place.told("played", step=SECOND)
    await place.until(lambda: len(tables.turns()) == 2, "Bob's turn to be ruled")
    assert [turn for turn, _ in tables.turns()] == [RED, BLUE]
    assert not tables.paused()


async def test_a_turn_that_waited_when_the_referee_was_killed_waits_on(tables: Tables) -> None:
    """The same, and the referee is killed meanwhile, before Ann's post is there."""
    place, forum = tables.place, tables.place.forum
    held = await tables.tapped_beside_a_held_post()
    await place.kill()
    await place.open()
    await place.pass_time(5 * SECOND, SECOND)
    forum.approve(held)
    await place.until(lambda: len(tables.turns()) == 2, "Bob's turn to be ruled")
    assert [turn for turn, _ in tables.turns()] == [RED, BLUE]
    assert tables.turns()[1][1] == tables.kept()[BLUE]
    assert not tables.paused()


async def test_a_turn_out_of_turn_after_a_kill_is_refused_on_the_page(tables: Tables) -> None:
    """Ann has posted nothing: once that is sure, Bob's page is told so, also after the restart."""
    place = tables.place
    await tables.start()
    page = await tables.tapping(place.forum.bob)
    await page.say(BLUE)
    await page.whisper()
    await place.kill()
    await place.open()
    await place.pass_time(2 * GRACE, SECOND)
    again = await tables.tapping(place.forum.bob)
    (answer,) = [line for line in again.lines() if line["kind"] == "refusal"]
    assert "It is Red's turn" in str(answer["parts"])
    assert not tables.turns()


async def test_a_link_whose_message_was_refused_is_sent_again_and_only_once(tables: Tables) -> None:
    """The forum does not take the first message to Ann, and takes the next."""
    place, forum = tables.place, tables.place.forum
    forum.faults.messages_refused = 1
    await tables.start()
    for player, turn in ((forum.ann, RED), (forum.bob, BLUE)):
        forum.say(player, place.topic, f"move: {turn}")
        await place.told(f"played **{turn}", step=SECOND)
    page = await tables.tapping(forum.ann)
    assert forum.faults.messages_refused == 0
    assert len([to for _, to, _ in forum.chats if to == forum.ann.id]) == 1
    await page.close()


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
