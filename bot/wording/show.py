"""What goes with an older board or a replay of a match, and the board read out.

Somebody who can't see the picture types `board text`, `groups` or `near E4` and is answered in
lines that a screen reader reads one by one: the rows, the groups, and what lies around a cell.
"""

from collections.abc import Iterator, Sequence

from bot.engine.board import bits, group_at, row_letter
from bot.engine.position import Position
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.wording.phrases import colour_name, figure_text, played_text, stones
from bot.wording.position import runs, situation_text
from bot.wording.results import headline
from bot.wording.status import seats_text
from bot.wording.voice import Voice
from bot.wording.writing import counted, joined

MOST_SPANS = 8
"""How often at the most it is told who got ahead."""


def board_text(match: Match, number: int, turn: int, voice: Voice) -> str:
    """Which earlier position is shown, and the turn that led there."""
    if turn == 0:
        return f"Match {number} before the first turn."
    played = match.turns[turn - 1]
    who = voice.strong(colour_name(match, played.colour))
    done = played_text(played.turn, voice)
    return f"Match {number} after turn {turn} of {match.position.number}: {who} {done}."


def replay_text(match: Match, number: int, voice: Voice) -> str:
    """What the film shows; with the result also what the chart shows."""
    turns = match.position.number
    seats = f"{voice.strong(f'Match {number}')}: {seats_text(match, voice)}."
    if not turns:
        return f"{seats} No turn has been played yet."
    if not match.over:
        return f"{seats} {_turns(turns)} so far."
    race = f"The chart shows both players' {match.ruleset.figure_name} by turn."
    return f"{seats} {headline(match)}, after {_turns(turns)}. {race}"


def film_alt(turns: int, last: str) -> str:
    """What a film shows to whoever can't see it; `last` says what its last board shows."""
    return f"A film of {_turns(turns)}, board by board. The last one: {last}"


def race_alt(label: str, colours: tuple[str, str], figures: Sequence[tuple[float, float]]) -> str:
    """What the chart of a game shows; `figures` are both players' after each turn, from none on."""
    higher = ahead_text([first - second for first, second in figures], colours)
    pairs = zip(colours, figures[-1], strict=True)
    ends = joined([f"{colour.capitalize()} {figure_text(figure)}" for colour, figure in pairs])
    text = f"A chart of both players' {label} by turn. The higher line: {higher}."
    return f"{text} At the end: {ends}."


def ahead_text(by: Sequence[float], colours: tuple[str, str]) -> str:
    """From which turns on which player was ahead; `by` how much the first was, turn by turn."""
    spans: list[str] = []
    last = 0
    for turn, difference in enumerate(by):
        side = (difference > 0) - (difference < 0)
        if side not in (0, last):
            spans.append(f"{colours[side < 0].capitalize()} from turn {turn}")
            last = side
    return counted(spans, MOST_SPANS) or "nobody's"


def no_such_turn_text(number: int, played: int) -> str:
    """A turn was asked for that has not been played."""
    if not played:
        return f"Match {number} has no turn yet: ask for turn:0, the empty board."
    return f"Match {number} has {_turns(played)} so far: ask for turn:0 to turn:{played}."


def watch_text(number: int, link: str) -> str:
    """Where a match can be watched."""
    return f"Watch match {number} live, or step through it later: {link}"


def no_watch_pages_text() -> str:
    """The link to a watch page was asked for, and this referee serves none."""
    return "I serve no watch pages. Whoever runs me can turn them on with the setting WEB_URL."


def watch_off_text() -> str:
    """The link to a watch page was asked for on a server that has not turned them on."""
    return (
        "Watch pages are off here. Whoever manages the matches here can turn them on with: "
        "setup watch:on"
    )


def no_such_match_text(number: str) -> str:
    """A match was asked for that this server has not had."""
    shown = number[:12] if number.isascii() and number.isalnum() else "of that number"
    return f"There is no match {shown} here. See: matches, or history"


def turn_text(played: int, *, over: bool, of: int | None = None) -> str:
    """Which turn a picture shows: the one to be played now, or how many there were.

    `of` are the turns played so far, where an earlier position is shown.
    """
    if of is not None:
        return f"after turn {played} of {of}" if played else "before the first turn"
    return _turns(played) if over else f"turn {played + 1}"


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


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


GAME_OVER_THERE = "The game is over there: no turn is left to be played."
MATCH_OPEN = "I go back to matches that are over, and say nothing about one that is open."
STANDS_ALIKE = (
    "An open match stands as this one once did. To be fair to its players, I go back to no "
    "position of this one now. Ask me again when that match has gone on."
)


def no_place_text(example: str) -> str:
    """Words that name no position; `example` is the whole command with one that does."""
    return f"Say which match and after which turn, such as: {example}"
