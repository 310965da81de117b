"""The dialogs of the host's menu: what each asks for, and what it says will happen.

Which fields there are the command table says; what they may hold, the command, as if it had been
typed. The page draws the fields and knows no rule. What a typed command asks back is said here
beforehand, for each choice in its own words, and so it is not asked again.
"""

from collections.abc import Sequence

from bot.commands.acts import PLAYER
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import CONFIRM, TIE
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.referee.submission import Adjudicate, Cancel, Forfeit, Pause, Reopen, Resume, Undo
from bot.web.pieces import PageVoice
from bot.web.view import Json, moment
from bot.wording.confirming import Foreseen, consequence_text
from bot.wording.phrases import colour_name
from bot.wording.room import (
    CHOOSE_ONE,
    FIELD_LABELS,
    LABELS,
    LETS_TIE,
    ORDER_NOTES,
    REASON,
    listed_turn_text,
)
from bot.wording.voice import LONGEST_NAME

LONGEST_FIELD = 200
MOST_LISTED = 10
"""The last turns that can be chosen to be taken back; more of them are typed."""
FORMS = {
    "undo": Name.UNDO,
    "time": Name.TIME,
    "pause": Name.PAUSE,
    "resume": Name.RESUME,
    "replace": Name.REPLACE,
    "adjudicate": Name.ADJUDICATE,
    "forfeit": Name.FORFEIT,
    "cancel": Name.CANCEL,
    "reopen": Name.REOPEN,
}
"""The commands behind the menu's dialogs."""
_SAID: dict[str, Foreseen] = {
    "pause": Pause(),
    "resume": Resume(),
    "cancel": Cancel(),
    "reopen": Reopen(""),
}
_NOT_ASKED = ("match", "level", CONFIRM)


def form(act: str, number: int, match: Match) -> Json:
    """What a dialog shows: its note, and its fields by the options of the command.

    A choice is a value, its label and what will happen; `standing` is what all that was said of.
    """
    command = COMMANDS[FORMS[act]]
    names = [name for name in command.options if name not in _NOT_ASKED]
    said = _SAID.get(act)
    return {
        "title": LABELS[act],
        "note": ORDER_NOTES.get(act, "") if said is None else _says(number, match, said),
        "fields": [_field(act, name, number, match) for name in names],
        "standing": standing(match),
    }


def standing(match: Match) -> str:
    """What the words of a dialog hold for: these turns, by these players."""
    last = [moment(turn.at) for turn in match.turns[-1:]]
    return " ".join(map(str, [len(match.turns), *last, *(player.id for player in match.players)]))


def _field(act: str, name: str, number: int, match: Match) -> Json:
    label, about = FIELD_LABELS.get((act, name), REASON)
    shown: Json = {"name": name, "label": label, "about": about}
    match (act, name):
        case (_, "turns"):
            return shown | {"choices": _last_turns(number, match), "chosen": _last_human(match)}
        case ("adjudicate", "winner"):
            seats = [_seat(match, colour) for colour in Colour]
            results = [Adjudicate(value) for value, _ in seats] + [Adjudicate(None)]
            return shown | {
                "choices": _foreseen(number, match, [*seats, (TIE[0], LETS_TIE)], results)
            }
        case ("forfeit", "colour"):
            seats = [_seat(match, colour) for colour in Colour]
            losses = [Forfeit(value) for value, _ in seats]
            return shown | {"choices": _foreseen(number, match, seats, losses)}
        case (_, "colour"):
            return shown | {"choices": [(*_seat(match, colour), "") for colour in Colour]}
        case _:
            return shown | {"longest": LONGEST_NAME if name == PLAYER else LONGEST_FIELD}


def _last_turns(number: int, match: Match) -> list[tuple[str, str, str]]:
    """The last turns that can be taken back, the newest first."""
    begun = len(match.turns) - len(match.played)
    listed = list(enumerate(match.turns, 1))[begun:][: -MOST_LISTED - 1 : -1]
    return [
        (
            str(count),
            listed_turn_text(place, colour_name(match, turn.colour), turn.turn),
            _says(number, match, Undo(count)),
        )
        for count, (place, turn) in enumerate(listed, 1)
    ]


def _last_human(match: Match) -> str:
    """How many turns go where the last one by a person is the first to go.

    A program would play its own turn again at once.
    """
    human = (
        count
        for count, turn in enumerate(reversed(match.played), 1)
        if not match.players[turn.colour].level
    )
    return str(next(human, 1))


def _foreseen(
    number: int, match: Match, choices: list[tuple[str, str]], acts: Sequence[Foreseen]
) -> list[tuple[str, str, str]]:
    """What ends the match has to be chosen: none of it stands there from the start."""
    ends = zip(choices, acts, strict=True)
    said = [(value, label, _says(number, match, act)) for (value, label), act in ends]
    return [("", CHOOSE_ONE, ""), *said]


def _says(number: int, match: Match, act: Foreseen) -> str:
    voice = PageVoice()
    return voice.plain(consequence_text(number, match, act, match.turn_open_at, voice))


def _seat(match: Match, colour: Colour) -> tuple[str, str]:
    name = PageVoice().name(match.players[colour])
    return match.terms.colours[colour], f"{colour_name(match, colour)}: {name}"
