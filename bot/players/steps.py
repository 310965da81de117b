"""The steps of a turn that are no stones."""

from typing import Final

STOP: Final = -1
"""Ends the turn; before the first stone it passes."""
BUTTON: Final = -2
"""Takes the button."""
