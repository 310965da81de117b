"""The overlay in a real Chromium, through all states of a match, over whatever it is laid."""

import io
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from fakes import BLUE, HOST, MINUTE, RED, TERMS
from PIL import Image
from playwright.async_api import Page, expect
from venues.room.at_pages import contrast
from venues.room.browsing import Browsing
from venues.room.visitor import SEED_003

from bot.referee.clock import TimeControl
from bot.referee.events import Player
from bot.referee.submission import Cancel, ChangeTime, Pause, ReplacePlayer, Resume, StartNow

pytestmark = [pytest.mark.thorough, pytest.mark.asyncio(loop_scope="session")]

SOURCES = (
    *((1920, 1080, ""), (1280, 720, "")),
    *((400, 480, "=compact"), (400, 400, "=compact"), (800, 120, "=compact")),
)
"""The sources that the documents name: the whole picture, corners, a strip along an edge."""
FULL = 1280
"""Narrower sources lie somewhere within the picture."""
SAFE = 0.05
"""Nothing lies in the outer twentieth of a picture: screens may cut it off."""
LONG = Player("long", "Wolfgang-Amadeus Theophilus Mozart-Weber")
HANGUL = Player(
    "hangul", "가나다라마바사아자차카타파하 거너더러머버서어저처커터퍼허 고노도로모보소오조초"
)
PARTS = ".player, .player .stone, .player .times, .figure, .course, .chart, #status, #board"
BOXES = """(parts) => [...document.querySelectorAll(parts)].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height].map((number) => Math.round(number * 100) / 100);
})"""
SPILLED = """() => {
  const LEAVES = "b, small, bdi, strong, .state, #headline, #may, .trouble";
  const seen = (part) => part.getClientRects().length && part.textContent.trim();
  const box = (part) => part.getBoundingClientRect();
  const out = (a, b) => a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1
    || a.bottom > b.bottom + 1;
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
    && b.top < a.bottom - 1;
  return [...document.querySelectorAll(".plate")].filter(seen).flatMap((plate) => {
    const trouble = plate.querySelector(".trouble:not(:empty)");
    const covered = (leaf) => trouble && leaf !== trouble && meet(box(leaf), box(trouble));
    const leaves = [...plate.querySelectorAll(LEAVES)]
      .filter((leaf) => seen(leaf) && !covered(leaf));
    const names = (pair) => pair.map((leaf) => leaf.textContent).join(" | ");
    return [
      ...leaves.filter((leaf) => out(box(leaf), box(plate))).map((leaf) => names([leaf])),
      ...leaves.flatMap((leaf, index) => leaves.slice(index + 1)
        .filter((other) => meet(box(leaf), box(other))).map((other) => names([leaf, other]))),
    ];
  });
}"""
"""Texts that stick out of their plate, or lie over one another."""
INKS = """() => [...document.querySelectorAll(".plate :is(b, small, bdi, strong, span, .trouble)")]
  .filter((part) => part.getClientRects().length && part.textContent.trim())
  .map((part) => {
    let on = part;
    while (!on.matches(".plate") && getComputedStyle(on).backgroundColor === "rgba(0, 0, 0, 0)") {
      on = on.parentElement;
    }
    return [part.textContent, getComputedStyle(part).color, getComputedStyle(on).backgroundColor];
  })"""
"""Each text with its colour and that of what it stands on."""


async def overlays(browsing: Browsing, **screen: Any) -> list[Page]:
    """The overlay in every source, of the match as it stands."""
    link = f"{browsing.address}{await browsing.place.link()}?overlay"
    return [
        await browsing.page(f"{link}{form}", viewport={"width": width, "height": height}, **screen)
        for width, height, form in SOURCES
    ]


