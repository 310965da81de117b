"""Carries out `match review`: where a match that is over was won and lost, as text and chart."""

import asyncio

from bot.commands.request import Asker, Reply
from bot.commands.setup import SetupCommand
from bot.desk.desk import Desk
from bot.desk.reviews import Queued
from bot.desk.venue import Venue
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.views.chances import match_chances
from bot.wording import review
from renderers.chances import chances_chart


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
