"""What is answered to those who do or ask something in a cup, mostly for their eyes."""

from typing import assert_never

from bot.cups import events
from bot.cups.acts import CupProblem, NotNow
from bot.cups.entry import EnteredTwice, TooFewEntrants, TooManyEntrants
from bot.cups.events import CupEvent
from bot.cups.pairing import SYSTEMS
from bot.cups.state import CupPairing, CupState, CupStatus
from bot.referee.events import Player
from bot.wording.cup_phrases import (
    ROW,
    SHORT_ROW,
    in_a_row,
    parted_text,
    place_text,
    plan_text,
    result_text,
    settled_lines,
)
from bot.wording.phrases import figure_text, nth
from bot.wording.voice import Voice
from bot.wording.writing import within

LEAVE_QUESTION = "Leave the cup for good? What you played stands; you play no more in it."
_STATUS = {
    CupStatus.OPEN: "sign-up is open",
    CupStatus.CHECK_IN: "check-in",
    CupStatus.RUNNING: "round {round}",
    CupStatus.PAUSED: "paused in round {round}",
    CupStatus.OVER: "over",
    CupStatus.CANCELLED: "called off",
}
_NOT_NOW = {
    NotNow.SIGN_UP_CLOSED: "The sign-up is closed: the cup has begun.",
    NotNow.ALREADY_IN: "You are in already.",
    NotNow.ALREADY_HERE: "You have checked in already.",
    NotNow.CHECKING_IN: (
        "The cup has not begun: people check in. Its host begins at once with cup start, moves the "
        "end with cup deadline, or calls it off with cup cancel."
    ),
    NotNow.SAID_BEFORE: (
        "The check-in is on, and the cup is drawn as you said when you opened it. To begin at once "
        "write cup start and nothing more."
    ),
    NotNow.NOT_IN: "They are not in this cup.",
    NotNow.YOU_ARE_NOT_IN: "You are not in this cup.",
    NotNow.NOT_STARTED: "The cup has not begun: its host starts it with cup start.",
    NotNow.ALREADY_STARTED: "The cup has begun already.",
    NotNow.OVER: "That cup is over.",
    NotNow.NOT_HOST: "That is for the cup's host, or for whoever may host here.",
    NotNow.ALREADY_LEFT: "They have left the cup already.",
    NotNow.NOT_PAIRED: "They meet nobody in this round.",
    NotNow.NOTHING_TO_PLAY: "You have no match to play in this cup just now.",
    NotNow.WHICH_WINNER: "The winner has to be one of the two.",
    NotNow.TOO_LATE: "Later pairings have come of that result: it stands.",
    NotNow.ROUND_HAS_BEGUN: "A match of this round has begun: nobody is exchanged any more.",
    NotNow.UNDECIDED: "They are still playing: nothing is to be played again yet.",
    NotNow.NOT_PAUSED: "The cup is not paused.",
    NotNow.ALREADY_PAUSED: "The cup is paused already.",
    NotNow.PAST: "That moment is past. Name one that is still to come.",
    NotNow.UNFIT_PLAYER: "Only people sign up.",
    NotNow.NOBODY_MISSING: "An even number has signed up: nobody is missing, so leave fill: out.",
    NotNow.APART_UNKNOWN: ("apart: name two or more who have signed up, such as apart:@Ann @Bob."),
    NotNow.BY_SEEDS: (
        "Here the seeds say who meets whom: two players can be exchanged in round 1 only, both of "
        "them in it."
    ),
}


def problem_text(problem: CupProblem, state: CupState | None, voice: Voice) -> str:
    """Why something can't be done."""
    match problem:
        case TooManyEntrants(most=most):
            return f"The cup is full: it takes {most}."
        case TooFewEntrants(count, least):
            are = "is" if count == 1 else "are"
            return f"A cup like this needs {least} entrants or more, and there {are} {count}."
        case EnteredTwice(entrant):
            return voice.plain(f"{entrant.name} has entered twice.")
        case NotNow.NOT_HOST if state is not None:
            return (
                f"That is for {voice.name(state.host)}, the cup's host, or whoever may host here."
            )
        case NotNow():
            return _NOT_NOW[problem]
    assert_never(problem)


def no_cup_text(named: str, voice: Voice) -> str:
    """There is no such cup."""
    if named:
        return voice.plain(f"There is no cup {named} here.")
    return f"There is no cup here. A host opens one with {voice.command('cup open')}."


def taken_text(number: int, state: CupState, voice: Voice) -> str:
    """The room has a cup that is not over."""
    name = voice.harmless(state.opened.name, voice.longest_name)
    return (
        f"Cup {number}, {name}, goes on in this {voice.place}. Open another one elsewhere, or end "
        f"that one with {voice.command('cup cancel')}."
    )


def opened_text(number: int) -> str:
    return f"Cup {number} is open: people sign up with Join."


def drop_question(player: Player, voice: Voice) -> str:
    """What is asked before somebody is taken out of a cup that goes on."""
    return f"Take {voice.name(player)} out of the cup for good? What they played stands."


def cancel_question(state: CupState, voice: Voice) -> str:
    """What is asked before a cup is called off."""
    return (
        f"Call {voice.strong(voice.harmless(state.opened.name, voice.longest_name))} off for good?"
    )


