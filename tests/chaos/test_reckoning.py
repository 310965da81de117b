"""The judge's own clock, its timesheet, and its sentences against the page of all announcements."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from oracle.games import make
from oracle.golden import read_turn

from chaos.clockwork import Clockwork, Control
from chaos.duty import HEARTBEAT, Duty
from chaos.history import Event, Profile
from chaos.ledger import SqliteLedger
from chaos.process import REPOSITORY
from chaos.sentences import clock, pinged, prompt, turn_line
from chaos.sown import BUGS, CUP_BUGS, Bug, sow, sown
from chaos.standing import Standing
from chaos.timesheet import Timesheet, length, without
from chaos.written import ANN, BOB, HOST, START, at

SECOND = timedelta(seconds=1)
PAGE = Path(__file__).parents[2] / "docs" / "announcements.md"
ROW = re.compile(r"^\| Turn \d+: ([A-I0-9 ]+) \| (.*) \| (@\w+) \|$", re.MULTILINE)


def seconds(number: float) -> timedelta:
    return number * SECOND


def test_clockwork_of_the_example() -> None:
    """A second a move, five in the bank; it stands from 2 s to 30 s; a turn is made at 33 s."""
    told = Clockwork(Control(SECOND, seconds(8)), [seconds(5), seconds(8)])
    told.start(at(0))
    told.stop(at(2))
    told.start(at(30))
    assert told.deadline(0) == at(34)
    assert told.reached(SECOND) == at(1)
    assert told.left(0, at(33)) == seconds(1)
    assert told.moved(0, at(33)) == (seconds(5), seconds(1))
    assert told.deadline(1) is None


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


def test_timesheet_takes_stretches_out() -> None:
    """From ten seconds two are taken out, and half a minute that lies elsewhere."""
    left = without([(at(0), at(6)), (at(5), at(10))], [(at(3), at(5)), (at(60), at(90))])
    assert left == [(at(0), at(3)), (at(5), at(10))]
    assert length(left, at(1), at(7)) == seconds(4)


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


def test_timesheet_notices_a_break_after_the_stall() -> None:
    """The line breaks at 20 s, while the process stands still for two seconds."""
    sheet = Timesheet(grace=seconds(3))
    sheet.reached(at(0))
    sheet.stalled(at(19), at(21))
    sheet.gone(at(20))
    sheet.reached(at(40))
    sheet.stalled(at(49), at(60))
    sheet.gone(at(50))
    # The second stall is long enough to be noticed itself, and no time on duty.
    assert sheet.within(at(0), at(100)) == seconds(21 + 9)
    said = [line.split(": ")[1] for line in sheet.told(at(15), at(45))]
    assert said == ["reachable", "stall", "reachable"]


def test_duty_counts_only_time_in_which_the_line_held() -> None:
    """Killed between two notes that are three seconds apart, and at work for six before that."""
    sheet = Timesheet()
    duty = Duty(SqliteLedger(Path("none")), sheet)
    sheet.reached(at(0))
    for noted in (1, 4, 7):
        duty.note(at(noted))
    sheet.gone(at(8))
    sheet.reached(at(9))
    duty.note(at(10))
    assert duty.served == seconds(6)
    duty.note(at(100))
    assert duty.served == seconds(6) + HEARTBEAT


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


def test_lengths_of_time_as_clocks_show_them() -> None:
    shown = [clock(seconds(one)) for one in (0.9, 59, 60, 3600, 90_000)]
    assert shown == ["0:00", "0:59", "1:00", "1:00:00", "1d 01:00"]


@pytest.mark.parametrize("bug", BUGS + CUP_BUGS, ids=lambda bug: bug.name)
def test_sown_bug_has_its_place(bug: Bug) -> None:
    before = (REPOSITORY / bug.file).read_text(encoding="utf-8")
    assert before.count(bug.right) == 1
    assert bug.wrong in sown(bug, before)


def test_sown_bug_is_in_the_copy_alone(tmp_path: Path) -> None:
    """The copy is wrong, and the checkout is as it was; elsewhere a bug has no place."""
    bug = BUGS[0]
    before = (REPOSITORY / bug.file).read_text(encoding="utf-8")
    sow(bug, tmp_path)
    assert (tmp_path / bug.file).read_text(encoding="utf-8") == sown(bug, before)
    assert (REPOSITORY / bug.file).read_text(encoding="utf-8") == before
    with pytest.raises(ValueError, match="not exactly once"):
        sown(bug, before * 2)


def test_sentences_of_two_ribbons_of_one_length() -> None:
    """Black's B1 bounds two ribbons of three, in each of which White has one stone."""
    profile, oracle = Profile("catena", "catena", ("black", "white"), side=3), make("catena", 3)
    state = oracle.start()
    for words in ["B3", "B4", "A2", "E3", "D4", "D3", "C2", "C1", "B1"]:
        state = oracle.play(state, read_turn(words, state.to_move))
    line, claims = turn_line(profile, oracle, state, "B1")
    assert line == "**Black** played **B1**. Stones: Black 3 → 6, White 5 → 3."
    assert claims == ["Black claimed a ribbon of 3 and turned 1 stone."] * 2
