"""Carries out what shows a match: status, board, clock, rules, record, replay, hint and review.

Somebody asks for `match board turn:12` in a room without an open match: they are shown the board
after turn 12 of the last match that was held there. Nothing is changed by any of these.

Somebody who can't see the picture types `board text`, `my groups` or `near E4` and is answered in
lines that a screen reader reads one by one: the rows, the groups with their own first, or what lies
around the cell. That and a hint are told to the asker alone.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial

from bot.commands.acts import match_named
from bot.commands.catalogue import Name
from bot.commands.command import AS_WORDS
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.setup import SetupCommand
from bot.desk.desk import Desk
from bot.desk.reviews import Queued
from bot.desk.venue import Venue
from bot.engine.notation import NOTATIONS, Misread, Spelling, read_turn
from bot.engine.turn import Colour, Drop
from bot.referee.match import Match
from bot.referee.problems import NotOneOf, OrderError
from bot.views.files import film_file, race_file, record_file
from bot.views.film import match_chances, race_in_words, rewound, scene_after
from bot.wording import review
from bot.wording import show as words
from bot.wording.clerk import no_match_text
from bot.wording.laws import law_text
from bot.wording.rules import match_rules_text
from bot.wording.show import groups_text, near_text, no_cell_text, rows_text
from bot.wording.status import clock_line, status_text
from bot.wording.voice import Voice
from renderers.chart import chances_chart

LONGEST = 2000
"""What every venue shows of an answer; a longer one is a file as well."""


def board_in_words(
    order: Order, asker: Asker, number: int, match: Match, of: int | None, voice: Voice
) -> Reply | None:
    """The answer in words, None where it is the picture that was asked for.

    `match` stands as it stood after the turn that was asked for, `of` so many if it is an earlier
    one.
    """
    near, form = order.options.get("near", "").strip(), order.options.get("as", "").casefold()
    if near:
        return Reply(_near(match, near, voice), private=True)
    match form:
        case "":
            return None
        case "text":
            text = rows_text(match, number, voice, of)
        case "groups":
            text = groups_text(match, match.seat(asker.player.id))
        case _:
            raise OrderError(NotOneOf("as", form, AS_WORDS))
    whole = ((f"match-{number}-{form}.txt", text.encode()),) if len(text) > LONGEST else ()
    return Reply(text, files=whole, private=True)


def _near(match: Match, word: str, voice: Voice) -> str:
    # As in a game where the mover's colour needs no words.
    spelling = Spelling(match.position.board)
    turn = read_turn(spelling, [word], match.to_move)
    if isinstance(turn, Misread):
        return voice.plain(law_text(turn, match.ruleset, match.position, spelling))
    action = turn.actions[0]
    return near_text(match, action.cell) if isinstance(action, Drop) else no_cell_text()


class HintCommand:
    """Hints in the matches of one venue."""

    def __init__(self, desk: Desk, venue: Venue) -> None:
        self._desk = desk
        self._venue = venue

    async def answer(self, asker: Asker, number: int, match: Match) -> Reply:
        """The hint, or why there is none."""
        text = await self._desk.hints.given(number, match, asker.player, asker.at, self._venue)
        return Reply(self._venue.voice.plain(text))


class ReviewCommand:
    """Reviews of the ended matches of one venue."""

    def __init__(self, desk: Desk, venue: Venue, setup: SetupCommand) -> None:
        self._desk = desk
        self._venue = venue
        self._setup = setup

    async def answer(self, asker: Asker, number: int, match: Match) -> Reply:
        """The review of a match as text and chart, or why there is none."""
        review_made = await self._desk.reviews.made(number, match)
        if isinstance(review_made, Queued):
            return Reply(review.queued_text(review_made.place), private=True)
        if isinstance(review_made, str):
            return Reply(review_made, private=True)
        title, strong = review.match_review_title(number), self._venue.voice.strong
        text = review.review_text(title, review_made, match.ruleset, match.spelling, strong)
        if not match.turns:
            return Reply(text)
        # Whoever played is put in their own seat: what they can try again is their own turn.
        seats = match.seat(asker.player.id) or tuple(Colour)
        turn = next((one.number for one in review_made.worst if one.mover in seats), 0)
        if turn and await self._plays_on(asker):
            text += f"\n{review.playing_on_text(number, turn - 1)}"
        look = await self._setup.look(asker)
        shown, name = match_chances(match, number, review_made, look), f"match-{number}-review.png"
        chart = await asyncio.to_thread(chances_chart, shown)
        alt = review.chances_alt(match.terms.colours, shown.values, shown.certain)
        return Reply(text, files=((name, chart),), alts={name: alt})

    async def _plays_on(self, asker: Asker) -> bool:
        """Whether the partner may be met where the asker is; that it thinks is known by then."""
        rules = await self._setup.rules(asker)
        return rules.sparring and self._venue.places.account() is not None


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
