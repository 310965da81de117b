"""What is wrong with a turn, and what is allowed instead, in one short sentence or two."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.legality import Law
from bot.engine.notation import (
    BUTTON,
    NO_COLOUR,
    OFF_BOARD,
    OUT_OF_TURN,
    PASS,
    UNREADABLE,
    Misread,
    Spelling,
    write_cell,
)
from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Breach, Ruleset
from bot.engine.rulesets.catchup import LARGEST_GROUP_GREW, overall
from bot.engine.rulesets.catena import THICKENS_RIBBON, THIRD_NEIGHBOUR
from bot.engine.rulesets.ketchup import LARGEST_GROUPS_EQUAL
from bot.engine.turn import Colour
from bot.wording.phrases import LEADS

LONGEST_WORD = 30
_NUMBERS = ("no", "one", "two", "three")


@dataclass(frozen=True, slots=True)
class Case:
    """A fault with all that is needed to explain it; `position` is the one before the turn."""

    ruleset: Ruleset
    position: Position
    spelling: Spelling
    cells: tuple[int, ...] = ()

    @property
    def allowance(self) -> Allowance:
        """What was allowed."""
        return self.ruleset.allowance(self.position)

    def cell(self, number: int = 0) -> str:
        """One of the cells that the fault is about, as it is written in this game."""
        return write_cell(self.spelling.board, self.cells[number], self.spelling.notation)

    def colour(self, colour: Colour) -> str:
        """A colour's name at the beginning of a sentence or as a player: `Red`."""
        return self.spelling.colours[colour].capitalize()


def law_text(
    fault: Breach | Misread, ruleset: Ruleset, position: Position, spelling: Spelling
) -> str:
    """What is wrong with a turn tried in `position`, and what is allowed."""
    if isinstance(fault, Misread):
        return MISREADS[fault.law](fault, Case(ruleset, position, spelling))
    return LAWS[fault.law](Case(ruleset, position, spelling, fault.cells))


def needed_text(allowance: Allowance) -> str:
    """What a turn needs, as an order: `place at least one stone`, `place two stones or pass`."""
    fewest, most = allowance.fewest, allowance.most
    choices = []
    if most and fewest == most:
        choices.append(f"place exactly {stones_text(most)}" if most > 1 else "place one stone")
    elif most:
        choices.append(f"place {'up to ' + stones_text(most) if fewest == 0 else 'one or more'}")
    choices += ["pass"] * allowance.may_pass + ["take the button"] * allowance.may_take_button
    return " or ".join(choices)


def stones_text(count: int) -> str:
    """`one stone`, `two stones`."""
    number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{number} stone" if count == 1 else f"{number} stones"


