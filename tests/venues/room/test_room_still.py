"""Nothing moves in the room: whatever happens in a match, a finger meets what it was meant for."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from handclock import HandClock
from playwright.async_api import Page, expect
from web.stillness import SCREENS, Stillness, screen

from venues.room.at_pages import enter, opened
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time
from venues.room.visitor import SEED_003, Visitor

FORM = {"clock": "1m+5m", "dmo": "two", "first": "dmo"}
HEADLINE, WORDS, BLUES_TAGS = "#headline", "#words", ".seat.blue .tags"


async def at_each_width(browsing: Browsing, room: str, *tokens: str) -> dict[str, Page]:
    """The pages of people with the same links, whose screens differ."""
    return {str(wide): await enter(browsing, room, *tokens, **screen(wide)) for wide in SCREENS}


@pytest.mark.parametrize("roles", [("host", "one", "two"), ("two",)], ids=" ".join)
async def test_board_and_buttons_stand_still(by_hand: Any, roles: Sequence[str]) -> None:
    """From waiting for the DMO to a lost connection, at seven widths: 0.0 pixels."""
    browsing, clock = by_hand
    room, tokens = await opened(browsing, FORM)
    visit = browsing.place.visit
    host, ann, bob = [await visit(room, tokens[one]) for one in ("host", "one", "two")]
    still = Stillness(await at_each_width(browsing, room, *map(tokens.get, roles)))
    await before_the_start(still, ann, bob)
    await turns(still, ann, bob)
    await bank_and_pause(still, clock, host, ann, bob)
    await looking_back(still)
    await ends(still, clock, host, ann)
    await still.each(lambda page: page.context.set_offline(True))
    browsing.place.venue._pages.close()
    await still.each(lambda page: expect(page.locator("#trouble")).not_to_be_empty())
    await still.look("disconnected")
    print(f"\n{' '.join(roles)}\n{still.table()}")
    assert not still.problems(), "\n".join(still.problems())


async def before_the_start(still: Stillness, ann: Visitor, bob: Visitor) -> None:
    """The DMO says who starts, and both get ready."""
    await still.show(HEADLINE, "the DMO, to say who starts")
    await still.look("DMO to say who starts")
    await bob.act("first-red")
    await still.show(HEADLINE, "Red starts when both are ready")
    await still.look("waiting")
    await bob.act("ready")
    await still.each(lambda page: expect(page.locator(BLUES_TAGS)).not_to_contain_text("Not ready"))
    await still.look("one is ready")
    await ann.act("ready")
    await still.show(HEADLINE, "Red to move")
    await still.look("turn")


async def turns(still: Stillness, ann: Visitor, bob: Visitor) -> None:
    """Stones are chosen and played, three are allowed, and what can't be played is refused."""
    await still.each(lambda page: page.fill(WORDS, "F6"))
    await still.look("stone chosen")
    await still.each(lambda page: page.fill(WORDS, ""))
    for number, turn in enumerate(SEED_003[:3]):
        await (ann, bob)[number % 2].say(turn)
        await still.show(HEADLINE, f"{('Blue', 'Red')[number % 2]} to move")
        await still.look("leading" if number == 2 else f"turn {number + 1}")
    await still.each(lambda page: page.fill(WORDS, SEED_003[0]))
    await still.show("#hint", "taken")
    await still.look("hint")
    await still.each(lambda page: page.press(WORDS, "Enter"))
    refusals = "li.refusal"
    await still.each(lambda page: expect(page.locator(refusals)).to_have_count(len(SCREENS)))
    await still.look("refused")
    await still.each(lambda page: page.fill(WORDS, ""))


async def komi_is_named(still: Stillness, host: Visitor) -> None:
    """White names the komi, Black takes a colour, and the game's button may be taken."""
    await still.show(HEADLINE, "to name the komi")
    await still.look("komi to be named")
    await host.act("komi-4")
    await still.show(HEADLINE, "colour")
    await still.look("colour to be taken")
    await host.act("take-black")
    await still.show(HEADLINE, "starts when both are ready")
    await still.look("waiting")
    await host.act("start")
    await still.show(HEADLINE, "to move")
    await still.look("turn")


async def may_pass(still: Stillness, ann: Visitor, bob: Visitor) -> None:
    """Whoever is behind may pass."""
    for visitor in (ann, bob):
        await visitor.act("ready")
    await still.show(HEADLINE, "Black to move")
    await still.look("turn")
    await ann.say("A1")
    await still.show(HEADLINE, "White to move")
    await bob.say("C4 C5")
    await still.show(HEADLINE, "or pass")
    await still.look("may pass")


@pytest.mark.parametrize("roles", [("host", "one", "two"), ("two",)], ids=" ".join)
@pytest.mark.parametrize("game", ["catena", "ketchup"])
async def test_choices_and_passing_move_nothing(
    browsing: Browsing, roles: Sequence[str], game: str
) -> None:
    """What is offered for a while alone has its place from the start."""
    form: dict[str, Any] = {"format": game, "clock": "1m+5m"}
    if game == "catena":
        form["options"] = {"komi": "choose"}
    room, tokens = await opened(browsing, form)
    visit = browsing.place.visit
    host, ann, bob = [await visit(room, tokens[one]) for one in ("host", "one", "two")]
    still = Stillness(await at_each_width(browsing, room, *map(tokens.get, roles)))
    if game == "catena":
        await komi_is_named(still, host)
    else:
        await may_pass(still, ann, bob)
    assert not still.problems(), "\n".join(still.problems())


async def bank_and_pause(
    still: Stillness, clock: HandClock, host: Visitor, ann: Visitor, bob: Visitor
) -> None:
    """The bank runs, something is asked, and the match is paused."""
    await pass_time(clock, timedelta(seconds=61))
    bank_alone = ".clock.live span:visible"
    await still.each(lambda page: expect(page.locator(bank_alone)).to_have_count(1))
    await still.look("bank")
    await ann.act("ask-undo")
    await still.each(lambda page: expect(page.locator("[data-act=accept]")).to_be_visible())
    await still.look("asked to take back")
    await bob.act("decline")
    await host.act("pause")
    await still.show(BLUES_TAGS, "Paused")
    await still.look("paused")
    await host.act("resume")
    await still.show(BLUES_TAGS, "To move")


async def looking_back(still: Stillness) -> None:
    """The board of a turn before; widest pages have the turns beside the talk, and no tabs."""
    await still.each(lambda page: page.locator("#tab-turns").dispatch_event("click"))
    await still.each(lambda page: page.click("#step-back"))
    await still.each(lambda page: expect(page.locator("#to-now")).to_be_visible())
    await still.look("looking back")
    await still.each(lambda page: page.click("#to-now"))
    await still.each(lambda page: page.locator("#tab-lines").dispatch_event("click"))


async def ends(still: Stillness, clock: HandClock, host: Visitor, ann: Visitor) -> None:
    """A flag falls, a rematch begins, and it is resigned."""
    await pass_time(clock, timedelta(minutes=6))
    await still.show(HEADLINE, "Red wins on time")
    await still.look("flag")
    await ann.act("ask-rematch")
    await still.each(lambda page: expect(page.locator("#series")).to_be_visible())
    await still.look("rematch asked for")
    await host.act("rematch")
    await still.show(HEADLINE, "starts when both are ready")
    await still.look("waiting again")
    await host.act("start")
    await still.show(HEADLINE, "Blue to move")
    await ann.act("resign")
    await still.show(HEADLINE, "Blue wins by resignation")
    await still.look("end")
