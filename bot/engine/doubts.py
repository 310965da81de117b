"""What could be read as a turn and is asked about instead, with the turn that is likely meant.

Red writes "D7 *D8", as people mend a slip in chat: if the first reading were ruled, the second
could not be. So a correction is no turn, nor are two turns in one message, nor a range of cells;
whoever wrote it is asked, and writes the one that is meant.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.engine.board import Board
from bot.engine.notation import read_cell

Words = tuple[str, ...]
Reader = Callable[[str], Words]
"""The words of a turn that a text is, none where it is none."""


class Doubt(Enum):
    """Why it has to be asked which turn is meant."""

    CORRECTED = auto()
    """A turn, and what is to stand in its place: `D7 *D8`, `D7, no D8`, `~~D7~~ D8`."""
    TWO_TURNS = auto()
    """Two numbered turns, or two paragraphs that are turns."""
    RANGE = auto()
    """Two cells of a row with a dash between them, and cells between the two: `D5-D7`."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A message that is no turn until its author says which; `likely` are the words of one."""

    doubt: Doubt
    likely: Words


MOST_TURNS = 30
"""In one message; more paragraphs than these are not looked at for turns."""
_STRUCK = re.compile(r"~~[^~]*~~")
_PAIR_OF_STARS = re.compile(r"(\*{1,3})(?=\S)([^*\n]*[^*\s])\1")
_STAR = re.compile(r"(?<![\w*])\*(?=[A-Za-z]{1,2}[0-9])|(?<=[0-9])\*(?![\w*])")
_LAST_WORD = re.compile(r"\S+\s*\Z")
_MENDING = (
    r"(?:no|nope|wait|actually|sorry|oops|ups|whoops|rather|correction|edit|instead|nvm"
    r"|i\s+mean(?:t)?|make\s+(?:that|it)|scratch\s+that|never\s*mind)\b"
)
_MENDED = re.compile(rf"\b{_MENDING}[\W_]*(?:{_MENDING}[\W_]*)*", re.IGNORECASE)
_INSTEAD_OF = re.compile(r"\binstead\s+of\b", re.IGNORECASE)
_AROUND = " \t\n,;:.!()-–—…"
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_RANGE = re.compile(r"\b([A-Za-z]{1,2}[0-9]{1,2})[ \t]*[-‐‑‒–—−][ \t]*([A-Za-z]{1,2}[0-9]{1,2})\b")


def doubt_in(text: str, items: Sequence[str], board: Board, read: Reader) -> Doubtful | None:
    """What is doubtful in a plain text; `items` are those of its numbered list, if it has one."""
    for before, after in _corrections(text):
        first, second = read(before), read(after)
        if first and second:
            return Doubtful(Doubt.CORRECTED, (*first[: -len(second)], *second))
    if "~~" in text:
        rest = read(_STRUCK.sub(" ", text))
        return Doubtful(Doubt.CORRECTED, rest) if rest else None
    for parts in (items, _PARAGRAPHS.split(text) if "\n" in text else ()):
        turns = [read(part) for part in parts if part.strip()] if len(parts) < MOST_TURNS else []
        if len(turns) > 1 and all(turns) and any(len(turn) > 1 for turn in turns):
            return Doubtful(Doubt.TWO_TURNS, turns[0])
    return _range(text, board, read)


def _corrections(text: str) -> Iterator[tuple[str, str]]:
    """The text before a mark of correction and behind it, for each kind of mark."""
    bare = _PAIR_OF_STARS.sub(r"\2", text) if "*" in text else ""
    star = _STAR.search(bare)
    if star is not None:
        at = star.start()
        if bare[:at].rstrip()[-1:].isdigit() and not bare[at + 1 : at + 2].isalpha():
            # Behind the word that stands in another's place: "D7 F8, F9*".
            last = _LAST_WORD.search(bare[:at])
            at = at if last is None else last.start()
        yield bare[:at], bare[at:].replace("*", " ")
    other = _INSTEAD_OF.search(text)
    if other is not None:
        yield text[other.end() :], text[: other.start()].strip(_AROUND)
        return
    mended = _MENDED.search(text)
    if mended is not None:
        behind = _MENDED.sub(" ", text[mended.end() :])
        yield text[: mended.start()].rstrip(_AROUND), behind.strip(_AROUND)


def _range(text: str, board: Board, read: Reader) -> Doubtful | None:
    if not any(_spans(board, *ends.groups()) for ends in _RANGE.finditer(text)):
        return None
    words = read(text)
    return Doubtful(Doubt.RANGE, words) if words else None


def _spans(board: Board, first: str, last: str) -> bool:
    """Whether two cells stand in one row with others between them."""
    cells = [read_cell(board, end) for end in (first, last)]
    places = [board.places[cell] for cell in cells if cell is not None]
    if len(places) < 2:
        return False
    (row, number), (other_row, other_number) = places
    return row == other_row and abs(number - other_number) > 1
