"""Makes the database of matches whose format gave a tie to the organiser, as it once was.

`.venv/bin/python -m tests.storage.organiser` wrote `databases/organiser-0003.sqlite3` while
`genius-short` still said so. It is not made again: no format says it any more.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from referee.tables import BLUE, GENIUS, HOST, RED, at

from bot.referee.arbiter import rule
from bot.referee.events import MatchOpened, MatchStarted, Shown, Terms
from bot.referee.fold import opened
from bot.referee.formats import OnTie
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.submission import Act, Resign, Said, Submission
from bot.storage.store import Store, open_store
from storage.evening import DATABASES, ROOM, keep

FILE = DATABASES / "organiser-0003.sqlite3"
SIDE_3 = "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2 E3"
"""All of them red: Red has one group and Blue none, so both products are 0 and it is a tie."""


async def main() -> None:
    FILE.unlink(missing_ok=True)
    store = await open_store(f"sqlite+aiosqlite:///{FILE}")
    await play(store, short(), [Said("F6"), Said("D3 F7"), Resign()])
    tied = [Said(f"red:{cell}") for cell in SIDE_3.split()]
    await play(store, short("product-original", 3), tied)
    await play(store, short(), [Said("F6"), Said("D3 F7")])
    async with store.transaction() as connection:
        await connection.exec_driver_sql("DELETE FROM duty")
    await store.close()


def short(ruleset: str = "genius", side: int = 5) -> Terms:
    """The terms of `genius-short` at that time."""
    return Terms("genius-short", ruleset, side, ("red", "blue"), GENIUS, on_tie=OnTie.HOST_WINS)


async def play(store: Store, terms: Terms, acts: list[Act]) -> None:
    """Stores a match in which the players act in turn, a second each."""
    event = MatchOpened(at(0), HOST, (RED, BLUE), terms)
    number = await store.open_match(ROOM, event)
    started = (MatchStarted(at(1), HOST), Shown(at(1), "b1", 1, board=True))
    match = await keep(store, number, opened(event), *started)
    for second, act in enumerate(acts, 2):
        match = await _act(store, number, match, act, second)


async def _act(store: Store, number: int, match: Match, act: Act, second: int) -> Match:
    mover = match.players[match.to_move]
    message = f"m{second}" if isinstance(act, Said) else None
    ruling = rule(match, Submission(mover, act, at(second), message))
    assert isinstance(ruling, Accepted), ruling
    match = await keep(store, number, match, *ruling.events, ruled=message)
    shown = Shown(at(second), f"b{second}", match.seen - 1, board=True)
    return await keep(store, number, match, shown)


if __name__ == "__main__":
    asyncio.run(main())
