"""The rulings: what a submission, or the passing of time, does to a match. Pure.

Order of checks for words in the room: talk, match over, paused, not a player, flag, not your
turn, legality. A refusal changes neither board nor clock.
"""

from datetime import datetime
from typing import assert_never

from bot.engine.legality import play
from bot.engine.notation import Misread, read_turn, write_turn
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour, Turn
from bot.referee.events import (
    BankOpened,
    Event,
    FlagFell,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    PlayerReady,
    Termination,
    TurnPlayed,
)
from bot.referee.formats import OnFlag, OnTie
from bot.referee.match import Match, Status, apply
from bot.referee.ruling import Accepted, Ignored, Reason, Refused, Ruling
from bot.referee.submission import (
    Cancel,
    Pause,
    Ready,
    Resign,
    Resume,
    Said,
    StartNow,
    Submission,
    Talk,
    read_words,
)


def rule(match: Match, submission: Submission) -> Ruling:
    """The ruling on what somebody did."""
    act = submission.act
    match act:
        case Said():
            return _on_words(match, submission, act)
        case Ready():
            return _on_ready(match, submission)
        case Resign():
            return _on_resign(match, submission)
        case StartNow() | Pause() | Resume() | Cancel():
            return _on_host(match, submission, act)
        case _:
            assert_never(act)


def rule_on_time(match: Match, now: datetime) -> Ruling:
    """What the passing of time brings: the bank opens, the flag falls. The room has been read."""
    clock, colour = match.clock, match.to_move
    if clock is None or match.status is not Status.RUNNING or not clock.running:
        return Ignored()
    if clock.flagged(colour, now):
        return _flag(match)
    opens = clock.bank_opens()
    if opens is not None and now >= opens and not match.bank_told and clock.banks[colour]:
        return accept(match, BankOpened(opens, colour))
    return Ignored()


def next_call(match: Match) -> datetime | None:
    """When time next brings something about, None while the clock stands."""
    clock = match.clock
    if clock is None or match.status is not Status.RUNNING or not clock.running:
        return None
    if not match.bank_told and clock.banks[match.to_move]:
        return clock.bank_opens()
    return match.deadline()


def accept(match: Match, *events: Event) -> Accepted:
    """The match after events."""
    for event in events:
        match = apply(match, event)
    return Accepted(match, events)


def hosts(match: Match, submission: Submission) -> bool:
    """Whether the author may act as the match's host."""
    return submission.may_host or submission.author.id == match.host.id


def _on_words(match: Match, submission: Submission, act: Said) -> Ruling:
    words = read_words(act.text, match.spelling)
    seats = match.seat(submission.author.id)
    if isinstance(words, Talk):
        # Only the player to move is told, and only where a turn could have been meant.
        meant = match.status is Status.RUNNING and match.to_move in seats
        return Ignored(unclear=words is Talk.UNCLEAR and meant)
    if not seats:
        return Ignored()
    barred = _barred(match, submission.sent_at)
    if barred is not None:
        return Refused(barred, words=words)
    if match.clock is not None and match.clock.flagged(match.to_move, submission.sent_at):
        return _flag(match)
    if match.to_move not in seats or submission.sent_at < match.turn_open_at:
        return Refused(Reason.NOT_YOUR_TURN, words=words)
    return _on_turn(match, submission, words)


def _barred(match: Match, sent_at: datetime) -> Reason | None:
    """Why no turn is taken at a moment, whoever sends it."""
    match match.status:
        case Status.OVER:
            return Reason.OVER
        case Status.WAITING:
            return Reason.NOT_STARTED
        case Status.PAUSED:
            # A message stamped before the pause was in time, however late it arrived.
            early = match.paused_at is not None and sent_at < match.paused_at and not match.flagged
            return None if early else Reason.PAUSED
        case Status.RUNNING:
            return None
        case _:
            assert_never(match.status)


def _on_turn(match: Match, submission: Submission, words: tuple[str, ...]) -> Ruling:
    turn = read_turn(match.spelling, words, match.to_move)
    if isinstance(turn, Misread):
        return Refused(Reason.ILLEGAL, turn, words)
    result = play(match.ruleset, match.position, turn)
    if isinstance(result, Breach):
        return Refused(Reason.ILLEGAL, result, words)
    played = _turn_played(match, submission, turn)
    accepted = accept(match, played)
    if not match.ruleset.is_over(accepted.match.position):
        return accepted
    return accept(match, played, _result(accepted.match, submission.sent_at))


def _turn_played(match: Match, submission: Submission, turn: Turn) -> TurnPlayed:
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
    if winner is None and match.terms.on_tie is OnTie.HOST_WINS:
        return MatchEnded(at, None, Termination.TIE_TO_HOST)
    return MatchEnded(at, winner, Termination.GAME_OVER)


def _flag(match: Match) -> Ruling:
    deadline = match.deadline()
    if deadline is None:
        return Ignored()
    colour = match.to_move
    if match.terms.on_flag is OnFlag.CALL_HOST:
        return accept(match, FlagFell(deadline, colour), MatchPaused(deadline))
    ended = MatchEnded(deadline, colour.other, Termination.TIME)
    return accept(match, FlagFell(deadline, colour), ended)


def _on_ready(match: Match, submission: Submission) -> Ruling:
    seats = match.seat(submission.author.id)
    if match.status is not Status.WAITING:
        return Refused(Reason.OVER if match.over else Reason.ALREADY_STARTED)
    if not seats:
        return Refused(Reason.NOT_A_PLAYER)
    waiting = [colour for colour in seats if colour not in match.ready]
    if not waiting:
        return Refused(Reason.ALREADY_READY)
    events: list[Event] = [PlayerReady(submission.sent_at, colour) for colour in waiting]
    if match.ready | set(waiting) == set(Colour):
        events.append(MatchStarted(submission.sent_at))
    return accept(match, *events)


def _on_resign(match: Match, submission: Submission) -> Ruling:
    seats = match.seat(submission.author.id)
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


def _on_host(
    match: Match, submission: Submission, act: StartNow | Pause | Resume | Cancel
) -> Ruling:
    at, by = submission.sent_at, submission.author
    barred = _barred_host(match, submission, act)
    if barred is not None:
        return Refused(barred)
    match act:
        case StartNow():
            return accept(match, MatchStarted(at, by))
        case Pause():
            late = match.clock is not None and match.clock.flagged(match.to_move, at)
            return _flag(match) if late else accept(match, MatchPaused(at, by, act.reason))
        case Resume():
            return accept(match, MatchResumed(at, by))
        case Cancel():
            ended = MatchEnded(at, None, Termination.CANCELLED, by, act.reason)
            return accept(match, ended)
        case _:
            assert_never(act)


def _barred_host(
    match: Match, submission: Submission, act: StartNow | Pause | Resume | Cancel
) -> Reason | None:
    """Why the host's act can't be done now."""
    if not hosts(match, submission):
        return Reason.NOT_HOST
    if match.over:
        return Reason.OVER
    waiting, running = match.status is Status.WAITING, match.status is Status.RUNNING
    if isinstance(act, StartNow) and not waiting:
        return Reason.ALREADY_STARTED
    if isinstance(act, Pause) and not running:
        return Reason.NOT_STARTED if waiting else Reason.PAUSED
    if isinstance(act, Resume) and match.status is not Status.PAUSED:
        return Reason.NOT_PAUSED
    return None
