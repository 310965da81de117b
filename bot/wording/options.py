"""The options a match is played with, in the few words that both players read before they begin."""

from bot.engine.ruleset import Ruleset
from bot.engine.rulesets.brink import Brink
from bot.engine.rulesets.catena import Catena
from bot.engine.rulesets.product import EitherColour

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
            parts = _catena(law, names)
        case EitherColour():
            parts = [_tie(law.tie, names)]
        case Brink():
            parts = [f"the largest group must be {law.margin} larger to win"]
        case _:
            parts = [f"{one.key} {one.show(getattr(law, one.field))}" for one in law.options]
    text = " · ".join(parts)
    return f"{text[:1].upper()}{text[1:]}"


def _catena(law: Catena, names: Names) -> list[str]:
    turn = ["two stones a turn"] if law.buttonless else []
    komi = f"komi {law.komi} for {names[1].capitalize()}" if law.komi else "no komi"
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
