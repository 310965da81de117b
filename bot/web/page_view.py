"""A match as one page of the room is told of it: its seats, what it may press, what a tap brings.

The match is drawn once for the whole room (`bot/web/view.py`); each page is told besides which
seats are its own, what it may do now, and what a turn would come to that was tapped and not played.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import assert_never

from bot.engine.turn import Colour
from bot.referee.appointments import EARLY
from bot.referee.arbiter import rule
from bot.referee.fold import apply
from bot.referee.hosting import mark_of
from bot.referee.match import Match, Status
from bot.referee.partner import may_have
from bot.referee.ruling import Accepted, Refused
from bot.referee.submission import Said, Submission
from bot.storage.room import Line
from bot.web.kinds import Around, Participant
from bot.web.order_forms import FORMS, form
from bot.web.pieces import harmless, pieces
from bot.web.view import Json, MatchView, may_be_reviewed, moment
from bot.wording.forms import ACCEPTS, prompt_text
from bot.wording.opening import choices
from bot.wording.phrases import colour_name
from bot.wording.refusals import refusal_text
from bot.wording.results import figures_text, headline
from bot.wording.room import AGAIN_FROM, LABELS, QUESTIONS, SEAT_GIVEN_AWAY
from bot.wording.voice import LONGEST_NAME

_HOST, _WATCH = "host", "watch"


def state(
    view: MatchView,
    participant: Participant,
    around: Around,
    here: frozenset[str],
    more: Sequence[str],
    thinks: bool,
    now: datetime,
) -> Json:
    """The view for one page, without the board.

    `here` are the people with a page open, `more` what the page offers beside the acts of every
    match; `thinks` says whether the sparring partner can play and review.
    """
    match = view.match
    seat, held = participant.seat(match), participant.seats(match)
    seats = [
        shown | {"role": name, "yours": colour in held, "here": player.id in here}
        for colour, shown, name, player in zip(
            Colour, view.shown["seats"], around.names, match.players, strict=True
        )
    ]
    speaker = participant.speaker(match)
    acts = [*["hint"] * (thinks and may_have(match, held)), *_acts(match, participant)]
    reopen = ["reopen"] * (match.over and participant.hosts(match) and not match.damaged)
    roles = [around.names[colour] for colour in held] + [_HOST] * participant.hosts(match)
    return {
        "type": "state",
        "now": moment(now),
        "match": view.shown | {"seats": seats, "series": around.series},
        "wish": around.wish or (SEAT_GIVEN_AWAY if participant.persons and not roles else ""),
        "speaks": {
            "name": speaker.name,
            "colour": "" if seat is None else match.terms.colours[seat],
            "moves": seat is match.to_move and match.status is Status.RUNNING,
        },
        # A link to a seat that was given to somebody else opens no seat.
        "roles": sorted(roles) or [_WATCH],
        "actions": [
            offer(act, match, participant)
            | _limits(act, match)
            | ({"form": form(act, view.number, match)} if act in FORMS else {})
            for act in [*acts, *more, *reopen]
        ]
        + (_looking_back(match, around) if thinks else []),
    }


def offer(act: str, match: Match, participant: Participant) -> Json:
    """A button, with the question before it counts: as whom, for somebody in both seats."""
    ask, seat = QUESTIONS.get(act, ""), participant.seat(match)
    label, begun = LABELS[act], match.beginning
    if begun is not None and act in AGAIN_FROM:
        label = AGAIN_FROM[act].format(turn=len(begun.turns))
    if act == "resign" and seat is not None and len(participant.seats(match)) > 1:
        loser, winner = (
            f"{colour_name(match, colour)} ({harmless(match.players[colour].name, LONGEST_NAME)})"
            for colour in (seat, seat.other)
        )
        ask = QUESTIONS["resign-as"].format(loser=loser, winner=winner)
    return {"act": act, "label": label, "ask": ask}


def _limits(act: str, match: Match) -> Json:
    """From when on an act is taken, where that is not at once, or which request it answers."""
    meets, asked = match.appointment, match.request
    if asked and act in ACCEPTS:
        hour = asked.appointments[ACCEPTS.index(act)].hour
        return {"asked": mark_of(asked), "hour": moment(hour)}
    if asked and act in ("accept", "decline", "take-back"):
        return {"asked": mark_of(asked)}
    return {"from": moment(meets.hour - EARLY)} if act == "ready" and meets else {}


def line_shown(line: Line, role_of: Callable[[str], str]) -> Json:
    """A message for the page; `role_of` says what a speaker is there, by their id."""
    nonce = line.nonce or ""
    return {
        "serial": line.serial,
        "at": moment(line.at),
        "kind": line.kind,
        "name": line.name,
        "role": "" if line.speaker is None else role_of(line.speaker),
        "colour": line.colour,
        # The words of people are never read for marks.
        "text": line.text if line.speaker is not None else "",
        "parts": pieces(line.text) if line.speaker is None else [],
        "key": nonce.partition("/")[2] if line.speaker is not None else "",
        "replyTo": line.reply_to,
        "picture": f"pictures/{line.picture}.png" if line.picture else "",
        "alt": line.alt,
    }


def _acts(match: Match, participant: Participant) -> list[str]:
    """What a page may offer now, the most likely first."""
    seats, hosts = participant.seats(match), participant.hosts(match)
    if match.damaged:
        return ["cancel"] * hosts
    match match.status:
        case Status.WAITING:
            return _acts_before(match, seats, hosts=hosts)
        case Status.RUNNING:
            own = [*_requests(match, seats), *["resign"] * bool(seats)]
            return own + _corrections(match, "pause") * hosts
        case Status.PAUSED:
            own = [*_requests(match, seats), *["resign"] * bool(seats)]
            return own + _corrections(match, "resume") * hosts
        case Status.OVER:
            return []
        case _:
            assert_never(match.status)


def _acts_before(match: Match, seats: tuple[Colour, ...], *, hosts: bool) -> list[str]:
    """What a page may offer before the start: what has yet to be said, and to begin.

    Whoever is asked for another hour answers first: those buttons have the places of these.
    """
    choice = choices(match) if hosts or match.chooser in seats else ()
    asked = match.request is not None and match.request.colour.other in seats
    waits = any(colour not in match.start.ready for colour in seats)
    starts = hosts and match.start.ordered is None
    begin = [*_accepts(match), "decline"] if asked else [*["ready"] * waits, *["start"] * starts]
    return [*choice, *begin, *["replace", "cancel"] * hosts]


def _accepts(match: Match) -> Sequence[str]:
    """What accepts a request: one of several hours by its number."""
    hours = len(match.request.appointments) if match.request else 0
    return ACCEPTS[:hours] if hours > 1 else ("accept",)


def _corrections(match: Match, clock: str) -> list[str]:
    """What the host may set right; `clock` is what can be done about the clock now."""
    undo, time = ["undo"] * bool(match.played), ["time"] * (match.clock is not None)
    return [*undo, *time, clock, "replace", "adjudicate", "forfeit", "cancel"]


def _looking_back(match: Match, around: Around) -> list[Json]:
    """What anybody may do after the end with the program that plays.

    A room is opened by the form that it `opens`; `until` is the last turn that can be played on.
    """
    if not may_be_reviewed(match):
        return []
    offers: list[Json] = [{"act": "review"}]
    if around.plays_on:
        last = match.position.number - match.ruleset.is_over(match.position)
        offers.append({"act": "from-here", "until": last})
    if around.partner is not None:
        offers.append({"act": "spar", "opens": around.partner})
    return [offer | {"label": LABELS[offer["act"]]} for offer in offers]


def _requests(match: Match, seats: tuple[Colour, ...]) -> list[str]:
    """What players may ask each other, or answer."""
    if not seats:
        return []
    asked = match.request
    if asked is not None:
        return ["accept", "decline"] if asked.colour.other in seats else ["take-back"]
    undo = ["ask-undo"] if any(turn.colour in seats for turn in match.played) else []
    pause = ["ask-pause"] if match.status is Status.RUNNING else []
    return [*undo, *pause, "ask-abandon"]


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
