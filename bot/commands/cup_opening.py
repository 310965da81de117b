"""Reads what a cup is to be: the options of `cup open` become its plan.

A host orders `cup open name:Colosseum system:swiss rounds:5 best-of:3 clock:1m+5m`. What they left
out is usual; what does not go together is an OrderError, which says what would.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.cup_options import BEST_OF, LOWER_SEED, OPEN
from bot.commands.opening import settle_terms
from bot.commands.options import START
from bot.cups.entry import MOST
from bot.cups.events import CupPlan
from bot.cups.pairing import SYSTEMS
from bot.desk.venue import HERE, POST, THREAD
from bot.referee.clock import ClockError, read_length
from bot.referee.events import Player
from bot.referee.problems import (
    LengthOutside,
    Missing,
    NoLengthOfTime,
    NoNumber,
    NotOneOf,
    OrderError,
    Simple,
)

_SOMEBODY = {"player-1": Player("1", "1"), "player-2": Player("2", "2")}
"""Two for whom the terms of all matches are settled."""
_LONGEST_NAME = 40
CHECK_IN_LIMITS = timedelta(minutes=5), timedelta(days=2)
ROUND_LIMITS = timedelta(minutes=1), timedelta(days=90)


def cup_name(options: Mapping[str, str]) -> str:
    """What a cup is called; OrderError if nothing is said."""
    name = " ".join(options.get("name", "").split())[:_LONGEST_NAME]
    if not name:
        command = COMMANDS[Name.CUP_OPEN]
        raise OrderError(Missing(command.name, "name", OPEN["name"].help, command.example))
    return name


def read_plan(options: Mapping[str, str], usual_rooms: str) -> CupPlan:
    """The plan of a cup; `usual_rooms` is where matches are held unless the host says."""
    if "hints" in options:
        raise OrderError(Simple.HINTS_IN_CUP)
    match_options = {key: value for key, value in options.items() if key in START and key != "dmo"}
    terms, _ = settle_terms(match_options, _SOMEBODY)
    plan = CupPlan(
        system=_one_of(options, "system", tuple(SYSTEMS), "knockout"),
        terms=replace(terms, dmo="", dmo_chooses=False),
        best_of=int(_one_of(options, "best-of", BEST_OF, "1")),
        rounds=_count(options, "rounds"),
        rooms=_one_of(options, "rooms", (THREAD, POST, HERE), usual_rooms),
        most=_count(options, "most") or MOST,
        round_time=_length(options, "round-time", ROUND_LIMITS),
        check_in=_length(options, "check-in", CHECK_IN_LIMITS),
        lower_seed_is_dmo=bool(_one_of(options, "dmo", (LOWER_SEED,), "")),
    )
    groups, through = _count(options, "groups"), _count(options, "through")
    return replace(plan, groups=groups or plan.groups, through=through or plan.through)


def _one_of(options: Mapping[str, str], option: str, allowed: tuple[str, ...], usual: str) -> str:
    word = options.get(option, "").strip().casefold()
    if not word:
        return usual
    if word not in allowed:
        raise OrderError(NotOneOf(option, word, allowed))
    return word


def _count(options: Mapping[str, str], option: str) -> int | None:
    text = options.get(option, "").strip()
    if not text:
        return None
    least, most = OPEN[option].least or 1, OPEN[option].most or MOST
    if text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most:
        return int(text)
    raise OrderError(NoNumber(option, text, f"{option}:{least}"))


def _length(
    options: Mapping[str, str], option: str, limits: tuple[timedelta, timedelta]
) -> timedelta | None:
    text = options.get(option, "").strip()
    if not text:
        return None
    try:
        time = read_length(text)
    except ClockError as error:
        raise OrderError(NoLengthOfTime(option, text, error.problem)) from None
    if time and not limits[0] <= time <= limits[1]:
        raise OrderError(LengthOutside(option, text, *limits))
    return time or None
