"""The page of a player: rating over time, results by game, seat and opponent, streaks, ends."""

import asyncio

from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.servers.careers import Career, career
from bot.servers.ratings import POINT, START, Standing
from bot.servers.results import Tally
from bot.storage.player_records import MOST_OUTINGS, PlayerRecords, RatingPoint
from bot.storage.records import Shelf
from bot.storage.store import Store
from bot.web.hall import listing
from bot.web.hall.door import OpenHall
from bot.web.hall.people import Leaderboards
from bot.web.view import Json
from bot.wording import hall as words
from renderers.plot import RatingBand, plot

MOST_OPPONENTS = 12
_CAUTION = 3
"""A rating is the skill less three times its doubt."""


class PlayerPages:
    """Makes the pages of players."""

    def __init__(self, store: Store, people: Leaderboards) -> None:
        self._players = PlayerRecords(store)
        self._people = people

    async def named(self, shelf: Shelf, counted: list[tuple[str, int]]) -> list[Json]:
        """Some players by name, with a count of each; none who was forgotten."""
        found = [(await self._players.find(shelf, player), count) for player, count in counted]
        return [listing.person(one) | {"games": count} for one, count in found if one is not None]

    async def parts(self, hall: OpenHall, player: str) -> Json | None:
        """What the page shows; None for nobody."""
        shelf = hall.shelf
        known = await self._players.find(shelf, player)
        if known is None:
            return None
        standings = await self._people.of(shelf)
        standing = next((one for one in standings if one.player.id == player), None)
        outings = await self._players.outings(shelf, player)
        told = await asyncio.to_thread(career, outings)
        often = sorted(told.opponents, key=lambda one: (-told.opponents[one].matches, one))
        met = often[:MOST_OPPONENTS]
        names = await self._players.names(set(met), [told.last_met[one] for one in met])
        points = await self._players.rating_points(shelf, player)
        return {
            "player": listing.person(known),
            "id": player,
            "standing": standing,
            "players": len(standings),
            "plot": _plot(points, standing),
            "streak": words.streak_text(told.streak),
            "most_won": told.most_won,
            "total": told.total,
            "latest": MOST_OUTINGS if len(outings) >= MOST_OUTINGS else 0,
            **_tables(told, met, names),
        }


def _tables(told: Career, met: list[str], names: dict[str, str]) -> Json:
    seats = ((words.BEGAN, Colour.FIRST), (words.ANSWERED, Colour.SECOND))
    return {
        "games": [
            (listing.game_name(key), tally)
            for key, tally in sorted(told.games.items(), key=lambda one: -one[1].matches)
        ],
        "seats": [(label, told.seats.get(seat, Tally())) for label, seat in seats],
        "opponents": [
            (listing.person(Player(one, names.get(one, ""))), told.opponents[one]) for one in met
        ],
        "endings": sorted(
            ((words.ENDS[ending], count) for ending, count in told.endings.items()),
            key=lambda one: -one[1],
        ),
    }


def _plot(points: list[RatingPoint], standing: Standing | None) -> str:
    """The rating over time as SVG: how good somebody seems, and how sure that is; "" for none."""
    if len(points) < 2 or standing is None:
        return ""
    bands = [
        RatingBand(
            point.ended.timestamp(),
            START + POINT * (point.mu - _CAUTION * point.sigma),
            START + POINT * point.mu,
            START + POINT * (point.mu + _CAUTION * point.sigma),
        )
        for point in points
    ]
    label = words.plot_text(standing.rating, listing.day(points[0].ended), len(points))
    return plot(bands, label, listing.day(points[0].ended), listing.day(points[-1].ended))
