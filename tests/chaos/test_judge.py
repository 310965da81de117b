"""The judge, shown a history written by hand: it is clean, and each fault put into it is found.

What `make chaos-sown` sows into a referee, and the judge finds there, is not repeated here.
"""

import ast
import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from oracle.games import make
from oracle.golden import read_turn

from chaos.cup_storm import CupStorm
from chaos.history import Event, Order, Profile
from chaos.process import REPOSITORY
from chaos.sentences import pinged, prompt, steps, turn_line
from chaos.sown import BUGS, CUP_BUGS, Bug, sown
from chaos.standing import Standing
from chaos.storm import Plan
from chaos.verdict import Answers
from chaos.written import ANN, BOB, HOST, START, Written, at, lost_on_time, micro

PAGE = REPOSITORY / "docs" / "announcements.md"
ROW = re.compile(r"^\| Turn \d+: ([A-I0-9 ]+) \| (.*) \| (@\w+) \|$", re.MULTILINE)


def test_judge_counts_what_happened_and_what_never_did() -> None:
    """Two seconds and a half are charged, a flag falls; nobody came late, no partner played."""
    found = lost_on_time().judge()
    assert (found.said, found.clean) == ([], True)
    assert (found.turns, found.moments["flag"]) == (1, 1)
    assert "flags=1 moves_late=0 banks=1 partner=0" in found.line
    found.complain_of_what_was_not_tried()
    assert [text.split()[-5] for text in found.said] == ["late", "partner"]
    assert not found.clean


@pytest.mark.parametrize(
    ("seconds", "wrong", "late"), [(14.9, 1, 0), (15, 1, 0), (15.001, 0, 1), (15.6, 0, 0)]
)
def test_judge_knows_a_turn_before_the_flag(seconds: float, wrong: int, late: int) -> None:
    """It came in time, at the deadline itself too, and the flag fell all the same.

    After the grace of half a second time has been called: nobody had to rule that it was late.
    """
    written = lost_on_time()
    written.say(seconds, BOB, "C3")
    found = written.judge()
    assert (found.wrong_forfeits, found.moments["late"]) == (wrong, late)


def given_then_undone() -> Written:
    """Ann's bank of eight seconds gets three more after her turn: they stay when it is undone."""
    written = Written().begin()
    written.turn(4.5, ANN, "B2", 2.5, 7.5)
    three = timedelta(seconds=3)
    written.order(4.7, "TimeChanged", Order("time", 0, 0, three), colour=0, amount=micro(3))
    written.order(5, "TurnsUndone", Order("undo", turns=1), turns=1)
    written.tell(6, "↩️ Host took back the last turn.\n<@1>, **Red** may place 1 stone.", {ANN.id})
    written.turn(7, ANN, "A1", 1, 11)
    return written


def test_judge_keeps_time_that_the_host_gave_when_turns_are_taken_back() -> None:
    assert given_then_undone().judge().said == []


def also_said(seconds: float, author: Any, text: str, *answers: str, **more: bool) -> Written:
    """Something more was said, and perhaps answered."""
    written = lost_on_time()
    written.answers[written.say(seconds, author, text)] = Answers(answers, **more)
    return written


def changed(kind: str, seconds: float | None = None, **data: object) -> Written:
    """The last event of a kind has another moment, or other data."""
    written = lost_on_time()
    number = max(n for n, event in enumerate(written.events) if event.kind == kind)
    event = written.events[number]
    moment = event.at if seconds is None else at(seconds)
    written.events[number] = Event(kind, moment, event.data | data)
    return written


def with_first(**changes: Any) -> Written:
    """What Ann wrote, and the store has as her turn, was something else."""
    written = lost_on_time()
    written.said[0] = replace(written.said[0], **changes)
    return written


def twice() -> Written:
    written = lost_on_time()
    written.events.append(written.events[4])
    return written


def off_duty(first: float, last: float) -> Written:
    """Nobody could reach the referee meanwhile, and clocks ran all the same."""
    written = lost_on_time()
    written.timesheet.gone(at(first))
    written.timesheet.reached(at(last))
    return written


def announced(*numbers: int, **changes: Any) -> Written:
    """Only these announcements were made, some more than once; the last of them was another."""
    written = lost_on_time()
    made = [replace(written.made[n], id=str(key)) for key, n in enumerate(numbers, 1000)]
    written.made = [*made[:-1], replace(made[-1], **changes)]
    return written


def ruled_after() -> Written:
    """Ann's turn of 3 s was never ruled; at 4 s the host rules a forfeit."""
    written = Written().begin()
    written.say(3, ANN, "A1")
    written.order(4, "MatchEnded", Order("forfeit", seat=0), winner=1, termination="forfeit")
    written.tell(5, "🏁 **Blue wins**: Bob. Host ruled it a forfeit by Red.")
    return written


