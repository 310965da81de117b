"""The players' figures in each game's own terms: scores, products, stones, groups owned."""

from bot.engine.position import Position
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.wording.phrases import LEADS, colour_name, figure_text


def figures_text(match: Match) -> str:
    """Both figures as they stand: `Score: Red 6 · Blue 4`."""
    each = [f"{colour_name(match, c)} {_figure(match, match.position, c)}" for c in Colour]
    return f"{_label(match)}: {' · '.join(each)}"


def changes_text(match: Match, mover: Colour) -> str:
    """What a turn did to the figures, and whether that means leading; "" if nothing."""
    after, before, law = match.position, match.position.previous, match.ruleset
    if before is None:
        return ""
    now, then = law.figures(after), law.figures(before)
    changed = [colour for colour in (mover, mover.other) if now[colour] != then[colour]]
    if not changed:
        return ""
    if law.pool(after):
        return f"{figures_text(match)}."
    steps = {c: f"{figure_text(then[c])} → {_figure(match, after, c)}" for c in changed}
    if changed == [mover]:
        rival = f"{colour_name(match, mover.other)} has {_figure(match, after, mover.other)}"
        rival += " too" if now[mover] == now[mover.other] else ""
        return f"{_label(match)} {steps[mover]}, {rival}{_lead(match, mover)}."
    each = ", ".join(
        f"{colour_name(match, colour)} {steps.get(colour) or _figure(match, after, colour)}"
        for colour in (mover, mover.other)
    )
    return f"{_label(match)}: {each}."


def _lead(match: Match, mover: Colour) -> str:
    """Whether a figure that rose means leading, in a game that knows leads."""
    law, position = match.ruleset, match.position
    if law.leading(position):
        return f": {colour_name(match, mover)} {LEADS[law.lead].claim}"
    # A lone stone is no lead that anybody could have expected.
    if not law.lead or law.figures(position)[mover] <= 1:
        return ""
    return f": {colour_name(match, mover)} {LEADS[law.lead].denial}"


def _label(match: Match) -> str:
    pool = match.ruleset.pool(match.position)
    if pool:
        return "Of the largest group" if pool == 1 else f"Of the {pool} largest groups"
    return match.ruleset.figure_name.capitalize()


def _figure(match: Match, position: Position, colour: Colour) -> str:
    text = figure_text(match.ruleset.figures(position)[colour])
    factors = match.ruleset.factors(position, colour)
    return f"{text} ({' × '.join(map(str, factors))})" if factors else text