class Looker:
    """Looks at all sources in each state, and remembers where everything stood."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages
        self._stood: dict[Page, Any] = {}

    async def sees(self, headline: str, **parts: str | re.Pattern[str]) -> None:
        """The headline and other texts, in their places, readable; nothing has moved."""
        for page in self.pages:
            await expect(page.locator("#headline")).to_have_text(headline)
            for part, text in parts.items():
                await expect(page.locator(f"#{part}")).to_have_text(text)
            assert await page.evaluate(SPILLED) == []
            boxes = await page.evaluate(BOXES, PARTS)
            assert boxes == self._stood.setdefault(page, boxes)
            for text, ink, ground in await page.evaluate(INKS):
                for behind in (0, 255):
                    assert contrast(ink, over(ground, behind)) >= 4.5, (text, ink, ground)

    async def finds(self, part: str, *texts: str | re.Pattern[str]) -> None:
        """All that is called so has these texts."""
        for page in self.pages:
            await expect(page.locator(part)).to_have_text(list(texts))


def over(ground: str, behind: int) -> str:
    """A ground that may be translucent, laid over black or white."""
    levels = [float(level) for level in ground[ground.index("(") + 1 : -1].split(",")]
    share = levels[3] if len(levels) > 3 else 1
    mixed = (round(level * share + behind * (1 - share)) for level in levels[:3])
    return f"rgb({', '.join(map(str, mixed))})"


async def stays_inside(page: Page) -> None:
    """All of it lies in the safe area of a whole picture."""
    wide, high = page.viewport_size["width"], page.viewport_size["height"]
    for x, y, width, height in await page.evaluate(BOXES, ".player, .course, #status, #board"):
        assert SAFE * wide - 1 <= x
        assert x + width <= (1 - SAFE) * wide + 1
        assert SAFE * high - 1 <= y
        assert y + height <= (1 - SAFE) * high + 1


async def test_all_states_are_seen_and_nothing_moves(browsing: Browsing) -> None:
    """From the wait for both to the flag: names of 40 letters, three stones, hours, a pause."""
    house = browsing.place.place
    await house.act(HOST, Cancel())
    browsing.place.number = await house.start(begun=False)
    looker = Looker(await overlays(browsing))
    await looker.sees("Red starts when both are ready", last="")
    await looker.finds(".state:visible", "Not ready", "Not ready")
    await house.act(HOST, StartNow())
    await looker.sees("Red to move", may="Place 1 stone", last="")
    await looker.finds(".figure strong", "1", "1")
    await browsing.place.play(11)
    last = f"Last{SEED_003[10]}0:00"
    await looker.sees("Blue to move", three="Three stones", may="Place up to 3 stones", last=last)
    # By the oracle Red has six then, and Blue four.
    await looker.finds(".figure strong", "6", "4")
    await looker.finds(".state:visible", "Leading")
    await looker.finds("#pips .stone.blue", "", "", "")
    await looker.finds("button.cell.taken[aria-label$='last turn'] span", *SEED_003[10].split())
    await house.act(HOST, ReplacePlayer("red", LONG))
    await house.act(HOST, ReplacePlayer("blue", HANGUL))
    await looker.finds("bdi", LONG.name, HANGUL.name)
    house.clock.advance(6 * MINUTE - timedelta(seconds=6))
    await house.act(HOST, ChangeTime("red", timedelta(days=9)))
    await looker.finds(".bank.hurry b", re.compile(r"0:0\d\.\d"))
    await looker.sees("Blue to move")
    await house.act(HOST, Pause())
    await looker.sees("Paused: Blue to move", last=last)
    await looker.finds(".live")
    await house.act(HOST, Resume())
    house.watch_deadlines()
    house.clock.advance(7 * MINUTE)
    await looker.sees("Red wins on time", last=last)
    await looker.finds("#status-sign use[href='#sign-flag']", "")
    await looker.finds(".player.won bdi", LONG.name)


async def test_the_end_by_groups_and_a_referee_that_is_gone(browsing: Browsing) -> None:
    """Red has rows A, B and three cells of C, ten in one group; Blue has the nine below."""
    house = browsing.place.place
    await house.act(HOST, Cancel())
    browsing.place.number = await house.start(replace(TERMS, side=3))
    looker = Looker(await overlays(browsing))
    await looker.sees("Red to move")
    red = ["A1", "A2", "A3", "B1", "B2", "B3", "B4", "C1", "C2", "C3"]
    blue = ["E3", "E2", "E1", "D4", "D3", "D2", "D1", "C5", "C4"]
    for number, cell in enumerate(
        cell for both in zip(red, [*blue, ""], strict=True) for cell in both
    ):
        if cell:
            await house.hear((RED, BLUE)[number % 2], cell)
    await looker.sees("Red wins by the largest group, 10 to 9", last="LastC30:00")
    await looker.finds("#status-sign use[href='#sign-cup']", "")
    await looker.finds(".figure strong", "10", "9")
    for page in looker.pages:
        await page.route("**/watch/**", lambda route: route.abort())
    await browsing.place.broadcasts.close()
    silent = "No word from the referee: the clocks show what was heard last."
    await looker.sees("Red wins by the largest group, 10 to 9", trouble=silent)


async def test_days_on_the_clock_and_a_board_without_a_track(browsing: Browsing) -> None:
    """In Product both colours are placed by both; its board is wider than Catchup's."""
    house = browsing.place.place
    await house.act(HOST, Cancel())
    days = TimeControl(timedelta(hours=24), timedelta(hours=72))
    terms = replace(TERMS, format="product", ruleset="product", side=8, control=days)
    browsing.place.number = await house.start(replace(terms, colours=("white", "black")))
    looker = Looker(await overlays(browsing))
    await looker.sees("White to move")
    await looker.finds(".turn.live b", re.compile("2[34]:[0-9:]+"))
    await house.hear(RED, "white:A1")
    await house.hear(BLUE, "white:A3 white:B2")
    await looker.sees("White to move", last=re.compile("^Lastwhite:A3 white:B2"))
    await looker.finds("#pips .stone.any", "", "")
    await stays_inside(looker.pages[0])


