"""Reads `9@12`: the position of match 9 after its turn 12, to make a puzzle of or to play on from.

The match is one that the asker may see as `board match:9 turn:12` shows it, and it is over. As with
reviews nothing is made of it while an open match of two people stands alike.
"""

import re
from dataclasses import dataclass

from bot.commands.catalogue import Name
from bot.commands.request import Asker
from bot.commands.show import within_reach
from bot.desk.desk import Desk
from bot.engine.position import Position
from bot.referee.match import Match
from bot.views.film import history
from bot.wording import past as words
from bot.wording.show import no_such_match_text, no_such_turn_text
from bot.wording.troubles import busy_question_text

_PLACE = re.compile(r"#?(\d{1,9})\s*@\s*(\d{1,4})", re.ASCII)


class PastRefusedError(ValueError):
    """A position that nothing is made of; its text says why."""


@dataclass(frozen=True, slots=True)
class Past:
    """A position of a match that is over: after so many of its turns, 0 for the empty board."""

    number: int
    match: Match
    turn: int

    @property
    def position(self) -> Position:
        """The position itself, in which a turn can be played."""
        return history(self.match.position)[self.turn]


async def past_named(desk: Desk, text: str, asker: Asker, *, example: str) -> Past:
    """The position of a place such as `9@12`; PastRefusedError if there is none to be had."""
    place = _PLACE.fullmatch(text.strip())
    if place is None:
        raise PastRefusedError(words.no_place_text(example))
    number, turn = map(int, place.groups())
    held = await within_reach(desk, number, asker)
    if held is None:
        raise PastRefusedError(no_such_match_text(str(number)))
    return await past_of(desk, number, held[1], turn)


async def past_of(desk: Desk, number: int, match: Match, turn: int) -> Past:
    """A position of a match that the asker may see; PastRefusedError as above."""
    # Looking at all open matches is costly.
    if (again := desk.backlog.refusal(Name.REVIEW)) is not None:
        raise PastRefusedError(busy_question_text(again))
    if not match.over:
        raise PastRefusedError(words.MATCH_OPEN)
    if turn > match.position.number:
        raise PastRefusedError(no_such_turn_text(number, match.position.number))
    if await desk.likeness.is_played_now(history(match.position)):
        raise PastRefusedError(words.STANDS_ALIKE)
    past = Past(number, match, turn)
    if match.ruleset.is_over(past.position):
        raise PastRefusedError(words.GAME_OVER_THERE)
    return past
