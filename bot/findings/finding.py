"""One line of `referee doctor`: its mark and its sentence, which `bot.wording` has written."""

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """Whether all is well."""

    GOOD = "✓"
    """All is well."""
    BAD = "✗"
    """Something is missing or wrong, and matches will suffer."""
    NOTE = "–"
    """Something is worth knowing, and no fault."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found, in one plain sentence or two; a bad one says what to do."""

    mark: Mark
    text: str


def good(text: str) -> Finding:
    """All is well with what was looked at."""
    return Finding(Mark.GOOD, text)


def bad(text: str) -> Finding:
    """Something has to be mended."""
    return Finding(Mark.BAD, text)


def note(text: str) -> Finding:
    """Something is worth knowing, and no fault."""
    return Finding(Mark.NOTE, text)
