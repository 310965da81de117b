"""The judge's own clock, its timesheet, and its sentences against the page of all announcements."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from oracle.games import make
from oracle.golden import read_turn

from chaos.clockwork import Clockwork, Control
from chaos.history import Event, Profile
from chaos.process import REPOSITORY
from chaos.sentences import pinged, prompt, turn_line
from chaos.sown import BUGS, CUP_BUGS, Bug, sown
from chaos.standing import Standing
from chaos.timesheet import Timesheet
from chaos.written import ANN, BOB, HOST, START, at

SECOND = timedelta(seconds=1)
PAGE = Path(__file__).parents[2] / "docs" / "announcements.md"
ROW = re.compile(r"^\| Turn \d+: ([A-I0-9 ]+) \| (.*) \| (@\w+) \|$", re.MULTILINE)


def seconds(number: float) -> timedelta:
    return number * SECOND


def test_clockwork_stopped_in_the_past() -> None:
    """It is found out later that the referee had left at 4 s; it goes on from 10 s."""
    told = Clockwork.new(Control(seconds(2), seconds(8)))
    told.start(at(0))
    told.stop(at(4))
    told.start(at(3))
    assert told.used(at(20)) == seconds(20), "it never stood in between"
    told.stop(at(4))
    told.start(at(10))
    assert (told.used(at(9)), told.used(at(12))) == (seconds(4), seconds(6))


@pytest.mark.parametrize(
    ("cap", "bank", "used", "left"),
    [(None, 5, 3, 6), (5, 5, 1, 5), (5, 5, 3, 5), (9, 8, 0, 9), (5, 8, 0, 8)],
)
def test_clockwork_refills_the_bank_up_to_the_cap(cap, bank, used, left):
    """A second a move, three seconds back; a bank above the cap is not cut."""
    control = Control(SECOND, seconds(5), seconds(3), None if cap is None else seconds(cap))
    told = Clockwork(control, [seconds(bank), seconds(bank)])
    told.start(at(0))
    assert told.moved(0, at(used))[1] == seconds(left)


def test_timesheet_knows_the_most_and_the_least_time_on_duty() -> None:
    """Reachable for ten minutes but for a stall that had to be noticed, and one that had not."""
    sheet = Timesheet(grace=seconds(3))
    sheet.reached(at(0))
    sheet.stalled(at(100), at(110))
    sheet.stalled(at(300), at(302))
    sheet.gone(at(600))
    assert sheet.within(at(0), at(700)) == seconds(590)
    # Eight seconds before a trouble and twenty-five after it nothing is certain.
    assert sheet.calm(at(0), at(700)) == seconds(600 - 25 - 8 - (10 + 33) - (2 + 33))


def test_timesheet_of_a_store_that_failed_for_long() -> None:
    """A lock of five seconds may pass unnoticed, one of twenty may not."""
    sheet = Timesheet()
    sheet.reached(at(0))
    sheet.store_failed("locked", at(10), at(15), seconds(12))
    sheet.store_failed("locked", at(30), at(50), seconds(12))
    assert sheet.within(at(0), at(100)) == seconds(80)


def test_sentences_are_those_of_the_page() -> None:
    """The match of seed 003, turn by turn: the judge says what docs/announcements.md shows."""
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) == 12
    profile, oracle = Profile(side=5), make("genius", 5)
    now = Standing(oracle, [oracle.start()], [ANN, BOB], [START, START], None, status="running")
    for words, told, called in rows:
        turn = read_turn(words, now.state.to_move)
        now.states.append(oracle.play(now.state, turn))
        shown = told.replace("@Ann", "<@1>").replace("@Bob", "<@2>").split("<br>")
        assert turn_line(profile, oracle, now.state, words) == (shown[0], [])
        assert prompt(profile, now) == shown[1]
        played = Event("TurnPlayed", START, {})
        assert pinged(now, [played], HOST) == {ANN.id if called == "@Ann" else BOB.id}


@pytest.mark.parametrize("bug", BUGS + CUP_BUGS, ids=lambda bug: bug.name)
def test_sown_bug_has_its_place(bug: Bug) -> None:
    before = (REPOSITORY / bug.file).read_text(encoding="utf-8")
    assert before.count(bug.right) == 1
    assert bug.wrong in sown(bug, before)
