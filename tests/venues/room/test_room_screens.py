"""The room on every screen: what is in sight, what never moves, with whose colours."""

import io
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from handclock import HandClock
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import Locator, Page, expect
from web.stillness import SCREENS, Stillness, screen

from bot.desk.thinking import Thinking
from bot.timing import RealTime
from venues.room import at_pages as at
from venues.room.browsing import Browsing
from venues.room.by_hand import pass_time
from venues.room.visitor import SEED_003, Visitor

Rectangle = tuple[float, float, float, float]


async def begun(browsing: Browsing, game: str = "genius", turn: str = "F6") -> Page:
    """A match after its first turn, with a stone of the second one chosen."""
    page = await at.both_seats(browsing, format=game)
    await at.type_turn(page, turn)
    await expect(at.told(page)).to_have_count(3)
    await page.click("button[data-cell=D3]")
    await expect(page.locator("#play-here")).to_be_visible()
    return page


async def rectangle(part: Locator) -> Rectangle:
    box = await part.bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


async def test_board_and_play_are_seen_together(browsing: Browsing) -> None:
    """On phones either way, on a tablet, and at 200 % of 1280×700, 1280×1024 and 1366×768."""
    screens = ((360, 740), (740, 360), (932, 430), (768, 1024), (640, 350), (640, 512), (683, 384))
    page = await begun(browsing)
    for wide, high in screens:
        await page.set_viewport_size({"width": wide, "height": high})
        await page.evaluate("scrollTo(0, 0)")
        for part in ("#board", "#play-here", "button[data-cell=A1]"):
            left, top, right, bottom = await rectangle(page.locator(part))
            assert 0 <= left < right <= wide, (part, wide, high)
            assert 0 <= top < bottom <= high, (part, wide, high)
        assert await page.evaluate("document.documentElement.scrollWidth") == wide
        # A finger meets a cell.
        cell = await rectangle(page.locator("button[data-cell=E5]"))
        assert cell[2] - cell[0] >= 24
        for clock in await page.locator(".seat .clock span:visible").all():
            assert (await rectangle(clock))[2] <= wide


async def test_the_example_of_a_turn_is_whole_on_a_phone(browsing: Browsing) -> None:
    """Beside the name and colour of whoever plays both seats, on a screen 360 wide."""
    page = await at.both_seats(browsing, {"viewport": {"width": 360, "height": 740}})
    await at.type_turn(page, "F6")
    words = page.locator("#words")
    await expect(words).to_have_attribute("placeholder", re.compile("C3 D4"))
    room, needed = await words.evaluate("""(input) => {
      const style = getComputedStyle(input);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const within = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      return [input.clientWidth - within, pen.measureText(input.placeholder).width];
    }""")
    assert needed <= room


async def test_nothing_covers_the_button_of_catena(browsing: Browsing) -> None:
    page = await begun(browsing, "catena")
    for size in ({"width": 1280, "height": 700}, {"width": 360, "height": 740}):
        await page.set_viewport_size(size)
        covered = [page.locator("#picture text", has_text=text) for text in ("½", "button")]
        for press in ("#play-here", "#clear"):
            place = await rectangle(page.locator(press))
            for part in covered:
                assert not overlap(place, await rectangle(part)), (press, size)
        for cell in ("A1", "I1", "I5", "H1", "B1"):
            await page.click(f"button[data-cell={cell}]", trial=True)


async def picture_of(part: Locator) -> Image.Image:
    data = await part.screenshot(animations="disabled")
    return Image.open(io.BytesIO(data)).convert("RGB")


