"""The sparring partner in the room, and *Play on from here* against it."""

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import expect
from settling import meanwhile
from thinker import thinker

from bot.desk.sparring import Sparring
from bot.desk.thinking import Thinking
from bot.referee.events import Beginning, HintGiven
from bot.referee.match import Match, Room, Status
from bot.timing import RealTime
from venues.room.at_pages import clean, enter, resign, told, type_turn, whole_form
from venues.room.browsing import Browsing
from venues.room.played import GAME, over
from venues.room.visitor import FORM, RoomHouse, Visitor, seated

BLUE = {"name": "", "colour": "blue", "level": "steady"}
RED = {"name": "", "colour": "red", "level": "strong"}


async def problem(place: RoomHouse, **changes: object) -> str:
    answer = await place.ask(FORM | changes)
    assert answer.status == 422
    return (await answer.json())["error"]


async def test_the_form_is_refused_where_the_partner_can_not_play(place: RoomHouse) -> None:
    assert "turned playing and reviews off" in await problem(place, two=BLUE)
    place.desk.thinking = Thinking(RealTime())
    assert "one seat only" in await problem(place, one=RED, two=BLUE)
    assert "first-stone, gentle, easy" in await problem(place, two=BLUE | {"level": "best"})
    offered = await (await place.session.get(f"{place.address}/formats.json")).json()
    assert all(one["sparring"] for one in offered["formats"])


