"""Settles the level that suits whom the sparring partner plays: `level:auto`.

Ann starts a match with `level:auto`. Her games against the partner on this server, in this game,
say which level she would beat in one of two; without any it is the middle one. A rematch settles it
anew, and so she climbs from match to match.
"""

from dataclasses import replace

from bot.commands.sparring import AUTO, partner_of
from bot.engine.turn import Colour
from bot.players.fitting import LATEST, fitting
from bot.players.levels import Level
from bot.referee.events import MatchOpened
from bot.referee.formats import FORMATS
from bot.referee.room import Room
from bot.servers.results import NO_RESULT, Result
from bot.storage.archive import Archive

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
