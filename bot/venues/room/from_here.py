"""A match that is played on from a position of another one, against the sparring partner.

Ann looks back at turn 12 of a match that is over and presses *Play on from here*. A room opens in
which she has the seat that she had there, or, where she had none or both, that of whoever is to
move.
"""

from datetime import datetime

from bot.commands.opening import settle_terms
from bot.commands.past import Past
from bot.commands.playing_on import beginning_of, options_from, pages_of
from bot.commands.sparring import LEVEL, partner_of, read_any_level
from bot.engine.turn import Colour
from bot.referee.events import MatchOpened, Player
from bot.venues.room.seats import SEATS, RoomRole, player_id
from bot.web.pieces import harmless
from bot.wording.room import HOST, REFEREE
from bot.wording.voice import LONGEST_NAME


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
