"""The sign before a finding."""

from enum import StrEnum


class Mark(StrEnum):
    """Whether all is well."""

    GOOD = "✓"
    """All is well."""
    BAD = "✗"
    """Something is missing or wrong, and matches will suffer."""
    NOTE = "–"
    """Worth knowing, and no fault."""
