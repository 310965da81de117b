"""Stepping through a match: the list of turns, and the board after any of them."""

import re
from pathlib import Path
from typing import Any

from oracle.games import make
from playwright.async_api import expect

from bot.web.page_limits import LOOKS
from venues.room.at_pages import saved, two_players, type_turn
from venues.room.browsing import Browsing
from venues.room.played import named, play, positions
from venues.room.visitor import SEED_003, RoomHouse, Visitor, seated


async def look(visitor: Visitor, turn: Any) -> dict[str, Any]:
    await visitor.socket.send_json({"type": "look", "turn": turn})
    return await visitor.get("position")


async def test_every_turn_is_listed_and_every_position_can_be_looked_at(place: RoomHouse) -> None:
    """By the oracle: figures, three stones, and the stones on the board after each turn."""
    room, tokens, visitors = await seated(place, clock="1m+5m")
    said = await play(visitors, SEED_003)
    assert "Score 2 → 4, Red has 4 too: Blue is leading." in said[9]
    assert "Three stones allowed. Ann, Red may place up to 3 stones." in said[9]
    last = visitors[0].lines()[-1]
    picture = await place.session.get(f"{place.address}/{last['picture']}")
    assert (await picture.read()).startswith(b"\x89PNG")
    assert "Blue last played F2 G7 H6." in last["alt"]
    watching = await place.visit(room, tokens["watch"])
    moves = (await watching.get("state"))["moves"]
    states = positions(SEED_003)
    assert [move["text"].split() for move in moves] == [turn.split() for turn in SEED_003]
    assert [move["colour"] for move in moves[:3]] == ["red", "blue", "red"]
    assert [move["three"] for move in moves] == [len(t.split()) == 3 for t in SEED_003]
    wanted = [[max(1, one) for one in make("genius", 5, {}).figures(s)] for s in states[1:]]
    assert [[float(one) for one in move["figures"]] for move in moves] == wanted
    assert all(re.fullmatch(r"\d:\d\d", move["used"]) for move in moves)
    for turn, state in enumerate(states):
        shown = await look(watching, turn)
        assert shown["turn"] == turn
        assert shown["stones"] == named(state)
        assert sorted(shown["last"]) == (sorted(SEED_003[turn - 1].split()) if turn else [])
        assert shown["board"].count('class="cell taken"') == len(state.stones)


def lists(message: dict[str, Any], turns: int) -> bool:
    return len(message.get("moves", ())) == turns


async def test_there_is_no_position_of_what_was_taken_back_or_of_nonsense(place):
    """Far more looks than a page may have cost no turn."""
    _, _, (host, ann, bob) = await seated(place)
    await play([host, ann, bob], SEED_003[:4])
    if not any(lists(message, 4) for message in bob.seen):
        await bob.until(lambda message: lists(message, 4))
    await host.say("match undo turns:2 confirm:yes")
    await bob.until(lambda message: lists(message, 2))
    await bob.socket.send_json({"type": "look", "turn": 3})
    assert (await look(bob, 2))["turn"] == 2
    assert not [one for one in bob.seen if one["type"] == "position" and one["turn"] == 3]
    _, _, (_, ann, bob) = await seated(place)
    for turn in (-1, 1, 2**60, "0", None, [0], {"turn": 0}, 0.5):
        await ann.socket.send_json({"type": "look", "turn": turn})
    for _ in range(3 * LOOKS):
        await ann.socket.send_json({"type": "look", "turn": 0})
    await ann.says("F6", bob, "played F6")
    await ann.line("played F6")
    shown = [one for one in ann.seen if one["type"] == "position"]
    assert {one["turn"] for one in shown} == {0}
    assert 0 < len(shown) < 2 * LOOKS


