"""The dialogs in which the host gives time, replaces a player or decides: what each asks for.

The command table says which fields there are; the command says what they may hold, as if it had
been typed. The page draws the fields and knows no rule.
"""

from bot.commands.acts import PLAYER
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import CONFIRM, TIE
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.web.pieces import harmless
from bot.web.view import Json
from bot.wording.phrases import colour_name
from bot.wording.room import FIELD_LABELS, LABELS, LETS_TIE, ORDER_NOTES
from bot.wording.voice import LONGEST_NAME

LONGEST_FIELD = 200
FORMS = {
    "time": Name.TIME,
    "replace": Name.REPLACE,
    "adjudicate": Name.ADJUDICATE,
    "forfeit": Name.FORFEIT,
}
"""The commands behind the menu's dialogs."""
_SEATS = ("colour", "winner")
_NOT_ASKED = ("match", "level", CONFIRM)


def form(act: str, match: Match) -> Json:
    """What a dialog shows: its note, and its fields by the options of the command."""
    command = COMMANDS[FORMS[act]]
    names = [name for name in command.options if name not in _NOT_ASKED]
    return {
        "title": LABELS[act],
        "note": ORDER_NOTES[act],
        "fields": [_field(act, name, match) for name in names],
    }


def _field(act: str, name: str, match: Match) -> Json:
    label, about = FIELD_LABELS[act, name]
    shown: Json = {"name": name, "label": label, "about": about}
    if name in _SEATS:
        ties = [[TIE[0], LETS_TIE]] if name == "winner" else []
        return shown | {"choices": [_seat(match, colour) for colour in Colour] + ties}
    return shown | {"longest": LONGEST_NAME if name == PLAYER else LONGEST_FIELD}


def _seat(match: Match, colour: Colour) -> list[str]:
    name = harmless(match.players[colour].name, LONGEST_NAME)
    return [match.terms.colours[colour], f"{colour_name(match, colour)}: {name}"]
