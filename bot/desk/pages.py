"""Pages of matches (`WEB_URL`): the links to them, and the turns that players made there.

"match watch" is typed in a channel: the answer is the address of that match's page, the same for
everybody. Ann presses *Play* and is told the address of her seat, for her eyes only. The pages
themselves are served by `bot/web`, which shows what the desk tells it.

Ann taps E5, her page is told that the turn is kept, and the referee is killed. Reading the channel
does not find that turn; it is read from the referee's own records with the channel, and ruled in
the order of the stamps, with the stamp of its first arrival.
"""

import logging
import re
from collections.abc import Awaitable, Callable
from datetime import datetime

from cachetools import LRUCache

from bot.desk.venue import Venue
from bot.referee.events import Player
from bot.referee.match import Match, Room
from bot.referee.submission import Said, Submission
from bot.servers.settings import OFF, PUBLIC, ROOM_VENUE, Look
from bot.storage.failures import StoreError
from bot.storage.links import Hall, Halls, Link, Links, Role
from bot.storage.room import REFUSAL, NewLine, RoomStore, page_log
from bot.storage.store import Servers, Store

_CUP = "cup/"
"""How that begins which has the place of a person in a link to a cup; its number follows."""
_NUMBER = re.compile("[1-9][0-9]{0,8}")
"""A match has one address: no zero comes before its number."""
MOST_TOLD = 1000
"""Links that are told again; another one is made for whoever asks after them and a restart."""


class PageLinks:
    """The addresses of pages; `url` is where they are reached."""

    def __init__(self, store: Store, url: str) -> None:
        self._links = Links(store)
        self._servers = Servers(store)
        self._halls = Halls(store)
        self._url = url.rstrip("/")
        self._told: LRUCache[tuple[int, str], str] = LRUCache(MOST_TOLD)

    async def may_watch(self, venue: Venue, room: Room) -> bool:
        """Whether matches of a room may be watched: as its server has settled it.

        A venue without servers belongs to whoever runs the referee, who has set `WEB_URL`.
        """
        settled = venue.places.has_servers
        return not settled or (await self._servers.rules(room.venue, room.server)).watch

    async def may_play(self, venue: Venue, room: Room) -> bool:
        """Whether players of a room are offered pages of their own."""
        settled = venue.places.has_servers
        return not settled or (await self._servers.rules(room.venue, room.server)).play

    async def look(self, venue: Venue, room: Room) -> Look:
        return venue.places.look(await self._servers.rules(room.venue, room.server))

    async def watch(self, match: int) -> str:
        """The address at which a match can be watched; StoreError if it can't be stored."""
        return self.watch_address(await self._again((match, ""), Link(Role.WATCH, match=match)))

    async def own(self, match: int, person: Player) -> str:
        """The address of somebody's own page of a match; whichever they were told stays good.

        The token stands behind a "#", which browsers send to nobody: it is in no log.
        """
        link = Link(Role.SEAT, match=match, person=person.id, name=person.name)
        token = await self._again((match, person.id), link)
        return f"{self._url}/match/{match}#{token}"

    async def invited(self, match: int, person: Player) -> bool:
        """Whether somebody was ever told the address of their own page of a match."""
        return await self._links.of_person(match, person.id)

    def watch_address(self, token: str) -> str:
        """The address of the page behind a token to watch, or behind `slug/number` in a hall."""
        slug, in_hall, number = token.partition("/")
        if in_hall:
            return f"{self._url}/hall/{slug}/match/{number}"
        return f"{self._url}/watch/{token}"

    async def watched(self, token: str) -> int | None:
        """The match that a token to watch stands for, None if it is none."""
        link = (await self._links.find([token])).get(token)
        # One to watch a local room opens its page, and is of no match.
        return link.match if link is not None and link.role is Role.WATCH and link.match else None

    async def in_hall(self, token: str) -> tuple[int, Hall] | None:
        """The match that the pages of a server show at `slug/number`, and whose pages they are.

        None where there are none, or they are closed.
        """
        slug, _, digits = token.partition("/")
        hall = await self._halls.find(slug) if _NUMBER.fullmatch(digits) else None
        if hall is None:
            return None
        rules = await self._servers.fresh(hall.venue, hall.server)
        closed = rules.pages == OFF and hall.venue != ROOM_VENUE
        return None if closed else (int(digits), hall)

    async def watch_cup(self, cup: int) -> str:
        """The address at which a cup can be watched; StoreError if it can't be stored."""
        link = Link(Role.WATCH, person=f"{_CUP}{cup}")
        return self.cup_address(await self._again((cup, _CUP), link))

    def cup_address(self, token: str) -> str:
        """The address of the watch page of a cup, behind its token."""
        return f"{self._url}/cup/{token}"

    async def watched_cup(self, token: str) -> int | None:
        """The cup that a token to watch stands for, None if it is none."""
        link = (await self._links.find([token])).get(token)
        if link is None or link.role is not Role.WATCH or not link.person.startswith(_CUP):
            return None
        return int(link.person.removeprefix(_CUP))

    async def hall(self, venue: Venue, room: Room) -> str:
        """The address of the pages of a room's server; "" where it has none to read.

        Those of a venue without servers belong to whoever runs the referee.
        """
        rules = await self._servers.rules(room.venue, room.server)
        if venue.places.has_servers and rules.pages == OFF:
            return ""
        name = venue.places.server_name(room)
        hall = await self._halls.of(room.venue, room.server, name)
        return f"{self._url}/hall/{hall.slug}/"

    async def public_hall(self, venue: Venue, room: Room) -> str:
        """The address of a server's pages, where anybody may read them; else ""."""
        rules = await self._servers.rules(room.venue, room.server)
        return await self.hall(venue, room) if rules.pages == PUBLIC else ""

    async def _again(self, key: tuple[int, str], link: Link) -> str:
        """The token that was told before, or a new one: only hashes are kept of them."""
        token = self._told.get(key, "")
        # A player whose name was forgotten ends the links that lead to it.
        if not token or not await self._links.find([token]):
            token = self._told[key] = await self._links.make(link)
        return token


