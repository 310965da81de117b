"""The players of a server: the leaderboard, whom a name means, and the page of each with figures.

Every page asks, and a server of thousands of players takes a moment to be ranked. So whoever asks
is given what was known a few seconds ago, and it is looked up anew meanwhile; after `my forget`
nothing of before is told any more.
"""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from cachetools import LRUCache

from bot.commands.search import Form, SearchError, read_form
from bot.desk.desk import Desk
from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.servers.ratings import POINT, START, Standing
from bot.servers.results import Career, Tally, career
from bot.storage.archive import Archive
from bot.storage.player_records import MOST_OUTINGS, PlayerRecords, RatingPoint
from bot.storage.records import Records, Shelf
from bot.storage.store import Store
from bot.timing import Timepiece, break_off
from bot.web.hall import listing
from bot.web.hall.door import OpenHall
from bot.web.view import Json
from bot.wording import hall as words
from renderers.plot import RatingBand, plot

FRESH, OLDEST = timedelta(seconds=10), timedelta(minutes=5)
"""From which age on it is looked up anew, and from which on nobody is told it meanwhile."""
MOST_SERVERS, MOST_NAMESAKES = 100, 50


@dataclass(frozen=True, slots=True)
class _Known:
    """A leaderboard, and when it was asked for."""

    standings: list[Standing]
    at: timedelta


class Leaderboards:
    """The rated players of each server, the best first."""

    def __init__(self, store: Store, desk: Desk, timepiece: Timepiece) -> None:
        self._archive, self._records = Archive(store), Records(store)
        self._players = PlayerRecords(store)
        self._handover = desk.handover
        self._timepiece = timepiece
        self._known: LRUCache[Shelf, _Known] = LRUCache(MOST_SERVERS)
        self._asking: dict[Shelf, asyncio.Task[list[Standing]]] = {}
        self._outdated: set[asyncio.Task[list[Standing]]] = set()
        desk.rewritten.append(self._forget)

    async def of(self, shelf: Shelf) -> list[Standing]:
        """All of a server's players by rating; StoreError."""
        known, now = self._known.get(shelf), self._timepiece.monotonic()
        if known is not None and now - known.at < FRESH:
            return known.standings
        asking = self._ask(shelf, now)
        # Another process does not tell of names that were forgotten there.
        oldest = FRESH if self._handover.is_shared else OLDEST
        if known is not None and now - known.at < oldest:
            return known.standings
        return await asyncio.shield(asking)

    async def called(self, shelf: Shelf, name: str) -> tuple[str, ...]:
        """The ids of the players whom a name means: one of that name, or all that contain it."""
        wanted = name.casefold().removeprefix("@")
        players = [standing.player for standing in await self.of(shelf)]
        exact = [one.id for one in players if wanted in (one.name.casefold(), one.id.casefold())]
        alike = [one.id for one in players if wanted in one.name.casefold()]
        return tuple(exact or alike)[:MOST_NAMESAKES]

    async def search(self, query: Mapping[str, str], shelf: Shelf) -> tuple[Form, str]:
        """The search that an address asks for, and a note on it; SearchError."""
        form = read_form(query)
        if not form.player:
            return form, ""
        ids = await self.called(shelf, form.player)
        if not ids and await self._players.find(shelf, form.player) is not None:
            ids = (form.player,)
        if not ids:
            raise SearchError(words.NO_PLAYER)
        note = words.several_players_text(len(ids)) if len(ids) > 1 else ""
        return form.of(ids), note

    async def close(self) -> None:
        await break_off(*self._asking.values(), *self._outdated)

    def _ask(self, shelf: Shelf, now: timedelta) -> asyncio.Task[list[Standing]]:
        task = self._asking.get(shelf)
        if task is None:
            task = self._asking[shelf] = asyncio.create_task(self._look_up(shelf, now))
            task.add_done_callback(_seen)
        return task

    async def _look_up(self, shelf: Shelf, now: timedelta) -> list[Standing]:
        mine = asyncio.current_task()
        try:
            ranked = await self._archive.standings(shelf.venue, shelf.server)
            # Whoever has played in private rooms only is on no page.
            shown = await self._records.shown_players(shelf)
            found = (one for one in ranked if one.player.id in shown)
            standings = [replace(one, place=place) for place, one in enumerate(found, 1)]
            # What was asked before somebody was forgotten is told to nobody.
            if self._asking.get(shelf) is not mine:
                return await self.of(shelf)
            self._known[shelf] = _Known(standings, now)
            return standings
        finally:
            if self._asking.get(shelf) is mine:
                del self._asking[shelf]
            if mine is not None:
                self._outdated.discard(mine)

    def _forget(self, _: Collection[int]) -> None:
        self._known.clear()
        # Those tasks go on, for whoever waits; they are kept until they are done.
        self._outdated |= set(self._asking.values())
        self._asking.clear()


def _seen(task: asyncio.Task[list[Standing]]) -> None:
    """Nobody may wait for it any more: then its failure is looked at here, and nothing else."""
    if not task.cancelled():
        task.exception()


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