async def test_forced_colours_leave_the_marks(browsing: Browsing) -> None:
    """Board and stones look as they do without: colours and marks say whose a stone is."""
    page = await begun(browsing)
    parts = [page.locator(one) for one in (".seat.red > .stone", "button[data-cell=F6]")]
    looks = [await picture_of(part) for part in parts]
    await page.emulate_media(forced_colors="active")
    for part, look in zip(parts, looks, strict=True):
        forced = await picture_of(part)
        # The corners show the ground that the part lies on.
        middle = tuple(int(side * share) for share in (0.2, 0.8) for side in look.size)
        differs = ImageChops.difference(look.crop(middle), forced.crop(middle))
        assert max(ImageStat.Stat(differs).mean) < 8


async def test_the_enlarged_picture_is_whole_and_its_dialog_has_a_name(browsing: Browsing) -> None:
    """Nothing of it has to be scrolled to, and a screen reader says what has opened."""
    page = await begun(browsing)
    for wide, high in ((740, 360), (768, 1024), (360, 740)):
        await page.set_viewport_size({"width": wide, "height": high})
        await page.locator(".shot").last.click()
        dialog = page.get_by_role("dialog", name=re.compile("^The board at "))
        await expect(dialog).to_be_visible()
        image = dialog.locator("img")
        shape = await image.evaluate(
            "(image) => image.decode().then(() => image.naturalWidth / image.naturalHeight)"
        )
        seen, frame = await rectangle(image), await rectangle(dialog)
        assert frame[0] <= seen[0] < seen[2] <= frame[2] <= wide
        assert frame[1] <= seen[1] < seen[3] <= frame[3] <= high
        assert (seen[2] - seen[0]) / (seen[3] - seen[1]) == pytest.approx(shape, abs=0.01)
        await page.keyboard.press("Escape")
        await expect(page.locator(".shot").last).to_be_focused()


async def test_the_focus_is_seen_on_every_cell(browsing: Browsing) -> None:
    """Two tones 9:1 apart: whatever the ground is, one of them has 3:1 on it."""
    assert at.contrast("rgb(255, 255, 255)", "rgb(0, 0, 0)") == pytest.approx(21)
    page = await begun(browsing)
    await page.locator("button[data-cell=E6]").focus()
    await page.keyboard.press("ArrowDown")
    look = await page.locator(":focus > span").evaluate(
        "(node) => { const { outlineColor, outlineStyle, outlineWidth, boxShadow } ="
        " getComputedStyle(node); return [outlineColor, outlineStyle, outlineWidth,"
        " boxShadow]; }"
    )
    outline, style, width, shadow = look
    assert style == "solid"
    assert float(width.removesuffix("px")) >= 2
    inner = re.match(r"rgb\([^)]*\)", shadow)
    assert at.contrast(outline, inner[0]) >= 9
    grounds = page.locator("#picture [data-cell]")
    for ground in set(
        await grounds.evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")
    ):
        assert max(at.contrast(tone, ground) for tone in (outline, inner[0])) >= 3


async def test_a_finger_meets_every_cell_of_a_large_board(browsing: Browsing) -> None:
    """Where cells are under 24 pixels a tap brings the place near, and the next one chooses."""
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page = await at.both_seats(browsing, phone, side="8")
    words = page.locator("#words")
    for name in ("H3", "A1", "O8"):
        cell = page.locator(f"button[data-cell={name}]")
        left, top, right, bottom = await rectangle(cell)
        assert right - left < 24
        middle = (left + right) / 2, (top + bottom) / 2
        await page.touchscreen.tap(*middle)
        await expect(page.locator("#whole")).to_be_visible()
        await expect(words).to_have_value("")
        left, _, right, _ = await rectangle(cell)
        assert right - left >= 24
        await page.touchscreen.tap(*middle)
        await expect(words).to_have_value(name)
        await page.tap("#whole")
        await expect(page.locator("#whole")).to_be_hidden()
        await page.click("#clear")
    # A mouse is fine enough, and a board of side 5 needs no help.
    await page.click("button[data-cell=H3]")
    await expect(words).to_have_value("H3")
    await page.tap("#play-here")
    await expect(at.told(page).last).to_contain_text("Red played H3.")
    small = await at.both_seats(browsing, phone)
    await small.tap("button[data-cell=E5]")
    await expect(small.locator("#words")).to_have_value("E5")


