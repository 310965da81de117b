"""The ways in which forums write bold, names and pictures, for what is posted next."""

from enum import StrEnum


class Markup(StrEnum):
    """How the next announcement is written."""

    BBCODE = "bbcode"
    MARKDOWN = "markdown"
