"""The turns of a record as the game understands them: its own words, and one turn at a time.

A record may have a number before each round and not before each turn: `1. F6 D3 F7 2. B2 G5 G6`.
Where commas or joined words tell which stones belong together, they decide. Else each round is
parted where the law allows it, as evenly as it does: the first game found so from the start.
"""

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.board import board
from bot.engine.chat import read_message
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, looks_like_cell, read_turn
from bot.engine.position import Position
from bot.engine.record import Entry, Record, Setup
from bot.engine.talk import Talk

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
        after = _played(position, turns, setup)
        if after is None:
            continue
        if len(path) == len(rounds):
            return [turn for _, made, _ in path[1:] for turn in made] + turns
        path.append((after, turns, iter(rounds[len(path)])))
    return None


def _played(position: Position, turns: list[Entry], setup: Setup) -> Position | None:
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
