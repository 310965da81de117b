"""A match as JSON for web pages: cards, board, clocks, and what may be played.

Red moves on Discord, and forty people watch on web pages; or five pages are open in the local room.
The match is drawn once for all of them. Whoever serves the pages says what each of them may press.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.engine.board import bits
from bot.engine.legality import play
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour, Drop, Turn
from bot.referee.appointments import EARLY
from bot.referee.events import Termination
from bot.referee.match import Match, Status
from bot.servers.settings import USUAL_LOOK, Look
from bot.views.scenes import match_scene
from bot.wording.opening import went_on_text
from bot.wording.phrases import allowance_text, figure_label, figure_text, lead_mark
from bot.wording.room import LABELS
from bot.wording.rules import match_rules_text
from renderers import theme as themes
from renderers.grid import name
from renderers.scene import Scene
from renderers.svg import svg

Json = dict[str, Any]
BARE_BOARD = Look(coordinates=False)
"""The page colours the board, and writes the cells' names itself, over those that are empty."""
_MILLISECOND = timedelta(milliseconds=1)


def moment(at: datetime) -> int:
    """A moment as pages know it: milliseconds since 1970."""
    return int(at.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match at a moment, drawn once for all pages."""

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
        look: Look = USUAL_LOOK,
        *,
        thinks: bool = False,
    ) -> "MatchView":
        """The view of a match as it stands.

        `stands` is the moment since which no clock runs as nothing can be ruled, `trouble` why;
        `thinks` says whether the sparring partner can play and review.
        """
        scene = match_scene(match, now, number, BARE_BOARD)
        shown: Json = {
            "number": number,
            "game": match.ruleset.name,
            "status": str(match.status),
            "headline": scene.headline,
            "hour": _hour(match),
            "proposed": _proposed(match),
            "called": _called(match),
            "onTime": match.ended is not None and match.ended.termination is Termination.TIME,
            "caption": scene.caption,
            "alt": scene.alt,
            "side": scene.side,
            "theme": look.theme,
            "names": look.names_cells(match.terms.format, scene.side),
            "turn": match.position.number,
            "beginning": "" if match.beginning is None else went_on_text(match.beginning),
            "either": match.ruleset.either_colour,
            "seats": [_seat(match, colour) for colour in Colour],
            "may": _may(match),
            "clock": _clock(match, now, stands),
            "trouble": trouble,
            "closed": _closed(match),
            "stones": {name(stone.cell): stone.colour for stone in scene.stones},
            "last": [name(stone.cell) for stone in scene.stones if stone.last],
            "review": LABELS["review"] if thinks and may_be_reviewed(match) else "",
            "rules": match_rules_text(match).split("\n"),
        }
        return cls(number, match, board_svg(scene), shown, moves)

    def told(self) -> Json:
        """What a page that watches is sent."""
        return {"match": self.shown, "board": self.board, "moves": self.moves}


def may_be_reviewed(match: Match) -> bool:
    """Whether there is something to look back on."""
    return bool(match.over and match.turns)


def board_svg(scene: Scene) -> str:
    """The board alone, in the colours of the page's theme."""
    return svg(scene, board_only=True, theme=themes.of_variables())


def _seat(match: Match, colour: Colour) -> Json:
    paint = match.terms.colours[colour]
    law, ended = match.ruleset, match.ended
    figures = law.figures(match.position)
    return {
        "colour": paint,
        "label": paint.capitalize(),
        "name": match.players[colour].name,
        "figure": figure_text(figures[colour]),
        "figureLabel": figure_label(law, figures[colour]),
        "share": round(float(figures[colour] / max(1, *figures)), 3),
        "program": bool(match.players[colour].level),
        "level": match.players[colour].level,
        "ready": colour in match.start.ready,
        "toMove": not (match.over or match.start.choice) and colour is match.to_move,
        "lead": "" if match.over or colour is match.to_move else lead_mark(law, match.position),
        "winner": ended is not None and ended.winner is colour,
        "button": match.position.button is colour,
        "dmo": colour is match.dmo,
    }


def _hour(match: Match) -> int | None:
    """The hour for which a match is set up, until it comes."""
    meets = match.start.appointed
    ahead = match.status is Status.WAITING and meets is not None and meets.came is None
    return moment(meets.appointment.hour) if ahead and meets is not None else None


def _proposed(match: Match) -> list[int]:
    """The hours that a player proposes."""
    return [moment(one.hour) for one in match.request.appointments] if match.request else []


def _called(match: Match) -> int:
    """How often the players were called so far: shortly before the hour, and when it has come."""
    meets = match.start.appointed
    if meets is None:
        return 0
    return 2 if meets.came is not None else int(meets.left <= EARLY and meets.appointment.remind)


def _may(match: Match) -> Json | None:
    if match.over or match.start.choice:
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

    None where a turn has several stones: one of them may make another one legal.
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
    left = clock.remaining(match.to_move, now if stands is None else stands)
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
