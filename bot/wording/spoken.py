"""The board read out: its rows, the groups, and what lies around a cell.

Somebody who can't see the picture types `board text`, `groups` or `near E4` and is answered in
lines that a screen reader reads one by one.
"""

from collections.abc import Iterator, Sequence

from bot.engine.board import bits, row_letter
from bot.engine.groups import group_at
from bot.engine.position import Position
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.wording.phrases import colour_name, stones
from bot.wording.position import runs, situation_text
from bot.wording.results import headline
from bot.wording.show import turn_text
from bot.wording.voice import Voice

_EDGE = "the edge"


def rows_text(match: Match, number: int, voice: Voice, of: int | None = None) -> str:
    """The situation, then a line for each row; `of` are all turns if an earlier one is shown."""
    position = match.position
    lines = [_situation(match, number, voice, of)]
    for row, length in enumerate(position.board.row_lengths):
        cells = (1 << length) - 1 << position.board.starts[row]
        lying = [
            f"{colour_name(match, colour)} {', '.join(runs(position.board, mine))}"
            for colour in Colour
            if (mine := position.stones[colour] & cells)
        ]
        lines.append(f"Row {row_letter(row)}, {length} cells: {'; '.join(lying) or 'empty'}.")
    return "\n".join(lines)


def groups_text(match: Match, own: Sequence[Colour]) -> str:
    """The groups of both colours, the largest first; the asker's own colour comes first."""
    first = own[0] if own else Colour.FIRST
    return "\n".join(line for colour in (first, first.other) for line in _groups(match, colour))


def near_text(match: Match, cell: int) -> str:
    """What lies on a cell and on those around it: above, beside and below."""
    position = match.position
    row, number = position.board.places[cell]
    lines = [f"{position.board.name(cell)}: {_lying(match, position, cell, whole=True)}."]
    for side, wanted in (("Above", row - 1), ("Left", row), ("Right", row), ("Below", row + 1)):
        beside = [
            f"{position.board.name(other)} {_lying(match, position, other)}"
            for other in bits(position.board.neighbours[cell])
            if position.board.places[other][0] == wanted
            and (wanted != row or (position.board.places[other][1] < number) == (side == "Left"))
        ]
        lines.append(f"{side}: {', '.join(beside) or _EDGE}.")
    return "\n".join(lines)


def no_cell_text() -> str:
    """Something else than a cell was named."""
    return "Which cell? Such as: near E4"


def _situation(match: Match, number: int, voice: Voice, of: int | None) -> str:
    colours = match.terms.colours
    first, second = (voice.name(player) for player in match.players)
    text = situation_text(
        match.ruleset, match.position, colours, (first, second),
        over=match.over, winner=None, undecided=match.first_open,
    )  # fmt: skip
    if of is not None:
        return f"Match {number}, {turn_text(match.position.number, over=False, of=of)}. {text}"
    end = f" {headline(match)}." if match.over else ""
    return f"Match {number}. {text}{end}"


def _groups(match: Match, colour: Colour) -> Iterator[str]:
    """A line on all groups of a colour, then one for each; lone stones share one."""
    position, name = match.position, colour_name(match, colour)
    groups = position.groups(colour)
    if not groups:
        yield f"{name} has no stones."
        return
    count = "1 group" if len(groups) == 1 else f"{len(groups)} groups"
    yield f"{name} has {count}: {', '.join(map(str, position.sizes(colour)))}."
    alone = 0
    for group in groups:
        if group.bit_count() == 1:
            alone |= group
        else:
            cells = ", ".join(runs(position.board, group))
            yield f"{name} {stones(group.bit_count())}: {cells}."
    if alone:
        yield f"{name} alone: {', '.join(runs(position.board, alone, joined=False))}."


def _lying(match: Match, position: Position, cell: int, *, whole: bool = False) -> str:
    colour = position.owner(cell)
    if colour is None:
        return "empty"
    name = colour_name(match, colour)
    if not whole:
        return name
    size = group_at(position.board, cell, position.stones[colour]).bit_count()
    return f"{name}, in a group of {size}" if size > 1 else f"{name}, alone"
