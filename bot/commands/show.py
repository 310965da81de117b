"""Carries out the commands that show a match: status, board, clock, rules, record and replay.

Somebody asks for `match board turn:12` in a room without an open match: they are shown the board
after turn 12 of the last match that was held there. Nothing is changed by any of these.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial

from bot.commands.acts import match_named
from bot.commands.board_words import board_in_words
from bot.commands.catalogue import Name
from bot.commands.hint import HintCommand
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.review import ReviewCommand
from bot.commands.setup import SetupCommand
from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.engine.notation import NOTATIONS
from bot.referee.match import Match
from bot.referee.problems import NotOneOf, OrderError
from bot.views.files import film_file, race_file, record_file
from bot.views.film import race_in_words, rewound, scene_after
from bot.wording import show as words
from bot.wording.clerk import no_match_text
from bot.wording.rules import match_rules_text
from bot.wording.status import clock_line, status_text


class ShowCommands:
    """Shows matches; anybody on the server may ask."""

    def __init__(self, desk: Desk, venue: Venue, setup: SetupCommand) -> None:
        self._desk = desk
        self._venue = venue
        self._setup = setup
        self._hints = HintCommand(desk, venue)
        self._reviews = ReviewCommand(desk, venue, setup)
        # A film takes a second or more of one processor: they are drawn one at a time.
        self._drawing = asyncio.Lock()

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        shown: dict[Name, Show] = {
            Name.STATUS: self._status,
            Name.BOARD: self._board,
            Name.CLOCK: self._clock,
            Name.RULES: self._rules,
            Name.RECORD: self._record,
            Name.REPLAY: self._replay,
            Name.REVIEW: self._review,
            Name.HINT: self._hint,
            Name.WATCH: self._watch,
        }
        return {name: partial(self._answer, show) for name, show in shown.items()}

    async def _answer(self, show: "Show", order: Order, asker: Asker) -> Reply:
        """Answers a question about the match it names or else on this room's."""
        named = match_named(order)
        if named is None:
            held = await self._desk.latest(asker.room)
        else:
            held = await within_reach(self._desk, named, asker)
        if held is None:
            text = no_match_text() if named is None else words.no_such_match_text(str(named))
            return Reply(text, private=True, no_match=named is None)
        return await show(order, asker, *held)

    async def _clock(self, _: Order, __: Asker, ___: int, match: Match) -> Reply:
        return Reply(clock_line(match, self._venue.voice, self._venue.now()))

    async def _rules(self, _: Order, __: Asker, ___: int, match: Match) -> Reply:
        return Reply(match_rules_text(match))

    async def _status(self, _: Order, __: Asker, number: int, match: Match) -> Reply:
        venue, board = self._venue, match.telling.board_message
        held = await self._desk.match(number)
        link = venue.places.link(held[0], board) if held is not None and board else ""
        return Reply(status_text(number, match, venue.voice, venue.now(), link))

    async def _board(self, order: Order, asker: Asker, number: int, match: Match) -> Reply:
        played = match.position.number
        asked = order.options.get("turn", str(played)).strip()
        if not (asked.isascii() and asked.isdigit() and len(asked) < 5 and int(asked) <= played):
            return Reply(words.no_such_turn_text(number, played), private=True)
        turn = int(asked)
        earlier = turn < played
        described = board_in_words(
            order,
            asker,
            number,
            rewound(match, turn),
            played if earlier else None,
            self._venue.voice,
        )
        if described is not None:
            return described
        look = await self._setup.look(asker)
        scene = scene_after(match, turn, self._venue.now(), number, look)
        return Reply(
            words.board_text(match, number, turn, self._venue.voice) if earlier else "", scene
        )

    async def _record(self, order: Order, asker: Asker, number: int, match: Match) -> Reply:
        notation = order.options.get("notation", NOTATIONS[0]).casefold()
        if notation not in NOTATIONS:
            raise OrderError(NotOneOf("notation", notation, NOTATIONS))
        record = record_file(match, asker.room.venue, notation)
        return Reply("", files=((f"match-{number}.txt", record),))

    async def _review(self, _: Order, asker: Asker, number: int, match: Match) -> Reply:
        return await self._reviews.answer(asker, number, match)

    async def _hint(self, _: Order, asker: Asker, number: int, match: Match) -> Reply:
        return await self._hints.answer(asker, number, match)

    async def _watch(self, _: Order, asker: Asker, number: int, __: Match) -> Reply:
        pages = self._desk.page_links
        if pages is None:
            return Reply(words.no_watch_pages_text(), private=True)
        if not await pages.may_watch(self._venue, asker.room):
            return Reply(words.watch_off_text(), private=True)
        return Reply(words.watch_text(number, await pages.watch(number)))

    async def _replay(self, _: Order, asker: Asker, number: int, match: Match) -> Reply:
        text = words.replay_text(match, number, self._venue.voice)
        if not match.turns:
            return Reply(text, private=True)
        look = await self._setup.look(asker)
        now = self._venue.now()
        film, race = f"match-{number}.gif", f"match-{number}-race.png"
        given_up = threading.Event()

        def drawn() -> tuple[tuple[str, bytes], ...]:
            gif = film_file(match, now, number, look, given_up.is_set)
            if not match.over:
                return ((film, gif),)
            return (film, gif), (race, race_file(match, number, look))

        async with self._drawing:
            try:
                files = await asyncio.to_thread(drawn)
            finally:
                # The thread is not cancelled with us, and at a stop it would be waited for.
                given_up.set()
        last = scene_after(match, match.position.number, now, number, look).alt
        alts = {film: words.film_alt(match.position.number, last), race: race_in_words(match)}
        return Reply(text, files=files, alts=alts)


Show = Callable[[Order, Asker, int, Match], Awaitable[Reply]]
"""Shows one match, given its number."""


async def within_reach(desk: Desk, number: int, asker: Asker) -> tuple[int, Match] | None:
    """A match of the asker's server by its number; one of another server is as good as none."""
    held = await desk.match(number)
    if held is None:
        return None
    room, match = held
    if (room.venue, room.server) != (asker.room.venue, asker.room.server):
        return None
    if asker.only_here and room != asker.room:
        return None
    return number, match
