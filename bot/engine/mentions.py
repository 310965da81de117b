"""Whether words that are no turn name a cell, so that one may have been meant."""

import re

from bot.engine.notation import Spelling, read_cell

_CELL = re.compile("[A-Za-z][0-9]{1,2}")
CELLS = re.compile(rf"(?<![A-Za-z0-9])(?:{_CELL.pattern})+(?![A-Za-z0-9])")
_BEGINS_LIKE_A_CELL = re.compile(
    rf"[\W_]*(?:{_CELL.pattern}(?![A-Za-z0-9])|(?:{_CELL.pattern}){{2}})"
)
_HALVES = re.compile(
    r"(?:\A[\W_]*(?P<first>[A-Za-z])|(?<![A-Za-z0-9'’])(?P<later>[A-Z]))"
    r"[\s.,-]{1,3}(?P<number>[0-9]{1,2})(?![A-Za-z0-9])"
)
"""A cell in two words: in any case where a message begins with it, else in capitals."""
_VERBS = re.compile(r"\b(?:pass|button|resign|swap)\b", re.IGNORECASE)


def names_a_cell(text: str, spelling: Spelling) -> bool:
    """Whether words name a cell of the board, or begin as a turn does."""
    return bool(_BEGINS_LIKE_A_CELL.match(text) or named_cells(text, spelling))


def named_cells(text: str, spelling: Spelling) -> tuple[str, ...]:
    """The cells of the board that words name."""
    named = [(one["first"] or one["later"]) + one["number"] for one in _HALVES.finditer(text)]
    named += (cell for run in CELLS.finditer(text) for cell in _CELL.findall(run[0]))
    return tuple(word for word in named if read_cell(spelling.board, word) is not None)


def names_an_action(text: str, spelling: Spelling) -> bool:
    """Whether words name a cell, or something else that a player may do."""
    return names_a_cell(text, spelling) or _VERBS.search(text) is not None
