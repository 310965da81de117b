"""Answers the questions about a match: status, board, clock, rules, record and replay."""

import asyncio
import threading

from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.commands.setup import Housekeeping
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.engine.record import write
from bot.referee.match import Match
from bot.views.film import HOLD, match_film, match_race, pace, rewound
from bot.views.record import match_record
from bot.views.scenes import match_scene
from bot.wording.clerk import no_match_text
from bot.wording.rules import match_rules_text
from bot.wording.show import board_text, no_such_match_text, no_such_turn_text, replay_text
from bot.wording.status import clock_line, status_text
from bot.wording.voice import Voice
from renderers.chart import chart
from renderers.gif import gif


class Looking:
    """Shows matches; anybody on the server may ask."""

    def __init__(self, desk: Desk, venue: Venue, house: Housekeeping) -> None:
        self._desk = desk
        self._venue = venue
        self._house = house
        # A film takes a second or more of one processor: they are drawn one at a time.
        self._drawing = asyncio.Lock()

    async def answer(self, order: Order, asker: Asker) -> Reply:
        """Answers a question about the match it names or else on this room's."""
        named = order.options.get("match", "").strip().removeprefix("#")
        found = await self._named(named, asker) if named else await self._desk.latest(asker.room)
        if found is None:
            return Reply(no_such_match_text(named) if named else no_match_text(), private=True)
        number, match = found
        match order.command:
            case "match board":
                return await self._board(order, asker, number, match)
            case "match clock":
                return Reply(clock_line(match, self._venue.voice, self._venue.now()))
            case "match rules":
                return Reply(match_rules_text(match))
            case "match record":
                return _record(order, asker, number, match, self._venue.voice)
            case "match replay":
                return await self._replay(asker, number, match)
            case _:
                return await self._status(number, match)

    async def _named(self, number: str, asker: Asker) -> tuple[int, Match] | None:
        """A match of the asker's server by its number."""
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            return None
        room = await self._desk.room_of(int(number))
        if room is None or (room.venue, room.server) != (asker.room.venue, asker.room.server):
            return None
        if asker.only_here and room != asker.room:
            return None
        return await self._desk.match(int(number))

    async def _status(self, number: int, match: Match) -> Reply:
        venue = self._venue
        room = await self._desk.room_of(number)
        board = match.board_message
        link = venue.places.link(room, board) if room is not None and board else ""
        return Reply(status_text(number, match, venue.voice, venue.now(), link))

    async def _board(self, order: Order, asker: Asker, number: int, match: Match) -> Reply:
        rules = await self._house.rules(asker)
        played = match.position.number
        asked = order.options.get("turn", str(played)).strip()
        if not (asked.isascii() and asked.isdigit() and len(asked) < 5 and int(asked) <= played):
            return Reply(no_such_turn_text(number, played), private=True)
        turn = int(asked)
        scene = match_scene(rewound(match, turn), self._venue.now(), number, rules.look)
        earlier = turn < played
        return Reply(board_text(match, number, turn, self._venue.voice) if earlier else "", scene)

    async def _replay(self, asker: Asker, number: int, match: Match) -> Reply:
        text = replay_text(match, number, self._venue.voice)
        if not match.turns:
            return Reply(text, private=True)
        look = (await self._house.rules(asker)).look
        now = self._venue.now()

        given_up = threading.Event()

        def drawn() -> tuple[tuple[str, bytes], ...]:
            scenes = match_film(match, now, number, look)
            film = (f"match-{number}.gif", gif(scenes, pace(scenes), HOLD, given_up.is_set))
            if not match.over:
                return (film,)
            return film, (f"match-{number}-race.png", chart(match_race(match, number, look)))

        async with self._drawing:
            try:
                files = await asyncio.to_thread(drawn)
            finally:
                # The thread is not cancelled with us, and at a stop it would be waited for.
                given_up.set()
        return Reply(text, files=files)


def _record(order: Order, asker: Asker, number: int, match: Match, voice: Voice) -> Reply:
    try:
        record = match_record(match, asker.room.venue)
        text = write(record, order.options.get("notation", "house"))
    except ValueError as error:
        return Reply(voice.plain(f"{error}."), private=True)
    return Reply("", files=((f"match-{number}.txt", text.encode()),))