def done_text(event: CupEvent, state: CupState, voice: Voice) -> str:
    match event:
        case events.PlayerEntered() | events.PlayerCheckedIn() if state.check_in is not None:
            return _here_text(event, state, voice)
        case events.PlayerEntered():
            count = len(state.players)
            also = "nobody else so far" if count == 1 else f"{count} have signed up"
            name = voice.harmless(state.opened.name, voice.longest_name)
            return f"You are in {name}: {also}. Until it begins you can leave again."
        case events.PlayerLeft(by=None):
            return "You have left."
        case events.PlayerLeft():
            return f"{voice.name(event.player)} is out."
        case events.CheckInOpened():
            return f"The check-in is open until {voice.moment(event.until, 'UTC')}."
        case events.CupStarted():
            return "The cup has begun."
        case events.PairingDecided() | events.PairingReplayed():
            return "Decided."
        case events.RoundChanged():
            return "Exchanged."
        case events.DeadlineMoved() if state.status is CupStatus.CHECK_IN:
            return f"The check-in has until {voice.moment(event.until, 'UTC')}."
        case events.DeadlineMoved():
            return f"The round has until {voice.moment(event.until, 'UTC')}."
        case events.CupPaused():
            return "Paused: matches under way go on, and nothing new begins."
        case events.CupResumed():
            return "The cup goes on."
        case events.CupCancelled():
            return "Called off."
        case _:
            return "Done."


def _here_text(
    event: events.PlayerEntered | events.PlayerCheckedIn, state: CupState, voice: Voice
) -> str:
    """Somebody is there."""
    name = voice.harmless(state.opened.name, voice.longest_name)
    done = "You have checked in"
    if isinstance(event, events.PlayerEntered):
        done = f"You are in {name}, and checked in"
    count = f"{len(state.here)} of {len(state.players)} are here"
    if len(state.here) == len(state.players) or state.until is None:
        return f"{done}: {count}."
    until = voice.moment(state.until, "UTC")
    return f"{done}: {count}. It begins when all are, or at the latest {until}."


def status_text(number: int, state: CupState, voice: Voice) -> str:
    """Who is in a cup, and what is being played."""
    name = voice.strong(voice.harmless(state.opened.name, voice.longest_name))
    status = _STATUS[state.status].format(round=state.round)
    lines = [f"{name} (cup {number}): {status}.", plan_text(state.opened.plan)]
    if state.status is CupStatus.CHECK_IN:
        return within([*lines, *_checked_in(state, voice)], "")
    if state.started is None:
        names = [voice.name(player) for player in state.players.values()]
        signed_up = in_a_row(names, ROW) if names else "nobody yet"
        return within([*lines, f"Signed up ({len(names)}): {signed_up}"], "")
    here = [one for one in state.meetings if one.round == state.round]
    lines += [_meeting_text(state, meeting, voice) for meeting in here]
    settled = [one for one in state.settled if one.round == state.round]
    lines += settled_lines(state, settled, voice)
    if state.until is not None and state.is_open:
        lines.append(f"The round has until {voice.moment(state.until, 'UTC')}.")
    return within(lines, voice.command("cup standings"))


def _checked_in(state: CupState, voice: Voice) -> list[str]:
    """Who is there, who is not yet, and until when they can be."""
    here = [voice.name(player) for key, player in state.players.items() if key in state.here]
    missing = [voice.name(one) for key, one in state.players.items() if key not in state.here]
    lines = [
        f"{said} ({len(names)}): {in_a_row(names, SHORT_ROW) if names else 'nobody'}"
        for said, names in (("Checked in", here), ("Not yet", missing))
    ]
    if state.until is not None:
        lines.append(f"The check-in has until {voice.moment(state.until, 'UTC')}.")
    return lines


def bracket_text(state: CupState, voice: Voice) -> str:
    """What stands above the pictures of a bracket."""
    name = voice.strong(voice.harmless(state.opened.name, voice.longest_name))
    return f"{name}: {caption_text(state)}."


def caption_text(state: CupState) -> str:
    """What stands beside the name of a cup in its pictures."""
    return _STATUS[state.status].format(round=state.round)


def _meeting_text(state: CupState, meeting: CupPairing, voice: Voice) -> str:
    if meeting.result is not None:
        result = result_text(state, meeting, meeting.result, voice)
        elsewhere = meeting.games and state.opened.plan.rooms != "here"
        last = f" in {voice.room(meeting.games[-1].room)}" if elsewhere else ""
        return f"{meeting.number}. {result}{last}"
    pair = " – ".join(voice.name(state.players[one]) for one in meeting.entrants)
    score = ""
    if any(meeting.halves):
        score = f" {'–'.join(figure_text(figure / 2) for figure in meeting.halves)}"
    if meeting.is_stuck:
        return f"{meeting.number}. {pair}{score}: without a result, the host decides"
    game = meeting.game
    where = f", match {game.match} in {voice.room(game.room)}" if game is not None else ""
    return f"{meeting.number}. {pair}{score}{where}"


def standings_text(state: CupState, voice: Voice) -> str:
    """The table of a cup, and what parted those with as many points."""
    name = voice.strong(voice.harmless(state.opened.name, voice.longest_name))
    if state.started is None:
        return f"{name} has not begun: there is no table yet."
    rows = SYSTEMS[state.opened.plan.system].order(state.cup())
    lines, is_over = [name], state.status is CupStatus.OVER
    for row in rows:
        player = state.players[row.entrant.id]
        points = figure_text(row.halves / 2) or "0"
        figures = f"{points} ({row.won}–{row.tied}–{row.lost})"
        left = "has left" if row.entrant.id in state.left else ""
        notes = "; ".join(filter(None, (figures, parted_text(row), left)))
        place = place_text(row.place) if is_over else nth(row.place)
        lines.append(f"{place} {voice.name(player)} {notes}")
    lines.append(voice.small("points (won–tied–lost)"))
    return within(lines, "")
