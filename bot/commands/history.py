"""Carries out the commands about a server's ended matches: history, player, games, `my forget` …

Ann asks for `player @Bob`: the results of the server's ended matches are read from the store, and
Bob's rating is worked out from them. After `my forget confirm:yes` Bob's name is in none of them.

Ann types `games player:@Bob ruleset:catena`: the last ten of them, how many there are, and where
the pages list them all, if the server has any. Only matches that all members could see are told of.
"""

from bot.commands.acts import PLAYER
from bot.commands.catalogue import Name
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply, is_confirmed
from bot.commands.search import SearchError, read_form, search_address, turn_words
from bot.desk.desk import Desk
from bot.desk.pages import PageLinks
from bot.desk.venue import Venue
from bot.engine.openings import opening_turns
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Turn
from bot.servers.ratings import Standing
from bot.storage.archive import Archive
from bot.storage.records import Records, RecordSearch, Shelf
from bot.wording import hall as words
from bot.wording import history
from bot.wording.history import games_text, openings_text

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


LAST_GAMES, MOST_BRANCHES = 10, 8
_USUAL_SIDE, _USUAL_RULESET = "5", "genius"


class RecordsCommands:
    """Searches the ended matches of a server; `pages` are the addresses of pages, if any."""

    def __init__(self, records: Records, venue: Venue, pages: PageLinks | None) -> None:
        self._records = records
        self._venue = venue
        self._pages = pages

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {Name.GAMES: self._games, Name.OPENINGS: self._openings}

    async def _games(self, order: Order, asker: Asker) -> Reply:
        given = dict(order.options)
        player = asker.seats.get(PLAYER)
        given.pop(PLAYER, None)
        try:
            form = read_form(given)
        except SearchError as error:
            return Reply(self._venue.voice.plain(str(error)), private=True)
        if player is not None:
            form = form.of((player.id,))
            given[PLAYER] = player.id
        shelf = self._shelf(asker)
        try:
            async with self._records.patiently():
                count = await self._records.count(shelf, form.search)
                found = await self._records.page(shelf, form.search, 0, LAST_GAMES)
        except TimeoutError:
            return Reply(words.TOO_LONG, private=True)
        results = [one.result for one in found if one.result is not None]
        address = await self._address(asker)
        link = f"{address}{search_address(given)}" if address else ""
        return Reply(games_text(count, results, link, self._venue.voice))

    async def _openings(self, order: Order, asker: Asker) -> Reply:
        given = dict(order.options)
        asked = {
            "ruleset": given.get("ruleset", _USUAL_RULESET),
            "side": given.get("side", _USUAL_SIDE),
            "opening": given.get("opening", ""),
        }
        try:
            search = read_form(asked).search
        except SearchError as error:
            return Reply(self._venue.voice.plain(str(error)), private=True)
        try:
            async with self._records.patiently():
                branches = await self._records.branches(self._shelf(asker), search)
        except TimeoutError:
            return Reply(words.TOO_LONG, private=True)
        told = [
            (turn_words(search.ruleset, search.side, _last(search, branch.key)), branch)
            for branch in branches[:MOST_BRANCHES]
        ]
        begun = " / ".join(
            turn_words(search.ruleset, search.side, turn)
            for turn in (opening_turns(search.side, search.opening) if search.opening else ())
        )
        address = await self._address(asker)
        game = words.game_text(RULESETS[search.ruleset].name, search.side)
        link = f"{address}openings" if address else ""
        games = sum(branch.games for branch in branches)
        return Reply(openings_text(game, begun, games, told, link, self._venue.voice))

    def _shelf(self, asker: Asker) -> Shelf:
        return Shelf(asker.room.venue, asker.room.server)

    async def _address(self, asker: Asker) -> str:
        """Where the pages are, in an answer that everybody sees: of those that are public."""
        if self._pages is None:
            return ""
        return await self._pages.public_hall(self._venue, asker.room)


def _last(search: RecordSearch, key: str) -> Turn:
    return opening_turns(search.side, key)[-1]
