"""What a check of the configuration comes to: good, missing, or worth knowing."""

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """The sign before a finding."""

    GOOD = "✓"
    BAD = "✗"
    NOTE = "–"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check in one plain sentence or two; a bad one says what to do."""

    mark: Mark
    text: str


def good(text: str) -> Finding:
    """All is well."""
    return Finding(Mark.GOOD, text)


def bad(text: str) -> Finding:
    """Something is missing or wrong, and matches will suffer."""
    return Finding(Mark.BAD, text)


def note(text: str) -> Finding:
    """Worth knowing, and no fault."""
    return Finding(Mark.NOTE, text)
