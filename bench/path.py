"""The way of one message: which functions are called between "D7 F8" and the answer to it.

Counted are the functions of `bot` and `renderers`, and the files that they stand in, in the thread
of the event loop: on a loopback Discord from `on_message` to the request that tells the ruling, in
the local room from a tap on a page until the other player's page has the board. What draws does so
in a process of its own, and the writer in its own thread.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from types import CodeType, FrameType

from end_to_end.house import SEED_003, house
from venues.room import visitor

from bench.table import Row, Table

ROOT = Path(__file__).parents[1]
OURS = str(ROOT / "bot"), str(ROOT / "renderers")
BEFORE = 3
"""So many turns are played before: what is done but once in a process is done then."""


class Way:
    """What was called from one function to another, by the ends of their names; "" is any."""

    def __init__(self, first: str, last: str) -> None:
        self._first, self._last = first, last
        self._begun = self._ended = False
        self.calls: list[CodeType] = []

    @contextmanager
    def traced(self) -> Iterator[None]:
        """Within it, what this thread calls is noted."""
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or self._ended:
            return
        self._begun = self._begun or code.co_qualname.endswith(self._first)
        self._ended = self._begun and code.co_qualname.endswith(self._last)
        if self._begun and code.co_filename.startswith(OURS) and code.co_name[0] != "<":
            self.calls.append(code)

    @property
    def functions(self) -> int:
        """How many different ones."""
        return len(set(self.calls))

    @property
    def files(self) -> int:
        """In how many files they stand."""
        return len({code.co_filename for code in self.calls})


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


async def of_message() -> Way:
    """A turn that is typed in a channel."""
    path = Way(".on_message", "HTTPClient.send_message")
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder)) as place:
            players = place.red, place.blue
            await place.start()
            for number, turn in enumerate(SEED_003[:BEFORE]):
                await place.play(players[number % 2], turn)
            with path.traced():
                await place.play(players[BEFORE % 2], SEED_003[BEFORE])
    return path


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
