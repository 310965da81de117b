"""A cup as JSON for web pages: who is in, what is played, what was, and its pictures.

Ann wins her semi-final. The cup is drawn once: five pages in the room and forty that watch show the
bracket with her name in the final. The pictures are the ones that chats are sent, as SVG.
"""

import asyncio
from dataclasses import dataclass

from cachetools import LRUCache

from bot.cups.events import CupEnded
from bot.cups.state import CupPairing, CupState, CupStatus
from bot.desk.cup_table import HeldCup
from bot.desk.venue import HERE
from bot.views.cup_matches import RunningPairing
from bot.views.cup_pictures import bracket_in_words, table_in_words
from bot.views.cup_scenes import bracket_scene, table_scenes
from bot.web.pieces import PageVoice, Piece, pieces
from bot.web.view import Json, moment
from bot.wording import cup_pages as words
from bot.wording.cup_answers import caption_text
from bot.wording.cup_phrases import plan_text, result_text, settled_lines
from renderers.bracket import bracket_svg
from renderers.bracket_pages import bracket_pages
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
