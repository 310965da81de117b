"""Carries out the commands about a server's ended matches: history, player, leaderboard, my forget.

Ann asks for `player @Bob`: the results of the server's ended matches are read from the store, and
Bob's rating is worked out from them. After `my forget confirm:yes` Bob's name is in none of them.
"""

from bot.commands.acts import PLAYER
from bot.commands.catalogue import Name
from bot.commands.confirming import is_confirmed
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.servers.ratings import Standing
from bot.storage.archive import Archive
from bot.wording import history

LAST, BEST, LISTED = 10, 10, 25
"""How many matches are told of, how many players, and from how many matches one may choose."""


class HistoryCommands:
    """Knows what the store knows of a server's ended matches, and nothing else."""

    def __init__(self, desk: Desk, archive: Archive, venue: Venue) -> None:
        self._desk = desk
        self._venue = venue
        self._archive = archive

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {
            Name.HISTORY: self._history,
            Name.PLAYER: self._player,
            Name.LEADERBOARD: self._leaderboard,
            Name.FORGET: self._forget,
        }

    async def _history(self, _: Order, asker: Asker) -> Reply:
        player = asker.seats.get(PLAYER)
        last = await self._archive.latest(
            asker.room.venue, asker.room.server, LAST, None if player is None else player.id
        )
        return Reply(history.history_text(last, self._venue.voice, player))

    async def _player(self, _: Order, asker: Asker) -> Reply:
        standings = await self._standings(asker)
        player = asker.seats.get(PLAYER, asker.player)
        standing = next((ranked for ranked in standings if ranked.player.id == player.id), None)
        return Reply(history.player_text(player, standing, len(standings), self._venue.voice))

    async def _leaderboard(self, _: Order, asker: Asker) -> Reply:
        standings = await self._standings(asker)
        return Reply(history.leaderboard_text(standings[:BEST], len(standings), self._venue.voice))

    async def _standings(self, asker: Asker) -> list[Standing]:
        return await self._archive.standings(asker.room.venue, asker.room.server)

    async def known_matches(self, asker: Asker) -> dict[int, str]:
        """The open and the latest ended matches of the asker's server in a few words each.

        What is suggested while somebody types is the first to go: none while turns wait for long.
        """
        if self._desk.backlog.look():
            return {}
        venue, server = asker.room.venue, asker.room.server
        ended = await self._archive.latest(venue, server, LISTED)
        choices = {result.match: history.result_choice(result) for result in ended}
        for number, _, match in self._desk.open_matches(venue, server):
            choices[number] = history.match_choice(number, match)
        return dict(sorted(choices.items(), reverse=True))

    async def _forget(self, order: Order, asker: Asker) -> Reply:
        venue, server, player = asker.room.venue, asker.room.server, asker.player.id
        still = [
            number
            for number, _, match in self._desk.open_matches(venue, server)
            if player in (match.host.id, *(seated.id for seated in match.players))
        ]
        cups = await self._archive.open_cups_of(venue, server, player)
        if still or cups:
            return Reply(history.not_yet_text(still, cups))
        if not is_confirmed(order):
            return Reply(history.forget_question_text())
        changed = await self._archive.forget(venue, server, player)
        self._desk.rewritten.tell(changed)
        return Reply(history.forgotten_text(len(changed)))
