"""Named match formats: a ruleset with its colours, its clock, and what a flag or a tie means.

A new time control or format is one line here. A host can override any single part.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from bot.engine.rulesets import RULESETS, OptionError
from bot.referee.clock import TimeControl


class OnFlag(StrEnum):
    """What happens when a player's time is gone."""

    FORFEIT = "forfeit"
    CALL_HOST = "call-host"


class OnTie(StrEnum):
    """Who wins when the game itself is tied."""

    TIE = "tie"
    HOST_WINS = "host-wins"


@dataclass(frozen=True, slots=True)
class Format:
    """One way to hold a match; `colours` name the starting player's colour first."""

    key: str
    ruleset: str
    colours: tuple[str, str]
    control: TimeControl | None = None
    on_flag: OnFlag = OnFlag.FORFEIT
    on_tie: OnTie = OnTie.TIE
    note: str = ""


_MINUTE = timedelta(minutes=1)
_WARNINGS = (timedelta(seconds=60), timedelta(seconds=10))
_LONG = timedelta(hours=1)
_SPECIAL = (
    Format(
        "genius",
        "genius",
        ("red", "blue"),
        TimeControl(_MINUTE, 5 * _MINUTE),
        note="the Genius death match: one minute a move and a bank of five",
    ),
    Format(
        "genius-short",
        "genius",
        ("red", "blue"),
        TimeControl(_MINUTE, 3 * _MINUTE),
        on_tie=OnTie.HOST_WINS,
        note="one minute a move and three in reserve; the organiser wins a tie",
    ),
    Format("bentley", "genius", ("white", "black"), note="Catchup as Nick Bentley plays it"),
    Format("mindsports", "mindsports", ("white", "black"), note="Catchup by its rule of 2011"),
    Format("mures", "mures", ("white", "black"), note="Catchup without a third stone"),
)


def _all() -> dict[str, Format]:
    special = {known.key: known for known in _SPECIAL}
    plain = {key: Format(key, key, ("black", "white")) for key in RULESETS if key not in special}
    return special | plain


FORMATS: dict[str, Format] = _all()
DEFAULT = "genius"


def find(key: str) -> Format:
    """The format of a key; OptionError lists the known ones."""
    try:
        return FORMATS[key.strip().casefold()]
    except KeyError:
        raise OptionError(f"there is no format {key!r}; known: {', '.join(FORMATS)}") from None


def usual_warnings(control: TimeControl | None) -> tuple[timedelta, ...]:
    """With how much of the bank left to warn, longest first, where nobody has settled it.

    Ten seconds help nobody who looks in twice a day: where there is time of an hour or more, one
    warning is given, with a quarter of the bank left.
    """
    if control is None or control.per_move + control.bank < _LONG:
        return _WARNINGS
    quarter = control.bank // 4
    return (quarter,) if quarter else ()
