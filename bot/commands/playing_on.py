"""`match start from:9@12`: plays on from a position of a match that is over, against the partner.

Ann has lost match 9 as Red and starts from its turn 12: she sits where she sat, the partner sits
opposite, and game, board, colours and clock are as they were there. Whoever had no seat in it plays
whoever is to move.
"""

from collections.abc import Mapping

from bot.commands.command import NAMED, OFF, ON
from bot.commands.past import Past
from bot.commands.setup import is_on
from bot.commands.sparring import AUTO
from bot.engine.turn import Colour
from bot.referee import problems
from bot.referee.events import Beginning, Player

FROM = "from"
EXAMPLE = "match start from:9@12"
_SETTLED = ("format", "side", "first", "dmo", "options")
"""What the match that is played on has settled."""


def beginning_of(past: Past) -> Beginning | None:
    """The turns that led to a position, to begin a match with; None for the empty board."""
    played = past.match.turns[: past.turn]
    return Beginning(past.number, tuple(turn.turn for turn in played)) if played else None


def pages_of(past: Past) -> bool | None:
    """False where the match is not on its server's pages, and so nothing that begins with it is."""
    match = past.match
    shown = match.public if match.pages is None else match.pages
    return False if shown is False else None


def options_from(past: Past, given: Mapping[str, str]) -> dict[str, str]:
    """The options of `match start`, as the match that is played on has them.

    OrderError where one says otherwise: another game can't be played on from here.
    """
    match, terms = past.match, past.match.terms
    settled = {*_SETTLED, *(option.key for option in match.ruleset.options)}
    if pages_of(past) is False and is_on("pages", given.get("pages", OFF[0])):
        settled.add("pages")
    said = next((key for key in given if key in settled), None)
    if said is not None:
        raise problems.OrderError(problems.SettledThere(said, past.number))
    level = next((player.level for player in match.players if player.level), AUTO)
    return {
        **dict(terms.options),
        "level": level,
        "flag": terms.on_flag,
        "resigns": ON[0] if terms.resigns else OFF[0],
        "format": terms.format,
        "side": str(terms.side),
        "first": terms.colours[Colour.FIRST],
        "dmo": terms.dmo,
        "clock": "none" if terms.control is None else str(terms.control),
        **given,
    }


def seats_from(
    past: Past, seats: Mapping[str, Player], asker: Player, account: Player | None
) -> dict[str, Player]:
    """Who plays which colour: nobody need be named, and the partner takes the seat that is left.

    `account` is the referee's own. OrderError where it has no seat, or the colours are others.
    """
    colours = past.match.terms.colours
    named = {colour: player for colour, player in seats.items() if colour not in NAMED}
    if set(named) - set(colours):
        raise problems.OrderError(problems.NotAmongColours(colours))
    if account is None:
        raise problems.OrderError(problems.Simple.NO_ACCOUNT)
    if len(seats) > len(colours):
        raise problems.OrderError(problems.NotTwoPlayers(colours))
    if [player.id for player in seats.values()].count(account.id) > 1:
        raise problems.OrderError(problems.Simple.PARTNER_TWICE)
    people = [seats[name] for name in NAMED if name in seats and seats[name].id != account.id]
    if all(player.id == account.id for player in (*named.values(), *people)):
        people.append(asker)
    for person in people:
        named[_seat(past, person, named)] = person
    for colour in colours:
        named.setdefault(colour, account)
    if all(player.id != account.id for player in named.values()):
        raise problems.OrderError(problems.Simple.PLAYED_ON_ALONE)
    return named


def _seat(past: Past, person: Player, taken: Mapping[str, Player]) -> str:
    """The colour that somebody takes: their own of that match, else that of whoever is to move."""
    colours, own = past.match.terms.colours, past.match.seat(person.id)
    mover = past.position.to_move
    order = dict.fromkeys((*(own if len(own) == 1 else ()), mover, mover.other))
    return next(colours[seat] for seat in order if colours[seat] not in taken)
