"""Reads what match is asked for: by the start page, as a rematch, or from an earlier position.

Somebody fills in two names, takes Catena with 1m+5m and lets the second player begin. The form
comes as JSON and may hold anything; what is wrong with it is a value, worded elsewhere.

Ann looks back at turn 12 of a match that is over and presses *Play on from here*. A room opens in
which she plays the sparring partner from the seat that she had there, or, where she had none or
both, from that of whoever is to move.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.commands.opening import settle_terms
from bot.commands.past import Past, beginning_of, options_from, pages_of
from bot.commands.sparring import AUTO, LEVEL, LEVELS, check_partner, partner_of, read_any_level
from bot.engine.rulesets import RULESETS, BadValue, Clash, NoOption
from bot.engine.turn import Colour
from bot.referee import problems
from bot.referee.events import Appointment, MatchOpened, Player
from bot.referee.formats import COLOURS, FORMATS, Format, NoFormat
from bot.referee.match import Match
from bot.referee.moments import read_moment, zone_named
from bot.servers.settings import USUAL
from bot.venues.room.seats import SEATS, RoomRole, player_id
from bot.web.pieces import harmless
from bot.wording.formats import FORMAT_LINES, OPTION_LINES, takes_text
from bot.wording.room import HOST, REFEREE
from bot.wording.rules import rules_text
from bot.wording.voice import LONGEST_NAME

LONGEST_FIELD = 200
_SEAT = {"one": 0, "two": 1}
_DMO = "dmo"


def formats(*, thinks: bool) -> dict[str, Any]:
    """What the form offers: all formats with their colours, clocks and options.

    It also offers the levels of the sparring partner; `thinks` says whether that plays at all.
    """
    forms = [_format(form, thinks=thinks) for form in FORMATS.values()]
    return {"formats": forms, "colours": COLOURS, "levels": LEVELS}


def read_form(form: object, room: str, at: datetime, *, thinks: bool) -> MatchOpened:
    """The match a form asks for; OrderError says what is wrong with it.

    The form is JSON: `format`, `one` and `two` (each `name`, `colour`, and the partner's `level`
    where no person plays), `first`, `dmo`, `clock`, `side`, `resigns`, `hints`, `host`, `at` with
    the `zone` that it is read in, and `options` of the game; all texts, an empty one is as good as
    none. `thinks` says whether the partner can play at all.
    """
    fields = _fields(form)
    people = [_fields(fields.get(seat)) for seat in SEATS]
    colours = [_text(person, "colour") for person in people]
    if colours[0] == colours[1]:
        raise problems.OrderError(problems.Simple.SAME_COLOURS)
    if set(colours) - set(COLOURS):
        raise problems.OrderError(problems.NotAmongColours(COLOURS))
    sitting = [_seated(person, n, room) for n, person in enumerate(people)]
    if all(player.level for player in sitting):
        raise problems.OrderError(problems.Simple.PARTNER_TWICE)
    players = dict(zip(colours, sitting, strict=True))
    game = _fields(fields.get("options"))
    options = {key: text for key in game if (text := _text(game, key))}
    usual = ("format", "clock", "side", "resigns", "hints")
    options |= {key: text for key in usual if (text := _text(fields, key))}
    first, dmo = _text(fields, "first"), _text(fields, "dmo")
    if dmo not in ("", *_SEAT):
        raise problems.OrderError(problems.Simple.NO_DMO_SEAT)
    options["dmo"] = colours[_SEAT[dmo]] if dmo else ""
    options["first"] = _starter(first, colours)
    terms, seated = settle_terms(options, players)
    check_partner(seated, USUAL, thinks=thinks, resigns=terms.resigns)
    if first == _DMO and not terms.dmo_chooses:
        raise problems.OrderError(problems.Simple.NO_STARTER)
    host = Player(player_id(room, RoomRole.HOST), _name(fields, HOST, "host"))
    return MatchOpened(at, host, seated, terms, _appointment(fields, at))


def field_of(problem: problems.Problem) -> str:
    """The field of the start page's form that a problem is about; empty for more than one."""
    match problem:
        case problems.Simple.SAME_COLOURS:
            return "colour-two"
        case problems.NotAmongColours():
            return "colour-one"
        case problems.Simple.PARTNER_TWICE:
            return f"{LEVEL}-two"
        case problems.Simple.NO_STARTER:
            return "first"
        case problems.Simple.NO_DMO_SEAT:
            return _DMO
        case problems.NoSide():
            return "side"
        case NoFormat():
            return "format"
        case problems.NoLengthOfTime(option=field) | problems.LengthOutside(option=field):
            return field
        case _ if isinstance(problem, problems.MomentProblem):
            return "at"
        case BadValue(option=option) | NoOption(option=option):
            return f"option-{option}"
        case Clash(one=one):
            return f"option-{one.partition('=')[0]}"
        case _:
            return ""


