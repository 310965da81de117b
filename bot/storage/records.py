"""What the pages ask of a server's ended matches: searches, openings, and a player's results.

Somebody looks for Bob's games of Catena that began E5, the longest first, page 3. Only what the
pages may show is found: whether they do stands in each row of facts.
"""

import asyncio
import operator
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.engine.openings import END
from bot.servers.facts import Branch
from bot.servers.results import Result
from bot.storage.columns import value_of
from bot.storage.schema import cup_games, facts, players, results
from bot.storage.store import Book, Store

ON_SERVER, ON_FILE = timedelta(seconds=2), timedelta(seconds=15)
"""How long a question may take."""
PORTION = 500
"""How many matches an export reads at once."""
ORDERS: dict[str, tuple[sa.ColumnElement[Any], ...]] = {
    "newest": (facts.c.ended.desc(), facts.c.match.desc()),
    "oldest": (facts.c.ended, facts.c.match),
    "longest": (facts.c.turns.desc(), facts.c.match.desc()),
    "shortest": (facts.c.turns, facts.c.match.desc()),
}
"""In which order what was found may stand."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The matches of one server that its pages show."""

    venue: str
    server: str


@dataclass(frozen=True, slots=True)
class RecordSearch:
    """What is looked for; "", 0 or None stand for anything.

    `players` are ids, of whom one has a seat; `until` is not included; `fewest` and `most` are
    turns; `opening` is a key that games begin with, `cup` the number of the cup that they were
    played in.
    """

    players: tuple[str, ...] | None = None
    ruleset: str = ""
    side: int = 0
    ending: str = ""
    since: datetime | None = None
    until: datetime | None = None
    fewest: int = 0
    most: int | None = None
    opening: str = ""
    cup: int = 0
    order: str = "newest"


ANY = RecordSearch()


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as it is listed; `result` is None where its row is damaged.

    `cup` is the number of the cup it was played in, 0 for none; `moves` are all its turns.
    """

    match: int
    result: Result | None
    ruleset: str
    side: int
    options: str
    ended: datetime
    seconds: int
    turns: int
    long_turns: int
    moves: str
    readable: bool
    cup: int


class Records(Book):
    """The ended matches of all servers; StoreError where the database can't be used.

    They are asked `patiently`: on a server a longer wait would count as a failure of the database,
    and no match would be ruled.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._patience = ON_SERVER if store.on_server else ON_FILE

    def patiently(self) -> asyncio.Timeout:
        """A scope in which questions are asked; TimeoutError once they have taken too long."""
        return asyncio.timeout(self._patience.total_seconds())

    async def shown_players(self, shelf: Shelf) -> set[str]:
        """The ids of all who have played in a match that the pages show."""
        query = sa.select(players.c.player).distinct().join(facts, _SEATED)
        return set(await self._store.scalars(query.where(*conditions(shelf))))

    async def count(self, shelf: Shelf, search: RecordSearch) -> int:
        query = sa.select(sa.func.count()).select_from(facts).where(*conditions(shelf, search))
        return await self._store.scalar(query) or 0

    async def page(self, shelf: Shelf, search: RecordSearch, skip: int, most: int) -> list[Listed]:
        found = sa.select(facts.c.match).where(*conditions(shelf, search))
        found = found.order_by(*ORDERS[search.order]).offset(skip).limit(most)
        query = _LISTED.where(facts.c.match.in_(found)).order_by(*ORDERS[search.order])
        return await self._store.read(partial(_listed, query))

    async def stream(self, shelf: Shelf, search: RecordSearch) -> AsyncIterator[list[Listed]]:
        """All matches that a search finds, the first ended first, some at a time."""
        after = (datetime.min.replace(tzinfo=UTC), 0)
        while True:
            ended, match = after
            further = sa.or_(
                facts.c.ended > ended, sa.and_(facts.c.ended == ended, facts.c.match > match)
            )
            query = _LISTED.where(*conditions(shelf, search), facts.c.ended >= ended, further)
            query = query.order_by(facts.c.ended, facts.c.match).limit(PORTION)
            async with self.patiently():
                found = await self._store.read(partial(_listed, query))
            if not found:
                return
            after = found[-1].ended, found[-1].match
            yield found

    async def branches(self, shelf: Shelf, search: RecordSearch) -> list[Branch]:
        """How the games that a search finds went on after its opening, the most usual first."""
        turn = _next_turn(search.opening, on_server=self._store.on_server)
        query = (
            sa.select(turn.label("turn"), facts.c.winner, sa.func.count().label("games"))
            .where(*conditions(shelf, search))
            .where(sa.func.length(facts.c.opening) > len(search.opening))
            .group_by(turn, facts.c.winner)
        )
        games: dict[str, dict[int | None, int]] = {}
        for row in await self._store.rows(query):
            games.setdefault(search.opening + row.turn, {})[row.winner] = row.games
        branches = [
            Branch(key, sum(ends.values()), (ends.get(0, 0), ends.get(1, 0)))
            for key, ends in games.items()
        ]
        return sorted(branches, key=lambda branch: (-branch.games, branch.key))

    async def games_of(self, shelf: Shelf) -> list[tuple[str, int, int]]:
        """Each ruleset and side that was played, and how often, the most usual first.

        Matches that began in the middle of a game have no opening, and are not counted.
        """
        count = sa.func.count().label("games")
        whole = sa.or_(facts.c.opening != "", facts.c.turns == 0)
        query = (
            sa.select(facts.c.ruleset, facts.c.side, count)
            .where(*conditions(shelf), facts.c.side > 0, whole)
            .group_by(facts.c.ruleset, facts.c.side)
            .order_by(count.desc(), facts.c.ruleset, facts.c.side)
        )
        return [tuple(row) for row in await self._store.rows(query)]

    async def cups(self, shelf: Shelf, most: int) -> list[int]:
        """The last cups of which the pages show a match, the last first."""
        query = (
            sa.select(cup_games.c.cup)
            .join(facts, _OF_CUP)
            .where(*conditions(shelf))
            .group_by(cup_games.c.cup)
            .order_by(cup_games.c.cup.desc())
            .limit(most)
        )
        return await self._store.scalars(query)

    async def movers(self, shelf: Shelf, search: RecordSearch, most: int) -> list[tuple[str, int]]:
        """Who played the last turn of the opening that a search is for, by id, and how often."""
        mover = (search.opening.count(END) - 1) % 2
        count = sa.func.count().label("games")
        query = (
            sa.select(players.c.player, count)
            # Not a join: some databases would then go through all players there are.
            .where(players.c.match.in_(sa.select(facts.c.match).where(*conditions(shelf, search))))
            .where(players.c.colour == mover)
            .group_by(players.c.player)
            .order_by(count.desc(), players.c.player)
            .limit(most)
        )
        return [tuple(row) for row in await self._store.rows(query)]