def shown_word(word: str) -> str:
    """A word somebody wrote, without control signs and cut to a sensible length."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in word[: LONGEST_WORD + 1])
    return plain if len(word) <= LONGEST_WORD else f"{plain[:LONGEST_WORD]}…"


def _off_board(fault: Misread, case: Case) -> str:
    board, notation = case.spelling.board, case.spelling.notation
    word = fault.word.rpartition(":")[2]
    word = word.upper() if notation == "house" else word.lower()
    rows = len(board.row_lengths)
    if fault.row is None or fault.length is None:
        first, last = _row_names(rows, notation)
        return f"{word} is off the board: its rows are {first} to {last}."
    row = ord(fault.row) - ord("A")
    if notation == "half-step":
        names = (write_cell(board, board.starts[row] + n, notation) for n in range(fault.length))
        columns = " ".join(name.rstrip("0123456789") for name in names)
        return f"{word} is no cell of the board: row {row + 1} has the columns {columns}."
    name = fault.row if notation == "house" else chr(ord("a") + rows - 1 - row)
    return f"{word} is off the board: row {name} has {fault.length} cells."


def _row_names(rows: int, notation: str) -> tuple[str, str]:
    if notation == "half-step":
        return "1", str(rows)
    first = "A" if notation == "house" else "a"
    return first, chr(ord(first) + rows - 1)


def _no_colour(fault: Misread, case: Case) -> str:
    first, second = case.spelling.colours
    word = fault.word
    return f"{word} needs a colour: write {first}:{word} or {second}:{word}."


def _unreadable(fault: Misread, case: Case) -> str:
    example = write_cell(case.spelling.board, case.spelling.board.size // 2, case.spelling.notation)
    verbs = "".join(f" or {verb}" for verb in sorted(case.ruleset.verbs))
    return f"“{shown_word(fault.word)}” is no move: write cells such as {example}{verbs}."


def _out_of_turn(fault: Misread, case: Case) -> str:
    mover = case.colour(case.position.to_move)
    name = fault.word
    name = name.capitalize() if name in case.spelling.colours else shown_word(name)
    return f"This turn is said to be by {name}, but it is {mover}'s turn."


def _empty_turn(case: Case) -> str:
    if case.allowance.may_pass:
        return f"The turn is empty: {needed_text(case.allowance)}."
    at_least = "at least one stone" if case.allowance.fewest == 1 else ""
    if at_least and case.allowance.most > 1:
        return f"Place {at_least}; passing is not allowed."
    needed = needed_text(case.allowance)
    return f"{needed[:1].upper()}{needed[1:]}; passing is not allowed."


def _no_passing(case: Case) -> str:
    when = "now" if PASS in case.ruleset.verbs else "in this game"
    return f"Passing is not allowed {when}: {needed_text(case.allowance)}."


def _no_button(case: Case) -> str:
    holder = case.position.button
    if holder is not None:
        return f"The button is taken already, by {case.colour(holder)}."
    return "There is no button in this game."


def _too_many(case: Case) -> str:
    allowance, position = case.allowance, case.position
    most = allowance.most
    number = _NUMBERS[most].capitalize() if most < len(_NUMBERS) else str(most)
    if most == 0:
        return f"No stone can be placed: {needed_text(allowance)}."
    if position.number == 0:
        return "One stone only: it is the first turn of the game."
    if most == position.vacancies:
        return f"{number} at most: no more cells are empty."
    if most == allowance.fewest:
        return _exactly(case)
    if most == 2 and (lead := LEADS.get(case.ruleset.lead)):
        return f"Two at most: {case.colour(position.to_move.other)} {lead.was_not}."
    return f"{number} at most."


def _exactly(case: Case) -> str:
    allowance = case.allowance
    count = stones_text(allowance.most)
    text = f"Exactly {count}" if allowance.most > 1 else count.capitalize()
    return f"{text} this turn{', or pass' if allowance.may_pass else ''}."


def _not_your_colour(case: Case) -> str:
    mover = case.colour(case.position.to_move)
    return f"{case.cell()} is meant for the other colour: {mover} places only {mover.lower()}."


def _occupied(case: Case) -> str:
    owner = case.position.owner(case.cells[0])
    return f"{case.cell()} is taken by {case.colour(owner or Colour.FIRST)}."


def _largest_group_grew(case: Case) -> str:
    size = overall(case.position)
    now = "no group yet" if size == 1 else f"{size} now"
    return (
        f"Two stones must leave the size of the largest group as it is ({now}). "
        "One stone may go on any empty cell."
    )


def _third_neighbour(case: Case) -> str:
    near = [case.cell(number) for number in range(1, len(case.cells))]
    touched = f"{', '.join(near[:-1])} and {near[-1]}"
    return f"{case.cell()} would touch {touched}: a stone may touch two others at most."


def _thickens(case: Case) -> str:
    return (
        f"{case.cell()} would give {case.cell(1)} a third neighbour: "
        "a stone may touch two others at most."
    )


MISREADS: dict[str, Callable[[Misread, Case], str]] = {
    OFF_BOARD: _off_board,
    NO_COLOUR: _no_colour,
    UNREADABLE: _unreadable,
    OUT_OF_TURN: _out_of_turn,
}
LAWS: dict[str, Callable[[Case], str]] = {
    Law.GAME_OVER: lambda case: "The game is over: there is no turn left to play.",  # noqa: ARG005
    Law.EMPTY_TURN: _empty_turn,
    Law.NO_PASSING: _no_passing,
    Law.NO_BUTTON: _no_button,
    Law.BUTTON_ALONE: lambda case: f"Take the {BUTTON} or place a stone, not both.",  # noqa: ARG005
    Law.NOT_YOUR_COLOUR: _not_your_colour,
    Law.REPEATED_CELL: lambda case: f"{case.cell()} is named twice.",
    Law.OCCUPIED: _occupied,
    Law.TOO_MANY: _too_many,
    Law.TOO_FEW: _exactly,
    LARGEST_GROUP_GREW: _largest_group_grew,
    LARGEST_GROUPS_EQUAL: lambda case: (  # noqa: ARG005
        "That would make the players' largest groups equal in size; they must differ after a turn."
    ),
    THIRD_NEIGHBOUR: _third_neighbour,
    THICKENS_RIBBON: _thickens,
}
