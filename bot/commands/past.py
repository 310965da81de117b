"""Reads `9@12`: the position of match 9 after its turn 12, to make a puzzle of or to play on from.

The match is one that the asker may see as `board match:9 turn:12` shows it, and it is over. As with
reviews nothing is made of it while an open match of two people stands alike.

Ann has lost match 9 as Red and types `match start from:9@12`: she sits where she sat, the sparring
partner sits opposite, and game, board, colours and clock are as they were there. Whoever had no
seat in it plays whoever is to move.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.commands.catalogue import Name
from bot.commands.command import NAMED, OFF, ON
from bot.commands.request import Asker
from bot.commands.setup import is_on
from bot.commands.show import within_reach
from bot.commands.sparring import AUTO
from bot.desk.desk import Desk
from bot.engine.position import Position
from bot.engine.turn import Colour
from bot.referee import problems
from bot.referee.events import Beginning, Player
from bot.referee.match import Match
from bot.views.film import history
from bot.wording import show as words
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


FROM = "from"
EXAMPLE = "match start from:9@12"
_SETTLED = ("format", "side", "first", "dmo", "options")
"""What the match that is played on has settled."""


def beginning_of(past: Past) -> Beginning | None:
    """The turns that led to a position, to begin a match with; None for the empty board."""
    played = past.match.turns[: past.turn]
    return Beginning(past.number, tuple(turn.turn for turn in played)) if played else None


def pages_of(past: Past) -> bool | None:
    """False where the match is not on its server's pages, and so nothing that begins with it is."""
    match = past.match
    shown = match.public if match.pages is None else match.pages
    return False if shown is False else None


def options_from(past: Past, given: Mapping[str, str]) -> dict[str, str]:
    """The options of `match start`, as the match that is played on has them.

    OrderError where one says otherwise: another game can't be played on from here.
    """
    match, terms = past.match, past.match.terms
    settled = {*_SETTLED, *(option.key for option in match.ruleset.options)}
    if pages_of(past) is False and is_on("pages", given.get("pages", OFF[0])):
        settled.add("pages")
    said = next((key for key in given if key in settled), None)
    if said is not None:
        raise problems.OrderError(problems.SettledThere(said, past.number))
    level = next((player.level for player in match.players if player.level), AUTO)
    return {
        **dict(terms.options),
        "level": level,
        "flag": terms.on_flag,
        "resigns": ON[0] if terms.resigns else OFF[0],
        "format": terms.format,
        "side": str(terms.side),
        "first": terms.colours[Colour.FIRST],
        "dmo": terms.dmo,
        "clock": "none" if terms.control is None else str(terms.control),
        **given,
    }


def seats_from(
    past: Past, seats: Mapping[str, Player], asker: Player, account: Player | None
) -> dict[str, Player]:
    """Who plays which colour: nobody need be named, and the partner takes the seat that is left.

    `account` is the referee's own. OrderError where it has no seat, or the colours are others.
    """
    colours = past.match.terms.colours
    named = {colour: player for colour, player in seats.items() if colour not in NAMED}
    if set(named) - set(colours):
        raise problems.OrderError(problems.NotAmongColours(colours))
    if account is None:
        raise problems.OrderError(problems.Simple.NO_ACCOUNT)
    if len(seats) > len(colours):
        raise problems.OrderError(problems.NotTwoPlayers(colours))
    if [player.id for player in seats.values()].count(account.id) > 1:
        raise problems.OrderError(problems.Simple.PARTNER_TWICE)
    people = [seats[name] for name in NAMED if name in seats and seats[name].id != account.id]
    if all(player.id == account.id for player in (*named.values(), *people)):
        people.append(asker)
    for person in people:
        named[_seat(past, person, named)] = person
    for colour in colours:
        named.setdefault(colour, account)
    if all(player.id != account.id for player in named.values()):
        raise problems.OrderError(problems.Simple.PLAYED_ON_ALONE)
    return named


def _seat(past: Past, person: Player, taken: Mapping[str, Player]) -> str:
    """The colour that somebody takes: their own of that match, else that of whoever is to move."""
    colours, own = past.match.terms.colours, past.match.seat(person.id)
    mover = past.position.to_move
    order = dict.fromkeys((*(own if len(own) == 1 else ()), mover, mover.other))
    return next(colours[seat] for seat in order if colours[seat] not in taken)
