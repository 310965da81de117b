"""The steps of a turn that are no stones."""

STOP = -1
"""Ends the turn; before the first stone it passes."""
BUTTON = -2
"""Takes the button."""
