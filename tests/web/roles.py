"""Matches with a page for every role, in the local room and at `/match/7`, and what an act does."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from fakes import BLUE, FAN, HOST, RED, ROOM
from fakes import FakeHouse as Elsewhere
from fakes import house as elsewhere
from settling import settled
from venues.room.visitor import FORM, RoomHouse, Visitor, browser, plain, words

from bot.desk.desk import Desk
from bot.desk.pages import PageLinks
from bot.referee.events import Appointment, MatchOpened, Player, Request, Shown
from bot.referee.match import Room
from bot.referee.submission import (
    Act,
    Appoint,
    Ask,
    Choose,
    Pause,
    ReplacePlayer,
    Resign,
    Said,
    StartNow,
    Submission,
)
from bot.settings import Settings
from bot.storage.links import Link, Links, Role
from bot.storage.store import Store
from bot.venues.room.match_list import new_key
from bot.venues.room.opening_form import read_form
from bot.venues.room.seats import RoomRole, all_tokens, issue, links_of, new_room
from bot.venues.room.seats import place as place_of
from bot.web.elsewhere import SeatPages
from bot.web.server import WebServer

CID = Player("cid", "Cid")
GUESSED = "guessed-guessed-guessed-guessed1"
BEGUN: tuple[tuple[str, Act], ...] = (("host", StartNow()), ("one", Said("E5")))
HOURS = tuple(Appointment(datetime(2100, 12, day, 20, tzinfo=UTC)) for day in (4, 5, 6))
BEFORE: dict[str, tuple[tuple[str, Act], ...]] = {
    "waiting": (),
    "choosing": (),
    "naming": (),
    "taking": (("two", Choose("3")),),
    "running": BEGUN,
    "asked": (*BEGUN, ("one", Ask(Request.UNDO))),
    "hours": (("two", Appoint(HOURS[0], HOURS[1:])),),
    "paused": (*BEGUN, ("host", Pause())),
    "over": (*BEGUN, ("one", Resign())),
    "wished": (*BEGUN, ("one", Resign())),
}
"""What was done before, and as whom: where it has begun, Red has played and Blue is to move.

In `choosing` Red, who won the DMO, says who starts; in `naming` the second player names the komi of
a game of Catena, and in `taking` the first then takes a colour. In `wished` Cid has asked for a
rematch, in `hours` he has proposed three. In all of them Cid has taken Bob's seat.
"""
CATENA: dict[str, Any] = {
    "format": "catena",
    "one": {"name": "Ann", "colour": "black"},
    "two": {"name": "Bob", "colour": "white"},
    "options": {"komi": "choose"},
}
FORMS: dict[str, dict[str, Any]] = {
    "choosing": {"dmo": "one", "first": "dmo"},
    "naming": CATENA,
    "taking": CATENA,
}


@dataclass
class Seats:
    """A match, and the links that people have to it, by their role."""

    desk: Desk
    store: Store
    room: Room
    number: int
    links: dict[str, list[str]]
    enter: Callable[[list[str]], Awaitable[Visitor]]

    async def page(self, role: str) -> Visitor:
        """The page of somebody in a role, once it shows the match or is turned away."""
        page = await self.enter(self.links[role])
        await page.until(lambda one: one["type"] in ("state", "closed"))
        return page

    @staticmethod
    def offered(page: Visitor) -> list[str]:
        shown = [one["actions"] for one in page.seen if one["type"] == "state"]
        return [one["act"] for one in shown[-1]]

    async def begin(self, situation: str, people: dict[str, Player], cid: Player) -> None:
        """Cid takes Bob's seat, and all is done that was done before."""
        venue = self.desk.serving(self.room)
        assert venue is not None
        _, match = await self.desk.match(self.number) or (None, None)
        assert match is not None
        people |= {"two": cid}
        seat = ReplacePlayer(match.terms.colours[1], cid)
        for role, act in (("host", seat), *BEFORE[situation]):
            at, hosts = venue.now(), role == "host"
            await self.desk.submit_to(self.number, Submission(people[role], act, at, None, hosts))

    async def done(self) -> list[str]:
        """The number of the room's last match, and what was done in it."""
        number, _ = await self.desk.latest(self.room) or (0, None)
        stored = await self.store.load(number)
        assert stored is not None
        events = [type(one).__name__ for one in stored.events if not isinstance(one, Shown)]
        return [str(number), *events]


