"""What is asked of an ended match beside its result: its game, its length, how it began. Pure.

Somebody looks for all games of side 5 that began C5, and how they went on. Nobody wants to replay a
hundred thousand games for that: so each match has its facts beside it, read from its events as they
stand there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.engine.board import board
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.openings import MOST_TURNS, opening_key
from bot.engine.rulesets import as_written, chosen, configure
from bot.engine.turn import Colour, Turn
from bot.referee.events import (
    Event,
    KomiNamed,
    MatchMoved,
    MatchOpened,
    MatchReopened,
    MatchStarted,
    PagesChosen,
    Terms,
    TurnPlayed,
    TurnsUndone,
)
from bot.servers.results import NO_RESULT, Result

USUAL_STONES = 2
"""A turn of more stones than that is a long one: in Catchup three are the reward for the leader's
opponent."""
FACTUAL = (
    MatchOpened,
    KomiNamed,
    MatchStarted,
    TurnPlayed,
    TurnsUndone,
    MatchReopened,
    MatchMoved,
    PagesChosen,
)
"""The kinds of events that make the facts of a match."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of an ended match: `length` is from its start to its end.

    `long_turns` are turns of three stones or more, `opening` the key of its first turns, `moves`
    all turns as they are written. `shown` says whether the pages of its server have it, `options`
    which of its game's are not as usual, as in a record. `has_result` is False where it was
    cancelled or abandoned, `played` how many turns there were beside those that it began with. Of
    one whose record is not `readable`, only `shown` is known.
    """

    ruleset: str = ""
    side: int = 0
    length: timedelta = timedelta(0)
    turns: int = 0
    long_turns: int = 0
    opening: str = ""
    shown: bool = False
    moves: tuple[str, ...] = ()
    options: str = ""
    has_result: bool = True
    played: int = 0
    readable: bool = True

    @property
    def listed(self) -> bool:
        """Whether the pages list it: not one without a turn that came to nothing."""
        return self.shown and (self.played > 0 or self.has_result)


def facts_of(result: Result, events: Sequence[Event], *, usual: bool = False) -> GameFacts:
    """The facts of a match with a result; ValueError where its events can't be read.

    `usual` says whether it is shown where nobody asked if everybody could read its room. Only
    events of the kinds in `FACTUAL` are looked at.
    """
    opened = next((event for event in events if isinstance(event, MatchOpened)), None)
    if opened is None:
        raise ValueError("the match was never opened")
    started = next((event.at for event in events if isinstance(event, MatchStarted)), result.at)
    played = _left_standing(events)
    turns = _read(opened.terms, result.colours, played)
    # A match that plays another one on has not chosen how it began.
    opening = "" if opened.beginning else opening_key(opened.terms.side, turns[:MOST_TURNS])
    return GameFacts(
        opened.terms.ruleset,
        opened.terms.side,
        result.at - started,
        len(turns),
        sum(len(turn.drops) > USUAL_STONES for turn in turns),
        opening,
        is_shown(events, usual=usual),
        tuple(played),
        " ".join(f"{key}={value}" for key, value in _options(opened.terms, events).items()),
        result.termination not in NO_RESULT,
        len(turns) - (len(opened.beginning.turns) if opened.beginning else 0),
    )


def _left_standing(events: Sequence[Event]) -> list[str]:
    """The turns that were not taken back, those that the match began with among them."""
    turns = list[str]()
    for event in events:
        match event:
            case MatchOpened(beginning=beginning):
                turns += beginning.turns if beginning else ()
            case TurnPlayed(turn=turn):
                turns.append(turn)
            case TurnsUndone(turns=count) | MatchReopened(turns=count):
                del turns[max(0, len(turns) - count) :]
    return turns


def _options(terms: Terms, events: Sequence[Event]) -> dict[str, str]:
    """The options as the game was played: with the komi that was named."""
    named = [str(event.komi) for event in events if isinstance(event, KomiNamed)]
    options = dict(terms.options)
    if not named:
        return options
    return chosen(configure(terms.ruleset, options | {"komi": named[-1]}))


def _read(terms: Terms, colours: tuple[str, str], played: Sequence[str]) -> list[Turn]:
    law = as_written(terms.ruleset, dict(terms.options))
    spelling = Spelling(board(terms.side), colours, law.either_colour, law.verbs)
    turns = list[Turn]()
    for number, text in enumerate(played):
        turn = read_turn(spelling, text.split(), Colour(number % 2))
        if isinstance(turn, Misread):
            raise ValueError(f"{text!r} is no turn")
        turns.append(turn)
    return turns


def is_shown(events: Sequence[Event], *, usual: bool) -> bool:
    """Whether the pages show a match: as its host said, or as everybody could read its rooms."""
    rooms, said = list[bool](), None
    for event in events:
        match event:
            case MatchOpened(public=public, pages=pages):
                rooms.append(usual if public is None else public)
                said = pages
            case MatchMoved(public=public):
                rooms.append(bool(public))
            case PagesChosen(shown=shown):
                said = shown
    return all(rooms) if said is None else said


@dataclass(frozen=True, slots=True)
class Branch:
    """How a game may go on: the key with one turn more, and what came of it.

    `wins` are those of the player who began, and of the other one.
    """

    key: str
    games: int
    wins: tuple[int, int]
