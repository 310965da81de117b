"""Carries out `match hint`: one good cell and why, for whoever is to move; told to them alone."""

from bot.commands.request import Asker, Reply
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.referee.match import Match


class HintCommand:
    """Hints in the matches of one venue."""

    def __init__(self, desk: Desk, venue: Venue) -> None:
        self._desk = desk
        self._venue = venue

    async def answer(self, asker: Asker, number: int, match: Match) -> Reply:
        """The hint, or why there is none."""
        text = await self._desk.hints.given(number, match, asker.player, asker.at, self._venue)
        return Reply(self._venue.voice.plain(text))