def _form(situation: str) -> dict[str, Any]:
    return FORM | {"clock": "1m+5m"} | FORMS.get(situation, {})


async def _opened(place: RoomHouse, situation: str) -> tuple[str, dict[str, str]]:
    """A room with a match in it; the form itself may be sent ten times a minute."""
    room = new_room()
    tokens, opened = issue(room)
    await Links(place.store).add(opened)
    form = read_form(_form(situation), room, place.venue.now(), thinks=False)
    await place.desk.open(place_of(room), form)
    return room, {str(role): token for role, token in tokens.items()}


async def in_room(place: RoomHouse, situation: str) -> Seats:
    """A match in a local room, and links to it and to another one."""
    links = Links(place.store)
    (room, tokens), (_, another) = [await _opened(place, situation) for _ in range(2)]
    number, match = await place.desk.latest(place_of(room)) or (0, None)
    assert match is not None
    await links.add(links_of(room, tokens["host"], ["two-1"]))
    two = all_tokens(tokens["host"], ("one", "two-1"))[RoomRole.TWO]
    held = {
        "host": [tokens["host"]], "one": [tokens["one"]], "two": [two],
        "both": [tokens["one"], two], "watch": [tokens["watch"]], "replaced": [tokens["two"]],
        "home": [await new_key(links)], "guessed": [GUESSED], "another": [*another.values()],
    }  # fmt: skip
    seats = Seats(
        place.desk, place.store, place_of(room), number, held, lambda sent: place.visit(room, *sent)
    )
    people = {"host": match.host, "one": match.players[0]}
    await seats.begin(situation, people, Player(f"{room}.two-1", "Cid"))
    await settled(place.desk)
    if situation == "wished":
        cid = await seats.page("two")
        await cid.act("ask-rematch")
        await cid.get("taken")
        await cid.close()
    return seats


@dataclass
class SeatHouse:
    """A referee of a venue in memory, with a web server for the pages of its matches."""

    place: Elsewhere
    links: PageLinks
    address: str
    session: ClientSession
    keys: "count[int]" = field(default_factory=count)

    async def visit(self, number: int, *tokens: str) -> Visitor:
        path = f"{self.address}/match/{number}/socket"
        socket = await self.session.ws_connect(path, headers={"Origin": self.address})
        await socket.send_json({"type": "hello", "tokens": tokens, "after": 0})
        return Visitor(socket, self.keys)

    async def own(self, number: int, person: Player) -> str:
        return (await self.links.own(number, person)).partition("#")[2]


@contextlib.asynccontextmanager
async def seat_house(folder: Path) -> AsyncIterator[SeatHouse]:
    """Pages of matches that are held at a venue in memory."""
    async with elsewhere(folder) as place, browser() as session:
        links, server = PageLinks(place.store, ""), WebServer(Settings(), place.desk, place.clock)
        seats = SeatPages(server, place.desk, place.store, links, place.clock)
        showing = asyncio.create_task(seats.run())
        async with TestServer(server.app) as served:
            try:
                yield SeatHouse(place, links, str(served.make_url("")).rstrip("/"), session)
            finally:
                showing.cancel()
                await asyncio.gather(showing, return_exceptions=True)


