"""What decided a finished game, in the few words that a picture has room for."""

from bot.engine.groups import first_difference
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets.brink import Brink
from bot.engine.turn import Colour
from bot.wording.phrases import figure_text, nth

_CALLED = {
    "score": "the largest group",
    "largest group": "the largest group",
    "second-largest": "the second-largest group",
    "longest ribbon left": "the longest ribbon left",
}
"""The names of figures whose own names say too little."""


def decision_text(law: Ruleset, position: Position) -> str:
    """How the winner won: `by the 2nd-largest group, 8 to 7`; "" for a tie."""
    winner = law.winner(position)
    if winner is None:
        return ""
    sizes = position.sizes(winner), position.sizes(winner.other)
    figures = law.figures(position)
    mine, theirs = (figure_text(figures[colour]) for colour in (winner, winner.other))
    if law.compares_groups(position):
        return _by_groups(*sizes)
    if isinstance(law, Brink):
        if figures[winner] > figures[winner.other]:
            return f"by the largest group, {mine} to {theirs}"
        return f"by the margin: {theirs} to {mine} is not {law.margin} more"
    pool = law.pool(position)
    if pool > 1:
        return f"by {mine} of the {pool} largest groups"
    if mine == theirs:
        return _by_tie_break(law, position, winner, mine)
    called = "the largest group" if pool else _CALLED.get(law.figure_name, law.figure_name)
    return f"by {called}" if pool else f"by {called}, {mine} to {theirs}"


def _by_groups(mine: tuple[int, ...], theirs: tuple[int, ...]) -> str:
    place = first_difference(mine, theirs)
    if place is None:
        return ""
    group = f"{nth(place + 1)}-largest group" if place else "largest group"
    sizes = ((*figures, *[0] * (place + 1))[place] for figures in (mine, theirs))
    return f"by the {group}, {' to '.join(map(str, sizes))}"


def _by_tie_break(law: Ruleset, position: Position, winner: Colour, each: str) -> str:
    counts = (position.stones[colour].bit_count() for colour in (winner, winner.other))
    # Where a game names no tie-break, its law itself gives equal figures to the second player.
    return TIE_BREAKS[law.tie_break or "second-player"].format(
        counts=" to ".join(map(str, counts)), each=each
    )


TIE_BREAKS = {
    "fewer-stones": "by fewer stones, {counts}",
    "second-player": "as second player, {each} each",
}
"""What decided between equal figures, by a ruleset's tie-break."""
