"""Coordinate notations, and turns as text.

- `house`: row letter from the top, number from the left: `D7`. The notation of the records.
- `half-step` (seed 004): a column letter for every half cell across the page, then the row from
  the top: `i5`. After `z` come `aa`, `ab`, as on a spreadsheet.
- `bottom` (AbstractPlay): row letter from the bottom, number from the left: `a1`.

Any case is read in each of them. A word that looks like a coordinate but names no cell is a
`NoCell`, which is another thing than an illegal turn.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.engine.board import Board, row_letter
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton, Turn

NOTATIONS = ("house", "half-step", "bottom")
PASS = "pass"  # noqa: S105
BUTTON = "button"
OFF_BOARD = "off-board"
NO_COLOUR = "colour-missing"
UNREADABLE = "unreadable"
OUT_OF_TURN = "out-of-turn"

_COORDINATE = re.compile(r"([A-Za-z])([0-9]{1,3})")
_HALF_STEP = re.compile(r"([A-Za-z]{1,2})([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the turns of a game are written.

    `colours` names the first and the second colour; in an either-colour game each stone is
    written with one of them. `verbs` are the words besides coordinates that the game knows.
    """

    board: Board
    colours: tuple[str, str] = ("first", "second")
    either_colour: bool = False
    verbs: frozenset[str] = frozenset((PASS, BUTTON))
    notation: str = "house"

    def colour(self, word: str) -> Colour | None:
        """The colour a word names, by its name, or its first letter if the two differ there."""
        name = word.casefold()
        names = [name.casefold() for name in self.colours]
        if name in names:
            return Colour(names.index(name))
        initials = [name[:1] for name in names]
        return Colour(initials.index(name)) if initials.count(name) == 1 else None


@dataclass(frozen=True, slots=True)
class Misread:
    """A word that can't be part of a turn, and why.

    `law` is `off-board`, `colour-missing`, `unreadable`, or in records `out-of-turn`, where the
    word is who is said to have made a turn that is the other's; `word` as it was written, `number`
    its place among the words. For `off-board`, `row` names the row in house letters and `length`
    says how many cells it has, both None where there is no such row.
    """

    law: str
    word: str
    number: int
    row: str | None = None
    length: int | None = None


def looks_like_cell(word: str, notation: str = "house") -> bool:
    """Whether a word has the shape of a coordinate, on the board or not."""
    return _shape(word, notation) is not None


def read_cell(board: Board, word: str, notation: str = "house") -> int | None:
    """The cell that a word names in a notation, None if it names none."""
    match = _shape(word, notation)
    if match is None:
        return None
    row, number = _place(board, match[1].upper(), int(match[2]), notation)
    return board.cell(row, number)


def write_cell(board: Board, cell: int, notation: str) -> str:
    """The word for a cell in a notation."""
    row, number = board.places[cell]
    rows = len(board.row_lengths)
    if notation == "house":
        return board.name(cell)
    if notation == "bottom":
        return f"{row_letter(rows - 1 - row).lower()}{number}"
    column = 2 * (number - 1) + abs(row + 1 - board.side)
    return f"{_column_letters(column)}{row + 1}"


def read_turn(spelling: Spelling, words: Sequence[str], mover: Colour) -> Turn | Misread:
    """The turn that words stand for, or the first word that can't be read."""
    actions: list[Action] = []
    said: Colour | None = None
    for number, word in enumerate(words):
        head, colon, _ = word.rpartition(":")
        if colon or said is None:
            said = spelling.colour(head if colon else word) if spelling.either_colour else None
            if said is not None and not colon:
                continue
        if colon and said is None:
            return Misread(UNREADABLE, word, number)
        action = _action(spelling, word, said, mover, number)
        if isinstance(action, Misread):
            return action
        actions.append(action)
        said = None
    if said is not None:
        return Misread(UNREADABLE, words[-1], len(words) - 1)
    return Turn(tuple(actions))


def write_turn(spelling: Spelling, turn: Turn) -> str:
    """A turn as text that `read_turn` reads back."""
    return " ".join(write_action(spelling, action) for action in turn.actions)


def write_action(spelling: Spelling, action: Action) -> str:
    """One action as a word: `D7`, `red:D7`, `pass` or `button`."""
    match action:
        case Drop(cell, colour):
            word = write_cell(spelling.board, cell, spelling.notation)
            return f"{spelling.colours[colour]}:{word}" if spelling.either_colour else word
        case Pass():
            return PASS
        case TakeButton():
            return BUTTON


def _action(
    spelling: Spelling, word: str, said: Colour | None, mover: Colour, number: int
) -> Action | Misread:
    written = word.rpartition(":")[2]
    verb = written.casefold()
    if verb in (PASS, BUTTON) and verb in spelling.verbs:
        return Pass() if verb == PASS else TakeButton()
    shape = _shape(written, spelling.notation)
    if shape is None:
        return Misread(UNREADABLE, word, number)
    cell = read_cell(spelling.board, written, spelling.notation)
    if cell is None:
        return _off_board(spelling, shape, word, number)
    if spelling.either_colour and said is None:
        return Misread(NO_COLOUR, word, number)
    return _drop(cell, mover if said is None else said)


@lru_cache(maxsize=2048)
def _drop(cell: int, colour: Colour) -> Drop:
    """A stone on a cell is the same in ten thousand matches, and kept once."""
    return Drop(cell, colour)


def _off_board(spelling: Spelling, shape: re.Match[str], word: str, number: int) -> Misread:
    board = spelling.board
    row, _ = _place(board, shape[1].upper(), int(shape[2]), spelling.notation)
    if not 0 <= row < len(board.row_lengths):
        return Misread(OFF_BOARD, word, number)
    return Misread(OFF_BOARD, word, number, row_letter(row), board.row_lengths[row])


def _shape(word: str, notation: str) -> re.Match[str] | None:
    # Only half-steps need a second letter; in chat `PS5` and `ok1` are words like others.
    return (_HALF_STEP if notation == "half-step" else _COORDINATE).fullmatch(word)


def _place(board: Board, letters: str, digits: int, notation: str) -> tuple[int, int]:
    """The row and number that a coordinate means, off the edge where it is no cell."""
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    index -= 1
    if notation == "half-step":
        row, twice = digits - 1, index - abs(digits - board.side)
        return row, twice // 2 + 1 if twice >= 0 and twice % 2 == 0 else 0
    return (index if notation == "house" else len(board.row_lengths) - 1 - index), digits


def _column_letters(column: int) -> str:
    first, second = divmod(column, 26)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + second)
