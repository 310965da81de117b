"""Carries out `games` and `openings`: what the pages of a server show, by command.

Ann types `games player:@Bob ruleset:catena`: the last ten of them, how many there are, and where
the pages list them all, if the server has any. Only matches that all members could see are told of.
"""

from bot.commands.acts import PLAYER
from bot.commands.catalogue import Name
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.search import SearchError, read_form, search_address, turn_words
from bot.desk.pages import PageLinks
from bot.desk.venue import Venue
from bot.engine.openings import opening_turns
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Turn
from bot.storage.records import Records, RecordSearch, Shelf
from bot.wording import hall as words
from bot.wording.history import games_text, openings_text

LAST, MOST_BRANCHES = 10, 8
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
                found = await self._records.page(shelf, form.search, 0, LAST)
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
