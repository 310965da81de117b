"""Carries out `match review`: where a match that is over was won and lost.

Nothing about an open match is computed or shown, to nobody. And where an open match began with the
same three turns, in whichever way the board is turned or mirrored, the review has to wait: else
somebody could replay a live game against themselves, resign, and ask.

A review takes some seconds of a process of its own. Whoever asks for one that is under way, or was
made of late, is given that one.
"""

import asyncio
import logging

from bot.commands.request import Asker, Reply
from bot.commands.setup import SetupCommand
from bot.desk.desk import Desk
from bot.desk.thinking import Thinking, ThinkingError
from bot.desk.venue import Venue
from bot.engine.position import Position
from bot.engine.symmetry import are_alike
from bot.engine.turn import Turn
from bot.players.levels import plays
from bot.players.place import game_at
from bot.players.review import Review
from bot.referee.match import Match
from bot.referee.problems import Simple
from bot.views.chances import match_chances
from bot.views.film import history
from bot.wording import review
from bot.wording.problems import problem_text
from renderers.chances import chances_chart

log = logging.getLogger(__name__)

OPENING = 3
"""Games that begin with so many turns alike are taken for the same game."""
MOST_WAITING = 5
"""How many reviews of one venue may be under way or waiting."""


class ReviewCommand:
    """Reviews of the ended matches of one venue."""

    def __init__(self, desk: Desk, venue: Venue, setup: SetupCommand) -> None:
        self._desk = desk
        self._venue = venue
        self._setup = setup

    async def answer(self, asker: Asker, number: int, match: Match) -> Reply:
        """The review of a match as text and chart, or why there is none."""
        review_made = await made(self._desk, self._venue, number, match)
        if isinstance(review_made, str):
            return Reply(review_made, private=True)
        colours, side = match.terms.colours, match.terms.side
        strong = self._venue.voice.strong
        text = review.review_text(
            review.match_review_title(number), review_made, side, colours, strong
        )
        if not match.turns:
            return Reply(text)
        look = await self._setup.look(asker)
        shown, name = match_chances(match, number, review_made, look), f"match-{number}-review.png"
        chart = await asyncio.to_thread(chances_chart, shown)
        alt = review.chances_alt(colours, shown.values, shown.certain)
        return Reply(text, files=((name, chart),), alts={name: alt})


async def made(desk: Desk, venue: Venue, number: int, match: Match) -> Review | str:
    """The review of a match, or why there is none: one for all who ask, by command or on a page."""
    thinking = desk.thinking
    barred = await _barred(desk, venue, match)
    if barred or thinking is None:
        return barred
    task = _task(thinking, venue, number, match)
    if task is None:
        return review.many_reviews_text()
    try:
        # Whoever asked may go away: others wait for the same review.
        return await asyncio.shield(task)
    except ThinkingError as error:
        log.warning("match %s could not be reviewed: %s", number, error)
        return review.review_failed_text()


async def _barred(desk: Desk, venue: Venue, match: Match) -> str:
    """Why a match is not reviewed, "" if it is."""
    if not match.over:
        return review.not_over_text()
    if desk.thinking is None:
        return problem_text(Simple.THINKING_OFF)
    if not plays(match.ruleset):
        return review.NOT_KNOWN
    opening = _turns(match)[:OPENING]
    if opening and await _is_played_now(desk, venue, match, opening):
        return review.same_opening_text()
    return ""


async def _is_played_now(desk: Desk, venue: Venue, match: Match, opening: tuple[Turn, ...]) -> bool:
    """Whether an open match began in the same way, here or where another process referees."""
    if any(_begins_alike(match, opening, other) for other in desk.open_games()):
        return True
    async for other in desk.open_elsewhere(venue):
        if _begins_alike(match, opening, other):
            return True
    return False


def _task(
    thinking: Thinking, venue: Venue, number: int, match: Match
) -> asyncio.Task[Review] | None:
    """The review, made or under way; None where too many are under way."""
    reviews, key = thinking.reviews, (venue.name, number, _turns(match))
    task = reviews.get(key)
    if task is not None and not (task.done() and (task.cancelled() or task.exception())):
        return task
    waiting = [of for (of, *_), task in reviews.items() if not task.done()]
    if waiting.count(venue.name) >= MOST_WAITING:
        return None
    start = game_at(match.ruleset, Position(match.position.board))
    task = reviews[key] = asyncio.create_task(thinking.review(start, _turns(match), number))
    return task


def _turns(match: Match) -> tuple[Turn, ...]:
    return tuple(position.turn for position in history(match.position) if position.turn is not None)


def _begins_alike(match: Match, opening: tuple[Turn, ...], other: Match) -> bool:
    """Whether an open match is of the same game, and began in the same way."""
    same = (other.terms.ruleset, other.terms.side) == (match.terms.ruleset, match.terms.side)
    return same and are_alike(match.terms.side, opening, _turns(other)[: len(opening)])
