"""Reads what a match or a cup is to be: the options of `match start` and of `cup open`.

A host orders `match start red:@Ann blue:@Bob format:catena clock:1m+5m`, which becomes its terms
and its players, or `cup open name:Colosseum system:swiss rounds:5 best-of:3`, which becomes a plan.
What they left out is the format's, or usual; what does not go together is an OrderError, which says
what would.
"""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import NAMED, OFF
from bot.commands.cup_options import BEST_OF, LOWER_SEED, OPEN
from bot.commands.options import START
from bot.commands.setup import is_on
from bot.cups.entry import MOST
from bot.cups.events import CupPlan
from bot.cups.pairing import SYSTEMS
from bot.desk.venue import HERE, POST, THREAD
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import OptionError, agreed, chosen
from bot.referee import problems
from bot.referee.clock import ClockError, TimeControl, read_control, read_length
from bot.referee.events import Player, Terms
from bot.referee.formats import DEFAULT, Format, FormatError, OnFlag, find, usual_warnings
from bot.referee.problems import (
    LengthOutside,
    Missing,
    NoLengthOfTime,
    NoNumber,
    NotOneOf,
    OrderError,
    Simple,
)

_OWN = {*COMMANDS[Name.START].options, *NAMED}
"""All options that are not the game's."""
_RANDOM = "random"


def settle_terms(
    options: Mapping[str, str], seats: Mapping[str, Player]
) -> tuple[Terms, tuple[Player, Player]]:
    """The terms and the players, the starting one first; OrderError says what is wrong.

    `options` are those of `match start` but for the seats; words it does not know are taken for
    options of the game.
    """
    try:
        return _settled(options, seats)
    except (OptionError, FormatError) as error:
        raise problems.OrderError(error.problem) from None


def _settled(
    options: Mapping[str, str], seats: Mapping[str, Player]
) -> tuple[Terms, tuple[Player, Player]]:
    chosen_format = find(options.get("format", DEFAULT))
    ruleset = agreed(chosen_format.ruleset, _game_options(options))
    first = options.get("first", "").strip()
    seats = _seated(chosen_format, seats)
    colours = _colours(chosen_format, tuple(seats), first)
    dmo = _dmo(seats, options.get("dmo", ""))
    control = _control(chosen_format, options.get("clock"))
    terms = Terms(
        format=chosen_format.key,
        ruleset=ruleset.key,
        side=_side(options.get("side", "5")),
        colours=colours,
        control=control,
        options=tuple(chosen(ruleset).items()),
        on_flag=_on_flag(chosen_format, options.get("flag")),
        warnings=usual_warnings(control),
        dmo=dmo,
        hints=is_on("hints", options.get("hints", OFF[0])),
        resigns=is_on("resigns", options.get("resigns", OFF[0])),
        dmo_chooses=bool(dmo) and chosen_format.dmo_chooses and not first,
    )
    return terms, (seats[colours[0]], seats[colours[1]])


def _seated(chosen_format: Format, seats: Mapping[str, Player]) -> dict[str, Player]:
    """The players by colour: those named without one take the format's colours, as they are free.

    The first takes the starting one.
    """
    by_colour = {colour: player for colour, player in seats.items() if colour not in NAMED}
    free = [colour for colour in chosen_format.colours if colour not in by_colour]
    named = [seats[name] for name in NAMED if name in seats]
    if len(named) > len(free):
        raise problems.OrderError(problems.NotTwoPlayers(chosen_format.colours))
    return by_colour | dict(zip(free, named, strict=False))


def _game_options(options: Mapping[str, str]) -> dict[str, str]:
    own = {key: value for key, value in options.items() if key not in _OWN}
    for word in options.get("options", "").replace(",", " ").split():
        key, equals, value = word.partition("=")
        if not equals:
            raise problems.OrderError(problems.NotNameAndValue(word))
        own[key] = value
    return own


def _colours(chosen_format: Format, seated: tuple[str, ...], first: str) -> tuple[str, str]:
    """The two colours, the starting one first: as the format has it unless the host says."""
    if len(seated) != 2:
        raise problems.OrderError(problems.NotTwoPlayers(chosen_format.colours))
    usual = [colour for colour in chosen_format.colours if colour in seated]
    order = usual + [colour for colour in seated if colour not in usual]
    first = first.casefold()
    if first == _RANDOM:
        first = secrets.choice(order)
    if first and first not in order:
        raise problems.OrderError(problems.NotOneOf("first", first, (*order, _RANDOM)))
    return (order[1], order[0]) if first == order[1] else (order[0], order[1])


def _dmo(seats: Mapping[str, Player], text: str) -> str:
    """The colour of the Death Match Opponent, named by colour or by mention; "" for none."""
    word = text.strip().casefold()
    if not word or word in seats:
        return word
    played = [colour for colour, player in seats.items() if player.id == word]
    if len(played) == 1:
        return played[0]
    one, other = seats
    raise problems.OrderError(
        problems.DmoInBothSeats(other) if played else problems.NoDmo((one, other))
    )


def _side(text: str) -> int:
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) <= 2:
        side = int(digits)
        if SMALLEST_SIDE <= side <= LARGEST_SIDE:
            return side
    raise problems.OrderError(problems.NoSide(text, SMALLEST_SIDE, LARGEST_SIDE))


def _on_flag(chosen_format: Format, text: str | None) -> OnFlag:
    if text is None:
        return chosen_format.on_flag
    try:
        return OnFlag(text.strip().casefold())
    except ValueError:
        raise problems.OrderError(problems.NotOneOf("flag", text, tuple(OnFlag))) from None


def _control(chosen_format: Format, text: str | None) -> TimeControl | None:
    if text is None:
        return chosen_format.control
    try:
        return read_control(text)
    except ClockError as error:
        raise problems.OrderError(problems.NoLengthOfTime("clock", text, error.problem)) from None


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
