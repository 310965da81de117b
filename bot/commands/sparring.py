"""Seats the sparring partner: whoever names the referee as a player means its own program.

`match start red:@Ann blue:@Referee level:strong` seats it at a level; `steady` unless somebody says
otherwise. It plays every game, where the server has not settled otherwise. With `level:auto` the
opponent's games say which level it is, once it is known what is played (`bot.commands.levels`).
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.players.levels import Level
from bot.referee import problems
from bot.referee.events import Player
from bot.servers.settings import ServerSettings

LEVEL = "level"
USUAL_LEVEL = Level.STEADY
AUTO = "auto"
"""The level that suits the opponent."""
LEVELS = (*Level, AUTO)
_CALLED = {
    "beginner": Level.FIRST_STONE,
    "weak": Level.GENTLE,
    "medium": Level.STEADY,
    "normal": Level.STEADY,
    "hard": Level.STRONG,
    "expert": Level.FIERCE,
    "best": Level.MERCILESS,
    "master": Level.MERCILESS,
}
"""What other programs call such levels."""


def read_level(text: str) -> Level:
    """A level as it is typed, the usual one for none; OrderError if there is no such level."""
    level = read_any_level(text)
    if isinstance(level, Level):
        return level
    raise problems.OrderError(problems.Simple.AUTO_NOT_HERE)


def read_any_level(text: str) -> Level | str:
    """A level as `match start` takes it, which may be `AUTO`; OrderError if there is none."""
    word = text.strip().casefold()
    if word == AUTO:
        return AUTO
    try:
        return Level(word) if word else USUAL_LEVEL
    except ValueError:
        near = _CALLED.get(word, "")
        raise problems.OrderError(problems.NotOneOf(LEVEL, text, LEVELS, near)) from None


def partner_of(player: Player, level: Level | str) -> Player:
    """An account of the referee's as the partner at a level, whichever it had."""
    name = player.name.removesuffix(f" ({player.level})")
    return replace(player, name=f"{name} ({level})", level=level)


def seated_as(player: Player, account: Player | None) -> Player:
    """Somebody who is to take a seat: as the partner if it is the referee's own account."""
    if account is None or player.id != account.id:
        return replace(player, level="")
    is_level = player.level.casefold() in tuple(Level)
    return partner_of(player, read_level(player.level) if is_level else USUAL_LEVEL)


def with_partner(
    players: tuple[Player, ...], account: Player | None, text: str
) -> tuple[Player, ...]:
    """The players, the partner in the place of the referee's own account.

    `text` is the level as it was typed; OrderError where one is asked for and nobody has it. One
    of `AUTO` is settled before the match is opened.
    """
    seats = [player for player in players if account is not None and player.id == account.id]
    if len(seats) > 1:
        raise problems.OrderError(problems.Simple.PARTNER_TWICE)
    if not seats:
        if text.strip():
            raise problems.OrderError(problems.Simple.NO_PARTNER)
        return players
    level = read_any_level(text)
    return tuple(partner_of(player, level) if player is seats[0] else player for player in players)


def check_partner(
    players: Sequence[Player], rules: ServerSettings, *, thinks: bool, resigns: bool = False
) -> None:
    """OrderError where the partner has a seat and can't play, or is not to.

    Also where it is asked whether it `resigns`, and it has no seat.
    """
    if not any(player.level for player in players):
        if resigns:
            raise problems.OrderError(problems.Simple.NOBODY_RESIGNS)
        return
    if not thinks:
        raise problems.OrderError(problems.Simple.THINKING_OFF)
    if not rules.sparring:
        raise problems.OrderError(problems.Simple.SPARRING_OFF)
