"""Reads what a match is to be: the options of `match start` become its terms and its players.

A host orders `match start red:@Ann blue:@Bob format:catena clock:1m+5m`. What they left out is the
format's; what does not go together is an OrderError, which says what would.
"""

import secrets
from collections.abc import Mapping

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import NAMED, OFF
from bot.commands.setup import is_on
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import OptionError, agreed, chosen
from bot.referee import problems
from bot.referee.clock import ClockError, TimeControl, read_control
from bot.referee.events import Player, Terms
from bot.referee.formats import DEFAULT, Format, FormatError, OnFlag, find, usual_warnings

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