FORM = {"clock": "1m+5m", "dmo": "two", "first": "dmo"}
HEADLINE, WORDS, BLUES_TAGS = "#headline", "#words", ".seat.blue .tags"


async def at_each_width(browsing: Browsing, room: str, *tokens: str) -> dict[str, Page]:
    return {str(wide): await at.enter(browsing, room, *tokens, **screen(wide)) for wide in SCREENS}


@pytest.mark.parametrize("roles", [("host", "one", "two"), ("two",)], ids=" ".join)
async def test_board_and_buttons_stand_still(by_hand: Any, roles: Sequence[str]) -> None:
    """From waiting for the DMO to a lost connection, at seven widths: 0.0 pixels."""
    browsing, clock = by_hand
    room, tokens = await at.opened(browsing, FORM)
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


async def headlined(still: Stillness, headline: str, look: str) -> None:
    """Every page comes to have a headline, and is looked at."""
    await still.show(HEADLINE, headline)
    await still.look(look)


async def before_the_start(still: Stillness, ann: Visitor, bob: Visitor) -> None:
    await headlined(still, "the DMO, to say who starts", "DMO to say who starts")
    await bob.act("first-red")
    await headlined(still, "Red starts when both are ready", "waiting")
    await bob.act("ready")
    await still.each(lambda page: expect(page.locator(BLUES_TAGS)).not_to_contain_text("Not ready"))
    await still.look("one is ready")
    await ann.act("ready")
    await headlined(still, "Red to move", "turn")


async def turns(still: Stillness, ann: Visitor, bob: Visitor) -> None:
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
    await headlined(still, "to name the komi", "komi to be named")
    await host.act("komi-4")
    await headlined(still, "colour", "colour to be taken")
    await host.act("take-black")
    await headlined(still, "starts when both are ready", "waiting")
    await host.act("start")
    await headlined(still, "to move", "turn")


async def may_pass(still: Stillness, ann: Visitor, bob: Visitor) -> None:
    for visitor in (ann, bob):
        await visitor.act("ready")
    await headlined(still, "Black to move", "turn")
    await ann.say("A1")
    await still.show(HEADLINE, "White to move")
    await bob.say("C4 C5")
    await headlined(still, "or pass", "may pass")


@pytest.mark.parametrize("roles", [("host", "one", "two"), ("two",)], ids=" ".join)
@pytest.mark.parametrize("game", ["catena", "ketchup"])
async def test_choices_and_passing_move_nothing(browsing, roles, game):
    """What is offered for a while alone has its place from the start."""
    form: dict[str, Any] = {"format": game, "clock": "1m+5m"}
    if game == "catena":
        form["options"] = {"komi": "choose"}
    room, tokens = await at.opened(browsing, form)
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
    await still.each(lambda page: page.locator("#tab-turns").dispatch_event("click"))
    await still.each(lambda page: page.click("#step-back"))
    await still.each(lambda page: expect(page.locator("#to-now")).to_be_visible())
    await still.look("looking back")
    await still.each(lambda page: page.click("#to-now"))
    await still.each(lambda page: page.locator("#tab-lines").dispatch_event("click"))


async def ends(still: Stillness, clock: HandClock, host: Visitor, ann: Visitor) -> None:
    await pass_time(clock, timedelta(minutes=6))
    await headlined(still, "Red wins on time", "flag")
    await ann.act("ask-rematch")
    await still.each(lambda page: expect(page.locator("#series")).to_be_visible())
    await still.look("rematch asked for")
    await host.act("rematch")
    await headlined(still, "starts when both are ready", "waiting again")
    await host.act("start")
    await still.show(HEADLINE, "Blue to move")
    await ann.act("resign")
    await headlined(still, "Blue wins by resignation", "end")


