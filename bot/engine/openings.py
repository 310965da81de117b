"""How games begin, written so that two that are alike under a symmetry have the same opening.

Ann begins C5 and is answered E5; Bob begins G5 and is answered E5: looked at from another edge that
is one opening, and it is counted as one. Its key is the least of the twelve ways to write it, turn
by turn: so what a key begins with is the key of the game's first turns.
"""

from collections.abc import Sequence

from bot.engine.board import board, symmetries
from bot.engine.notation import BUTTON, PASS, read_cell
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton, Turn

MOST_TURNS = 6
"""How many turns of a game its opening has at most."""
END, _AND, _OTHERS = "/", "+", "'"
_Form = tuple[tuple[int, int], ...]
"""What a turn does, sorted: cells with whether the stone is the opponent's, other acts below 0."""
_VERBS = {-2: PASS, -1: BUTTON}


def opening_key(side: int, turns: Sequence[Turn]) -> str:
    """The key of a game's first turns, such as `C5/E5+F6/`; "" before the first turn."""
    begun = turns[:MOST_TURNS]
    forms = (
        [_form(turn, number, image) for number, turn in enumerate(begun)]
        for image in symmetries(side)
    )
    return "".join(_written(side, form) + END for form in min(forms))


def opening_turns(side: int, key: str) -> list[Turn]:
    """The turns behind a key; ValueError where it is none of that board."""
    words = key.split(END)
    if words.pop() or len(words) > MOST_TURNS:
        raise ValueError(f"{key!r} is the key of no opening")
    return [
        Turn(tuple(_read(side, word, Colour(number % 2)) for word in turn.split(_AND)))
        for number, turn in enumerate(words)
    ]


def _form(turn: Turn, number: int, image: Sequence[int]) -> _Form:
    return tuple(sorted(_done(action, Colour(number % 2), image) for action in turn.actions))


def _done(action: Action, mover: Colour, image: Sequence[int]) -> tuple[int, int]:
    match action:
        case Drop(cell, colour):
            return image[cell], int(colour is not mover)
        case Pass():
            return -2, 0
        case TakeButton():
            return -1, 0


def _written(side: int, form: _Form) -> str:
    return _AND.join(
        _VERBS.get(cell) or board(side).name(cell) + _OTHERS * others for cell, others in form
    )


def _read(side: int, word: str, mover: Colour) -> Action:
    if word in (PASS, BUTTON):
        return Pass() if word == PASS else TakeButton()
    cell = read_cell(board(side), word.removesuffix(_OTHERS))
    if cell is None:
        raise ValueError(f"{word!r} is no cell of a board of side {side}")
    return Drop(cell, mover.other if word.endswith(_OTHERS) else mover)
