"""Named match formats: a ruleset with its colours, its clock, who starts, what a flag means.

A new time control or format is one line here. A host can override each of these by itself.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from bot.engine.rulesets import RULESETS
from bot.referee.clock import TimeControl


class OnFlag(StrEnum):
    """What happens when a player's time is gone."""

    FORFEIT = "forfeit"
    CALL_HOST = "call-host"


@dataclass(frozen=True, slots=True)
class Format:
    """One way to hold a match; `colours` name the starting player's colour first.

    `dmo_chooses` says that the Death Match Opponent, where a match names one, says who starts.
    """

    key: str
    ruleset: str
    colours: tuple[str, str]
    control: TimeControl | None = None
    on_flag: OnFlag = OnFlag.FORFEIT
    dmo_chooses: bool = False


COLOURS = ("red", "blue", "black", "white")
"""The colours that can be played."""
_MINUTE = timedelta(minutes=1)
_WARNINGS = (timedelta(seconds=60), timedelta(seconds=10))
_SHARES = ((3, 5), (1, 3), (1, 5), (1, 9))
_LONG = timedelta(hours=1)
_SPECIAL = (
    Format(
        "genius",
        "genius",
        ("red", "blue"),
        TimeControl(_MINUTE, 5 * _MINUTE),
        dmo_chooses=True,
    ),
    Format(
        "genius-short",
        "genius",
        ("red", "blue"),
        TimeControl(_MINUTE, 3 * _MINUTE),
        dmo_chooses=True,
    ),
    Format("bentley", "genius", ("white", "black")),
    Format("mindsports", "mindsports", ("white", "black")),
    Format("mures", "mures", ("white", "black")),
)


def _all() -> dict[str, Format]:
    special = {named.key: named for named in _SPECIAL}
    plain = {key: Format(key, key, ("black", "white")) for key in RULESETS if key not in special}
    return special | plain


FORMATS: dict[str, Format] = _all()
DEFAULT = "genius"


@dataclass(frozen=True, slots=True)
class NoFormat:
    """There is no format of this key; `known` are the keys of all formats."""

    key: str
    known: tuple[str, ...]


class FormatError(ValueError):
    """A format that there is not."""

    def __init__(self, problem: NoFormat) -> None:
        super().__init__(problem)
        self.problem = problem


def find(key: str) -> Format:
    """The format of a key; FormatError if there is none."""
    try:
        return FORMATS[key.strip().casefold()]
    except KeyError:
        raise FormatError(NoFormat(key, tuple(FORMATS))) from None


def usual_warnings(control: TimeControl | None) -> tuple[timedelta, ...]:
    """The usual warnings: how much of the bank is left at each of them, longest first.

    Ten seconds help nobody who looks in twice a day. Where there is time of an hour or more, each
    warning is given with a little more than half of what was left at the one before, so that in
    any turn that begins with a ninth of the bank the player hears before half of it is gone.
    """
    if control is None or control.per_move + control.bank < _LONG:
        return _WARNINGS
    bank = control.bank
    return tuple(bank * part // whole for part, whole in _SHARES) if bank else ()
