"""A match as one page of the room is told of it: its own seats, and what it may press.

The match is drawn once for the whole room (`bot/web/view.py`); each page is told besides
which seats are its own and what it may do now.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from bot.commands.catalogue import Name
from bot.engine.turn import Colour
from bot.players.levels import plays
from bot.referee.match import Match, Status
from bot.storage.room import Line
from bot.venues.room.opening_form import against_partner
from bot.venues.room.order_forms import FORMS, form
from bot.venues.room.seats import Participant, Role, key_of, role_of
from bot.venues.room.voice import RoomVoice, pieces
from bot.web.view import Json, MatchView, moment
from bot.wording.opening import choices
from bot.wording.phrases import colour_name
from bot.wording.room import LABELS, QUESTIONS, rematch_wish_text


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a room knows beside its match.

    `here` are the keys with a page open, `series` is the score of its matches in words, `rematch`
    is the key of the player who asks for one, and `thinks` says whether the sparring partner can
    play and review.
    """

    here: frozenset[str] = frozenset()
    series: str = ""
    rematch: str = ""
    thinks: bool = False


def state(view: MatchView, participant: Participant, around: Surroundings, now: datetime) -> Json:
    """The view for one page, without the board."""
    match, here = view.match, around.here
    seat = participant.seat(match)
    seats = [
        shown
        | {
            "role": str(role_of(player.id)),
            "yours": colour in participant.seats(match),
            "here": key_of(player.id) in here,
        }
        for colour, shown, player in zip(Colour, view.shown["seats"], match.players, strict=True)
    ]
    speaker = participant.speaker(match)
    held = [role_of(match.players[colour].id) for colour in participant.seats(match)]
    return {
        "type": "state",
        "now": moment(now),
        "match": view.shown | {"seats": seats, "series": around.series},
        "wish": _wish(match, around.rematch),
        "speaks": {
            "name": speaker.name,
            "colour": "" if seat is None else match.terms.colours[seat],
            "moves": seat is match.to_move and match.status is Status.RUNNING,
        },
        # A link to a seat that was given to somebody else opens no seat.
        "roles": sorted([*held, *[Role.HOST] * participant.hosts]) or [Role.WATCH],
        "actions": [
            offer(act, match, participant)
            | ({"form": form(act, view.number, match)} if act in FORMS else {})
            for act in _acts(match, participant, around.rematch)
        ]
        + (_looking_back(match) if around.thinks else []),
    }


def offer(act: str, match: Match, participant: Participant) -> Json:
    """A button, with the question before it counts: as whom, for somebody in both seats."""
    ask, seat = QUESTIONS.get(act, ""), participant.seat(match)
    if act == "resign" and seat is not None and len(participant.seats(match)) > 1:
        loser, winner = (
            f"{colour_name(match, colour)} ({RoomVoice().name(match.players[colour])})"
            for colour in (seat, seat.other)
        )
        ask = QUESTIONS["resign-as"].format(loser=loser, winner=winner)
    return {"act": act, "label": LABELS[act], "ask": ask}


def line_shown(line: Line) -> Json:
    """A message for the page."""
    nonce = line.nonce or ""
    return {
        "serial": line.serial,
        "at": moment(line.at),
        "kind": line.kind,
        "name": line.name,
        "role": "" if line.speaker is None else str(role_of(line.speaker)),
        "colour": line.colour,
        # The words of people are never read for marks.
        "text": line.text if line.speaker is not None else "",
        "parts": pieces(line.text) if line.speaker is None else [],
        "key": nonce.partition("/")[2] if line.speaker is not None else "",
        "replyTo": line.reply_to,
        "picture": f"pictures/{line.picture}.png" if line.picture else "",
        "alt": line.alt,
    }


def _wish(match: Match, asks: str) -> str:
    name = next((player.name for player in match.players if key_of(player.id) == asks), "")
    return rematch_wish_text(name) if name else ""


def _acts(match: Match, participant: Participant, asks: str) -> list[str]:
    """What a page may offer now, the most likely first."""
    seats, hosts = participant.seats(match), participant.hosts
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
            return _acts_after(participant, asks, plays=bool(seats))
        case _:
            assert_never(match.status)


def _acts_before(match: Match, seats: tuple[Colour, ...], *, hosts: bool) -> list[str]:
    """What a page may offer before the start: what has yet to be said, and to begin."""
    choice = choices(match) if hosts or match.chooser in seats else ()
    waits = any(colour not in match.ready for colour in seats)
    start = ["start"] if hosts and match.start_ordered is None else []
    return [*choice, *["ready"] * waits, *start, *["replace", "cancel"] * hosts]


def _corrections(match: Match, clock: str) -> list[str]:
    """What the host may set right; `clock` is what can be done about the clock now."""
    undo, time = ["undo"] * bool(match.turns), ["time"] * (match.clock is not None)
    return [*undo, *time, clock, "replace", "adjudicate", "forfeit", "cancel"]


def _acts_after(participant: Participant, asks: str, *, plays: bool) -> list[str]:
    """What a page may offer after the end: the host starts a rematch, players ask for one."""
    own = asks in participant.keys
    if participant.hosts:
        again = ["rematch"] if not asks or own else ["accept-rematch", "decline-rematch"]
        return [*again, "reopen"]
    if not asks:
        return ["ask-rematch"] * plays
    return ["no-rematch"] * own


def _looking_back(match: Match) -> list[Json]:
    """What anybody may do after the end with the program that plays.

    What is asked of the referee `says` what to type; a room is opened by the form that it `opens`.
    """
    if not (match.over and match.turns and plays(match.ruleset)):
        return []
    review = {"act": "review", "label": LABELS["review"], "says": f"{Name.REVIEW}"}
    form = against_partner(match)
    spar = [] if form is None else [{"act": "spar", "label": LABELS["spar"], "opens": form}]
    return [review, *spar]


def _requests(match: Match, seats: tuple[Colour, ...]) -> list[str]:
    """What players may ask each other, or answer."""
    if not seats:
        return []
    asked = match.request
    if asked is not None:
        return ["accept", "decline"] if asked.colour.other in seats else ["take-back"]
    undo = ["ask-undo"] if any(turn.colour in seats for turn in match.turns) else []
    pause = ["ask-pause"] if match.status is Status.RUNNING else []
    return [*undo, *pause, "ask-abandon"]
