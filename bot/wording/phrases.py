"""The small phrases that sentences are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from bot.engine.notation import BUTTON, PASS
from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Figure, Ruleset
from bot.engine.turn import Colour
from bot.referee.clock import NAMED, TimeControl, read_control
from bot.referee.match import Match
from bot.wording.voice import Voice

_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_SINGULAR = {"points": "point", "stones": "stone", "groups owned": "group owned"}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_QUARTERS: dict[Figure | Fraction, str] = {0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def clock_text(length: timedelta) -> str:
    """A length of time as clocks show it: `5:00`, `1:02:03`, `2d 03:00`; rounded down."""
    seconds = max(0, int(length.total_seconds()))
    days, seconds = divmod(seconds, 86400)
    hours, seconds = divmod(seconds, 3600)
    minutes, seconds = divmod(seconds, 60)
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def control_text(control: TimeControl | None) -> str:
    """A time control as a host types it, with its name if it has one: `clock daily (1d+3d)`."""
    if control is None:
        return "no clock"
    names = [name for name, typed in NAMED.items() if read_control(typed) == control]
    return f"clock {names[0]} ({control})" if names else f"clock {control}"


def figure_text(figure: Figure | Fraction) -> str:
    """A figure without needless decimals: `4`, `18½`; a cup's tie-breaks have quarters."""
    whole = int(figure)
    part = _QUARTERS[figure - whole]
    return part if part and whole == 0 else f"{whole}{part}"


@dataclass(frozen=True, slots=True)
class Lead:
    """How a game says that a turn gave the opponent more stones: in a sentence, and as a mark."""

    claim: str
    denial: str
    was_not: str
    mark: str


LEADS = {
    "leading": Lead(
        claim="is leading",
        denial="is not leading",
        was_not="was not leading",
        mark="leading",
    ),
    "larger-group": Lead(
        claim="made a group larger than any before",
        denial="made no group larger than any before",
        was_not="made no group larger than any before",
        mark="new largest",
    ),
    "largest": Lead(
        claim="owns the largest group",
        denial="does not own the largest group",
        was_not="does not own the largest group",
        mark="largest",
    ),
}
"""By `Ruleset.lead`: in the words of each game's law."""


def lead_mark(ruleset: Ruleset, position: Position) -> str:
    """The mark of the player whose turn just gave the opponent more stones; "" where none did."""
    return LEADS[ruleset.lead].mark if ruleset.leading(position) else ""


def figure_label(ruleset: Ruleset, figure: Figure) -> str:
    """What stands under a figure: `1 point`, `2 points`."""
    name = ruleset.figure_name
    return _SINGULAR.get(name, name) if figure in (0.5, 1) else name


def sizes_text(sizes: Sequence[int]) -> str:
    """Group sizes as players write them: `11-8-8-3`; long runs of equal sizes are counted."""
    if not sizes:
        return "none"
    written: list[str] = []
    for size in dict.fromkeys(sizes):
        count = list(sizes).count(size)
        written += [f"{size}×{count}"] if count > 4 else [str(size)] * count
    return "-".join(written)


def colour_name(match: Match, colour: Colour) -> str:
    """What a colour is called in this match, as a name: `Red`."""
    return match.terms.colours[colour].capitalize()


def stones(count: int) -> str:
    """`1 stone`, `2 stones`."""
    return "1 stone" if count == 1 else f"{count} stones"


def allowance_text(allowance: Allowance) -> str:
    """What the player to move may do: `place 1 or 2 stones`, `place up to 3 stones`."""
    fewest, most = allowance.fewest, allowance.most
    if not most and allowance.may_take_button:
        return "take the button"
    if fewest == most:
        text = f"place {stones(most)}"
    elif most > 2 or fewest == 0:
        text = f"place up to {stones(most)}"
    else:
        text = f"place {fewest} or {stones(most)}"
    if allowance.either_colour:
        text += " of either colour"
    if allowance.may_pass:
        text += " or pass"
    if allowance.may_take_button:
        text += " or take the button"
    return text


def played_text(words: str, voice: Voice) -> str:
    """What was done in a turn written in house notation: `played D7 F8`, `passed`."""
    done = set(words.split())
    if done == {PASS}:
        return "passed"
    return "took the button" if done == {BUTTON} else f"played {voice.strong(words)}"


def ordinal(number: int) -> str:
    """`first`, `second`… up to ten, `11th`, `21st` beyond."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    return nth(number)


def nth(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"
