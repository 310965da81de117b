"""The options of a match, as both players read them before they begin.

Also what an option takes, as hosts read it.
"""

from typing import assert_never

from bot.engine.options import OneOf, Range, Switch, Whole
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets.brink import Brink
from bot.engine.rulesets.catena import Catena
from bot.engine.rulesets.product import EitherColour
from bot.wording.lists import joined

Names = tuple[str, str]
_SCORINGS = {
    "stones": "more stones win",
    "longest": "the longest ribbon left wins",
    "square": "squared ribbons win",
}


def options_text(law: Ruleset, names: Names) -> str:
    """Every option in play, also those that are the usual ones; "" for a game without any."""
    match law:
        case Catena():
            phrases = _catena(law, names)
        case EitherColour():
            phrases = [_tie(law.tie, names)]
        case Brink():
            phrases = [f"the largest group must be {law.margin} larger to win"]
        case _:
            phrases = [
                f"{option.key} {option.show(getattr(law, option.field))}" for option in law.options
            ]
    text = " · ".join(phrases)
    return f"{text[:1].upper()}{text[1:]}"


def takes_text(takes: Range) -> str:
    """What an option takes, in words."""
    match takes:
        case Whole(least, most, unsettled):
            or_else = f", or {unsettled}" if unsettled else ""
            return f"a whole number from {least} to {most}{or_else}"
        case Switch():
            return "on or off"
        case OneOf(words):
            return joined(words, "or")
        case _:
            assert_never(takes)


def _catena(law: Catena, names: Names) -> list[str]:
    turn = ["two stones a turn"] if law.buttonless else []
    komi = f"komi {law.komi} for {names[1].capitalize()}" if law.komi else "no komi"
    komi = "komi to be named by the second player" if law.awaits_komi else komi
    button = "a button worth ½" if law.has_button else "no button"
    return [_SCORINGS[law.scoring], komi, button, *turn]


def _tie(tie: str, names: Names) -> str:
    match tie:
        case "fewer":
            return "equal points: fewer stones win"
        case "second-player":
            return f"equal points: {names[1].capitalize()} wins"
        case _:
            return "equal points: a tie"
