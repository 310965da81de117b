"""Seats the sparring partner: whoever names the referee as a player means its own program.

`match start red:@Ann blue:@Referee level:strong` seats it at a level; `steady` unless somebody says
otherwise. It plays every game, where the server has not settled otherwise.

Ann starts a match with `level:auto`. Her games against the partner on this server, in this game,
say which level she would beat in one of two; without any it is the middle one. A rematch settles it
anew, and so she climbs from match to match.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.turn import Colour
from bot.players.levels import LATEST, Level, fitting
from bot.referee import problems
from bot.referee.events import MatchOpened, Player
from bot.referee.formats import FORMATS
from bot.referee.match import Room
from bot.servers.results import NO_RESULT, Result
from bot.servers.settings import ServerSettings
from bot.storage.archive import Archive

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


_AMONG = 200
"""The latest matches of a player, among which those against the partner are looked for."""


class FittingLevels:
    """The levels that suit the players of all servers; StoreError where they can't be read."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    async def settle(self, opened: MatchOpened, room: Room) -> MatchOpened:
        """What is to be opened in a room, the partner at the level that suits its opponent."""
        players, terms = list(opened.players), opened.terms
        seat = next((colour for colour in Colour if players[colour].level), None)
        if seat is None or not (terms.auto_level or players[seat].level == AUTO):
            return opened
        player = players[seat.other].id
        results = await self._archive.latest(room.venue, room.server, _AMONG, player)
        games = [game for one in results if (game := _game(one, player, terms.ruleset))]
        players[seat] = partner_of(players[seat], fitting(games[:LATEST]))
        return replace(
            opened, players=(players[0], players[1]), terms=replace(terms, auto_level=True)
        )


def _game(result: Result, player: str, ruleset: str) -> tuple[Level, float] | None:
    """The level that somebody met and what they won of the game; None if it tells nothing."""
    seat, form = result.seat(player), FORMATS.get(result.format)
    if seat is None or form is None or form.ruleset != ruleset or result.termination in NO_RESULT:
        return None
    level = result.players[seat.other].level
    if level not in tuple(Level) or not result.whole.issuperset(Colour):
        return None
    won = 0.5 if result.winner is None else float(result.winner is seat)
    return Level(level), won
