"""Before the first turn: what has to be said, by whom, and when a match starts.

Where the terms leave it to the DMO (the Death Match Opponent, one of the two players), the DMO
says who starts; either that or the host in their place may say otherwise until the match has
started. Where the komi is to be chosen, the second player names it, and then the first takes a
colour. The right is the seat's: whoever is put in the DMO's seat is the DMO. Ready and the host's
order to start may come before the choice or after it; the match starts when nothing is left to wait
for.
"""

import re
from datetime import datetime

from bot.engine import phrases
from bot.engine.plaintext import DISC, EMOJI, END, plain
from bot.engine.rulesets.catena import KOMI
from bot.engine.turn import Colour
from bot.referee.events import FirstChosen, KomiNamed, MatchStarted
from bot.referee.hosting import colour_named
from bot.referee.match import Choice, Match, Status
from bot.referee.ruling import Reason
from bot.referee.submission import Choose, Submission

_ME, _OPPONENT = ("me", "i", "myself"), ("opponent", "them")
_WORD = re.compile(rf"[^\s,.!:={EMOJI}{DISC}{END}]+")
_AROUND = ("i", "i'll", "i’ll", "my", "is", "take", "play", "choose", "name", "komi", "points")
"""What may stand around a choice that is said in the room: "komi is 3", "I take white"."""


def start(match: Match, at: datetime) -> tuple[MatchStarted, ...]:
    """The start of a match that waits for nothing any more, else nothing."""
    if match.start.choice is not None:
        return ()
    if match.start.ready == set(Colour):
        return (MatchStarted(at),)
    return () if match.start.ordered is None else (MatchStarted(at, match.start.ordered),)


def choose(
    match: Match, submission: Submission, act: Choose, *, by_host: bool
) -> FirstChosen | KomiNamed | Reason:
    """The choice as an event, or why it can't be made."""
    if match.status is not Status.WAITING:
        return Reason.OVER if match.over else Reason.ALREADY_STARTED
    # What the DMO said can be said otherwise.
    chooser = match.chooser if match.start.choice else match.dmo
    if chooser is None or not (match.start.choice or match.terms.dmo_chooses):
        return Reason.FIRST_SETTLED
    if not (by_host or chooser in match.seat(submission.author.id)):
        return Reason.NOT_YOURS_TO_CHOOSE
    if match.start.choice is Choice.KOMI:
        return _komi(submission, act.what)
    colour = _named(match, submission.author.id, act.what)
    if colour is None:
        return Reason.NO_SUCH_COLOUR
    if colour is Colour.FIRST and match.start.choice is None:
        return Reason.FIRST_SETTLED
    taken = match.start.choice is Choice.COLOUR
    return FirstChosen(submission.sent_at, colour, submission.author, taken)


def said(match: Match, text: str) -> str:
    """The komi or the colour that words in the room name, while one is to be named; "" for none.

    "Komi 3.5" names none that there is, and gets the answer that a button or a command would get.
    """
    if match.start.choice not in (Choice.KOMI, Choice.COLOUR):
        return ""
    is_komi = match.start.choice is Choice.KOMI
    text = phrases.without(plain(text))
    words = [word.casefold() for word in _WORD.findall(text)]
    left = [word for word in words if word not in _AROUND]
    means_komi = is_komi and words[:1] == ["komi"] and "?" not in text
    if means_komi and any(sign.isdigit() for sign in text):
        return " ".join(left)
    if len(left) != 1:
        return ""
    named = left[0].isdecimal() if is_komi else colour_named(match, left[0])
    return "" if named is None or named is False else left[0]


def _komi(submission: Submission, text: str) -> KomiNamed | Reason:
    try:
        komi = KOMI.read(text)
    except ValueError:
        komi = None
    if komi is None:
        return Reason.NO_SUCH_KOMI
    return KomiNamed(submission.sent_at, komi, submission.author)


def _named(match: Match, author: str, who: str) -> Colour | None:
    """The player whom the author names; an author in both seats speaks as the DMO."""
    word = who.strip().casefold()
    seats = match.seat(author)
    own = match.dmo if len(seats) > 1 else next(iter(seats), None)
    if word in _ME:
        return own
    if word in _OPPONENT:
        return None if own is None else own.other
    named = match.seat(word)
    return named[0] if len(named) == 1 else colour_named(match, word)
