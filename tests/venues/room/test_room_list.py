"""The start page's list of matches: for whoever has the host's link, and nobody else."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import expect

from bot.referee.match import Room
from bot.storage.links import Link, Links, Role
from bot.venues.room.match_list import MOST_LISTED, new_key
from bot.venues.room.opening_form import read_form
from bot.venues.room.seats import place as place_of
from venues.room.at_pages import both_seats, clean_in_every_look, start, type_turn
from venues.room.browsing import Browsing
from venues.room.visitor import FORM, RoomHouse, house, seated

NOTHING = {"listed": False, "matches": [], "more": False}


async def listed(place: RoomHouse, query: str = "", key: str | None = None) -> dict[str, Any]:
    """What the start page is told with a key, by default a good one."""
    key = await new_key(Links(place.store)) if key is None else key
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = await place.session.get(f"{place.address}/matches.json{query}", headers=headers)
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "no-store"
    found: dict[str, Any] = await answer.json()
    return found


async def watched(place: RoomHouse, room: str, key: str) -> aiohttp.ClientResponse:
    headers = {"Authorization": f"Bearer {key}", "Origin": place.address}
    return await place.session.post(f"{place.address}/watch/{room}", headers=headers)


async def test_open_and_ended_matches_are_listed_with_result_and_last_turn(place):
    first, tokens, (host, ann, _) = await seated(place)
    await ann.says("E5", host, "played E5", "told")
    second, _, (_, _, bob) = await seated(place, one={"name": "Cid", "colour": "red"})
    await bob.resigns(bob)
    told = await listed(place)
    assert told["listed"] is True
    assert told["more"] is False
    new, old = told["matches"]
    assert (new["room"], new["title"], new["over"]) == (second, "Cid – Bob", True)
    assert (new["headline"], new["last"]) == ("Red wins by resignation", "")
    assert (old["room"], old["title"], old["over"]) == (first, "Ann – Bob", False)
    assert (old["headline"], old["last"]) == ("Blue to move: place 1 or 2 stones", "Red E5")
    assert not [token for token in tokens.values() if token in str(told)]


async def test_every_match_of_the_database_is_listed(place: RoomHouse) -> None:
    """Earlier ones of a room lead there too; one that is held elsewhere has no link."""
    room, _, (host, _, bob) = await seated(place)
    await bob.resigns(bob)
    await host.act("rematch")
    await host.state(lambda match: match["number"] == 2)
    form = read_form(FORM, "elsewhere", place.venue.now(), thinks=False)
    await place.store.open_match(Room("discord", "server", "channel"), form)
    shown = [(one["number"], one["room"], one["venue"]) for one in (await listed(place))["matches"]]
    assert shown == [(3, "", "discord"), (2, room, ""), (1, room, "")]


async def test_a_room_that_is_not_there_has_no_link_however_often_it_is_asked(
    place: RoomHouse,
) -> None:
    """By two tabs at once as well."""
    key = await new_key(Links(place.store))
    answers = await asyncio.gather(*(watched(place, "nowhere", key) for _ in range(5)))
    assert {answer.status for answer in answers} == {404}


async def test_only_the_hosts_link_lists_matches_and_links_of_the_list_watch(place):
    """Sitting at the machine is no reason; a link opens no seat, and is made once for each room."""
    room, tokens = await place.open()
    for key in ("", "x", *tokens.values()):
        assert await listed(place, key=key) == NOTHING
        assert (await watched(place, room, key)).status == 404
    key = await new_key(Links(place.store))
    assert [one["room"] for one in (await listed(place, key=key))["matches"]] == [room]
    assert key not in str(await listed(place, key=key))
    # Another key makes none of those before useless.
    await new_key(Links(place.store))
    assert (await listed(place, key=key))["listed"] is True
    key = await new_key(Links(place.store))
    sent = [(await (await watched(place, room, key)).json())["token"] for _ in range(2)]
    assert sent[0] == sent[1]
    assert sent[0] not in tokens.values()
    assert (await (await place.visit(room, sent[0])).get("state"))["roles"] == ["watch"]
    for nowhere in ("nowhere", ""):
        assert (await watched(place, nowhere, key)).status in (404, 405)
    before = await Links(place.store).of_room(room)
    assert (await place.session.get(f"{place.address}/watch/{room}")).status in (404, 405)
    assert sorted(await Links(place.store).of_room(room), key=str) == sorted(before, key=str)


async def test_older_matches_are_asked_for(place: RoomHouse) -> None:
    links, made = Links(place.store), []
    for number in range(MOST_LISTED + 2):
        room = f"room{number}"
        await links.add({f"token{number}": Link(Role.HOST, room)})
        form = read_form(FORM, room, place.venue.now(), thinks=False)
        await place.desk.open(place_of(room), form)
        made.append(room)
    told = await listed(place)
    assert [one["room"] for one in told["matches"]] == made[:1:-1]
    assert told["more"] is True
    older = await listed(place, f"?before={told['matches'][-1]['number']}")
    assert [one["room"] for one in older["matches"]] == [made[1], made[0]]
    assert older["more"] is False
    for query in ("?before=", "?before=x", "?before=-1", "?before=99999999999999999999"):
        assert (await listed(place, query))["matches"] == told["matches"]


async def test_a_damaged_match_hides_no_other(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        for _ in range(2):
            _, _, (_, _, bob) = await seated(place)
            await bob.resigns(bob)
    with contextlib.closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database, database:
        database.execute("UPDATE events SET data = '{' WHERE match = 1")
    async with house(tmp_path) as place:
        new, old = (await listed(place))["matches"]
        assert new["headline"] == "Red wins by resignation"
        assert old == {"number": 1, "room": "", "title": "Match 1, whose record can't be read"}


async def test_the_start_page_leads_to_all_matches(browsing: Browsing) -> None:
    """The host's browser opens its seat; one that has been cleared watches. Clean by axe-core."""
    page = await both_seats(browsing)
    await type_turn(page, "match cancel confirm:yes", "there is no result")
    await page.goto(browsing.address)
    await expect(page.locator("#rooms")).to_contain_text("Ann – Bob")
    await expect(page.locator("#matches")).to_be_hidden()
    link = f"{browsing.address}/#{await new_key(Links(browsing.place.store))}"
    await page.goto(link)
    await expect(page).to_have_url(f"{browsing.address}/")
    await expect(page.locator("#matches")).to_be_visible()
    # Whoever has both seats presses no Ready: the board waits for the first stone.
    await start(page, at_once=True)
    await expect(page.locator("[data-act=ready]")).to_have_count(0)
    await type_turn(page, "E5", "played E5")
    await page.goto(browsing.address)
    await expect(page.locator("#ended-matches li")).to_have_count(1)
    row = page.locator("#open-matches li")
    await expect(row).to_contain_text("Blue to move")
    await expect(row).to_contain_text("Red E5")
    await expect(page.locator("#rooms")).to_be_hidden()
    await clean_in_every_look(page)
    await row.get_by_role("link", name="Ann – Bob").click()
    await expect(page.locator("#speaks")).to_contain_text("Bob")
    other = await browsing.page(link)
    await other.locator("#open-matches").get_by_role("link", name="Ann – Bob").click()
    await expect(other.locator("#speaks")).to_contain_text("Spectator")
    assert "#" not in other.url