async def elsewhere_in(house: SeatHouse, situation: str) -> Seats:
    """A match in a room of the venue, and links to it and to another one."""
    place, room = house.place, replace(ROOM, id=f"room{next(house.keys)}")
    now = place.clock.now()
    terms = read_form(_form(situation), room.id, now, thinks=False).terms
    number = await place.desk.open(room, MatchOpened(now, HOST, (RED, BLUE), terms))
    links = Links(place.store)
    people = {"host": HOST, "one": RED, "two": CID, "replaced": BLUE, "fan": FAN}
    another = Link(Role.SEAT, match=number + 1, person=RED.id, name="Ann")
    held = {role: [await house.own(number, person)] for role, person in people.items()} | {
        "watch": [(await house.links.watch(number)).rpartition("/")[2]],
        "home": [await new_key(links)], "guessed": [GUESSED],
        "another": [await links.make(another)],
    }  # fmt: skip
    seats = Seats(
        place.desk, place.store, room, number, held, lambda sent: house.visit(number, *sent)
    )
    await place.settled()
    await seats.begin(situation, people, CID)
    await place.settled()
    return seats


WORDS = {
    "Only the host of this": "host",
    "Only the two players": "players",
    "Who starts is for Red": "chooser",
    "The komi is for White": "chooser",
    "The first colour is for": "chooser",
    "It is Blue's turn": "not-now",
    "You have not played": "none-yet",
    "Several hours are": "which",
    "Your opponent has to": "opponent",
    "No hints were agreed on": "no-hints",
    "That is no turn. Play": "talk-there",
    "That is done in the match's": "not-here",
    "Choose Replace a player under": "not-here",
    "Here a match is set up": "not-here",
    "Here a seat goes": "not-here",
    "Who takes the seat: this": "needed",
    "The match is still open": "not-over",
    "Only the host": "host",
}
"""What a page is told where something was not done, by how that begins: whose it is to do, say."""
DONE = {
    "AppointmentSet": "agreed", "FirstChosen": "chosen", "KomiNamed": "named",
    "MatchEnded": "ended", "MatchPaused": "paused", "MatchReopened": "reopened",
    "MatchResumed": "resumed", "MatchStarted": "started", "PlayerReady": "ready",
    "PlayerReplaced": "replaced", "RequestDeclined": "declined", "RequestMade": "asked",
    "StartOrdered": "ordered", "TimeChanged": "changed", "TurnPlayed": "played",
    "TurnsUndone": "undone",
}  # fmt: skip


async def outcome(seats: Seats, page: Visitor, message: dict[str, Any]) -> str:
    """What came of a message, in a word: what was done, or else what its page was told."""
    before, seen, key = await seats.done(), len(page.seen), f"key-{next(page.keys)}"
    await page.socket.send_json(message | {"key": key})
    await page.until(lambda one: one["type"] == "taken" and one["key"] == key)
    after = await seats.done()
    if after[0] != before[0]:
        return "opened"
    if after != before:
        return "+".join(DONE[event] for event in after[len(before) :])
    told = [word for one in page.seen[seen:] for word in _told(one, key)]
    return "+".join(word for word in told if word != "said" or told == ["said"]) or "-"


def _told(message: dict[str, Any], key: str) -> list[str]:
    """What a page is told of its own message; others may speak meanwhile."""
    match message["type"]:
        case "ask":
            return ["asks"]
        case "whisper" if message.get("files") or message.get("picture"):
            return ["file"]
        case "whisper":
            return [_word(plain(message["parts"]))]
        case "lines" if not message.get("old"):
            lines = message["lines"]
            refused = [_word(words(line)) for line in lines if line["kind"] == "refusal"]
            asked = [
                "told" for line in lines if line["kind"] == "told" and "rematch" in words(line)
            ]
            return ["said" for line in lines if line["key"] == key] + refused + asked
        case _:
            return []


def _word(text: str) -> str:
    found = (word for beginning, word in WORDS.items() if text.startswith(beginning))
    return next(found, "answered" if "Red Ann against Blue Cid" in text else text)