def paused() -> Written:
    """Ordered by somebody who is not the host."""
    written = Written().begin()
    written.say(3, BOB, "pause", Order("pause"))
    written.event("MatchPaused", 3, by={"id": HOST.id, "name": HOST.name})
    return written


@pytest.mark.parametrize(
    ("history", "sign", "count"),
    [
        (partial(changed, "TurnPlayed", used=micro(1)), "charged 0:00:01 instead of", ""),
        (partial(changed, "TurnPlayed", turn="C3"), "'B2' is stored as 'C3'", ""),
        (partial(with_first, author=BOB.id), "is not to move", ""),
        (partial(with_first, at=at(5.5)), "is stamped", ""),
        (partial(also_said, 3, ANN, "A1"), "A1", ""),
        (twice, "is a turn twice", ""),
        (partial(off_duty, 2, 6), "on duty at the most", ""),
        (lambda: replace(lost_on_time(), open=True), "never ended", ""),
        (paused, "that was not the host", ""),
        (partial(also_said, 6.5, BOB, "hm", "What?"), "talk was ruled", ""),
        (partial(announced, 0, 1, 2, at=at(5.3)), "became visible", ""),
        (partial(announced, 0, 1, 2, text="**Red** played **B2**."), "the prompt was", ""),
        # These have their count in the last line as well.
        (partial(changed, "FlagFell", 14.999), "time was up at", "wrong_forfeits"),
        (partial(off_duty, 6, 15), "on duty at the most", "wrong_forfeits"),
        (partial(announced, 0, 1, 2, 2, 3, 4), "was made 2 times", "announced_twice"),
        (partial(announced, 0, 1, 3, 4), "was never made", "lost"),
        (partial(also_said, 6, BOB, "B2"), "without an answer", "lost"),
        (partial(also_said, 6, BOB, "B2", "No.", refused=True), "was answered", "announced_twice"),
        (ruled_after, "was said before that", "lost"),
    ],
)
def test_judge_finds_each_fault(history: Any, sign: str, count: str) -> None:
    """In words that tell it from others."""
    found = history().judge()
    assert not found.clean
    assert sign in " ".join(found.said)
    assert not count or getattr(found, count) == 1


@pytest.mark.parametrize("trouble", [False, True])
def test_judge_finds_too_small_a_charge_in_calm_time(trouble: bool) -> None:
    """The clock stood for six seconds: a fault, unless the store could not be written meanwhile."""
    written = Written().begin()
    if trouble:
        written.timesheet.store_failed("locked", at(4), at(8), None)
    written.event("RefereeAway", 3, told=True)
    written.event("RefereeBack", 9, away_since=at(3).isoformat(), told=False)
    written.turn(10, ANN, "B2", 2, 8)
    said = " ".join(written.judge().said)
    for sign in ("no clock ran", "on duty at least"):
        assert (sign in said) is not trouble


def test_judge_imports_nothing_of_the_referee() -> None:
    """Only the cup that nobody disturbs is played by the referee's own rules."""
    for path in Path(__file__).parent.glob("*.py"):
        if path.stem == "undisturbed":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] in ("bot", "renderers") for name in names), path.name


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
        assert shown[0].startswith(turn_line(profile, now.state, words))
        assert all(step in shown[0] for step in steps(profile, oracle, now.state))
        assert prompt(profile, now) == shown[1]
        played = Event("TurnPlayed", START, {})
        assert pinged(now, [played], HOST) == {ANN.id if called == "@Ann" else BOB.id}


@pytest.mark.parametrize("bug", BUGS + CUP_BUGS, ids=lambda bug: bug.name)
def test_sown_bug_has_its_place(bug: Bug) -> None:
    before = (REPOSITORY / bug.file).read_text(encoding="utf-8")
    assert before.count(bug.right) == 1
    assert bug.wrong in sown(bug, before)


@pytest.mark.thorough
@pytest.mark.real_time
@pytest.mark.timeout(900)
async def test_chaos_with_a_cup_of_four_ends_clean(tmp_path: Path) -> None:
    """Two semifinals, one of them tied three times, and the final; killed twice on the way."""
    storm = CupStorm(Plan(kills=2, seed=3, faults=False, cups=1, cup_size=4), tmp_path)
    assert (await storm.run()).said == []
    assert storm.line.startswith("cups=1 pairings=5 games=5 ties=3 ")
    assert storm.line.endswith(
        " kills=2 lost=0 pairings_twice=0 rooms_twice=0 told_twice=0 reminders_twice=0 "
        "orders_equal=yes"
    )