async def test_the_ground_is_seen_through(browsing: Browsing) -> None:
    """At the edges, by 5 % of a whole picture, and where the streamer's camera has its place."""
    await browsing.place.play(3)
    for page in await overlays(browsing):
        await expect(page.locator("#last")).to_contain_text(SEED_003[2])
        shot = await page.screenshot(omit_background=True)
        picture = Image.open(io.BytesIO(shot)).convert("RGBA")
        wide = picture.width
        assert picture.getpixel((1, 1)) == (0, 0, 0, 0)
        await expect(page.locator("button:not([inert] *), input, a, select")).to_have_count(0)
        if wide < FULL:
            continue
        await stays_inside(page)
        # As docs/watch.md tells: 384 × 192 at 96, 570 of 1920 × 1080. Shadows may fall into it.
        left, top, right, bottom = (round(edge * wide / 1920) for edge in (96, 570, 480, 762))
        assert picture.getchannel("A").crop((left, top, right, bottom)).getextrema()[1] < 96


async def test_nothing_flashes_for_whoever_wants_no_motion(browsing: Browsing) -> None:
    """The sign of three stones shines for the others."""
    await browsing.place.play(11)
    for motion, name in (("reduce", "none"), ("no-preference", "shine")):
        for page in await overlays(browsing, reduced_motion=motion):
            await expect(page.locator("#allowed")).to_have_css("animation-name", name)


async def test_a_small_source_is_compact_by_itself(browsing: Browsing) -> None:
    """And a whole picture that is made small for a corner becomes so."""
    page = (await overlays(browsing))[0]
    await expect(page.locator("#race")).to_be_attached()
    await expect(page.locator(".course")).to_be_visible()
    await page.set_viewport_size({"width": 400, "height": 480})
    await expect(page.locator(".course")).to_be_hidden()
