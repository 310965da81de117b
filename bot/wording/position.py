"""A position in words, for those who can't see the picture."""

from collections.abc import Iterator

from bot.engine.board import Board, bits, row_letter
from bot.engine.notation import Spelling, write_turn
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour
from bot.wording.phrases import LEADS, allowance_text, figure_text, stones
from bot.wording.writing import tidy

LONGEST = 1000
LONGEST_NAME = 40


def position_text(situation: str, position: Position, colours: tuple[str, str]) -> str:
    """How the game stands, then who stands where; at most a thousand signs, the stones cut first.

    `situation` is `situation_text`'s. Runs of cells are written `B2-5`.
    """
    room = (LONGEST - len(situation)) // 2
    for colour in Colour:
        situation += _stones(position, colour, colours[colour].capitalize(), room)
    return situation


def situation_text(
    ruleset: Ruleset,
    position: Position,
    colours: tuple[str, str],
    names: tuple[str, str],
    *,
    over: bool,
    winner: Colour | None = None,
    undecided: bool = False,
) -> str:
    """How the game stands: the board, the figures, the last turn, and who is to move.

    `colours` and `names` are the starting player's first, unless it is `undecided` who starts.
    """
    players = [
        f"{colour.capitalize()}{_called(name, colour)}"
        for colour, name in zip(colours, names, strict=True)
    ]
    text = " ".join(_state(ruleset, position, colours, players))
    if over:
        return f"{text} {_end(colours, winner)}"
    return text + (" Who starts is open." if undecided else f" {_next(ruleset, position, colours)}")


def claims_text(ruleset: Ruleset, position: Position, colours: tuple[str, str]) -> tuple[str, ...]:
    """The ribbons that the last turn brought somebody, a sentence each."""
    return tuple(
        f"{colours[claim.owner].capitalize()} claimed a ribbon of {claim.cells.bit_count()}"
        + (f" and turned {stones(claim.turned)}." if claim.turned else ".")
        for claim in ruleset.claims(position)
    )


def _called(name: str, colour: str) -> str:
    cut = tidy(name, LONGEST_NAME)
    return f" ({cut})" if cut.casefold() not in ("", colour.casefold()) else ""


def _state(
    ruleset: Ruleset, position: Position, colours: tuple[str, str], players: list[str]
) -> Iterator[str]:
    after = f" after turn {position.number}" if position.number else ""
    yield f"{ruleset.name}: a hexagonal board of side {position.board.side}{after}."
    figures = [figure_text(figure) for figure in ruleset.figures(position)]
    label = ruleset.figure_name.capitalize()
    yield f"{label}: {players[0]} {figures[0]}, {players[1]} {figures[1]}."
    if position.turn is not None:
        spelling = Spelling(position.board, colours, ruleset.either_colour, ruleset.verbs)
        mover = colours[position.to_move.other].capitalize()
        yield f"{mover} last played {write_turn(spelling, position.turn)}."
    yield from claims_text(ruleset, position, colours)
    if position.button is not None:
        yield f"{colours[position.button].capitalize()} has the button."


def _next(ruleset: Ruleset, position: Position, colours: tuple[str, str]) -> str:
    mover, other = (colours[c].capitalize() for c in (position.to_move, position.to_move.other))
    lead = f"{other} {LEADS[ruleset.lead].claim}. " if ruleset.leading(position) else ""
    return f"{lead}{mover} to move: {allowance_text(ruleset.allowance(position))}."


def _end(colours: tuple[str, str], winner: Colour | None) -> str:
    return "The game is over." if winner is None else f"{colours[winner].capitalize()} has won."


def _stones(position: Position, colour: Colour, name: str, room: int) -> str:
    mine = position.stones[colour]
    if not mine:
        return f" {name} has no stones."
    text = f" {name}'s {stones(mine.bit_count())}:"
    all_runs = list(runs(position.board, mine))
    more = ", …"
    for number, run in enumerate(all_runs):
        last = number == len(all_runs) - 1
        if len(text) + len(run) + 3 + (0 if last else len(more)) > room:
            return f"{text}{more}."
        text += f"{',' if number else ''} {run}"
    return f"{text}."


def runs(board: Board, cells: int, *, joined: bool = True) -> Iterator[str]:
    """The cells of a bitboard row by row, neighbours in a row `joined`: `A1`, `B2-5`."""
    for row, length in enumerate(board.row_lengths):
        start = board.starts[row]
        line = cells >> start & ((1 << length) - 1)
        numbers = [bit + 1 for bit in bits(line)]
        while numbers:
            end = 1
            while joined and end < len(numbers) and numbers[end] == numbers[0] + end:
                end += 1
            until = f"-{numbers[end - 1]}" if end > 1 else ""
            yield f"{row_letter(row)}{numbers[0]}{until}"
            numbers = numbers[end:]
