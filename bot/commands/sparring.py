"""Seats the sparring partner: whoever names the referee as a player means its own program.

`match start red:@Ann blue:@Referee level:strong` seats it at a level; `steady` unless somebody says
otherwise. It plays every game, where the server has not settled otherwise.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.players.levels import Level
from bot.referee import problems
from bot.referee.events import Player
from bot.servers.settings import ServerSettings

LEVEL = "level"
USUAL_LEVEL = Level.STEADY


def read_level(text: str) -> Level:
    """A level as it is typed, the usual one for none; OrderError if there is no such level."""
    word = text.strip().casefold()
    try:
        return Level(word) if word else USUAL_LEVEL
    except ValueError:
        raise problems.OrderError(problems.NotOneOf(LEVEL, text, tuple(Level))) from None


def partner_of(player: Player, level: Level) -> Player:
    """An account of the referee's as the partner at a level."""
    return replace(player, name=f"{player.name} ({level})", level=level)


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

    `text` is the level as it was typed; OrderError where one is asked for and nobody has it.
    """
    seats = [player for player in players if account is not None and player.id == account.id]
    if len(seats) > 1:
        raise problems.OrderError(problems.Simple.PARTNER_TWICE)
    if not seats:
        if text.strip():
            raise problems.OrderError(problems.Simple.NO_PARTNER)
        return players
    level = read_level(text)
    return tuple(partner_of(player, level) if player is seats[0] else player for player in players)


def check_partner(players: Sequence[Player], rules: ServerSettings, *, thinks: bool) -> None:
    """OrderError where the partner has a seat and can't play, or is not to."""
    if not any(player.level for player in players):
        return
    if not thinks:
        raise problems.OrderError(problems.Simple.THINKING_OFF)
    if not rules.sparring:
        raise problems.OrderError(problems.Simple.SPARRING_OFF)
