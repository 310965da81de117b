"""The page of everything the referee says is current, and nothing is missing from it."""

import ast
import inspect
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import CodeType
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
from bot.cups.standings import ORDERS, POINTS
from bot.engine.legality import Law
from bot.engine.outcome import Why
from bot.engine.record import HeaderProblem
from bot.engine.rulesets import RULESETS
from bot.findings.database import Finding, State
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
from bot.wording import cup_pages, forms, room
from bot.wording.laws import LAWS, MISREADS
from bot.wording.settings import WANTS

PAGE = Path(__file__).parents[2] / "docs" / "announcements.md"
SHEET = Path(announcements.__file__).parent
UNTOLD = {Shown, PlayerReady, RefereeAway, HintGiven}
UNTOLD_OF_CUPS = {PlayerEntered, PlayerCheckedIn, GameSeated, GameReopened, CupShown}


def test_the_page_is_current() -> None:
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
        ("untrue tags", set(Why)),
        ("rules", set(RULESETS)),
        ("tie-breaks", {one for named in ORDERS.values() for one in named} - {POINTS}),
    ],
)
def test_every_member_of_a_closed_set_is_shown(kind: str, members: set[object]) -> None:
    assert members - {one for specimen in specimens() for one in specimen.shows} == set(), kind


def test_every_sentence_has_an_example() -> None:
    """The page is made by calls of every function of the wording that ends in `_text` or finds.

    Examples that are made as their module is imported are named in it.
    """
    called: set[CodeType] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, *_: called.add(frame.f_code))
    try:
        page()
    finally:
        sys.setprofile(before)
    named: set[str] = set()
    for file in SHEET.glob("*.py"):
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            for node in () if isinstance(statement, ast.FunctionDef) else ast.walk(statement):
                named |= {getattr(node, "attr", getattr(node, "id", ""))}
    modules = [import_module(f"bot.wording.{it.name}") for it in iter_modules(bot.wording.__path__)]
    made = {
        function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and name[0] != "_"
        if name.endswith("_text") or inspect.signature(function).return_annotation is Finding
    }
    assert len(made) > 300
    assert [it for it in made if it.__code__ not in called and it.__name__ not in named] == []


def test_every_constant_sentence_is_on_the_page() -> None:
    """Findings, what each setting takes, and all that the room, its cups and their tables say."""
    modules = [import_module(f"bot.wording.{it.name}") for it in iter_modules(bot.wording.__path__)]
    constants = [one for it in modules for one in vars(it).values()]
    told = [one.text for one in constants if isinstance(one, Finding)]
    told += WANTS.values()
    for name, value in (*vars(room).items(), *vars(cup_pages).items()):
        if name.isupper():
            told += _words(value)
    shown = PAGE.read_text(encoding="utf-8").replace("<br>", "\n").replace("\\|", "|")
    assert [words for words in told if words not in shown] == []


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value
    return [words for one in inner for words in _words(one)]


def test_every_text_fits_into_a_message_and_is_tidy() -> None:
    """Short enough for Discord, no stray spaces, and a full stop where there is a sentence."""
    for specimen in specimens():
        text = specimen.text
        assert text, specimen.when
        assert len(text) <= 2000, specimen.when
        assert "  " not in text, text
        assert all(line == line.strip() for line in text.split("\n")), text
        assert "None" not in text, text
