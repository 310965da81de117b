"""The way of one message: which functions are called between "D7 F8" and the answer to it.

Counted are the functions of `bot` and `renderers`, and the files that they stand in, in the thread
of the event loop: on a loopback Discord from `on_message` to the request that tells the ruling, in
the local room from a tap on a page until the other player's page has the board. What draws does so
in a process of its own, and the writer in its own thread.
"""

import asyncio
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from end_to_end.way import SPINES, Way, of_message
from venues.room import visitor

from bench.table import Row, Table

BEFORE = 3
"""So many turns are played before: what is done but once in a process is done then."""


def show_path(table: Table) -> None:
    """How many functions, in how many files, are on the way of a message and of a tap."""
    with redirect_stdout(StringIO()):
        message, tap = asyncio.run(of_message()), asyncio.run(of_tap())
    for what, path, functions, files in (
        ("a message on Discord", message, 170, 45),
        ("a tap on a page", tap, 230, 65),
    ):
        table.add(Row(f"{what}: functions", path.functions, "", wanted=functions))
        table.add(Row("… in files", path.files, "", wanted=files))
    hops = [hop for ends in SPINES for hop in message.spines[ends]]
    table.add(Row("a message on Discord: one within the other", len(hops), "", wanted=22))
    table.add(Row("… in files", len({hop.co_filename for hop in hops}), "", wanted=10))


async def of_tap() -> Way:
    """A turn that is tapped in the local room."""
    path = Way("", "nothing of the kind")
    with tempfile.TemporaryDirectory() as folder:
        async with visitor.house(Path(folder)) as place:
            room, tokens = await place.open()
            pages = [await place.enters(room, tokens[role]) for role in ("one", "two")]
            for page in pages:
                await page.act("ready")
            await pages[1].state(lambda match: match["status"] == "running")
            for number, turn in enumerate(visitor.SEED_003[:BEFORE]):
                await pages[number % 2].says(turn, pages[0], "played")
                await pages[1].line("played")
            with path.traced():
                await pages[BEFORE % 2].says(visitor.SEED_003[BEFORE], pages[0], "played")
                await pages[1].line("played")
    return path