SIZES = ((1280, 800), (360, 740), (390, 844), (768, 1024), (740, 360))
EMOJI = re.compile("[\u2300-\u27bf\u25b6\u25c0\u21a9\u21aa\U0001f000-\U0001faff]")


async def resized(page: Page, wide: int, high: int) -> None:
    await page.set_viewport_size({"width": wide, "height": high})
    await page.evaluate("scrollTo(0, 0)")


async def test_a_match_begins_from_the_first_screen(browsing: Browsing) -> None:
    """What begins is in sight; without the partner it is not offered; Enter begins as well."""
    browsing.place.desk.thinking = Thinking(RealTime())
    page = await browsing.page()
    await expect(page.locator("#format option")).not_to_have_count(0)
    for wide, high in SIZES:
        await resized(page, wide, high)
        for way in ("#way-referee", "#way-both", "#way-friend"):
            await expect(page.locator(way)).to_be_in_viewport(ratio=1)
        await expect(page.locator("#form")).to_be_hidden()
    browsing.place.desk.thinking = None
    await page.reload()
    await expect(page.locator("#way-referee")).to_be_hidden()
    await page.press("#visitor", "Enter")
    await expect(page.locator("#headline")).to_contain_text("Red to move")
    await expect(page.locator(".seat .where")).to_have_text(["you", "you"])


async def test_a_friend_is_invited_by_a_link_over_the_board(browsing: Browsing) -> None:
    """It is in sight at once, on a phone too, and goes when the friend is there."""
    page = await browsing.page()
    await page.click("text=Invite a friend")
    link = page.get_by_role("textbox", name="Your friend's link")
    await expect(link).to_be_visible()
    for wide, high in SIZES:
        await resized(page, wide, high)
        await expect(link).to_be_in_viewport(ratio=1)
        await expect(page.get_by_role("button", name="Copy").first).to_be_in_viewport(ratio=1)
    await at.clean_in_every_look(page)
    friend = await browsing.page(await link.input_value())
    await expect(friend.locator(".seat.blue .where")).to_have_text("you")
    await expect(link).to_be_hidden()
    for one in (page, friend):
        await one.click("[data-act=ready]")
    await expect(at.told(friend).last).to_contain_text("Both are ready")


async def test_an_answer_is_said_where_it_is_seen(browsing: Browsing) -> None:
    """In the talk beside the board, and heard once; on a phone under the box for words."""
    page = await at.both_seats(browsing)
    await at.type_turn(page, "Z9")
    await expect(page.locator("li.refusal")).to_be_in_viewport()
    await expect(page.locator("#answer")).to_be_empty()
    await expect(page.locator("#announcer p", has_text="Z9 is off the board")).to_have_count(1)
    await at.type_turn(page, "E5")
    await expect(at.told(page)).to_have_count(3)
    # The large board stands beside the talk, so no small one is in it.
    await expect(page.locator(".shot:visible")).to_have_count(0)
    await resized(page, 390, 844)
    await expect(page.locator(".shot:visible")).not_to_have_count(0)
    await at.type_turn(page, "Z9")
    await expect(page.locator("#answer")).to_contain_text("Z9 is off the board")
    await at.type_turn(page, "E5")
    await expect(page.locator("#answer")).to_contain_text("E5 is taken by Red")
    await expect(page.locator("#hint")).to_be_empty()
    await page.fill("#words", "E5 ")
    await expect(page.locator("#hint")).to_have_text("E5 is taken.")


async def test_signs_are_pictures_of_our_own(browsing: Browsing) -> None:
    page = await at.both_seats(browsing)
    await at.type_turn(page, "E5")
    await expect(at.told(page).last.locator("svg.sign")).to_have_count(1)
    await at.resign(page)
    await expect(at.told(page).last.locator("svg.sign")).to_have_count(1)
    assert EMOJI.findall(await page.locator("body").inner_text()) == []
