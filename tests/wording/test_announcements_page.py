"""The page of everything the referee says is current, and nothing is missing from it."""

import ast
import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args

import announcements
import pytest
from announcements.page import page, specimens

import bot.wording
from bot.cups.acts import NotNow
from bot.cups.events import (
    CupEvent,
    CupShown,
    GameReopened,
    GameSeated,
    PlayerCheckedIn,
    PlayerEntered,
)
from bot.cups.tiebreaks import ORDERS, POINTS
from bot.engine.headers import HeaderProblem
from bot.engine.legality import Law
from bot.engine.outcome import Why
from bot.engine.rulesets import RULESETS
from bot.findings.database import State
from bot.findings.finding import Finding
from bot.findings.moving import Comparing, Copying, Remark
from bot.referee.clock import ClockProblem
from bot.referee.events import (
    Event,
    HintGiven,
    PlayerReady,
    RefereeAway,
    Request,
    Shown,
    Termination,
)
from bot.referee.problems import Problem, Simple
from bot.referee.ruling import Reason
from bot.referee.submission import Act
from bot.wording import forms, room
from bot.wording.laws import LAWS, MISREADS
from bot.wording.settings import WANTS

PAGE = Path(__file__).parents[2] / "docs" / "announcements.md"
UNTOLD = {Shown, PlayerReady, RefereeAway, HintGiven}
UNTOLD_OF_CUPS = {PlayerEntered, PlayerCheckedIn, GameSeated, GameReopened, CupShown}
SHEET = Path(announcements.__file__).parent
PIECES = {
    "beginning_text", "went_on_text",
    "asked_text", "chosen_text", "ordered_text", "task_text",
    "reopened_text", "unstarted_text", "waiting_text", "won_text",
    "allowance_text", "back_text", "change_text", "changes_text", "claims_text", "clock_text",
    "figure_text", "figures_text", "law_text",
    "holder_text", "needed_text", "options_text", "pause_text",
    "played_text", "position_text", "result_text", "seats_text", "situation_text", "sizes_text",
    "stones_text",
    "percent_text", "difficulty_text",
    "takes_text", "writing_text", "no_seat_text", "refused_text",
    "local_text", "moment_problem_text", "proposed_text", "ready_text", "told_text",
    "caption_text", "plan_text", "reason_text", "place_text",
    "parts_text", "venues_text", "ahead_text", "counted_text", "permissions_text",
}  # fmt: skip
"""What others are made of, so that it is on the page in their words; and what pictures say."""


TABLES = {"AGAIN_FROM", "LABELS", "QUESTIONS", "ORDER_NOTES", "FIELD_LABELS"}
"""Of the room's wording; each of their lines is on the page."""


def test_the_page_is_current() -> None:
    """Whoever changes a sentence runs `make announcements`, and reads it in its place."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("events", set(get_args(Event)) - UNTOLD),
        ("events of cups", set(get_args(CupEvent)) - UNTOLD_OF_CUPS),
        ("what is in the way in a cup", set(NotNow)),
        ("endings", set(Termination)),
        ("requests", set(Request)),
        ("reasons", set(Reason)),
        ("laws", {*Law, *LAWS, *MISREADS}),
        ("acts", {one for part in get_args(Act) for one in (get_args(part) or (part,))}),
        ("buttons", set(forms.LABELS)),
        ("problems", {*Simple, *get_args(Problem)} - {Simple}),
        ("problems of clocks", set(get_args(ClockProblem))),
        ("problems of headers", set(get_args(HeaderProblem))),
        ("databases", set(State)),
        ("moves", {Copying, Comparing, *Remark}),
        ("untrue tags", set(Why)),
        ("rules", set(RULESETS)),
        ("tie-breaks", {one for named in ORDERS.values() for one in named} - {POINTS}),
        ("room", {name for name in vars(room) if name.isupper()} - TABLES),
    ],
)
def test_every_member_of_a_closed_set_is_shown(kind: str, members: set[object]) -> None:
    """Each event that is told, each ending, reason, law, act, button and game has an example."""
    shown = {one for specimen in specimens() for one in specimen.shows}
    assert members - shown == set(), kind


def test_every_sentence_has_an_example() -> None:
    """Each function of the wording that makes a text is used on the page, or by one that is.

    So is each finding of `referee doctor`, and what every setting takes.
    """
    modules = [import_module(f"bot.wording.{it.name}") for it in iter_modules(bot.wording.__path__)]
    made = {
        name
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and name[0] != "_"
        if name.endswith("_text") or inspect.signature(function).return_annotation is Finding
    }
    made |= {name for it in modules for name in vars(it) if isinstance(vars(it)[name], Finding)}
    names: set[str] = set()
    for file in SHEET.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names |= {node.id} if isinstance(node, ast.Name) else set()
            names |= {node.attr} if isinstance(node, ast.Attribute) else set()
    assert made - names - PIECES == set()
    shown = PAGE.read_text(encoding="utf-8")
    assert [words for words in WANTS.values() if words not in shown] == []
    assert made >= PIECES


def test_every_text_fits_into_a_message_and_is_tidy() -> None:
    """Short enough for Discord, no stray spaces, and a full stop where there is a sentence."""
    for specimen in specimens():
        text = specimen.text
        assert text, specimen.when
        assert len(text) <= 2000, specimen.when
        assert "  " not in text, text
        assert all(line == line.strip() for line in text.split("\n")), text
        assert "None" not in text, text