async def test_a_match_is_stepped_through_while_it_goes_on(browsing: Browsing) -> None:
    """Keys, the list, the chart and the buttons; the other plays meanwhile, and so can you.

    On a phone, where the list lies below the board, a tap on a turn brings the board into view.
    """
    red, blue = await two_players(browsing)
    for number, turn in enumerate(SEED_003[:6]):
        await type_turn((red, blue)[number % 2], turn)
        await expect(red.locator("#turn-list li")).to_have_count(number + 1)
    stones = [len(state.stones) for state in positions(SEED_003[:7])]
    await red.click("#tab-turns")
    await red.click("#turn-list li:nth-child(2) button")
    await expect(red.locator("#past")).to_have_text("Turn 2 of 6")
    await expect(red.locator("#picture .cell.taken")).to_have_count(stones[2])
    await red.keyboard.press("ArrowRight")
    await expect(red.locator("#picture .cell.taken")).to_have_count(stones[3])
    await red.keyboard.press("Home")
    await expect(red.locator("#past")).to_have_text("Empty board")
    await expect(red.locator("#picture .cell.taken")).to_have_count(0)
    await expect(red.locator("#turn-list [aria-current]")).to_have_count(0)
    await red.click("#step-on")
    await expect(red.locator("#turn-list [aria-current]")).to_contain_text(SEED_003[0])
    # A cell of an earlier position is none to play on.
    await red.click("button[data-cell=A1]")
    await expect(red.locator("#hint")).to_contain_text("earlier position")
    # Red plays by typing: that is now.
    await type_turn(red, SEED_003[6])
    await expect(red.locator("#to-now")).to_be_hidden()
    await expect(red.locator("#picture .cell.taken")).to_have_count(stones[7])
    # Blue looks back while Red's turn arrives, and stays there.
    await blue.click("#tab-turns")
    await blue.click("#turn-list li:nth-child(1) button")
    await type_turn(blue, "hm")
    await blue.click("#turn-list li:nth-child(1) button")
    await expect(blue.locator("#past")).to_have_text("Turn 1 of 7")
    await expect(blue.locator("#picture .cell.taken")).to_have_count(stones[1])
    await blue.click("#to-now")
    await expect(blue.locator("#picture .cell.taken")).to_have_count(stones[7])
    box = await blue.locator("#race svg").bounding_box()
    await blue.mouse.click(box["x"] + 12, box["y"] + 20)
    await expect(blue.locator("#past")).to_have_text("Empty board")
    await blue.select_option("#step-pace", "fast")
    await blue.click("#step-auto")
    await expect(blue.locator("#step-auto")).to_have_text("Stop")
    await expect(blue.locator("#to-now")).to_be_hidden()
    await expect(blue.locator("#step-auto")).to_have_text("Autoplay")
    await expect(blue.locator("#picture .cell.taken")).to_have_count(stones[7])
    await red.set_viewport_size({"width": 360, "height": 740})
    await red.click("#tab-turns")
    await red.click("#turn-list li:nth-child(3) button")
    for button in ("#to-now", "#board-back", "#board-on"):
        await expect(red.locator(button)).to_be_in_viewport()
    await red.click("#board-back")
    await expect(red.locator("#past")).to_have_text("Turn 2 of 7")
    await red.click("#to-now")
    await expect(red.locator("#board-back")).to_be_hidden()
    assert await red.evaluate("document.documentElement.scrollWidth") == 360


async def test_a_match_is_taken_home(tmp_path: Path, browsing: Browsing) -> None:
    """Record, replay and the board of turn 2 are saved; nobody is told."""
    red, blue = await two_players(browsing)
    for number, turn in enumerate(SEED_003[:3]):
        await type_turn((red, blue)[number % 2], turn)
        await expect(blue.locator("#turn-list li")).to_have_count(number + 1)
    await blue.click("#tab-turns")
    await expect(blue.locator("#copy-result")).to_be_hidden()
    name, record = await saved(blue, "record", tmp_path)
    assert name == "match-1.txt"
    assert SEED_003[2] in record.decode()
    await blue.click("#turn-list li:nth-child(2) button")
    name, picture = await saved(blue, "board", tmp_path)
    assert (name, picture[:4]) == ("match-1-turn-2.png", b"\x89PNG")
    name, film = await saved(blue, "replay", tmp_path)
    assert (name, film[:3]) == ("match-1.gif", b"GIF")
    lines = await red.locator("#lines > li").count()
    await type_turn(red, "hm")
    await expect(red.locator("#lines > li")).to_have_count(lines + 1)
