"""Why one turn is better than another, in a game's own terms: one thing, or nothing.

Red joined two groups and took the lead, which gave Blue three stones; another turn would have kept
Blue at two. Whoever reads the review wants that sentence, not a number. What is compared is what
the ruleset says of both turns: whether they give the rival more stones, what figure they leave, and
what the rival can make of it with a single stone.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.board import bits
from bot.engine.position import Position
from bot.engine.ruleset import Figure, Ruleset
from bot.engine.turn import Colour, Drop


class CauseKind(StrEnum):
    """What tells the turns apart."""

    FED = "fed"
    """The turn gave the rival `more` stones, the better one fewer."""
    LET = "let"
    """It let the rival get to the figure `more` with one stone, the better one only to `less`."""
    LEFT = "left"
    """It left the mover the figure `less`, the better one `more`."""


@dataclass(frozen=True, slots=True)
class TurnCause:
    """Why a turn is worse than the better one; the figures are the game's own."""

    kind: CauseKind
    more: Figure
    less: Figure


def cause(ruleset: Ruleset, played: Position, better: Position) -> TurnCause | None:
    """Why the position after one turn is worse for the mover than after the better turn."""
    mover = played.to_move.other
    more, less = (ruleset.allowance(after).most for after in (played, better))
    if more > less and ruleset.leading(played):
        return TurnCause(CauseKind.FED, more, less)
    left, would = (ruleset.figures(after)[mover] for after in (played, better))
    let, would_let = (_best_of(ruleset, after) for after in (played, better))
    if let - would_let > would - left and let > would_let:
        return TurnCause(CauseKind.LET, let, would_let)
    return TurnCause(CauseKind.LEFT, would, left) if would > left else None


def _best_of(ruleset: Ruleset, position: Position) -> Figure:
    """The best figure that the player to move can have with one stone more."""
    mover = position.to_move
    colours = tuple(Colour) if ruleset.either_colour else (mover,)
    figures = [
        ruleset.figures(ruleset.settle(position.place(Drop(cell, colour))))[mover]
        for cell in bits(ruleset.placeable(position))
        for colour in colours
    ]
    return max(figures, default=ruleset.figures(position)[mover])
