"""What is asked or said before something that can't be taken back: it names colour and player.

Bob resigned by mistake. Before the host reopens the match, the dialog says which result goes, who
is to move then, and that the clock stands until somebody resumes it. What a typed command asks back
is said in the same words.
"""

from datetime import datetime
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee.changes import reopened, undone
from bot.referee.events import TurnsUndone
from bot.referee.hosting import colour_named, reopening
from bot.referee.match import Match, Status
from bot.referee.submission import Adjudicate, Cancel, Forfeit, Pause, Reopen, Resign, Resume, Undo
from bot.wording.hosting import fresh, reopened_text
from bot.wording.phrases import clock_text, colour_name
from bot.wording.results import headline
from bot.wording.voice import Voice

Confirmable = Adjudicate | Cancel | Forfeit | Resign | Undo


def confirm_text(number: int, match: Match, act: Confirmable, player: str, voice: Voice) -> str:
    """The question for an act that the match would take; `player` is the id of who asks for it."""
    match act:
        case Resign():
            seats = match.seat(player)
            loser = match.to_move if len(seats) > 1 else seats[0]
            return (
                f"Resign match {number} for good as {_who(match, loser, voice)}? "
                f"{_who(match, loser.other, voice)} wins."
            )
        case Forfeit(colour):
            loser = colour_named(match, colour) or Colour.FIRST
            return (
                f"Rule that {_who(match, loser, voice)} forfeits match {number}? "
                f"{_who(match, loser.other, voice)} wins."
            )
        case Adjudicate(None):
            return f"Decide match {number} as a tie between {_both(match, voice, 'and')}?"
        case Adjudicate(winner):
            wins = colour_named(match, winner or "") or Colour.FIRST
            return f"Decide match {number}: {_who(match, wins, voice)} wins?"
        case Cancel():
            return f"End match {number}, {_both(match, voice, 'against')}, without a result?"
        case Undo(turns):
            then = undone(match, TurnsUndone(match.turn_open_at, turns))
            last = "turn" if turns == 1 else f"{turns} turns"
            return (
                f"Take back the last {last} of match {number}? "
                f"{_who(match, then.to_move, voice)} is to move then.{_clock_then(then)}"
            )
        case _:
            assert_never(act)


def both_seats_text(name: str, colours: tuple[str, str], voice: Voice) -> str:
    """One person was named for both colours."""
    first, second = (voice.strong(colour.capitalize()) for colour in colours)
    return f"{name} would play both {first} and {second}. Set it up like that?"


def expired_text() -> str:
    """A confirming button from before a restart, or one that has been pressed."""
    return "That question is not open any more. Give the command again if you still want it."


def not_yours_text() -> str:
    """Somebody else presses a confirming button."""
    return "Only the one who gave the command can confirm it."


def moved_on_text() -> str:
    """A turn was played, or a seat given away, between the question and the answer."""
    return "The match has moved on meanwhile, so nothing was done. Give the command again."


def how_text(question: str, *, button: bool) -> str:
    """The question with how to say yes to it."""
    press = "press the button, or " if button else ""
    return f"{question} If so, {press}add confirm:yes to the command."


def _clock_then(match: Match) -> str:
    """What the clocks show once turns are taken back."""
    if match.clock is None:
        return ""
    banks = " and ".join(
        f"{clock_text(match.clock.banks[colour])} for {colour_name(match, colour)}"
        for colour in Colour
    )
    return f" The turn begins anew, with banks of {banks}."


def _both(match: Match, voice: Voice, link: str) -> str:
    first, second = (_who(match, colour, voice) for colour in Colour)
    return f"{first} {link} {second}"


def _who(match: Match, colour: Colour, voice: Voice) -> str:
    name = voice.name(match.players[colour])
    return f"{voice.strong(colour_name(match, colour))} ({name})"


Foreseen = Confirmable | Pause | Resume | Reopen


def consequence_text(number: int, match: Match, act: Foreseen, at: datetime, voice: Voice) -> str:
    """What the act will do; the match must be one in which the host may do it."""
    match act:
        case Pause():
            stands = "No turn" if match.clock is None else "The clock stands, and no turn"
            return f"{stands} counts until the host resumes the match."
        case Resume():
            return f"{_to_move(match, voice)}.{_left(match)}"
        case Reopen():
            event = reopening(match, at, match.host)
            then = reopened(match, event)
            text = f"{headline(match)}: that is taken back.{reopened_text(then, event.turns)}"
            waits = then.status is Status.WAITING
            return text if waits else f"{text} {_to_move(then, voice)} then."
        case _:
            return confirm_text(number, match, act, match.host.id, voice)


def _to_move(match: Match, voice: Voice) -> str:
    name = voice.name(match.players[match.to_move])
    return f"{colour_name(match, match.to_move)} ({name}) is to move"


def _left(match: Match) -> str:
    """What the clock goes on with."""
    if match.clock is None or match.pauses.since is None:
        return ""
    left = match.clock.remaining(match.to_move, match.pauses.since)
    shown = f"{clock_text(left.turn)} of the turn and {clock_text(left.bank)} in the bank"
    return f" The clock goes on with {shown}{fresh(match)}."
