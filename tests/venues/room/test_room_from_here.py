"""*Play on from here*: a match that is over goes on in a new room, against the partner."""

from typing import Any

import pytest
from playwright.async_api import expect
from settling import meanwhile
from thinker import thinker

from bot.desk.sparring import Sparring
from bot.desk.thinking import Thinking
from bot.referee.events import Beginning
from bot.referee.match import Match, Status
from bot.referee.room import Room
from bot.timing import RealTime
from venues.room.at_pages import clean, enter, told
from venues.room.browsing import Browsing
from venues.room.played import GAME, over
from venues.room.visitor import RoomHouse, seated


async def asked(
    place: RoomHouse, room: str, token: str, wish: dict[str, Any], number: int = 1
) -> tuple[int, dict[str, Any]]:
    """The answer to a page that wishes to play on, with one of its links."""
    answer = await place.session.post(
        f"{place.address}/room/{room}/from/{number}",
        json=wish,
        headers={"Authorization": f"Bearer {token}", "Origin": place.address},
    )
    is_json = answer.content_type == "application/json"
    return answer.status, await answer.json() if is_json else {}


async def held_in(place: RoomHouse, room: str) -> Match:
    """The match of a room."""
    held = await place.desk.latest(Room("room", "local", room))
    assert held is not None
    return held[1]


@pytest.mark.parametrize(
    ("role", "turn", "here"),
    [("one", 2, "one"), ("two", 2, "two"), ("watch", 2, "one"), ("host", 3, "two")],
)
async def test_it_goes_on_in_a_new_room_at_once(place: RoomHouse, role, turn, here) -> None:
    """Who played has that seat, anybody else that of the player to move."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await over(place)
    status, made = await asked(place, room, tokens[role], {"turn": turn, "name": "Zoe"})
    assert (status, made["here"]) == (200, here)
    assert made["room"] != room
    assert {"host", here} <= set(made["tokens"])
    old, new = await held_in(place, room), await held_in(place, made["room"])
    assert new.beginning == Beginning(1, GAME[:turn])
    assert new.status is Status.RUNNING
    assert new.terms.colours == old.terms.colours
    seats = {"one": ["Zoe", "The referee (steady)"], "two": ["The referee (steady)", "Zoe"]}
    assert [player.name for player in new.players] == seats[here]


async def test_what_can_not_be_is_said_and_opens_nothing(place: RoomHouse) -> None:
    """No such turn, no turn at all, no name, nothing that thinks."""
    room, tokens = await over(place)
    wish, token = {"turn": 2, "name": ""}, tokens["one"]
    status, made = await asked(place, room, token, wish)
    assert (status, "only referee here" in made["error"]) == (422, True)
    place.desk.thinking = Thinking(RealTime())
    status, made = await asked(place, room, token, {"turn": 9})
    assert (status, "4 turns" in made["error"]) == (422, True)
    for turn in (None, -1, "2", 1.5, True, False):
        assert (await asked(place, room, token, {"turn": turn}))[0] == 400
    assert (await asked(place, room, token, {"turn": 1, "name": 7}))[0] == 400


async def test_only_whoever_may_see_a_match_that_is_over_plays_it_on(place: RoomHouse) -> None:
    """By a link of its room, and none of another one's; an open match waits."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await over(place)
    wish, token = {"turn": 2, "name": ""}, tokens["one"]
    assert (await asked(place, room, "", wish))[0] == 404
    assert (await asked(place, room, token, wish, number=2))[0] == 404
    other, theirs, _ = await seated(place, side="2")
    assert (await asked(place, other, theirs["host"], wish))[0] == 404
    status, made = await asked(place, other, theirs["host"], wish, number=2)
    assert (status, "one that is open" in made["error"]) == (422, True)


async def test_a_rematch_begins_there_again(place: RoomHouse) -> None:
    """With everybody on the same side, as the button says."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await over(place)
    _, made = await asked(place, room, tokens["one"], {"turn": 2, "name": "Zoe"})
    first = await held_in(place, made["room"])
    visitor = await place.visit(made["room"], made["tokens"]["host"], made["tokens"]["one"])
    await visitor.act("resign")
    state = await visitor.state(lambda match: match["status"] == "over")
    offered = {action["act"]: action["label"] for action in state["actions"]}
    assert offered["rematch"] == "Again from turn 2"
    await visitor.act("rematch")
    # Nobody else is to be waited for.
    state = await visitor.state(lambda match: match["number"] == 3 and match["status"] == "running")
    assert state["match"]["beginning"] == "From match 1, turn 2"
    again = await held_in(place, made["room"])
    assert (again.beginning, again.players[0]) == (first.beginning, first.players[0])
    # How it went says nothing about the level that suits.
    assert again.players[1].name == "The referee (steady)"
    await visitor.close()


async def test_the_host_is_offered_no_turn_that_can_not_be_taken_back(place: RoomHouse) -> None:
    """Those of the other match stand in the list of turns, and not in the dialog."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await over(place)
    _, made = await asked(place, room, tokens["one"], {"turn": 2, "name": "Zoe"})
    visitor = await place.visit(made["room"], made["tokens"]["host"], made["tokens"]["one"])
    state = await visitor.state(lambda match: match["turn"] == 2)
    assert "undo" not in [action["act"] for action in state["actions"]]
    await visitor.say("A1")
    state = await visitor.state(lambda match: match["turn"] == 3)
    (undo,) = (action for action in state["actions"] if action["act"] == "undo")
    fields = {field["name"]: field for field in undo["form"]["fields"]}
    ((count, what, does),) = fields["turns"]["choices"]
    assert (count, fields["turns"]["chosen"]) == ("1", "1")
    assert "Turn 3" in what
    assert "Red (Zoe) is to move then" in does
    await visitor.close()


async def test_a_loser_tries_again_from_the_turn_that_lost(browsing: Browsing) -> None:
    """The button is there while an earlier turn is shown, and the partner plays on at once."""
    desk = browsing.place.desk
    async with thinker(RealTime()) as desk.thinking, meanwhile(Sparring(desk, RealTime()).run()):
        room, tokens = await over(browsing.place)
        page = await enter(browsing, room, tokens["one"])
        button = page.locator("#actions [data-act=from-here]")
        # Red resigned with cells left: the last position can be played on as well.
        await expect(button).to_have_text("Play on from here")
        await page.click("#tab-turns")
        await page.locator("#turn-list button").nth(0).click()
        await expect(page.locator("#past")).to_have_text("Turn 1 of 4")
        await clean(page)
        await button.click()
        await expect(page.locator("#ask-text")).to_have_text(
            "Play on from turn 1 as Red against the referee, in another room?"
        )
        await page.click("#ask-yes")
        await expect(told(page).last).to_contain_text("Blue played")
        await expect(page.locator(".seat.red")).to_contain_text("Ann")
        await expect(page.locator(".seat.blue")).to_contain_text("The referee (steady)")
        await expect(page.locator("button.cell.taken").first).to_be_visible()