_SEATED, _OF_CUP = players.c.match == facts.c.match, cup_games.c.match == facts.c.match
_CUP = sa.func.coalesce(cup_games.c.cup, 0).label("cup")
_LISTED = (
    sa.select(facts, results.c.data.label("result"), _CUP)
    .select_from(facts)
    .outerjoin(results, results.c.match == facts.c.match)
    .outerjoin(cup_games, _OF_CUP)
)


def conditions(shelf: Shelf, search: RecordSearch = ANY) -> list[sa.ColumnElement[bool]]:
    held = [facts.c.venue == shelf.venue, facts.c.server == shelf.server, facts.c.shown.is_(True)]
    if search.players is not None:
        seats = sa.select(players.c.match).where(players.c.player.in_(search.players))
        held.append(facts.c.match.in_(seats))
    named = {name: getattr(search, name) for name in ("ruleset", "side", "ending")}
    held += [facts.c[name] == wanted for name, wanted in named.items() if wanted]
    for compare, column, bound in (
        (operator.ge, facts.c.ended, search.since),
        (operator.lt, facts.c.ended, search.until),
        (operator.ge, facts.c.turns, search.fewest or None),
        (operator.le, facts.c.turns, search.most),
    ):
        if bound is not None:
            held.append(compare(column, bound))
    if search.cup:
        games = sa.select(cup_games.c.match).where(cup_games.c.cup == search.cup)
        held.append(facts.c.match.in_(games))
    if search.opening:
        # Databases sort letters in orders of their own: what begins so is asked for as such.
        begun = sa.func.substr(facts.c.opening, 1, len(search.opening))
        held.append(begun == search.opening)
    return held


def _next_turn(opening: str, *, on_server: bool) -> sa.ColumnElement[str]:
    """Of an opening's key, the turn after the first so many letters, with its end."""
    rest = sa.func.substr(facts.c.opening, len(opening) + 1)
    find = sa.func.strpos if on_server else sa.func.instr
    return sa.func.substr(rest, 1, find(rest, END))


def _listed(query: sa.Select[Any], connection: sa.Connection) -> list[Listed]:
    return [value_of(Listed, row) for row in connection.execute(query).all()]
