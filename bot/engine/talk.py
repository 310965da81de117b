"""The kinds of messages that are no turn."""

from enum import Enum, auto


class Talk(Enum):
    """Why a message is no turn, as far as its author may want to know."""

    TALK = auto()
    """Nothing in it could be a turn."""
    UNCLEAR = auto()
    """It names a cell."""
    PASS = auto()
    """Somebody passes where no turn of the game can."""
    RESIGN = auto()
    SWAP = auto()
    CORRECTED = auto()
    """A turn, and what is to stand in its place: `D7 *D8`, `D7, no D8`, `~~D7~~ D8`."""
    CHOICE = auto()
    """A turn, and a line behind it that has another in mind: `D7`, then `or D8` or `maybe`."""
    TWO_TURNS = auto()
    """Two turns in a list, or in two paragraphs."""
    RANGE = auto()
    """Two cells of a row with a dash between them, and cells between the two: `D5-D7`."""


DOUBTS = frozenset((Talk.CORRECTED, Talk.CHOICE, Talk.TWO_TURNS, Talk.RANGE))
"""What could be a turn as it stands: its author is asked which is meant."""