async def test_partner_s_seat_is_nobody_s_who_has_its_link(place: RoomHouse) -> None:
    """Its token opens nothing that a spectator has not: nothing to press, no resignation."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await place.open(two=BLUE)
    visitor = await place.visit(room, tokens["two"])
    state = await visitor.get("state")
    assert [seat["program"] for seat in state["match"]["seats"]] == [False, True]
    assert [seat["level"] for seat in state["match"]["seats"]] == ["", "steady"]
    assert [seat["ready"] for seat in state["match"]["seats"]] == [False, True]
    assert not any(seat["yours"] for seat in state["match"]["seats"])
    assert state["actions"] == []
    await visitor.say("match resign")
    assert "players" in await visitor.whisper()
    _, match = await place.desk.match(1)
    assert match.status is Status.WAITING
    await visitor.close()


async def ended(place: RoomHouse, **form: object) -> tuple[str, dict[str, dict[str, Any]]]:
    """A match of one turn in which Bob resigned: its room, and what is offered then."""
    room, _, (host, ann, bob) = await seated(place, **form)
    await (bob if form.get("first") == "two" else ann).say("D3")
    state = await host.state(lambda match: match["turn"] == 1)
    assert {"review", "spar"}.isdisjoint(action["act"] for action in state["actions"])
    state = await bob.resigns(host)
    return room, {action["act"]: action for action in state["actions"]}


async def test_looking_back_is_offered_in_every_game_and_the_winners_side_is_played(place):
    """In a new room, at once and on the same terms; Bob, who lost as DMO, is the partner there."""
    _, offered = await ended(place)
    assert list(offered) == ["rematch", "reopen"]
    place.desk.thinking = Thinking(RealTime())
    _, offered = await ended(place, format="catena")
    assert list(offered) == ["rematch", "reopen", "review", "from-here", "spar"]
    _, offered = await ended(place, format="mures")
    assert list(offered) == ["rematch", "reopen", "review", "from-here", "spar"]
    place.desk.thinking = Thinking(RealTime())
    room, offered = await ended(place, clock="30s+3m", side="4", first="two", dmo="two")
    answer = await place.ask(offered["spar"]["opens"] | {"host": "Zoe"})
    made = await answer.json()
    _, old = await place.desk.latest(Room("room", "local", room))
    _, new = await place.desk.latest(Room("room", "local", made["room"]))
    assert new.terms == replace(old.terms, auto_level=True)
    assert new.status is Status.RUNNING
    assert [player.level for player in old.players] == ["", ""]
    assert [player.level for player in new.players] == ["steady", ""]


async def test_somebody_alone_plays_against_the_referee(browsing: Browsing) -> None:
    """By the form: a choice under the second name; a stone, and the answer comes by itself."""
    desk = browsing.place.desk
    async with thinker(RealTime()) as desk.thinking, meanwhile(Sparring(desk, RealTime()).run()):
        page = await browsing.page()
        await whole_form(page)
        await page.select_option("[name=level-two]", "gentle")
        await expect(page.locator("[name=name-two]")).to_be_disabled()
        await expect(page.locator("[name=here]")).to_have_value("one")
        await page.fill("[name=name-one]", "Ann")
        await page.click("text=Open the room")
        await expect(page.locator("#link-state")).to_have_text("Connected")
        await expect(page.get_by_label("Link for Blue")).to_have_count(0)
        await expect(told(page).last).to_contain_text("Both are ready")
        await type_turn(page, "E5", "Blue played")
        await expect(page.locator("button.cell.taken").nth(1)).to_be_visible()


async def test_alone_in_one_click_and_once_more_from_the_winners_side(browsing: Browsing) -> None:
    """One click begins, one chooses a stone; the end leads to a review and to a new room."""
    desk = browsing.place.desk
    async with thinker(RealTime()) as desk.thinking, meanwhile(Sparring(desk, RealTime()).run()):
        page = await browsing.page()
        await page.fill("#visitor", "Ann")
        await page.click("text=Play the referee")
        await page.click("button[data-cell=E5]")
        await page.click("#play-here")
        await expect(told(page).last).to_contain_text("Blue played")
        before = await page.locator("#board").bounding_box()
        await resign(page)
        await expect(page.locator("#headline")).to_have_text("Blue wins by resignation")
        end = page.get_by_label("After the match")
        assert [text.strip() for text in await end.locator("button").all_inner_texts()] == [
            "Play the winner's side against the referee", "Step through", "Record", "GIF",
        ]  # fmt: skip
        assert await page.locator("#board").bounding_box() == before
        await clean(page)
        await page.click(".actions [data-act=review]")
        await expect(page.locator("#review-text")).to_contain_text("never certain.")
        await page.click("#tab-lines")
        await end.get_by_text("Step through").click()
        await expect(page.locator("#past")).to_have_text("Empty board")
        await expect(page.locator("#board-on")).to_be_focused()
        await end.get_by_text("Play the winner's side").click()
        await expect(page.locator(".seat.blue")).to_contain_text("Ann")
        await expect(page.locator(".seat.red")).to_contain_text("The referee (steady)")
        await expect(told(page).last).to_contain_text("Red played")
        await page.goto(browsing.address)
        await expect(page.locator("#visitor")).to_have_value("Ann")


async def test_the_partner_accepts_a_rematch_and_its_level_suits(place: RoomHouse) -> None:
    """Ann is not the host; she has lost to `steady`, and begins the rematch against `easy`."""
    place.desk.thinking = Thinking(RealTime())
    room, _, (host, ann, _) = await seated(place, two=BLUE | {"level": "auto"})
    assert (await ann.resigns(ann))["actions"][0]["act"] == "rematch"
    await ann.act("rematch")
    again = (await host.state(lambda match: match["number"] == 2))["match"]
    assert [seat["name"] for seat in again["seats"]] == ["The referee (easy)", "Ann"]
    _, match = await place.desk.latest(Room("room", "local", room))
    assert [player.level for player in match.players] == ["easy", ""]


async def offered_to(page: Visitor) -> list[str]:
    state = await page.state(lambda match: match["status"] == "running")
    return [action["act"] for action in state["actions"]]


async def test_a_hint_is_a_button_for_whoever_is_to_move(place: RoomHouse) -> None:
    """Against the partner always, else where it was agreed on; it is whispered, and recorded."""
    async with thinker(RealTime()) as place.desk.thinking:
        _, _, (host, ann, _) = await seated(place, two=BLUE, side="3")
        assert [("hint" in await offered_to(page)) for page in (host, ann)] == [False, True]
        await ann.act("hint")
        assert re.match(r"[A-E][1-5]: \S", await ann.whisper())
        _, _, (host, ann, bob) = await seated(place, hints="on", side="3")
        pages = host, ann, bob
        assert [("hint" in await offered_to(page)) for page in pages] == [False, True, False]
        await bob.act("hint")
        assert "a hint is for whoever is to move" in await bob.whisper()
        _, _, (_, ann, _) = await seated(place, side="3")
        assert "hint" not in await offered_to(ann)
    for number, turns in ((1, [1]), (2, [])):
        _, match = await place.desk.match(number)
        assert [event.turn for _, event in match.log if isinstance(event, HintGiven)] == turns


async def asked(
    place: RoomHouse, room: str, token: str, wish: dict[str, Any], number: int = 1
) -> tuple[int, dict[str, Any]]:
    answer = await place.session.post(
        f"{place.address}/room/{room}/from/{number}",
        json=wish,
        headers={"Authorization": f"Bearer {token}", "Origin": place.address},
    )
    is_json = answer.content_type == "application/json"
    return answer.status, await answer.json() if is_json else {}


async def held_in(place: RoomHouse, room: str) -> Match:
    held = await place.desk.latest(Room("room", "local", room))
    assert held is not None
    return held[1]


@pytest.mark.parametrize(
    ("role", "turn", "here"),
    [("one", 2, "one"), ("two", 2, "two"), ("watch", 2, "one"), ("host", 3, "two")],
)
async def test_play_on_from_here_begins_in_a_new_room_at_once(
    place: RoomHouse, role, turn, here
) -> None:
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


async def test_play_on_that_can_not_be_is_said_and_opens_nothing(place: RoomHouse) -> None:
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


async def test_play_on_is_for_whoever_may_see_a_match_that_is_over(place: RoomHouse) -> None:
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


async def test_play_on_takes_back_no_earlier_turn_and_a_rematch_begins_there_again(place):
    """Those of the other match stand in the list of turns, and not in the dialog."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await over(place)
    _, made = await asked(place, room, tokens["one"], {"turn": 2, "name": "Zoe"})
    first = await held_in(place, made["room"])
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
    state = await visitor.resigns(visitor)
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
