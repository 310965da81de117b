"""A match as JSON for the page: cards, board, clocks, and the buttons that each page may offer.

After a turn the match is drawn once for the whole room; then each page is told which seats are its
own and what it may press.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, assert_never

from bot.engine.board import bits
from bot.engine.legality import play
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour, Drop, Turn
from bot.referee.match import Match, Status
from bot.servers.settings import USUAL_LOOK, Look
from bot.storage.room import Line
from bot.venues.room.seats import Participant, Role, role_of
from bot.venues.room.voice import RoomVoice, moment, parts
from bot.views.scenes import match_scene
from bot.wording.phrases import allowance_text, colour_name, figure_label, figure_text
from bot.wording.room import LABELS, QUESTIONS
from bot.wording.rules import match_rules_text
from renderers import theme as themes
from renderers.grid import name
from renderers.svg import svg

Json = dict[str, Any]
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match at a moment, drawn once for everybody in the room."""

    number: int
    match: Match
    board: str
    shown: Json
    moves: Sequence[Json] = ()
    """The turns that were played, as the page lists them."""

    @classmethod
    def of(
        cls,
        number: int,
        match: Match,
        now: datetime,
        stands: datetime | None = None,
        trouble: str = "",
        moves: Sequence[Json] = (),
    ) -> "MatchView":
        """The view of a match as it stands.

        `stands` is since when no clock runs because nothing can be ruled, `trouble` why.
        """
        # The page writes the cells' names itself, over those that are empty.
        scene = match_scene(match, now, number, Look(coordinates=False))
        shown: Json = {
            "number": number,
            "game": match.ruleset.name,
            "status": str(match.status),
            "headline": scene.headline,
            "caption": scene.caption,
            "alt": scene.alt,
            "side": scene.side,
            "names": USUAL_LOOK.names_cells(match.terms.format, scene.side),
            "turn": match.position.number,
            "either": match.ruleset.either_colour,
            "seats": [_seat(match, colour) for colour in Colour],
            "may": _may(match),
            "clock": _clock(match, now, stands),
            "trouble": trouble,
            "closed": _closed(match),
            "stones": {name(stone.cell): stone.colour for stone in scene.stones},
            "last": [name(stone.cell) for stone in scene.stones if stone.last],
            "rules": match_rules_text(match).split("\n"),
        }
        return cls(number, match, svg(scene, board_only=True), shown, moves)


def state(view: MatchView, participant: Participant, here: frozenset[Role], now: datetime) -> Json:
    """The view for one page, without the board; `here` are the roles with a page open."""
    match = view.match
    seat = participant.seat(match)
    seats = [
        shown | {"yours": colour in participant.seats(match), "here": role in here}
        for colour, shown in zip(Colour, view.shown["seats"], strict=True)
        for role in (role_of(match.players[colour].id),)
    ]
    speaker = participant.speaker(match)
    return {
        "type": "state",
        "now": moment(now),
        "match": view.shown | {"seats": seats},
        "speaks": {
            "name": speaker.name,
            "colour": "" if seat is None else match.terms.colours[seat],
            "moves": seat is match.to_move and match.status is Status.RUNNING,
        },
        "actions": [offer(act, match, participant) for act in _acts(match, participant)],
    }


def offer(act: str, match: Match, participant: Participant) -> Json:
    """A button, with what is asked before it counts: as whom, where one holds both seats."""
    ask, seat = QUESTIONS.get(act, ""), participant.seat(match)
    if act == "resign" and seat is not None and len(participant.seats(match)) > 1:
        loser, winner = (
            f"{colour_name(match, colour)} ({RoomVoice().name(match.players[colour])})"
            for colour in (seat, seat.other)
        )
        ask = QUESTIONS["resign-as"].format(loser=loser, winner=winner)
    return {"act": act, "label": LABELS[act], "ask": ask}


def paints() -> Json:
    """The colours and marks of the stones, for what the page draws itself."""
    theme = themes.load(themes.DEFAULT)
    looks = ("fill", "rim", "tint", "ink", "mark_ink")
    return {
        colour: {look: theme.colours[f"stones.{colour}.{look}"] for look in looks}
        | {"mark": theme.marks[colour]}
        for colour in themes.COLOURS
    }


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
        "parts": parts(line.text) if line.speaker is None else [],
        "key": nonce.partition("/")[2] if line.speaker is not None else "",
        "replyTo": line.reply_to,
        "picture": f"/pictures/{line.picture}.png" if line.picture else "",
        "alt": line.alt,
    }


