"""What people have settled for themselves on a server: their time zone; and where they play.

Ann types `my timezone Europe/Paris`. From then on "sat 20:00" is eight in the evening in Paris when
she writes it. It is known on that server alone, and gone with `my forget` there.
"""

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update

from bot.storage.reminders import reminders_of
from bot.storage.schema import matches, people, players, reminders
from bot.storage.statements import upsert
from bot.storage.store import Book


class People(Book):
    async def zone(self, venue: str, server: str, player: str) -> str:
        query = select(people.c.zone).where(of_person(venue, server, player))
        return await self._store.scalar(query) or ""

    async def settle_zone(self, venue: str, server: str, player: str, zone: str) -> None:
        """Keeps somebody's time zone; "" forgets it. Quiet hours are by the one said last."""
        key = {"venue": venue, "server": server, "player": player}
        theirs = reminders_of(venue, server, player)

        def work(connection: Connection) -> None:
            connection.execute(update(reminders).where(theirs).values(zone=zone))
            if zone:
                upsert(connection, people, key, {"zone": zone})
            else:
                connection.execute(delete(people).filter_by(**key))

        await self._store.write(work)

    async def open_matches(self, venue: str, server: str | None, player: str) -> list[int]:
        """The numbers of somebody's open matches; with None as the server, on all of them."""
        seats = select(players.c.match).where(players.c.player == player)
        query = select(matches.c.id).where(matches.c.open, matches.c.id.in_(seats))
        here = {"venue": venue} | ({} if server is None else {"server": server})
        return await self._store.scalars(query.filter_by(**here).order_by(matches.c.id))


def of_person(venue: str, server: str, player: str) -> ColumnElement[bool]:
    return and_(people.c.venue == venue, people.c.server == server, people.c.player == player)
