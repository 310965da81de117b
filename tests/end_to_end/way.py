"""Which functions of ours stand between what somebody did and what came of it, as they are called.

Red writes "D7 F8": the event loop calls `on_message`, that calls the next one, and in the end the
ruling is handed to the writer; another task then tells it. Followed is this thread alone.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

from end_to_end.house import SEED_003, house

ROOT = Path(__file__).parents[2]
OURS = str(ROOT / "bot"), str(ROOT / "renderers")
SPINES = (
    ("MessageEvents.on_message", "Batches.do"),
    ("Ledger._tell", "HTTPClient.send_message"),
)
"""From the message to what is stored, and from there to the request that tells the ruling."""
BEFORE = 3
"""So many turns are played before: what is done but once in a process is done then."""


class Way:
    """What was called from one function to another, by the ends of their names; "" is any."""

    def __init__(self, first: str, last: str) -> None:
        self._first, self._last = first, last
        self._begun = self._ended = False
        self.calls: list[CodeType] = []
        self.spines: dict[tuple[str, str], list[CodeType]] = {}
        """By the names of both ends: our functions that were under way, one in the other."""

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
        if not self._begun:
            return
        if _is_ours(code):
            self.calls.append(code)
        if spine := [*_callers(frame)][::-1]:
            self.spines.setdefault((spine[0].co_qualname, code.co_qualname), spine)

    @property
    def functions(self) -> int:
        """How many different ones."""
        return len(set(self.calls))

    @property
    def files(self) -> int:
        """In how many files they stand."""
        return len({code.co_filename for code in self.calls})


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(OURS) and code.co_name[0] != "<"


def _callers(frame: FrameType | None) -> Iterator[CodeType]:
    while frame is not None:
        if _is_ours(frame.f_code):
            yield frame.f_code
        frame = frame.f_back


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