def _seat(match: Match, colour: Colour) -> Json:
    paint = match.terms.colours[colour]
    law, ended = match.ruleset, match.ended
    return {
        "role": str(role_of(match.players[colour].id)),
        "colour": paint,
        "label": paint.capitalize(),
        "name": match.players[colour].name,
        "figure": figure_text(law.figures(match.position)[colour]),
        "figureLabel": figure_label(law, law.figures(match.position)[colour]),
        "program": bool(match.players[colour].level),
        "ready": colour in match.ready,
        "toMove": not (match.over or match.first_open) and colour is match.to_move,
        "leading": not match.over and law.leading(match.position) and colour is match.to_move.other,
        "winner": ended is not None and ended.winner is colour,
        "button": match.position.button is colour,
        "dmo": colour is match.dmo,
    }


def _may(match: Match) -> Json | None:
    if match.over or match.first_open:
        return None
    allowed = match.ruleset.allowance(match.position)
    return {
        "fewest": allowed.fewest,
        "most": allowed.most,
        "pass": allowed.may_pass,
        "button": allowed.may_take_button,
        "text": allowance_text(allowed),
    }


def _closed(match: Match) -> list[str]:
    """The empty cells where the stone of this turn can't be placed.

    Only where a turn is one stone: of several, one may make the other legal.
    """
    law, position = match.ruleset, match.position
    if match.over or not law.laws or law.allowance(position).most != 1:
        return []
    colours = tuple(Colour) if law.allowance(position).either_colour else (position.to_move,)
    return [
        position.board.name(cell)
        for cell in bits(position.board.full & ~position.occupied)
        if all(
            isinstance(play(law, position, Turn((Drop(cell, colour),))), Breach)
            for colour in colours
        )
    ]


def _clock(match: Match, now: datetime, stands: datetime | None) -> Json | None:
    """Moments and lengths in milliseconds; `opens` and `deadline` only while the clock runs."""
    clock = match.clock
    if clock is None:
        return None
    opens, deadline = clock.bank_opens(), match.deadline()
    runs = opens is not None and deadline is not None and not match.over and stands is None
    left = clock.remaining(match.to_move, now if stands is None else min(now, stands))
    banks = list(clock.banks)
    banks[match.to_move] = left.bank
    return {
        "control": str(clock.control),
        "opens": moment(opens) if runs and opens is not None else None,
        "deadline": moment(deadline) if runs and deadline is not None else None,
        "turn": left.turn // _MILLISECOND,
        "banks": [bank // _MILLISECOND for bank in banks],
        "hasBank": bool(clock.control.bank + clock.control.increment),
    }


def _acts(match: Match, participant: Participant) -> list[str]:
    """What a page may offer now, the most likely first."""
    seats, hosts = participant.seats(match), participant.hosts
    match match.status:
        case Status.WAITING:
            return _acts_before(match, seats, hosts=hosts)
        case Status.RUNNING:
            turns = bool(match.turns)
            return [
                *_requests(match, seats),
                *(["resign"] if seats else []),
                *(["pause", *["undo"] * turns, "cancel"] if hosts else []),
            ]
        case Status.PAUSED:
            acts = ["resume"] * hosts + _requests(match, seats)
            return acts + ["resign"] * bool(seats) + ["cancel"] * hosts
        case Status.OVER:
            return ["rematch"] * hosts
        case _:
            assert_never(match.status)


def _acts_before(match: Match, seats: tuple[Colour, ...], *, hosts: bool) -> list[str]:
    """Before the start: who starts, where that is open, and what lets the match begin."""
    chooses = match.first_open and (hosts or match.dmo in seats)
    choice = [f"first-{colour}" for colour in match.terms.colours if chooses]
    waits = any(colour not in match.ready for colour in seats)
    start = ["start"] if hosts and match.start_ordered is None else []
    return [*choice, *["ready"] * waits, *start, *["cancel"] * hosts]


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
