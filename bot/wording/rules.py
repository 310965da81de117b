"""The rules of a game in a few plain sentences, true for the options it is played with."""

from collections.abc import Callable
from typing import Any

from bot.engine.board import SMALLEST_SIDE, board, row_letter
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets.brink import Brink
from bot.engine.rulesets.catena import Catena
from bot.engine.rulesets.product import EitherColour
from bot.referee.match import Match
from bot.wording.typed import at_length
from bot.wording.voice import Voice

Names = tuple[str, str]

_GROUPS = "A group is all stones of one colour that hang together; a lone stone is a group of 1."
_GROUPS_OF_TWO = (
    "A group is two or more stones of one colour that hang together: the smallest has size 2."
)
_CATCHUP_OPENING = (
    "{first} places one stone first. Then each turn is one or two stones, on any empty cells. "
    "Passing is not allowed."
)
_LISTS = (
    "When the board is full the larger largest group wins; if these are equal, the second-largest "
    "are compared, and so on."
)
_LISTS_OF_TWO = f"{_LISTS} Where all groups are equal, more lone stones win."


def rules_text(
    ruleset: Ruleset, side: int, colours: Names, *, dmo: str = "", undecided: bool = False
) -> str:
    """The rules as plain text; `colours` name the starting player's colour first.

    `dmo` is the colour of the Death Match Opponent; `undecided` says that who starts is open.
    """
    names = (colours[0].capitalize(), colours[1].capitalize())
    starter = ("Whoever starts", "the other") if undecided else names
    cells = board(side)
    last = row_letter(len(cells.row_lengths) - 1)
    where = (
        f"{ruleset.name}, on a hexagon of side {side} ({cells.size} cells). Rows are lettered "
        f"A to {last} from the top, cells numbered from 1 at the left."
    )
    tie = [f"{dmo.capitalize()} is the DMO (Death Match Opponent) and wins a tie."] if dmo else []
    law = RULES[ruleset.key]
    lines = (
        law(ruleset, starter)
        if callable(law)
        else [line.format(first=starter[0], second=starter[1]) for line in law]
    )
    return "\n".join([where, *lines, *tie, writing_text(ruleset, side, names)])


def match_rules_text(match: Match) -> str:
    """The rules of a match as it was settled."""
    terms = match.terms
    return rules_text(
        match.ruleset, terms.side, terms.colours, dmo=terms.dmo, undecided=match.first_open
    )


def length_text(match: Match, voice: Voice, *, commands: bool = False) -> str:
    """How a turn is written where a post needs more characters than some turns have, else "".

    With `commands` also what is done about those that are too short.
    """
    first, _ = _examples(match.terms.side)
    turn = f"{match.terms.colours[0]}:{first}" if match.ruleset.either_colour else first
    written = at_length(turn, voice.least)
    if written == turn:
        return ""
    text = f"A post needs {voice.least} characters here: write your turn as {written}."
    ready = voice.command("ready")
    if not commands or len(ready.strip("`")) >= voice.least:
        return text
    return f"{text} Put a line of talk below a short command, such as {ready}."


def _examples(side: int) -> tuple[str, str]:
    return ("A1", "B2") if side == SMALLEST_SIDE else ("C3", "D4")


def writing_text(ruleset: Ruleset, side: int, names: Names) -> str:
    """How a turn of the game is written, with an example."""
    cell, other = _examples(side)
    one_stone = ruleset.allowance(Position(board(SMALLEST_SIDE), number=1)).most == 1
    if ruleset.either_colour:
        first, second = (name.lower() for name in names)
        if one_stone:
            return f"Write your stone with its colour, such as {first}:{cell} or {second}:{cell}."
        example = f"{first}:{cell} {second}:{other}"
        return f"Write each stone with its colour, all of a turn in one message: {example}."
    text = f"Write the cell of your stone, such as {cell}."
    if not one_stone:
        text = f"Write all stones of a turn in one message: {cell} {other}."
    words = " or ".join(sorted(ruleset.offers))
    return f"{text} You can also write {words}, where it is allowed." if words else text


def _catena(law: Catena, names: Names) -> list[str]:
    first, second = names
    turn = (
        f"{first} places one stone first; then each turn is two stones, where two can be placed."
        if law.buttonless
        else f"{first} plays first; each turn places one stone of your colour."
    )
    lines = [
        (
            f"{turn} A stone may touch at most two others, of either colour: a placement that "
            "gives any stone a third neighbour is not allowed."
        ),
        (
            "Stones that hang together, of either colour, are a ribbon. When a ribbon can't grow "
            "any more, the player with more stones in it claims it, and all its stones take that "
            "colour; if it is tied, the opponent of the player who moved claims it."
        ),
    ]
    if law.has_button:
        lines.append(
            "Once in the game a player may take the button instead, which is worth half a point at "
            "the end."
        )
    over = " and the button is taken" if law.has_button else ""
    return [*lines, f"The game ends when no stone can be placed{over}. {_catena_end(law, second)}"]


