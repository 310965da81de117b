"""What is answered to an act that is not taken: every reason, and every law."""

from announcements.matches import HOST, SEED_003, THINKING, accepted, begun, new, played
from bot.engine.legality import Law, play
from bot.engine.notation import NO_COLOUR, OFF_BOARD, OUT_OF_TURN, UNREADABLE, Misread, read_turn
from bot.engine.ruleset import Breach
from bot.engine.rulesets.catchup import LARGEST_GROUP_GREW
from bot.engine.rulesets.catena import THICKENS_RIBBON, THIRD_NEIGHBOUR
from bot.engine.rulesets.ketchup import LARGEST_GROUPS_EQUAL
from bot.engine.turn import Turn
from bot.referee.match import Match
from bot.referee.ruling import Reason, Refused
from bot.referee.submission import Pause
from bot.wording.refusals import refusal_text

_FED = SEED_003.rpartition(" / F2")[0]
_TRIED: tuple[tuple[str, str, str, str, str], ...] = (
    (OFF_BOARD, "A cell that does not exist", "genius", "", "F9"),
    (OFF_BOARD, "A row that does not exist", "genius", "", "J1"),
    (UNREADABLE, "A word that is no cell, in the form", "genius", "", "hello"),
    (NO_COLOUR, "A stone without its colour", "product", "black:E5", "D7"),
    (Law.OCCUPIED, "A cell that is taken", "genius", "D7", "D7"),
    (Law.REPEATED_CELL, "A cell named twice", "genius", "E5", "D7 D7"),
    (Law.TOO_MANY, "Too many on the first turn", "genius", "", "A1 A2"),
    (Law.TOO_MANY, "Three stones without a lead", "genius", "E5", "A1 A2 A3"),
    (Law.TOO_MANY, "More than three", "genius", _FED, "A2 A3 A5 I1"),
    (Law.TOO_MANY, "Too many, one exactly", "plur", "E5", "A1 A2"),
    (Law.TOO_FEW, "Too few", "ketchup", "E5 / A1 A2", "I1"),
    (Law.EMPTY_TURN, "An empty turn", "genius", "E5", ""),
    (Law.NO_PASSING, "A pass", "ketchup", "E5", "pass"),
    (Law.NO_BUTTON, "A button that is gone", "catena", "button", "button"),
    (Law.BUTTON_ALONE, "Button and stone", "catena", "E5", "button A1"),
    (LARGEST_GROUP_GREW, "Mures: two stones that make a group", "mures", "E5", "A1 A2"),
    (LARGEST_GROUPS_EQUAL, "Sauce: equal largest groups", "sauce", "E5 / A1 A2", "I1 I2"),
    (THIRD_NEIGHBOUR, "Catena: a third neighbour", "catena", "A1 / B3 / C3", "B2"),
    (THICKENS_RIBBON, "Catena: a ribbon made thick", "catena", "C1 / C2 / C3", "B2"),
)


_CHOOSING = (Reason.FIRST_OPEN, Reason.NOT_YOURS_TO_CHOOSE)


def of_the_law():
    for law, when, key, before, words in _TRIED:
        match = begun(new(key))
        match = played(match, before) if before else match
        yield f"{when}: {words}" if words else when, _law(match, words), (law,)
    match = begun(new())
    mixed = Refused(Reason.ILLEGAL, Breach(Law.NOT_YOUR_COLOUR, (0,)))
    yield "A stone of the other's colour", refusal_text(match, mixed), (Law.NOT_YOUR_COLOUR,)
    other = Refused(Reason.ILLEGAL, Misread(OUT_OF_TURN, "Ann", 0))
    yield "A record: a turn of the other's", refusal_text(match, other), (OUT_OF_TURN,)
    over = Refused(Reason.ILLEGAL, Breach(Law.GAME_OVER))
    yield "A turn after the game", refusal_text(match, over), (Law.GAME_OVER,)


def of_the_moment():
    match = played(begun(new()), SEED_003)
    paused = accepted(match, Pause(), HOST, match.turn_open_at + THINKING)[0]
    choosing = dict.fromkeys(_CHOOSING, new(dmo="blue", dmo_chooses=True))
    for reason in Reason:
        held = {Reason.PAUSED: paused, **choosing}.get(reason, match)
        yield reason.name.replace("_", " ").lower(), _reason(held, reason), (reason,)
    for reason in (Reason.NOT_STARTED, Reason.ALREADY_READY):
        when = f"{reason.name.replace('_', ' ').lower()}, and who starts is open"
        yield when, _reason(choosing[Reason.FIRST_OPEN], reason), (reason,)
    yield "paused, when it was written", _reason(match, Reason.PAUSED), (Reason.PAUSED,)


def _reason(match: Match, reason: Reason) -> str:
    return refusal_text(match, Refused(reason))


def _law(match: Match, words: str) -> str:
    fault = read_turn(match.spelling, words.split(), match.to_move)
    if isinstance(fault, Turn):
        answer = play(match.ruleset, match.position, fault)
        if not isinstance(answer, Breach):
            raise TypeError(f"{words} is legal")
        return refusal_text(match, Refused(Reason.ILLEGAL, answer))
    return refusal_text(match, Refused(Reason.ILLEGAL, fault))
