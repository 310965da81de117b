"""A cup as JSON for web pages: who is in, what is played, what was, its pictures, and its buttons.

Ann wins her semi-final. The cup is drawn once: five pages in the room and forty that watch show the
bracket with her name in the final. The pictures are the ones that chats are sent, as SVG.

Ann's page offers *Join* while people sign up; the host's has a menu besides. What a dialog asks for
are the options of the command that it stands for, as in the host's dialogs of a match.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cachetools import LRUCache

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import CONFIRM
from bot.commands.sparring import LEVEL
from bot.cups.entry import Seeding
from bot.cups.events import CupEnded
from bot.cups.state import CupPairing, CupState, CupStatus
from bot.desk.cup_table import HeldCup
from bot.desk.venue import HERE
from bot.players.levels import Level
from bot.views.cup_brackets import RunningPairing
from bot.views.cup_pictures import bracket_in_words, table_in_words
from bot.views.cup_scenes import bracket_scene, table_scenes
from bot.web.order_forms import LONGEST_FIELD
from bot.web.pieces import PageVoice, Piece, pieces
from bot.web.view import Json, moment
from bot.wording import cup_pages as words
from bot.wording.cup_answers import caption_text
from bot.wording.cup_phrases import SYSTEMS, plan_text, result_text, settled_lines
from bot.wording.room import CHOOSE_ONE
from bot.wording.voice import LONGEST_NAME
from renderers.bracket import bracket_svg
from renderers.cup_scene import bracket_pages
from renderers.table import table_pages, table_svg

CUP_VOICE = PageVoice()
MOST_DRAWN = 100


@dataclass(frozen=True, slots=True)
class CupView:
    """A cup at a moment, drawn once for all pages; `seen` is how many events it knows."""

    number: int
    seen: int
    shown: Json
    pictures: tuple[str, ...]

    @classmethod
    def of(cls, number: int, state: CupState) -> "CupView":
        """The view of a cup as it stands."""
        return cls(number, state.seen, _shown(number, state), tuple(_pictures(state)))

    def told(self) -> Json:
        """What a page that watches is sent."""
        return {"cup": self.shown, "pictures": self.pictures}


def _shown(number: int, state: CupState) -> Json:
    ended = state.end
    champion = ended.champion if isinstance(ended, CupEnded) else None
    return {
        "number": number,
        "name": CUP_VOICE.harmless(state.opened.name, CUP_VOICE.longest_name),
        "status": str(state.status),
        "line": words.status_line(state, CUP_VOICE),
        "next": words.next_line(state, CUP_VOICE),
        "plan": plan_text(state.opened.plan),
        "until": moment(state.until) if state.until is not None and state.is_open else None,
        "champion": "" if champion is None else state.name(champion),
        "players": [
            {
                "id": key,
                "name": CUP_VOICE.name(player),
                "out": key in state.left,
                "here": key in state.here and state.started is None,
            }
            for key, player in state.players.items()
        ],
        "playing": [_pairing(state, meeting) for meeting in state.playing],
        "rounds": _rounds(state),
    }


def _pairing(state: CupState, meeting: CupPairing) -> Json:
    game = meeting.game
    paused = state.status is CupStatus.PAUSED
    here = state.opened.plan.rooms == HERE
    return {
        "number": meeting.number,
        "names": [CUP_VOICE.name(state.players[one]) for one in meeting.entrants],
        "score": words.score_text(meeting),
        "room": "" if game is None else game.room,
        "match": 0 if game is None else game.match,
        "where": words.where_text(meeting, paused=paused, here=here),
    }


def _rounds(state: CupState) -> list[Json]:
    """The results of each round, the latest first."""
    rounds = {one.round for one in state.meetings} | {one.round for one in state.settled}
    numbers = sorted(rounds, reverse=True)
    shown = [(number, _results(state, number)) for number in numbers]
    return [
        {"title": words.round_heading(number), "results": lines} for number, lines in shown if lines
    ]


def _results(state: CupState, number: int) -> list[list[Piece]]:
    played = [
        result_text(state, meeting, meeting.result, CUP_VOICE)
        for meeting in state.meetings
        if meeting.round == number and meeting.result is not None
    ]
    settled = [one for one in state.settled if one.round == number]
    lines = [*played, *settled_lines(state, settled, CUP_VOICE)]
    return [pieces(text.rstrip("."))[0] for text in lines]


def _pictures(state: CupState) -> list[str]:
    """The bracket where there is one, else how all stand; nothing before the start."""
    if state.started is None:
        return []
    cup, system, name = state.cup(), state.opened.plan.system, state.opened.name
    caption = caption_text(state)
    playing = [RunningPairing(one.round, one.pairing) for one in state.playing]
    bracket = bracket_scene(system, cup, name, caption, playing)
    drawn = [] if bracket is None else [
        bracket_svg(page, bracket_in_words(page, None)) for page in bracket_pages(bracket)
    ]  # fmt: skip
    if system in ("knockout", "double", "gauntlet") and drawn:
        return drawn
    tables = [
        table_svg(page, table_in_words(page, None))
        for scene in table_scenes(system, cup, name, caption)
        for page in table_pages(scene)
    ]
    return [*drawn, *tables]


class CupDrawings:
    """The last drawing of each cup, which is kept while nothing changes."""

    def __init__(self) -> None:
        self._drawn: LRUCache[int, CupView] = LRUCache(MOST_DRAWN)
        self._drawing = asyncio.Lock()

    async def of(self, held: HeldCup) -> CupView:
        """How a cup stands; it is drawn beside the event loop."""
        async with self._drawing:
            view, state = self._drawn.get(held.id), held.state
            if view is None or view.seen != state.seen:
                view = await asyncio.to_thread(CupView.of, held.id, state)
                self._drawn[held.id] = view
            return view


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
