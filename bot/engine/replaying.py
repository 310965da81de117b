"""A record played again: its positions, its end, and the first turn that can't be ruled legal.

A record may have a number before each round and not before each turn: `1. F6 D3 F7 2. B2 G5 G6`.
Where commas or joined words tell which stones belong together, they decide. Else each round is
parted where the law allows it, as evenly as it does: the first game found so from the start.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.board import board
from bot.engine.chat import read_message
from bot.engine.legality import Law, play
from bot.engine.notation import OUT_OF_TURN, Misread, Spelling, looks_like_cell, read_turn
from bot.engine.outcome import Contradiction, Outcome, contradictions, misnumbered, outcome
from bot.engine.position import Position
from bot.engine.record import RESIGN, Entry, Record, Setup, setup_of
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour, Talk

_COMMA = ","
_MOST_TRIED = 5_000
"""Turns that are tried before a record is taken to be no game in rounds."""


def spelled(record: Record, spelling: Spelling) -> Record:
    """The record with each turn in the words that `read_turn` takes; what is none stays."""
    return replace(record, turns=tuple(_spelled(entry, spelling) for entry in record.turns))


def _spelled(entry: Entry, spelling: Spelling) -> Entry:
    verbs = spelling.verbs
    if not spelling.either_colour and all(
        looks_like_cell(word, spelling.notation) or word in verbs for word in entry.words
    ):
        return entry
    written = read_message(entry.said or " ".join(entry.words), spelling, asks=False)
    if isinstance(written, Talk):
        return entry
    label = "" if written.label is None else spelling.colours[written.label]
    return replace(entry, words=written.words, by=entry.by or label, said="")


def in_rounds(record: Record, setup: Setup, most_tried: int = _MOST_TRIED) -> Record | None:
    """The record with its rounds parted into turns; None if its numbers are those of turns.

    They are if the first of them holds one turn that may open the game.
    """
    if not record.numbered or any(entry.by for entry in record.turns):
        return None
    start = Position(board(setup.side))
    opening = read_turn(setup.spelling, _words(record.turns[0], setup), start.to_move)
    if isinstance(opening, Misread) or isinstance(play(setup.ruleset, start, opening), Position):
        return None
    parted = _part(record, setup, start, most_tried)
    return None if parted is None else replace(record, turns=tuple(parted), numbered=False)


def _part(record: Record, setup: Setup, start: Position, most_tried: int) -> list[Entry] | None:
    """The turns of the first way to part the rounds that makes a legal game."""
    rounds = [_ways(entry, setup, last=entry is record.turns[-1]) for entry in record.turns]
    path: list[tuple[Position, list[Entry], Iterator[list[Entry]]]] = [(start, [], iter(rounds[0]))]
    tried = 0
    while path and tried < most_tried:
        position, _, ways = path[-1]
        turns = next(ways, None)
        if turns is None:
            path.pop()
            continue
        tried += 1
        after = _played_on(position, turns, setup)
        if after is None:
            continue
        if len(path) == len(rounds):
            return [turn for _, made, _ in path[1:] for turn in made] + turns
        path.append((after, turns, iter(rounds[len(path)])))
    return None


def _played_on(position: Position, turns: list[Entry], setup: Setup) -> Position | None:
    for turn in turns:
        read = read_turn(setup.spelling, turn.words, position.to_move)
        after = read if isinstance(read, Misread) else play(setup.ruleset, position, read)
        if not isinstance(after, Position):
            return None
        position = after
    return position


def _ways(entry: Entry, setup: Setup, *, last: bool) -> list[list[Entry]]:
    """The ways to part a round in two turns, the most even first; the last may be one turn."""
    words = _words(entry, setup)
    certain = _places_told(entry, setup)
    places = certain or sorted(
        range(1, len(words)), key=lambda place: (abs(2 * place - len(words)), -place)
    )
    ways = [
        [Entry(words[:place]), Entry(words[place:], entry.comment)]
        for place in places
        if certain is None or len(certain) == 1
    ]
    return [*ways, [Entry(words, entry.comment)]] if last else ways


def _words(entry: Entry, setup: Setup) -> tuple[str, ...]:
    return _spelled(entry, setup.spelling).words


def _places_told(entry: Entry, setup: Setup) -> list[int] | None:
    """Behind how many stones a turn may end, where commas or joined words tell; else None."""
    parts = [part.split() for part in (entry.said or " ".join(entry.words)).split(_COMMA)]
    sizes = [[len(_words(Entry((word,)), setup)) for word in part] for part in parts]
    if len(parts) == 1 and all(size == 1 for size in sizes[0]):
        return None
    places, total = [], 0
    for part in sizes:
        for place, size in enumerate(part):
            # A blank parts turns, a comma does not.
            places += [total] if place else []
            total += size
    return places if total == len(_words(entry, setup)) else None


@dataclass(frozen=True, slots=True)
class Problem:
    """Where a record stops being a legal game: the turn from 1, the word, and what is wrong.

    `line` is where the turn stands in the text, 0 where that is not known.
    """

    turn: int
    word: str
    breach: Breach | Misread
    line: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: `positions` from the empty board to the last legal turn.

    `winner` None of a game that is `over` is a tie, or with `no_result` a match that was cancelled
    or abandoned. `reason` is `board-full`, `no-turn-left`, `resignation`, or the record's own
    Termination. `untrue` are the tags that this game contradicts.
    """

    record: Record
    setup: Setup
    positions: tuple[Position, ...]
    problem: Problem | None = None
    over: bool = False
    winner: Colour | None = None
    reason: str | None = None
    no_result: bool = False
    untrue: tuple[Contradiction, ...] = ()

    @property
    def alternates(self) -> bool:
        """Whether nothing but the lines tells whose turns these are: so they alternate."""
        turns = self.record.turns
        told = self.record.tags or any(turn.by or turn.number for turn in turns)
        return not told and len(turns) > 1 and len({turn.line for turn in turns}) == len(turns)

    @property
    def last(self) -> Position:
        """The position after the last legal turn."""
        return self.positions[-1]


