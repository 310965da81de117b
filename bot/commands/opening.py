"""What a host asked for → the terms of a match and who sits where."""

import secrets
from collections.abc import Mapping

from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import OptionError, as_written, chosen
from bot.referee import formats
from bot.referee.clock import TimeControl, read_control
from bot.referee.events import Player, Terms
from bot.referee.formats import DEFAULT, Format, OnFlag, find, usual_warnings

COLOURS = formats.COLOURS
_OWN = ("first", "dmo", "format", "clock", "flag", "side", "where", "channel", "options")


def settle_terms(
    options: Mapping[str, str], seats: Mapping[str, Player]
) -> tuple[Terms, tuple[Player, Player]]:
    """The terms and the players, the starting one first; OptionError says what is wrong.

    `options` are those of `match start` but for the seats; words it does not know are taken for
    options of the game.
    """
    chosen_format = find(options.get("format", DEFAULT))
    ruleset = _ruleset(chosen_format, _game_options(options))
    first = options.get("first", "").strip()
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
        dmo_chooses=bool(dmo) and chosen_format.dmo_chooses and not first,
    )
    return terms, (seats[colours[0]], seats[colours[1]])


def _ruleset(chosen_format: Format, options: Mapping[str, str]) -> Ruleset:
    asked = as_written(chosen_format.ruleset, options)
    if asked.clash:
        raise OptionError(asked.clash)
    return asked.consistent()


def _game_options(options: Mapping[str, str]) -> dict[str, str]:
    own = {key: value for key, value in options.items() if key not in (*_OWN, *COLOURS)}
    for word in options.get("options", "").replace(",", " ").split():
        key, equals, value = word.partition("=")
        if not equals:
            raise OptionError(f"write the game's options as name=value, not {word!r}")
        own[key] = value
    return own


def _colours(chosen_format: Format, seated: tuple[str, ...], first: str) -> tuple[str, str]:
    """The two colours, the starting one first: as the format has it unless the host says."""
    if len(seated) != 2:
        one, other = chosen_format.colours
        raise OptionError(f"name two players, such as {one}:@Ann {other}:@Bob")
    usual = [colour for colour in chosen_format.colours if colour in seated]
    order = usual + [colour for colour in seated if colour not in usual]
    first = first.casefold()
    if first == "random":
        first = secrets.choice(order)
    if first and first not in order:
        raise OptionError(f"first:{first}: it is {order[0]}, {order[1]} or random")
    return (order[1], order[0]) if first == order[1] else (order[0], order[1])


def _dmo(seats: Mapping[str, Player], text: str) -> str:
    """The colour of the Death Match Opponent, named by colour or by mention; "" for none."""
    word = text.strip().casefold()
    if not word or word in seats:
        return word
    played = [colour for colour, player in seats.items() if player.id == word.strip("<@!>")]
    if len(played) == 1:
        return played[0]
    one, other = seats
    if played:
        raise OptionError(f"dmo: that player has both seats, so name the colour, such as {other}")
    raise OptionError(
        f"dmo: the DMO is the Death Match Opponent, one of the two players: {one} or {other}, or "
        "the player's mention"
    )


def _side(text: str) -> int:
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) <= 2:
        side = int(digits)
        if SMALLEST_SIDE <= side <= LARGEST_SIDE:
            return side
    raise OptionError(f"side:{text}: a board has a side from {SMALLEST_SIDE} to {LARGEST_SIDE}")


def _on_flag(chosen_format: Format, text: str | None) -> OnFlag:
    if text is None:
        return chosen_format.on_flag
    try:
        return OnFlag(text.strip().casefold())
    except ValueError:
        known = " or ".join(OnFlag)
        raise OptionError(f"flag:{text}: it is {known}") from None


def _control(chosen_format: Format, text: str | None) -> TimeControl | None:
    if text is None:
        return chosen_format.control
    try:
        return read_control(text)
    except ValueError as error:
        raise OptionError(f"clock:{text}: {error}") from None
