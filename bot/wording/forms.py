"""The few words of buttons and forms, that of `match start` with what it does not ask included."""

from collections.abc import Iterable

from bot.referee.appointments import MOST_PROPOSED
from bot.referee.formats import COLOURS, FORMATS
from bot.referee.match import Match
from bot.servers.settings import ServerSettings
from bot.wording.opening import KOMI_OFFERED
from bot.wording.phrases import allowance_text, colour_name
from bot.wording.typed import at_length

RULE_MESSAGE = "Rule this message"
"""What a host chooses in the menu of a message."""
CONFIRM_LABEL = "Yes, do it"
CHOICES = {
    **{f"first-{colour}": f"{colour.capitalize()} starts" for colour in COLOURS},
    **{f"take-{colour}": f"I take {colour.capitalize()}" for colour in COLOURS},
    **{f"komi-{points}": f"Komi {points}" for points in KOMI_OFFERED},
}
ACCEPTS = tuple(f"accept-{which}" for which in range(1, MOST_PROPOSED + 1))
"""What accepts one of several hours on a page, in the order of their numbers."""
LABELS = {
    "ready": "Ready",
    "start": "Start now",
    **CHOICES,
    "play": "Play",
    "hint": "Hint",
    "page": "Open my board",
    "watch": "Watch",
    "type": "Type it",
    "resign": "Yes, resign",
    "accept-undo": "Accept",
    "decline-undo": "Decline",
    "accept-pause": "Accept",
    "decline-pause": "Decline",
    "accept-abandon": "Accept",
    "decline-abandon": "Decline",
    "accept-appointment": "Accept",
    **{f"accept-appointment-{which}": f"Accept {which}" for which in range(1, MOST_PROPOSED + 1)},
    "decline-appointment": "Decline",
    "cup-join": "Join",
    "cup-leave": "Leave",
    "cup-check-in": "I'm here",
}
"""The words on buttons, by the action a press asks for."""


def prompt_text(match: Match) -> str:
    """The label of the line where a turn is written: who is to move, and how many stones."""
    if match.over:
        return "This match is over"
    allowed = allowance_text(match.ruleset.allowance(match.position))
    return f"{colour_name(match, match.to_move)}: {allowed}"


def unclear_text(match: Match, least: int = 0) -> str:
    """What was written is no turn; `least` is how many characters a post needs."""
    example = at_length("D7 F8", least)
    return f"That is no turn. Write cells only, such as {example}. {prompt_text(match)}."


def own_page_text(*, plays: bool) -> str:
    """The way to somebody's own page, told to them alone."""
    if plays:
        does = "Touch the cells there, or type your turn here. The board stays open for all turns"
    else:
        does = "You host from there: Correct … takes back a turn, gives time, pauses or decides"
    return f"{does}; its link is yours alone."


def spectator_text() -> str:
    """Somebody who has no seat wants to make a turn."""
    return "You don't play in this match: its turns are made by its two players."


TITLE = "Set up a match"
OPEN_LABEL, BACK_LABEL = "Fill in a form", "Back to the form"
START_LABELS = {
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