def replay(record: Record, setup: Setup | None = None) -> Replay:
    """The game of a record up to its end or its first problem; ValueError for impossible tags."""
    setup = setup or setup_of(record)
    untrue = misnumbered(record)
    record = spelled(in_rounds(record, setup) or record, setup.spelling)
    positions, problem = _played(record, setup)
    end = Outcome()
    # A game with a problem keeps its result if it had ended before.
    if problem is None or setup.ruleset.is_over(positions[-1]):
        end = outcome(record, setup, positions[-1])
    if problem is None:
        untrue += contradictions(record, setup, positions[-1])
    return Replay(
        record,
        setup,
        tuple(positions),
        problem,
        end.over,
        end.winner,
        end.reason,
        end.no_result,
        untrue,
    )


def _played(record: Record, setup: Setup) -> tuple[list[Position], Problem | None]:
    """The positions up to the last legal turn, and what is wrong with what comes behind it."""
    law, spelling = setup.ruleset, setup.spelling
    positions = [Position(board(setup.side))]
    seats: dict[str, Colour] = {}
    for number, entry in enumerate(record.turns, start=1):
        mover = positions[-1].to_move
        turn = _out_of_turn(entry, mover, spelling, seats) or read_turn(
            spelling, entry.words, mover
        )
        after = turn if isinstance(turn, Misread) else play(law, positions[-1], turn)
        if not isinstance(after, Position):
            culprit = _culprit(spelling, entry, after)
            return positions, Problem(number, culprit, after, entry.line)
        positions.append(after)
    if record.resigned and law.is_over(positions[-1]):
        return positions, Problem(len(positions), RESIGN, Breach(Law.GAME_OVER))
    return positions, None


def _out_of_turn(
    entry: Entry, mover: Colour, spelling: Spelling, seats: dict[str, Colour]
) -> Misread | None:
    """The fault of a turn by somebody who is not to move; `seats` learns who plays which colour."""
    if not entry.by:
        return None
    colours = [name.casefold() for name in spelling.colours]
    if entry.by.casefold() in colours:
        colour: Colour | None = Colour(colours.index(entry.by.casefold()))
    elif entry.by in seats or mover in seats.values():
        colour = seats.get(entry.by)
    else:
        colour = seats[entry.by] = mover
    return None if colour is mover else Misread(OUT_OF_TURN, entry.by, 0)


def _culprit(spelling: Spelling, entry: Entry, breach: Breach | Misread) -> str:
    if isinstance(breach, Misread):
        return breach.word
    if breach.action is None:
        return " ".join(entry.words)
    # A colour before its stone is a word of its own; only the words that act are counted.
    acting = [word for word in entry.words if spelling.colour(word) is None]
    return acting[breach.action]