log = logging.getLogger(__name__)

_MARK = "w"


def subject_of(number: int) -> str:
    return f"match/{number}"


def message_of(serial: int) -> str:
    """The id of a message from a page; a venue's own have another form."""
    return f"{_MARK}{serial}"


def is_from_page(message: str | None) -> bool:
    return message is not None and message.startswith(_MARK) and message[1:].isdecimal()


class PageTurns:
    def __init__(self, store: Store) -> None:
        self._lines = RoomStore(store)
        self.keep: Callable[[NewLine], Awaitable[object]] = self._lines.add
        """Keeps an answer; whoever serves the pages shows it to them besides."""
        self.is_open: Callable[[int], bool] = lambda _: False
        """Whether somebody has a page of a match open; whoever serves the pages knows."""

    async def since(self, number: int, match: Match) -> list[Submission]:
        """What the players of a match sent in the turn under way and in the one before it.

        In the order of the stamps. What was sent a moment too early and not ruled before a kill is
        answered, too: nobody else would bring it again.
        """
        logs = {page_log(number, player.id) for player in match.players}
        before = match.turns[-2].at if len(match.turns) > 1 else match.opened_at
        lines = await self._lines.said_since(before, *logs)
        return [
            Submission(
                Player(line.speaker, line.name), Said(line.text), line.at, message_of(line.serial)
            )
            for line in lines
            if line.speaker is not None
        ]

    async def reply(self, number: int, submission: Submission, text: str, at: datetime) -> None:
        """Answers a message on its own page, once."""
        message = int((submission.message or _MARK)[1:])
        room = page_log(number, submission.author.id)
        new = NewLine(room, at, REFUSAL, text, nonce=f"reply/{message}", reply_to=message)
        try:
            await self.keep(new)
        except StoreError as error:
            log.warning("match %s: no reply to message w%s: %s", number, message, error)
