"""The sparring partner in the room: chosen on the start page, and nobody plays from its seat."""

import pytest
from playwright.async_api import expect
from settling import meanwhile
from thinker import thinker

from bot.desk.sparring import Sparring
from bot.desk.thinking import Thinking
from bot.referee.match import Status
from bot.timing import RealTime
from venues.room.at_pages import told, type_turn
from venues.room.browsing import Browsing
from venues.room.visitor import FORM, House

BLUE = {"name": "", "colour": "blue", "level": "steady"}
RED = {"name": "", "colour": "red", "level": "strong"}


async def problem(place: House, **changes: object) -> str:
    """Why the form is refused."""
    answer = await place.ask(FORM | changes)
    assert answer.status == 422
    return (await answer.json())["error"]


async def test_the_form_is_refused_where_the_partner_can_not_play(place: House) -> None:
    """In both seats, at another level, in another game, and where it is turned off."""
    assert "turned playing and reviews off" in await problem(place, two=BLUE)
    place.desk.thinking = Thinking(RealTime())
    assert "one seat only" in await problem(place, one=RED, two=BLUE)
    assert "gentle, steady, strong or" in await problem(place, two=BLUE | {"level": "best"})
    assert "how to play catena" in await problem(place, two=BLUE, format="catena")
    offered = await (await place.session.get(f"{place.address}/formats.json")).json()
    played = {one["key"] for one in offered["formats"] if one["sparring"]}
    assert played == {"genius", "genius-short", "bentley", "mindsports", "mures"}


async def test_whoever_has_the_links_does_not_play_from_the_partners_seat(place: House) -> None:
    """Its token opens nothing that a spectator has not: nothing to press, no resignation."""
    place.desk.thinking = Thinking(RealTime())
    room, tokens = await place.open(two=BLUE)
    visitor = await place.visit(room, tokens["two"])
    state = await visitor.get("state")
    assert [seat["program"] for seat in state["match"]["seats"]] == [False, True]
    assert [seat["ready"] for seat in state["match"]["seats"]] == [False, True]
    assert not any(seat["yours"] for seat in state["match"]["seats"])
    assert state["actions"] == []
    await visitor.say("match resign")
    assert "players" in await visitor.whisper()
    _, match = await place.desk.match(1)
    assert match.status is Status.WAITING
    await visitor.close()


@pytest.mark.thorough
@pytest.mark.asyncio(loop_scope="session")
async def test_somebody_alone_plays_against_the_referee(browsing: Browsing) -> None:
    """A choice under the second name; Ready, a stone, and the answer comes by itself."""
    desk = browsing.place.desk
    async with thinker(RealTime()) as desk.thinking, meanwhile(Sparring(desk, RealTime()).run()):
        page = await browsing.page()
        await expect(page.locator("#format option")).not_to_have_count(0)
        await page.select_option("[name=level-two]", "gentle")
        await expect(page.locator("[name=name-two]")).to_be_disabled()
        await expect(page.locator("[name=here]")).to_have_value("one")
        await page.fill("[name=name-one]", "Ann")
        await page.click("text=Open the room")
        await expect(page.locator("#link-state")).to_have_text("Connected")
        await expect(page.get_by_label("Link for Blue")).to_have_count(0)
        await page.click("button[data-act=ready]")
        await expect(told(page).last).to_contain_text("Both are ready")
        await type_turn(page, "E5")
        await expect(told(page).last).to_contain_text("Blue played")
        await expect(page.locator("button.cell.taken").nth(1)).to_be_visible()
