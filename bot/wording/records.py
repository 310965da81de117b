"""Beyond the turns of a record: notes of what happened, and tags that the game contradicts."""

from typing import assert_never

from bot.engine.outcome import BOARD_FULL, TIE_TO_DMO, Contradiction, Why
from bot.engine.replaying import Replay
from bot.referee import events
from bot.referee.clock import ZERO
from bot.referee.match import Match
from bot.wording.laws import shown_word
from bot.wording.phrases import clock_text, colour_name

Names = tuple[str, str]

NO_GAME = (
    "There is no game in the input. Write one turn a line, such as D7 F8, or see docs/records.md."
)

TOO_LARGE = "The file is larger than 50 MB: export only the channel and the days of the match."


def assumed_texts(game: Replay) -> list[str]:
    """What was assumed where a text leaves open what was played."""
    texts = []
    if game.alternates:
        first, second = (colour.capitalize() for colour in game.setup.colours)
        texts.append(f"Nobody is named: I take the lines to be by turns {first}'s and {second}'s.")
    return texts


def no_pair_text(option: str) -> str:
    """An `--option` of the command line without an equals sign."""
    return f"--option {option}: write it as KEY=VALUE."


def won_text(colour: str, reason: str | None) -> str:
    """Who has won a recorded game, for a headline."""
    return f"{colour.capitalize()} wins" + (" the tie as DMO" if reason == TIE_TO_DMO else "")


def contradiction_text(untrue: Contradiction, colours: Names) -> str:
    """One tag, where it stands, and what the game says instead."""
    where = f"Line {untrue.line}: " if untrue.line else ""
    says = f"{untrue.tag} says {shown_word(untrue.value)}"
    return f"{where}{says}, but {_but(untrue, colours)}."


def _but(untrue: Contradiction, colours: Names) -> str:
    match untrue.why:
        case Why.DECIDED:
            return f"{_decided(untrue, colours)}"
        case Why.UNDECIDED:
            return "there are turns left to play"
        case Why.RESIGNED if untrue.winner is not None:
            return f"the record ends with {colours[untrue.winner.other].capitalize()}'s resignation"
        case Why.RESIGNED:
            return "the record ends with a resignation"
        case Why.NO_RESULT:
            return "a match that was cancelled or abandoned has no result"
        case Why.NO_TIE:
            return "whoever resigns or runs out of time has lost"
        case Why.NO_PLAYER:
            return "nobody of that name plays"
        case Why.NOT_NEXT:
            return f"{untrue.end} is next: a turn may be missing here, or be written twice"
        case _:
            assert_never(untrue.why)


def _decided(untrue: Contradiction, colours: Names) -> str:
    end = "the board is full" if untrue.end == BOARD_FULL else "no turn is left to play"
    if untrue.end == TIE_TO_DMO and untrue.winner is not None:
        return f"a tie is the DMO's: {colours[untrue.winner].capitalize()} wins"
    if untrue.winner is None:
        return f"{end}: a tie"
    return f"{end}: {colours[untrue.winner].capitalize()} wins"


def event_note(match: Match, event: events.Event) -> str:
    """One event in a few words, with who did it and why: `paused by Host: pizza`."""
    match event:
        case events.MatchPaused(edited=(_, _)):
            return "paused: a message was edited after it was answered"
        case events.MatchPaused(by=by, reason=reason):
            return f"paused{_by(by)}{_why(reason)}"
        case events.MatchResumed(by=by, reason=reason):
            return f"resumed{_by(by)}{_why(reason)}"
        case events.TurnsUndone(turns=turns, by=by, reason=reason):
            who = _by(by) or " by agreement"
            return f"{turns} undone{who}{_why(reason)}"
        case events.TimeChanged(colour=colour, amount=amount, by=by, reason=reason):
            sign = "+" if amount >= ZERO else "-"
            change = f"{sign}{clock_text(abs(amount))} for {colour_name(match, colour)}"
            return f"{change}{_by(by)}{_why(reason)}"
        case events.MatchReopened(by=by, reason=reason):
            return f"reopened{_by(by)}{_why(reason)}"
        case events.FirstChosen(taken=True, by=by):
            return f"colours taken{_by(by)}"
        case events.KomiNamed(komi=komi, by=by):
            return f"komi {komi}: named{_by(by)}"
        case events.FirstChosen(colour=colour, by=by):
            return f"{colour_name(match, colour)} starts: chosen{_by(by)}"
        case events.AppointmentSet(appointment=appointment, by=by):
            who = _by(by) or " by agreement"
            return f"to be played on {appointment.hour:%Y-%m-%d %H:%M} UTC{who}"
        case events.PlayerReplaced(colour=colour, player=player, by=by, reason=reason):
            return f"{colour_name(match, colour)} is now {player.name}{_by(by)}{_why(reason)}"
        case events.MatchMoved(by=by):
            return f"moved to another room{_by(by)}"
        case events.PagesChosen(shown=shown, by=by, reason=reason):
            return f"{'put on' if shown else 'taken off'} the pages{_by(by)}{_why(reason)}"
        case events.HintGiven(colour=colour, turn=turn, cell=cell):
            # While the game goes on, the opponent is not told what the player was told.
            which = f": {cell}" if match.over else ""
            return f"hint to {colour_name(match, colour)} for turn {turn}{which}"
        case events.RefereeBack(at=at, away_since=since):
            return f"referee away for {clock_text(at - since)}"
        case events.TurnPlayed(by=by, reason=reason):
            return f"counted{_by(by)}{_why(reason)}" if by else ""
        case events.MatchEnded(termination=termination, by=by, reason=reason):
            # How a match ended stands in the header, unless that end was taken back; the note has
            # only who ended it and why.
            worth_noting = by or reason or event != match.ended
            return f"{termination.value}{_by(by)}{_why(reason)}" if worth_noting else ""
        case (
            events.MatchOpened()
            | events.PlayerReady()
            | events.StartOrdered()
            | events.AppointmentNear()
            | events.AppointmentCame()
            | events.PlayersMissing()
            | events.MatchStarted()
            | events.Shown()
            | events.BankOpened()
            | events.BankLow()
            | events.FlagFell()
            | events.RequestMade()
            | events.RequestDeclined()
            | events.RefereeAway()
            | events.RulingKept()
        ):
            # The record itself has the turns, and the other events add nothing to them.
            return ""
        case _:
            assert_never(event)


def _by(player: events.Player | None) -> str:
    return "" if player is None else f" by {player.name}"


def _why(reason: str) -> str:
    return f": {reason}" if reason else ""
