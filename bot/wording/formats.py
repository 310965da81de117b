"""What each format and each option is, in one line; and a match's options as players read them.

Somebody who has never heard of Catena opens the room's start page, takes it from the list, and
reads below what they have chosen. The README's tables are these lines.
"""

from typing import assert_never

from bot.engine.ruleset import OneOf, Range, Ruleset, Switch, Whole
from bot.engine.rulesets.brink import Brink
from bot.engine.rulesets.catena import Catena
from bot.engine.rulesets.product import EitherColour
from bot.wording.writing import joined

FORMAT_LINES = {
    "genius": (
        "Catchup, the Genius death match: the largest group wins, leading gives the "
        "rival three stones"
    ),
    "genius-short": "the Genius death match with three minutes in the bank instead of five",
    "bentley": "Catchup in white and black, without a clock, as Nick Bentley plays it",
    "mindsports": (
        "Catchup by its rule of 2011: three stones after a turn that outgrew every group on the "
        "board"
    ),
    "mures": "Catchup without a third stone: two stones only if the largest group keeps its size",
    "ketchup": (
        "Catchup's predecessor: who is behind places three or passes; largest groups may never "
        "be equal"
    ),
    "sauce": "two stones, or three for who is behind, each of which may be passed",
    "catena": (
        "ribbons: claim every ribbon that can't grow any more; with komi, button and three scorings"
    ),
    "product": "two stones of either colour; the product of your two largest groups counts",
    "product-original": "Product as of 2008: one stone a turn, equal products are a tie",
    "alpha": "largest group times number of groups",
    "plur": "one stone a turn; who owns most of the three largest groups wins",
    "too": "one stone of either colour; the second-largest groups decide",
    "brink": "the largest group loses, unless it is larger by a margin",
}
"""The line of each format, by its key."""
OPTION_LINES = {
    ("catena", "komi"): (
        "Points that the second player gets at the end for not having started; choose: the second "
        "player names them, then the first takes a colour."
    ),
    ("catena", "button"): (
        "Once in the game a player may take the button instead of placing; it is worth half a "
        "point."
    ),
    ("catena", "buttonless"): "Two stones a turn from the second turn on, and no button.",
    ("catena", "scoring"): (
        "Who wins: more stones, the longest ribbon left when equal ones are struck out, or the "
        "higher sum of squared lengths."
    ),
    ("product", "tie"): (
        "Who wins with equal points: whoever has fewer stones on the board, or the second player."
    ),
    ("brink", "margin"): (
        "By how many stones the largest group must be larger to win and not to lose."
    ),
}
"""The line of each option, by ruleset and option."""


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
