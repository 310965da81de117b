"""The rulings: what a submission, or the passing of time, does to a match. Pure.

Order of checks for words in the room: talk, match over, paused, not a player, flag, not your
turn, legality. A refusal changes neither board nor clock.
"""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from bot.engine.chat import likely_words, read_words
from bot.engine.legality import play
from bot.engine.notation import Misread, read_turn, write_turn
from bot.engine.ruleset import Breach
from bot.engine.turn import DOUBTS, Talk, Turn
from bot.referee import appointments, hosting, opening, partner
from bot.referee import submission as acts
from bot.referee.events import (
    Event,
    FlagFell,
    MatchEnded,
    MatchPaused,
    PlayerReady,
    RefereeBack,
    Termination,
    TurnPlayed,
)
from bot.referee.fold import after_turn, apply
from bot.referee.match import Match, Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused, Ruling
from bot.referee.timekeeping import due, flag

_STANDSTILLS = (FlagFell, MatchPaused, RefereeBack)
"""After these the host may still have a message counted that was written before."""


def rule(match: Match, submission: acts.Submission) -> Ruling:
    """The ruling on what somebody did."""
    act = submission.act
    match act:
        case acts.Said():
            return _on_words(match, submission, act)
        case acts.Ready():
            return _on_ready(match, submission)
        case acts.Choose():
            return _on_choice(match, submission, act)
        case acts.Resign():
            return _on_resign(match, submission, act)
        case acts.Ask():
            return _as_ruling(match, hosting.ask(match, submission, act))
        case acts.Respond():
            return _as_ruling(match, hosting.reply(match, submission, act))
        case acts.Appoint():
            by_host = hosts(match, submission)
            return _as_ruling(match, appointments.propose(match, submission, act, by_host=by_host))
        case acts.TakeHint():
            return _on_hint(match, submission, act)
        case acts.RuleMessage():
            return _on_message(match, submission, act)
        case _:
            return _on_host(match, submission, act)


def rule_on_time(match: Match, now: datetime) -> Ruling:
    """What the passing of time brings. The room has been read."""
    return accept_due(match, due(match, now))


def accept_due(match: Match, events: tuple[Event, ...]) -> Accepted | Ignored:
    """The match after the events that are due, if there are any."""
    return accept(match, *events) if events else Ignored()


def accept(match: Match, *events: Event) -> Accepted:
    """The match after events."""
    for event in events:
        match = apply(match, event)
    return Accepted(match, events)


def hosts(match: Match, submission: acts.Submission) -> bool:
    """Whether the author may act as the match's host."""
    return submission.may_host or submission.author.id == match.host.id


def _on_words(match: Match, submission: acts.Submission, act: acts.Said) -> Ruling:
    # Late words may belong to the match before, or come from before the author had a seat.
    seats = [
        colour
        for colour in match.seat(submission.author.id)
        if submission.sent_at >= match.seated_at[colour]
    ]
    if not seats or act.handed_over not in (None, match.telling.handed_over):
        return Ignored()
    if match.chooser in seats and (what := opening.said(match, act.text)):
        return _on_choice(match, submission, acts.Choose(what))
    speaker = match.to_move if match.to_move in seats else seats[0]
    words = read_words(act.text, match.spelling, speaker)
    if isinstance(words, Talk):
        return _on_talk(match, words, act.text, moves=match.to_move in seats)
    barred = _barred(match, submission.sent_at)
    if barred is not None:
        return Refused(barred, words=words)
    if match.clock is not None and match.clock.flagged(match.to_move, submission.sent_at):
        return _flag(match)
    if match.to_move not in seats:
        return Refused(Reason.NOT_YOUR_TURN, words=words)
    if submission.sent_at < match.turn_open_at:
        return Refused(Reason.SENT_TOO_EARLY, words=words)
    return _on_turn(match, submission, words)


def _on_message(match: Match, submission: acts.Submission, act: acts.RuleMessage) -> Ruling:
    """A player's message counts as the host says, by its own stamp.

    It does not once something else was ruled, or the message was edited: nobody is to move after
    having seen more than they had then.
    """
    said, seats = act.said, match.seat(act.said.author.id)
    if not hosts(match, submission):
        return Refused(Reason.NOT_HOST)
    if not seats or not isinstance(said.act, acts.Said):
        return Refused(Reason.NOT_A_PLAYER)
    later = (event for _, event in match.log if event.at > said.sent_at)
    moved_on = not all(isinstance(event, _STANDSTILLS) for event in later)
    if moved_on or said.sent_at < match.turn_open_at or said.written_at is not None:
        return Refused(Reason.MOVED_ON)
    ruling = _on_words(match, said, said.act)
    if isinstance(ruling, Ignored):
        return Refused(Reason.ILLEGAL)
    turn, *end = ruling.events if isinstance(ruling, Accepted) else (None,)
    if not isinstance(turn, TurnPlayed):
        return ruling
    return accept(match, replace(turn, by=submission.author, reason=act.reason), *end)


def _on_talk(match: Match, talk: Talk, text: str, *, moves: bool) -> Ignored:
    """Only the player to move is told, and only where a turn could have been meant.

    Who wants to resign is told how, whoever is to move.
    """
    if match.status is not Status.RUNNING or not (moves or talk is Talk.RESIGN):
        return Ignored()
    plea = talk if talk not in (Talk.TALK, Talk.UNCLEAR) else None
    likely = likely_words(text, match.spelling) if talk in DOUBTS else ()
    return Ignored(talk is not Talk.TALK, plea, likely if _is_legal(match, likely) else ())


