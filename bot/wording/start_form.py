"""The form of `match start`: its fields, what can be chosen there, and what it does not ask."""

from collections.abc import Iterable

from bot.referee.formats import FORMATS
from bot.servers.settings import ServerSettings

TITLE = "Set up a match"
OPEN_LABEL, BACK_LABEL = "Fill in a form", "Back to the form"
LABELS = {
    "player-1": "Player 1",
    "player-2": "Player 2",
    "format": "Game",
    "clock": "Clock, and the hour if you play later",
    "first": "Who starts",
}
"""The words over the fields, in their order; 45 letters at most, as Discord has it."""
CLOCK_EXAMPLES = "1m+5m · sat 20:00 · 1d+3d, tomorrow 8pm"
STARTS = {
    "player-1": ("Player 1", ""),
    "player-2": ("Player 2", ""),
    "random": ("One of them, by lot", ""),
    "dmo-1": (
        "Player 1 says, being the DMO",
        "The Death Match Opponent of a Genius game; a tie is theirs, too",
    ),
    "dmo-2": (
        "Player 2 says, being the DMO",
        "The Death Match Opponent of a Genius game; a tie is theirs, too",
    ),
}
"""Who may start, by the form's word for it, with a line below."""


def hints(rules: ServerSettings, *, sparring: bool, others: Iterable[str]) -> dict[str, str]:
    """The line below a field's name, where it has one; 100 letters at most, as Discord has it.

    `sparring` says whether the referee itself may have a seat; `others` are the options of the
    command that the form does not ask for.
    """
    usual = FORMATS[rules.format]
    clock = rules.clock or str(usual.control or "none")
    first, second = (colour.capitalize() for colour in usual.colours)
    partner = " Choose me to spar with me." if sparring else ""
    return {
        "player-1": f"{first} in {usual.key}, in other games the colour that usually starts.",
        "player-2": f"{second} in {usual.key}.{partner}",
        "clock": f"Empty: {clock} in {usual.key}, others have their own; played now.",
        "first": f"/match start {' '.join(f'{option}:' for option in others)}",
    }