def rematch(match: Match, at: datetime) -> MatchOpened:
    """A rematch: everything is as before, but the other player starts.

    What was played on from a position is tried again from there, each on the same side.
    """
    if match.beginning is not None:
        return MatchOpened(at, match.host, match.players, match.terms, beginning=match.beginning)
    first, second = match.terms.colours
    terms = replace(match.terms, colours=(second, first), dmo_chooses=False)
    return MatchOpened(at, match.host, (match.players[1], match.players[0]), terms)


def against_partner(match: Match) -> dict[str, Any] | None:
    """The form of the same match again: the winner's side, and the partner plays the other.

    None where nobody has won, or where it did not begin with the empty board.
    """
    if match.ended is None or match.ended.winner is None or match.beginning is not None:
        return None
    terms, winner = match.terms, match.ended.winner
    seats = {
        role: {"colour": terms.colours[colour], "level": "" if colour is winner else AUTO}
        for role, colour in zip(SEATS, Colour, strict=True)
    }
    dmo = [role for role in SEATS if seats[role]["colour"] == terms.dmo]
    return seats | {
        "format": terms.format,
        "first": SEATS[0],
        "dmo": "".join(dmo),
        "clock": "none" if terms.control is None else str(terms.control),
        "side": str(terms.side),
        "here": SEATS[winner],
        "options": dict(terms.options),
    }


def _appointment(fields: Mapping[str, Any], at: datetime) -> Appointment | None:
    """When the match is to begin; None for now."""
    text = _text(fields, "at")
    if not text:
        return None
    moment = read_moment("when", text, zone_named(_text(fields, "zone")) or "", at)
    return Appointment(moment.at, moment.zone)


def _starter(first: str, colours: list[str]) -> str:
    if first in ("", _DMO):
        return ""
    if first == "random":
        return first
    if first not in _SEAT:
        raise problems.OrderError(problems.Simple.NO_STARTER)
    return colours[_SEAT[first]]


def _fields(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(fields: Mapping[str, Any], key: str) -> str:
    value = fields.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST_FIELD:
        raise problems.OrderError(problems.FieldTooLong(key, LONGEST_FIELD))
    return value.strip()


def _seated(person: Mapping[str, Any], number: int, room: str) -> Player:
    """Who plays from a seat: a person of the form's name, or the partner."""
    role, level = SEATS[number], _text(person, LEVEL)
    if level:
        return partner_of(Player(player_id(room, role), REFEREE), read_any_level(level))
    return Player(player_id(room, role), _name(person, f"Player {number + 1}"))


def _name(fields: Mapping[str, Any], otherwise: str, key: str = "name") -> str:
    return harmless(_text(fields, key), LONGEST_NAME) or otherwise


def _format(form: Format, *, thinks: bool) -> dict[str, Any]:
    ruleset = RULESETS[form.ruleset]
    return {
        "key": form.key,
        "game": ruleset.name,
        "about": FORMAT_LINES[form.key],
        "colours": form.colours,
        "clock": "none" if form.control is None else str(form.control),
        "dmoChooses": form.dmo_chooses,
        "sparring": thinks,
        "rules": rules_text(ruleset, 5, form.colours).split("\n"),
        "options": [
            {
                "key": option.key,
                "about": OPTION_LINES[ruleset.key, option.key],
                "allowed": takes_text(option.takes),
                "choices": option.takes.words,
                "value": option.show(getattr(ruleset, option.field)),
            }
            for option in ruleset.options
        ],
    }


def seat_from(past: Past, persons: frozenset[str]) -> Colour:
    """The seat of somebody who has these people's links."""
    seats = [colour for colour in Colour if past.match.players[colour].id in persons]
    return seats[0] if len(seats) == 1 else past.position.to_move


def opened_from(past: Past, seat: Colour, room: str, name: str, at: datetime) -> MatchOpened:
    """The match, in a new room; OrderError if nobody can play it any more.

    `name` is who plays from the seat and hosts, "" for none.
    """
    name = harmless(name, LONGEST_NAME)
    colours = past.match.terms.colours
    person = Player(player_id(room, SEATS[seat]), name or f"Player {seat + 1}")
    options, account = options_from(past, {}), Player(player_id(room, SEATS[seat.other]), REFEREE)
    referee = partner_of(account, read_any_level(options[LEVEL]))
    terms, players = settle_terms(options, {colours[seat]: person, colours[seat.other]: referee})
    host = Player(player_id(room, RoomRole.HOST), name or HOST)
    pages, beginning = pages_of(past), beginning_of(past)
    return MatchOpened(at, host, players, terms, pages=pages, beginning=beginning)
