"""What a turn would come to that somebody has tapped and not played yet."""

from datetime import datetime

from bot.referee.arbiter import rule
from bot.referee.fold import apply
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Refused
from bot.referee.submission import Said, Submission
from bot.wording.figures import figures_text
from bot.wording.forms import prompt_text
from bot.wording.refusals import refusal_text
from bot.wording.results import headline


def preview(match: Match, text: str) -> str:
    """The figures after a turn, and what the opponent may do then; or why it is none.

    Nothing is ruled, and no time is called: the turn is looked at as of its beginning.
    """
    mover, at = match.players[match.to_move], match.turn_open_at + datetime.resolution
    ruling = rule(match, Submission(mover, Said(text), at))
    if isinstance(ruling, Refused):
        return refusal_text(match, ruling)
    if not isinstance(ruling, Accepted):
        return ""
    after = match
    for event in ruling.events:
        after = apply(after, event)
    then = headline(after) if after.over else prompt_text(after)
    return f"{figures_text(after)}. {then}."
