"""What is wrong in a form of the start page is said, and shown at the field to be mended."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from venues.room.browsing import visiting
from venues.room.process import referee
from venues.room.visitor import FORM, house

BLACK, WHITE = {"name": "Ann", "colour": "black"}, {"name": "Bob", "colour": "white"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"clock": "soon"}, "clock"),
        ({"side": "99"}, "side"),
        ({"format": "chess"}, "format"),
        ({"first": "Zoe"}, "first"),
        ({"dmo": "Zoe"}, "dmo"),
        ({"two": {"name": "Bob", "colour": "red"}}, "colour-two"),
        ({"one": {"name": "Ann", "colour": "pink"}}, "colour-one"),
        (
            {"format": "catena", "one": BLACK, "two": WHITE, "options": {"komi": "lots"}},
            "option-komi",
        ),
        (
            {
                "format": "catena",
                "one": BLACK,
                "two": WHITE,
                "options": {"scoring": "longest", "komi": "3"},
            },
            "option-komi",
        ),
    ],
)
async def test_a_refused_form_names_its_field(
    tmp_path: Path, changes: dict[str, Any], field: str
) -> None:
    """The answer holds the field's name beside the sentence."""
    async with house(tmp_path) as place:
        answer = await place.ask(FORM | changes)
        assert answer.status == 422
        assert (await answer.json())["field"] == field


@pytest.mark.real_time
@pytest.mark.asyncio(loop_scope="session")
async def test_the_focus_goes_to_what_is_wrong(tmp_path: Path, browser: Browser) -> None:
    """It is marked, described by the sentence, and never hidden in a closed part of the form."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await expect(page.locator("#format option")).not_to_have_count(0)
            folded, clock = page.locator(".more").first, page.locator("[name=clock]")
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
            await expect(page.locator("[name=side]")).to_be_focused()
            await page.fill("[name=side]", "5")
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
            await expect(page.locator("[name=topic-page]")).to_have_attribute(
                "aria-invalid", "true"
            )
            await submit.press("Enter")
            await expect(page.locator("#link-state")).to_have_text("Connected")
            assert [one for one in browsing.problems if "422" not in one] == []
