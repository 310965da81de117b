"""Takes the documents' pictures of the hall of records: `make hall-pictures` writes them anew.

Six people have played two hundred matches, a few a day; two of them are playing now.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from engine.samples import history, random_game
from fakes import BLUE, RED, TERMS
from venues.room.browsing import chromium, visiting
from venues.room.process import ROOT
from venues.room.visitor import SEED_003

from bot.engine.board import board
from bot.engine.notation import Spelling, write_turn
from bot.engine.rulesets import find
from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.timing import RealTime
from web.archive import RecordsHouse, records_house

PEOPLE = [Player(name.casefold(), name) for name in ("Ann", "Bob", "Cid", "Dorothy", "Emil", "Fay")]
MATCHES, GAMES = 200, 12
ENDS = (*(Termination.GAME_OVER,) * 5, Termination.RESIGNATION, Termination.TIME)
WIDE, HIGH = 390, 780


def games() -> list[tuple[tuple[str, ...], Colour | None]]:
    """Some games of Catchup by random legal play, each with its winner."""
    law, spelling, random = find("genius"), Spelling(board(5), ("red", "blue")), Random(30)
    played = []
    for _ in range(GAMES):
        last = random_game(law, 5, random)
        turns = [one.turn for one in history(last)[1:] if one.turn]
        played.append((tuple(write_turn(spelling, turn) for turn in turns), law.winner(last)))
    return played


async def furnish(hall: RecordsHouse) -> None:
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
        await hall.hold(turns, players=(PEOPLE[one], PEOPLE[other]), winner=winner, ending=ending)
    hall.place.venue.places.public = True
    await hall.place.start(TERMS)
    for number, text in enumerate(SEED_003[:9]):
        await hall.place.hear((RED, BLUE)[number % 2], text)


async def take(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        async with (
            records_house(Path(place), RealTime(), "The Colosseum") as hall,
            chromium() as browser,
            visiting(browser, hall.address) as browsing,
        ):
            await furnish(hall)
            for name, path in (
                ("home", ""),
                ("player", "player/ann"),
                ("openings", "openings?ruleset=genius&side=5"),
            ):
                page = await browsing.page(
                    f"{hall.address}{hall.root}{path}",
                    viewport={"width": WIDE, "height": HIGH},
                    device_scale_factor=2,
                )
                await page.evaluate("document.fonts.ready")
                await page.wait_for_load_state("networkidle")
                await page.screenshot(path=folder / f"hall-{name}.png")


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"))