def _is_legal(match: Match, words: tuple[str, ...]) -> bool:
    """Whether words are a turn that the player to move can make."""
    turn = read_turn(match.spelling, words, match.to_move)
    if isinstance(turn, Misread):
        return False
    return not isinstance(play(match.ruleset, match.position, turn), Breach)


def _barred(match: Match, sent_at: datetime) -> Reason | None:
    """Why no turn is taken, whoever sends it; a move stamped before a pause is still taken."""
    match match.status:
        case Status.OVER:
            return Reason.OVER
        case Status.WAITING:
            return Reason.NOT_STARTED
        case Status.PAUSED | Status.RUNNING:
            return Reason.PAUSED if match.paused(sent_at) else None
        case _:
            assert_never(match.status)


def _on_turn(match: Match, submission: acts.Submission, words: tuple[str, ...]) -> Ruling:
    turn = read_turn(match.spelling, words, match.to_move)
    if isinstance(turn, Misread):
        return Refused(Reason.ILLEGAL, turn, words)
    result = play(match.ruleset, match.position, turn)
    if isinstance(result, Breach):
        return Refused(Reason.ILLEGAL, result, words)
    played = _turn_played(match, submission, turn)
    after = after_turn(match, played, result)
    if not match.ruleset.is_over(result):
        return Accepted(after, (played,))
    ended = accept(after, _result(after, submission.sent_at))
    return Accepted(ended.match, (played, *ended.events))


def _turn_played(match: Match, submission: acts.Submission, turn: Turn) -> TurnPlayed:
    colour, at = match.to_move, submission.sent_at
    clock = match.clock
    return TurnPlayed(
        at=at,
        colour=colour,
        turn=write_turn(match.spelling, turn),
        used=None if clock is None else clock.used(at),
        bank=None if clock is None else clock.move(colour, at).banks[colour],
        message=submission.message,
    )


def _result(match: Match, at: datetime) -> MatchEnded:
    winner = match.ruleset.winner(match.position)
    if winner is None and match.dmo is not None:
        return MatchEnded(at, match.dmo, Termination.TIE_TO_DMO)
    return MatchEnded(at, winner, Termination.GAME_OVER)


def _flag(match: Match) -> Ruling:
    return accept_due(match, flag(match))


def _as_ruling(match: Match, result: Event | Reason) -> Ruling:
    return Refused(result) if isinstance(result, Reason) else accept(match, result)


def _on_ready(match: Match, submission: acts.Submission) -> Ruling:
    seats = match.seat(submission.author.id)
    if match.status is not Status.WAITING:
        return Refused(Reason.OVER if match.over else Reason.ALREADY_STARTED)
    if not seats:
        return Refused(Reason.NOT_A_PLAYER)
    waiting = [colour for colour in seats if colour not in match.start.ready]
    if not waiting:
        return Refused(Reason.ALREADY_READY)
    # The sparring partner is at the board whenever it is.
    people = [colour for colour in waiting if not match.players[colour].level]
    if people and appointments.too_early(match, submission.sent_at):
        return Refused(Reason.BEFORE_THE_HOUR)
    ready = accept(match, *(PlayerReady(submission.sent_at, colour) for colour in waiting))
    return accept(match, *ready.events, *opening.start(ready.match, submission.sent_at))


def _on_choice(match: Match, submission: acts.Submission, act: acts.Choose) -> Ruling:
    chosen = opening.choose(match, submission, act, by_host=hosts(match, submission))
    if isinstance(chosen, Reason):
        return Refused(chosen)
    after = apply(match, chosen)
    return accept(match, chosen, *opening.start(after, submission.sent_at))


def _on_resign(match: Match, submission: acts.Submission, act: acts.Resign) -> Ruling:
    seats = match.seat(submission.author.id)
    if act.handed_over not in (None, match.telling.handed_over):
        return Ignored()
    if match.over:
        return Refused(Reason.OVER)
    if not seats:
        return Refused(Reason.NOT_A_PLAYER)
    if match.status is Status.WAITING:
        return Refused(Reason.NOT_STARTED)
    if match.clock is not None and match.clock.flagged(match.to_move, submission.sent_at):
        return _flag(match)
    loser = match.to_move if len(seats) > 1 else seats[0]
    by = match.players[loser]
    ended = MatchEnded(submission.sent_at, loser.other, Termination.RESIGNATION, by)
    return accept(match, ended)


def _on_hint(match: Match, submission: acts.Submission, act: acts.TakeHint) -> Ruling:
    """A hint stands in the record once for each position, whoever asks for it again."""
    reason = partner.barred(match, submission.author.id, submission.sent_at)
    if reason is not None:
        return Refused(reason)
    if match.clock is not None and match.clock.flagged(match.to_move, submission.sent_at):
        return _flag(match)
    if act.turn != match.position.number + 1:
        return Refused(Reason.MOVED_ON)
    return (
        Ignored()
        if partner.was_given(match)
        else accept(match, partner.event_of(match, submission, act))
    )


def _on_host(match: Match, submission: acts.Submission, act: acts.HostAct) -> Ruling:
    if not hosts(match, submission):
        return Refused(Reason.NOT_HOST)
    reason = hosting.barred(match, act)
    if reason is not None:
        return Refused(reason)
    late = match.clock is not None and match.clock.flagged(match.to_move, submission.sent_at)
    if isinstance(act, acts.Pause | acts.ChangeTime | acts.ReplacePlayer) and late:
        return _flag(match)
    return accept(match, hosting.event_of(match, submission, act))
