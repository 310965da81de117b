"""Slips of the pen in a record: the words that name no cell, and the cells they may have meant.

A slip is mended by the nearest cells: those whose name in the record's notation is the fewest steps
of letter and number away. Of several, the likelier is
1. the one that a diagram printed beside the game agrees with in more stones;
2. then the one with which the whole game can be played by the rules;
3. then the one whose stones end in larger groups, for that is what players work at.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from bot.engine import notation
from bot.engine.board import Board, board, group_at
from bot.engine.record import Diagram, Entry, Record, Setup
from bot.engine.replaying import Replay, replay
from bot.engine.turn import Colour

MOST_REPORTED = 100
MOST_MENDED = 3
FARTHEST = 2


@dataclass(frozen=True, slots=True)
class Slip:
    """A word that can't be read: the turn from 1, and the nearest words for cells, best first."""

    turn: int
    misread: notation.Misread
    nearest: tuple[str, ...]

    @property
    def suggestion(self) -> str | None:
        """The likeliest cell, if any is near."""
        return self.nearest[0] if self.nearest else None


@dataclass(frozen=True, slots=True)
class _Mending:
    """One word chosen for every slip: the positions it can be played for, and how likely it is."""

    choice: tuple[str, ...]
    reached: int
    merit: tuple[int, bool, int]


def slips(record: Record, setup: Setup) -> tuple[Slip, ...]:
    """The unreadable words of a record, at most a hundred, with what they may have meant."""
    every = (
        Slip(number, misread, _nearest(setup, misread))
        for number, entry in enumerate(record.turns, start=1)
        for misread in _misreads(setup, entry)
    )
    unreadable = list(islice(every, MOST_REPORTED))
    mendable = [slip for slip in unreadable if slip.nearest]
    if not mendable or len(mendable) > MOST_MENDED or len(mendable) < len(unreadable):
        return tuple(unreadable)
    return _ranked(record, setup, unreadable)


def _misreads(setup: Setup, entry: Entry) -> Iterator[notation.Misread]:
    words, gone = entry.words, 0
    # What can't be read can't be, whoever wrote it.
    while isinstance(
        misread := notation.read_turn(setup.spelling, words, Colour.FIRST), notation.Misread
    ):
        yield replace(misread, number=misread.number + gone)
        words = words[: misread.number] + words[misread.number + 1 :]
        gone += 1


def _nearest(setup: Setup, misread: notation.Misread) -> tuple[str, ...]:
    """The words for the cells that are the fewest steps of letter and number from a word."""
    if misread.law != notation.OFF_BOARD:
        return ()
    cells = board(setup.side)
    letter, number = _spot(misread.word.rpartition(":")[2])
    away = defaultdict(list)
    for cell in range(cells.size):
        name = notation.write_cell(cells, cell, setup.notation)
        other_letter, other_number = _spot(name)
        away[abs(letter - other_letter) + abs(number - other_number)].append(name)
    least = min(away)
    return tuple(away[least]) if least <= FARTHEST else ()


def _spot(name: str) -> tuple[int, int]:
    letters = name.rstrip("0123456789")
    index = 0
    for letter in letters.upper():
        index = index * 26 + ord(letter) - ord("A") + 1
    return index, int(name[len(letters) :])


def _ranked(record: Record, setup: Setup, found: list[Slip]) -> tuple[Slip, ...]:
    """The slips with their nearest cells in the order of the best mending each is part of."""
    mendings = sorted(
        (_weigh(record, setup, found, choice) for choice in product(*(s.nearest for s in found))),
        key=lambda mending: mending.merit,
        reverse=True,
    )
    ranked = []
    for index, slip in enumerate(found):
        legal = dict.fromkeys(m.choice[index] for m in mendings if slip.turn < m.reached)
        ranked.append(replace(slip, nearest=tuple(legal) or slip.nearest))
    return tuple(ranked)


def _weigh(record: Record, setup: Setup, found: list[Slip], choice: tuple[str, ...]) -> _Mending:
    played = replay(_mended(record, found, choice), setup)
    pairs = tuple(zip(found, choice, strict=True))
    shown = sum(_shown(record.diagram, setup, slip, word) for slip, word in pairs)
    joined = sum(_group(played, word) for _, word in pairs)
    return _Mending(choice, len(played.positions), (shown, played.problem is None, joined))


def _mended(record: Record, found: list[Slip], choice: tuple[str, ...]) -> Record:
    turns = list(record.turns)
    for slip, word in zip(found, choice, strict=True):
        words = list(turns[slip.turn - 1].words)
        head, colon, _ = words[slip.misread.number].rpartition(":")
        words[slip.misread.number] = f"{head}{colon}{word}"
        turns[slip.turn - 1] = Entry(tuple(words))
    return replace(record, turns=tuple(turns))


def _group(played: Replay, word: str) -> int:
    """The size of the group that a cell's stone is part of at the end, 0 for an empty cell."""
    position = played.last
    cell = _cell(position.board, played.setup, word)
    colour = position.owner(cell)
    if colour is None:
        return 0
    return group_at(position.board, cell, position.stones[colour]).bit_count()


def _shown(diagram: Diagram | None, setup: Setup, slip: Slip, word: str) -> bool:
    """Whether the diagram has a stone on a cell that can be the mover's."""
    cells = board(setup.side)
    row, number = cells.places[_cell(cells, setup, word)]
    if diagram is None or row >= len(diagram.signs) or number > len(diagram.signs[row]):
        return False
    sign = diagram.signs[row][number - 1].casefold()
    if len(diagram.initials) != 2 or setup.ruleset.either_colour:
        return sign.isalpha()
    return sign == diagram.initials[1 - slip.turn % 2].casefold()


def _cell(cells: Board, setup: Setup, word: str) -> int:
    cell = notation.read_cell(cells, word, setup.notation)
    assert cell is not None  # noqa: S101
    return cell
