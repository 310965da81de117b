"""Is this turn legal? The laws all games share first, then the ruleset's own."""

from enum import StrEnum

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Breach, Ruleset
from bot.engine.turn import Drop, Pass, TakeButton, Turn


class Law(StrEnum):
    """The laws every game shares, by the key that records and `replay --json` use."""

    GAME_OVER = "game-over"
    EMPTY_TURN = "empty-turn"
    NO_PASSING = "no-passing"
    NO_BUTTON = "no-button"
    BUTTON_ALONE = "button-alone"
    NOT_YOUR_COLOUR = "not-your-colour"
    REPEATED_CELL = "repeated-cell"
    OCCUPIED = "occupied"
    TOO_MANY = "too-many"
    TOO_FEW = "too-few"


def play(ruleset: Ruleset, position: Position, turn: Turn) -> Position | Breach:
    """The position after a turn, or the first law that the turn breaks."""
    if ruleset.is_over(position):
        return Breach(Law.GAME_OVER)
    allowance = ruleset.allowance(position)
    breach = _verbs(turn, allowance) or _cells(position, turn, allowance) or _count(turn, allowance)
    if breach is not None:
        return breach
    after = position.play(turn, ruleset.settle)
    return ruleset.breach(position, after) or after


def _verbs(turn: Turn, allowance: Allowance) -> Breach | None:
    if not turn.actions:
        return Breach(Law.EMPTY_TURN)
    for number, action in enumerate(turn.actions):
        match action:
            case Pass() if not allowance.may_pass:
                return Breach(Law.NO_PASSING, action=number)
            case TakeButton() if not allowance.may_take_button:
                return Breach(Law.NO_BUTTON, action=number)
            case TakeButton() if len(turn.actions) > 1:
                return Breach(Law.BUTTON_ALONE, action=number)
    return None


def _cells(position: Position, turn: Turn, allowance: Allowance) -> Breach | None:
    seen: set[int] = set()
    for number, action in enumerate(turn.actions):
        if not isinstance(action, Drop):
            continue
        breach = _cell(position, action, allowance, seen)
        if breach is not None:
            return Breach(breach, (action.cell,), number)
        seen.add(action.cell)
    return None


def _cell(position: Position, drop: Drop, allowance: Allowance, seen: set[int]) -> Law | None:
    if drop.cell in seen:
        return Law.REPEATED_CELL
    if position.occupied >> drop.cell & 1:
        return Law.OCCUPIED
    if drop.colour is not position.to_move and not allowance.either_colour:
        return Law.NOT_YOUR_COLOUR
    return None


def _count(turn: Turn, allowance: Allowance) -> Breach | None:
    placed = len(turn.drops)
    # Passing alone is one word; where every placement may be passed, each may be said.
    passes_alone = turn.passes and not placed
    if turn.takes_button or (passes_alone and turn.passes == 1):
        return None
    if placed + turn.passes > allowance.most:
        return Breach(Law.TOO_MANY, action=_nth_placement(turn, allowance.most))
    if placed < allowance.fewest:
        return Breach(Law.TOO_FEW)
    return None


def _nth_placement(turn: Turn, count: int) -> int:
    placements = [n for n, action in enumerate(turn.actions) if not isinstance(action, TakeButton)]
    return placements[count]
