"""The buttons of a cup on a page, and their dialogs: which there are, and what each asks for.

Ann's page offers *Join* while people sign up; the host's has a menu besides. What a dialog asks for
are the options of the command that it stands for, as in the host's dialogs of a match.
"""

from collections.abc import Collection, Sequence

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import CONFIRM
from bot.commands.sparring import LEVEL
from bot.cups.entry import Seeding
from bot.cups.state import CupState, CupStatus
from bot.players.levels import Level
from bot.web.order_forms import LONGEST_FIELD
from bot.web.view import Json
from bot.wording import cup_pages as words
from bot.wording.cup_phrases import SYSTEMS
from bot.wording.room import CHOOSE_ONE
from bot.wording.voice import LONGEST_NAME

OPEN, JOIN, LEAVE = "cup-open", "cup-join", "cup-leave"
CHECK_IN, START = "cup-check-in", "cup-start"
COMMANDS_OF = {
    START: Name.CUP_START,
    "cup-award": Name.CUP_AWARD,
    "cup-drop": Name.CUP_DROP,
    "cup-swap": Name.CUP_SWAP,
    "cup-deadline": Name.CUP_DEADLINE,
    "cup-pause": Name.CUP_PAUSE,
    "cup-resume": Name.CUP_RESUME,
    "cup-cancel": Name.CUP_CANCEL,
}
"""The commands behind the host's dialogs."""
_NOT_ASKED = ("cup", "apart", "fill", CONFIRM)


def offers(state: CupState, own: Collection[str], *, hosts: bool, fills: bool) -> list[Json]:
    """What a page may offer now, each with its dialog; `own` are those who play at this page.

    `fills` says whether the sparring partner can make an odd number even.
    """
    here = [one for one in own if one in state.players and one not in state.left]
    checks_in = state.status is CupStatus.CHECK_IN
    acts = [CHECK_IN] if checks_in and not_here(state, here) else []
    acts += [JOIN] if checks_in or state.status is CupStatus.OPEN else []
    acts += [LEAVE] if here and state.is_open else []
    acts += _of_host(state) if hosts else []
    return [offer(act, state, here, fills=fills) for act in acts]


def offer(act: str, state: CupState, here: Sequence[str], *, fills: bool = False) -> Json:
    """A button with its dialog; `here` are those in the cup who play at the page."""
    label = words.LABELS["cup-join-more" if act == JOIN and here else _named(act, state)]
    form = _form(act, state, here, fills=fills)
    return {"act": act, "label": label, "host": act in COMMANDS_OF, "form": form}


def opening_offer() -> Json:
    """The button by which a host opens a cup in the room of a match, with its dialog."""
    choices = {"system": SYSTEMS, "best-of": words.BEST_OF, "rooms": words.ROOMS}
    fields: list[Json] = []
    for name in ("name", *choices):
        label, about = words.field_label(OPEN, name)
        field: Json = {"name": name, "label": label, "about": about, "longest": LONGEST_NAME}
        if name in choices:
            field["choices"] = [(value, said, "") for value, said in choices[name].items()]
        fields.append(field)
    label = words.LABELS[OPEN]
    form = {"title": label, "note": words.NOTES[OPEN], "fields": fields, "standing": ""}
    return {"act": OPEN, "label": label, "ask": "", "form": form}


def not_here(state: CupState, own: Collection[str]) -> list[str]:
    """Those who play at a page and have not checked in."""
    return [one for one in own if one not in state.here]


def _named(act: str, state: CupState) -> str:
    """What a press asks for: the start ends the check-in where that is on."""
    begins = act == START and state.status is CupStatus.CHECK_IN
    return "cup-begin" if begins else act


def _of_host(state: CupState) -> list[str]:
    deadline = ["cup-deadline"] * (state.until is not None)
    match state.status:
        case CupStatus.OPEN:
            return [START, *["cup-drop"] * bool(state.players), "cup-cancel"]
        case CupStatus.CHECK_IN:
            return [START, *deadline, *["cup-drop"] * bool(state.players), "cup-cancel"]
        case CupStatus.RUNNING:
            return ["cup-award", "cup-swap", *deadline, "cup-pause", "cup-drop", "cup-cancel"]
        case CupStatus.PAUSED:
            return ["cup-resume", "cup-award", "cup-swap", *deadline, "cup-drop", "cup-cancel"]
        case _:
            return []


def _form(act: str, state: CupState, here: Sequence[str], *, fills: bool) -> Json:
    if act == JOIN:
        names, note = ["name"], words.NOTES[act]
    elif act == CHECK_IN:
        names, note = ["player"], words.NOTES[act]
    elif act == LEAVE:
        is_open = state.started is None
        names, note = ["player"], words.LEAVE_OPEN if is_open else words.LEAVE_RUNNING
    elif act == START and state.status is CupStatus.CHECK_IN:
        names, note = [], words.begin_note(len(state.here), len(state.players))
    else:
        names = [one for one in COMMANDS[COMMANDS_OF[act]].options if one not in _NOT_ASKED]
        # With a check-in it turns out later whether the number is odd.
        even = state.opened.plan.check_in is None and len(state.players) % 2 == 0
        if even or not fills:
            names = [one for one in names if one != LEVEL]
        note = words.NOTES.get(act) or words.start_note(state)
    fields = [_field(act, name, state, here) for name in names]
    return {
        "title": words.LABELS[_named(act, state)],
        "note": note,
        "fields": fields,
        "standing": "",
    }


def _field(act: str, name: str, state: CupState, here: Sequence[str]) -> Json:
    label, about = words.field_label(act, name)
    shown: Json = {"name": name, "label": label, "about": about}
    match name:
        case "player" | "with":
            choices = [(one, state.name(one), "") for one in _among(act, state, here)]
            # What can't be taken back is chosen: nobody stands there from the start.
            first = [] if act in (LEAVE, CHECK_IN) else [("", CHOOSE_ONE, "")]
            return shown | {"choices": [*first, *choices]}
        case "result":
            chosen = [(value, label, "") for value, label in words.RESULTS.items()]
            return shown | {"choices": [("", CHOOSE_ONE, ""), *chosen]}
        case "seeding":
            seedings = [(str(one), words.SEEDINGS[one], "") for one in words.SEEDINGS]
            return shown | {"choices": seedings, "chosen": str(Seeding.RANDOM)}
        case "level":
            levels = [(str(one), words.filled_text(one), "") for one in Level]
            return shown | {"choices": [("", words.NOT_FILLED, ""), *levels]}
        case _:
            return shown | {"longest": LONGEST_NAME if name == "name" else LONGEST_FIELD}


def _among(act: str, state: CupState, here: Sequence[str]) -> list[str]:
    """Who can be chosen in a dialog."""
    match act:
        case "cup-leave":
            return list(here)
        case "cup-check-in":
            return not_here(state, here)
        case "cup-award":
            batch = state.meetings[state.batch - 1 :]
            return [one for meeting in batch for one in meeting.entrants]
        case _:
            return [one for one in state.players if one not in state.left]