def _catena_end(law: Catena, second: str) -> str:
    komi = f" {second} gets {law.komi} points of komi." if law.komi else ""
    if law.awaits_komi:
        komi = (
            f" Before the start the second player names the komi, points that {second} gets; then "
            "the first takes a colour."
        )
    if law.scoring == "longest":
        return (
            "Pairs of ribbons of equal length and opposite owners are struck out; the owner of "
            "the longest ribbon left wins, and if none is left it is a tie."
        )
    if law.scoring == "square":
        return f"Each ribbon scores the square of its length; the higher sum wins.{komi}"
    return f"Whoever has more stones wins.{komi}"


def _product(law: EitherColour, names: Names) -> list[str]:
    ties = {
        "fewer": "With equal points, fewer stones of your colour on the board wins.",
        "second-player": f"With equal points {names[1]} wins.",
        "nobody": "Equal points are a tie.",
    }
    turn = (
        "Each turn is one stone, of either colour."
        if law.stones == 1
        else f"{names[0]} places one stone first. Then each turn is exactly two, each of either "
        "colour."
    )
    points = (
        "your largest group times the number of your groups"
        if law.key == "alpha"
        else "the product of the sizes of your two largest groups, 0 with one group only"
    )
    return [
        _GROUPS,
        turn,
        f"When the board is full your points are {points}. {ties[law.tie]}",
    ]


def _brink(law: Brink, names: Names) -> list[str]:
    return [
        _GROUPS,
        f"{names[0]} plays first; each turn is one stone of your own colour.",
        (
            "When the board is full, the player with the largest group loses, unless it is at "
            f"least {law.margin} larger than the other's largest: then they win. If the largest "
            "are equal, the larger second-largest wins, and so on; all equal is a tie."
        ),
    ]


RULES: dict[str, tuple[str, ...] | Callable[[Any, Names], list[str]]] = {
    "genius": (
        _GROUPS,
        "Your score is the size of your largest group; it starts at 1.",
        _CATCHUP_OPENING,
        (
            "If your turn raises your score to at least your opponent's, you are leading, and your "
            "opponent may place three stones on the next turn."
        ),
        _LISTS,
    ),
    "mindsports": (
        _GROUPS_OF_TWO,
        _CATCHUP_OPENING,
        (
            "If your turn makes a group that is larger than every group of either colour before "
            "it, your opponent may place three stones on the next turn."
        ),
        _LISTS_OF_TWO,
    ),
    "mures": (
        _GROUPS_OF_TWO,
        (
            "{first} places one stone first. Then each turn is one stone on any empty cell, or "
            "two that leave the size of the largest group on the board as it is. Passing is not "
            "allowed."
        ),
        _LISTS_OF_TWO,
    ),
    "ketchup": (
        _GROUPS,
        (
            "{first} places one stone first. Then each turn is exactly two stones, until some "
            "group has two or more."
        ),
        (
            "From then on the owner of the largest group places exactly two stones, and the other "
            "exactly three or passes. After a turn the players' largest groups must differ in size."
        ),
        (
            "The game ends when there is no room for the stones of the player to move. The larger "
            "largest group wins."
        ),
    ),
    "sauce": (
        _GROUPS,
        (
            "{first} places one stone first. Then each turn is exactly two stones, while there "
            "are only lone stones."
        ),
        (
            "After that the player with the smaller largest group places up to three stones, the "
            "other up to two; any of them may be passed. After a turn the players' largest groups "
            "must differ in size."
        ),
        _LISTS,
    ),
    "catena": _catena,
    "product": _product,
    "product-original": _product,
    "alpha": _product,
    "plur": (
        _GROUPS,
        "{first} plays first; each turn is one stone of your own colour.",
        (
            "When the board is full, whoever owns most of the three largest groups on the board "
            "wins. If equal sizes leave unclear which three these are, the five largest are taken, "
            "then seven, and so on; equal shares are a tie."
        ),
    ),
    "too": (
        _GROUPS,
        "{first} plays first; each turn is one stone, of either colour.",
        (
            "When the board is full, {first} wins if {first}'s second-largest group is larger "
            "than {second}'s; otherwise {second} wins. With one group only, the second-largest "
            "is 0."
        ),
    ),
    "brink": _brink,
}
"""The law of each game in sentences, with {first} for who starts and {second} for the other.

Where the options of a game change its law, the sentences are made from them.
"""
