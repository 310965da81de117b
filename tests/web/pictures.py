"""Takes the documents' pictures of pages anew, each into its file in `docs`.

`overlay` and `phone` show the worked example on a loopback Discord: the overlay lies over a stage
that is drawn here, as it would over a stream; on the phone Ann has tapped two of three stones and
reads what they would come to. `hall` shows two hundred matches that six people have played, a few a
day; two of them are playing now.

    PYTHONPATH=.:tests python -m web.pictures overlay|phone|hall
"""

import asyncio
import io
import sys
import tempfile
from pathlib import Path
from random import Random

from engine.samples import history, random_game
from fakes import BLUE, RED, TERMS
from PIL import Image, ImageDraw, ImageFilter, ImageOps
from playwright.async_api import Page, expect
from venues.room.browsing import PATIENCE_MS, chromium, visiting
from venues.room.process import ROOT
from venues.room.visitor import SEED_003

from bot.engine.board import board
from bot.engine.notation import Spelling, write_turn
from bot.engine.rulesets import find
from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.timing import RealTime
from web.archive import RecordsHouse, records_house
from web.hall import hall

DOCS = ROOT / "docs"
SIZE = (1280, 720)
PEOPLE = [Player(name.casefold(), name) for name in ("Ann", "Bob", "Cid", "Dorothy", "Emil", "Fay")]
MATCHES, GAMES = 200, 12
ENDS = (*(Termination.GAME_OVER,) * 5, Termination.RESIGNATION, Termination.TIME)


def stage() -> Image.Image:
    """A stage in coloured light, out of focus."""
    dusk = Image.linear_gradient("L").resize(SIZE)
    picture = ImageOps.colorize(dusk, "#1c2f5c", "#c77b8a", "#5c4a86")
    drawing = ImageDraw.Draw(picture)
    for left, light in ((40, "#ffd9a0"), (480, "#9fd4ff"), (900, "#ffb38a")):
        drawing.polygon([(left + 90, -60), (left - 120, 720), (left + 300, 720)], fill=light)
    return picture.filter(ImageFilter.GaussianBlur(48))


async def overlay(folder: Path) -> None:
    """Eleven turns were played, so that Bob may place three stones."""
    wide, high = SIZE
    async with (
        hall(folder) as place,
        chromium() as browser,
        visiting(browser, place.address) as browsing,
    ):
        link = await place.played(11, clock="1m+5m")
        page = await browsing.page(
            f"{link}?overlay", viewport={"width": wide, "height": high}, reduced_motion="reduce"
        )
        await expect(page.locator("#three")).to_be_visible()
        await expect(page.locator(".turn.live")).to_be_visible()
        await page.evaluate("document.fonts.ready")
        shot = await page.screenshot(omit_background=True)
    picture = stage().convert("RGBA")
    picture.alpha_composite(Image.open(io.BytesIO(shot)).convert("RGBA"))
    picture.convert("RGB").save(DOCS / "overlay.png", optimize=True)


async def phone(folder: Path) -> None:
    """Ten turns were played, and Ann has pressed *Play*."""
    async with (
        hall(folder) as place,
        chromium() as browser,
        visiting(browser, place.address) as browsing,
    ):
        await place.played(10, clock="1m+5m")
        opened = next(m for m in reversed(place.discord.messages(place.room)) if m.components)
        answer = await place.discord.click(opened, "Play", place.ann)
        page = await browsing.page(
            answer.components[0]["components"][0]["url"],
            viewport={"width": 390, "height": 760},
            device_scale_factor=2,
            is_mobile=True,
            has_touch=True,
            reduced_motion="reduce",
        )
        for cell in SEED_003[10].split()[:2]:
            await page.tap(f"button[data-cell={cell}]")
        await expect(page.locator("#hint")).to_contain_text("Blue")
        await shot_of(page, "phone")


def games() -> list[tuple[tuple[str, ...], Colour | None]]:
    """Some games of Catchup by random legal play, each with its winner."""
    law, spelling, random = find("genius"), Spelling(board(5), ("red", "blue")), Random(30)
    played = []
    for _ in range(GAMES):
        last = random_game(law, 5, random)
        turns = [one.turn for one in history(last)[1:] if one.turn]
        played.append((tuple(write_turn(spelling, turn) for turn in turns), law.winner(last)))
    return played


async def furnish(records: RecordsHouse) -> None:
    """Matches of all kinds of ends, and one that runs."""
    random, played = Random(7), games()
    for _ in range(MATCHES):
        one, other = sorted(random.sample(range(len(PEOPLE)), 2), key=lambda _: random.random())
        turns, winner = random.choice(played)
        ending = random.choice(ENDS)
        if ending is not Termination.GAME_OVER:
            turns = turns[: random.randrange(8, len(turns))]
            # Whoever is better gives up less often.
            winner = Colour(int((random.random() < 0.7) is (one > other)))
        players = (PEOPLE[one], PEOPLE[other])
        await records.hold(turns, players=players, winner=winner, ending=ending)
    records.place.venue.places.public = True
    await records.place.start(TERMS)
    for number, text in enumerate(SEED_003[:9]):
        await records.place.hear((RED, BLUE)[number % 2], text)


async def hall_of_records(folder: Path) -> None:
    async with (
        records_house(folder, RealTime(), "The Colosseum") as records,
        chromium() as browser,
        visiting(browser, records.address) as browsing,
    ):
        await furnish(records)
        for name, path in (
            ("home", ""),
            ("player", "player/ann"),
            ("openings", "openings?ruleset=genius&side=5"),
        ):
            page = await browsing.page(
                f"{records.address}{records.root}{path}",
                viewport={"width": 390, "height": 780},
                device_scale_factor=2,
            )
            await page.wait_for_load_state("networkidle")
            await shot_of(page, f"hall-{name}")


async def shot_of(page: Page, name: str) -> None:
    await page.evaluate("document.fonts.ready")
    await page.screenshot(path=DOCS / f"{name}.png")


if __name__ == "__main__":
    expect.set_options(timeout=PATIENCE_MS)
    take = {"overlay": overlay, "phone": phone, "hall": hall_of_records}[sys.argv[1]]
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(take(Path(place)))
