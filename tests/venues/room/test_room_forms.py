"""What is wrong in a form of the start page is said, and shown at the field to be mended."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from handclock import HandClock
from playwright.async_api import expect

from venues.room.at_pages import whole_form
from venues.room.browsing import Browsing
from venues.room.visitor import FORM, house

BLACK, WHITE = {"name": "Ann", "colour": "black"}, {"name": "Bob", "colour": "white"}
CATENA: dict[str, Any] = {"format": "catena", "one": BLACK, "two": WHITE}


WRONG: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"clock": "soon"}, "clock", "clock:soon: “soon” is no length of time. Write 90s, 5m, 2h"),
    ({"side": "99"}, "side", "side:99: a board has a side from 2 to 13."),
    ({"format": "chess"}, "format", "There is no format “chess”"),
    ({"first": "Zoe"}, "first", "Who starts is"),
    ({"dmo": "Zoe"}, "dmo", "The DMO is player 1 or player 2"),
    ({"two": {"name": "Bob", "colour": "red"}}, "colour-two", "two different colours"),
    ({"one": {"name": "Ann", "colour": "pink"}}, "colour-one", "The colours are"),
    (CATENA | {"options": {"komi": "lots"}}, "option-komi", "komi=lots"),
    (CATENA | {"options": {"scoring": "longest", "komi": "3"}}, "option-komi", "komi"),
    (
        {"format": "brink", "options": {"margin": "x"}},
        "option-margin",
        "brink allows a whole number",
    ),
    ({"options": {"<b>": "1"}}, "option-<b>", "has no option"),
    ({"host": "x" * 500}, "", "200 letters at most"),
    ({"side": ["5"]}, "", "200 letters at most"),
)
"""What is changed in a form, the field that is wrong, and words of what is said about it."""


async def test_a_refused_form_says_why_and_names_its_field(tmp_path: Path) -> None:
    """Each in one sentence, beside the name of its field where it has one; no match is opened."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        for changes, field, part in WRONG:
            # One address opens only so many rooms at once.
            clock.advance(timedelta(minutes=1))
            answer = await place.ask(FORM | changes)
            told = await answer.json()
            assert answer.status == 422, changes
            assert part in told["error"]
            assert told.get("field", "") == field
        assert place.desk.open_matches("room", "local") == []


async def test_the_focus_goes_to_what_is_wrong(browsing: Browsing) -> None:
    """It is marked, described by the sentence, and never hidden in a closed part of the form."""
    page = await browsing.page()
    await whole_form(page)
    folded, clock = page.locator(".more").first, page.locator("#form [name=clock]")
    submit = page.locator("#form [type=submit]")
    await page.evaluate("document.forms.form.elements.clock.value = 'soon'")
    await submit.focus()
    await page.keyboard.press("Enter")
    await expect(clock).to_be_focused()
    await expect(clock).to_have_attribute("aria-invalid", "true")
    await expect(clock).to_have_accessible_description(
        await page.locator("#form-problem").inner_text()
    )
    await expect(page.locator("#form-problem")).to_contain_text("“soon”")
    await clock.fill("1m+5m")
    await page.evaluate("document.forms.form.elements.side.value = 99")
    await folded.evaluate("(node) => { node.open = false; }")
    await submit.press("Enter")
    await expect(page.locator("#form [name=side]")).to_be_focused()
    await page.fill("#form [name=side]", "5")
    # What a field does is told again when the problem is gone.
    await page.select_option("#format", "catena")
    komi = page.locator("[name=option-komi]")
    about = await komi.get_attribute("aria-describedby")
    await komi.fill("lots")
    await submit.press("Enter")
    await expect(komi).to_be_focused()
    await expect(komi).to_have_attribute("aria-describedby", f"form-problem {about}")
    await komi.fill("")
    await clock.fill("soon")
    await submit.press("Enter")
    await expect(clock).to_be_focused()
    await expect(komi).to_have_attribute("aria-describedby", str(about))
    await clock.fill("")
    await page.fill("[name=topic-page]", "F6")
    await page.locator("#topic [type=submit]").press("Enter")
    await expect(page.locator("[name=topic-page]")).to_be_focused()
    await expect(page.locator("[name=topic-page]")).to_have_attribute("aria-invalid", "true")
    await submit.press("Enter")
    await expect(page.locator("#link-state")).to_have_text("Connected")
