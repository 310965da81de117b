"""Words of which nobody knows yet which game they are of: whether they may be a turn.

In a log "D7 F8" stands before anybody has said that Catchup is played, and "good luck" beside it.
"""

import re

from bot.engine.board import LARGEST_SIDE, board
from bot.engine.chat import read_message
from bot.engine.notation import BUTTON, PASS, Spelling
from bot.engine.talk import Talk

_VERBS = frozenset((PASS, BUTTON))
SPELLINGS = (
    Spelling(board(LARGEST_SIDE), ("red", "blue"), verbs=_VERBS),
    *(
        Spelling(board(LARGEST_SIDE), pair, either_colour=True, verbs=_VERBS)
        for pair in (("black", "white"), ("red", "blue"))
    ),
)
"""Under which words may be a turn as long as nobody knows the game."""
_HALF_STEPS = Spelling(board(LARGEST_SIDE), ("red", "blue"), notation="half-step")
_SAYS_SOMETHING = re.compile(f"[0-9]|{PASS}|{BUTTON}", re.IGNORECASE)


def is_turn(text: str, *, printed: bool = False) -> bool:
    """Whether words are a turn of some game; in `printed` ones, columns may have two letters."""
    if text.isascii() and _SAYS_SOMETHING.search(text) is None:
        return False
    spellings = (*SPELLINGS, _HALF_STEPS) if printed else SPELLINGS
    return any(not isinstance(read_message(text, one, asks=False), Talk) for one in spellings)
