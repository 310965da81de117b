"""The judge, shown a history written by hand: it is clean, and each fault put into it is found.

What `make chaos-sown` sows into a referee, and the judge finds there, is not repeated here.
"""

import ast
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chaos.history import Event, Order
from chaos.verdict import Answers
from chaos.written import ANN, BOB, CAT, HOST, TIMED, Written, at, lost_on_time, micro


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


def host_paused() -> Written:
    """Paused at 3 s, resumed at 20 s and told at 21 s, with five seconds more: time is up at 35."""
    written = Written().begin()
    written.order(3, "MatchPaused", Order("pause"))
    written.order(20, "MatchResumed", Order("resume"))
    prompt = "<@1>, **Red** may place 1 stone."
    written.tell(21, f"▶️ Host resumed the match.\n{prompt}", {ANN.id})
    five = timedelta(seconds=5)
    written.order(22, "TimeChanged", Order("time", seat=0, amount=five), colour=0, amount=micro(5))
    written.event("FlagFell", 35, colour=0)
    written.event("MatchEnded", 35, winner=1, termination="time")
    written.tell(36, "🏁 **Blue wins**: Bob. Red's time ran out.", first=1)
    return written


def undone(bank: float = 8) -> Written:
    """Ann's turn took half a second of her bank; undone, she has the whole bank again."""
    written = Written().begin()
    written.turn(4.5, ANN, "B2", 2.5, 7.5)
    written.order(5, "TurnsUndone", Order("undo", turns=1), turns=1)
    told = "↩️ Host took back the last turn.\n<@1>, **Red** may place 1 stone."
    written.tell(6, told, {ANN.id})
    written.turn(7, ANN, "A1", 1, bank)
    return written


def given_to_cat() -> Written:
    """Cat takes Red's seat at 5 s; in the end it loses on time."""
    written = Written().begin()
    player = {"id": CAT.id, "name": CAT.name}
    order = Order("replace", seat=0, player=CAT.id)
    written.order(5, "PlayerReplaced", order, colour=0, player=player, fresh=True)
    written.tell(6, "Host gave Red's seat to <@3>.\n<@3>, **Red** may place 1 stone.", {CAT.id})
    written.event("FlagFell", 20, colour=0)
    written.event("MatchEnded", 20, winner=1, termination="time")
    return written


def also_said(seconds: float, author: Any, text: str, *answers: str, **more: bool) -> Written:
    """Something more was said, and perhaps answered."""
    written = lost_on_time()
    written.answers[written.say(seconds, author, text)] = Answers(answers, **more)
    return written


def ruled_after(turn: str) -> Written:
    """Said at 3 s; at 4 s the host rules a forfeit, and of a turn there is no trace."""
    written = Written().begin()
    written.say(3, ANN, turn)
    written.order(4, "MatchEnded", Order("forfeit", seat=0), winner=1, termination="forfeit")
    written.tell(5, "🏁 **Blue wins**: Bob. Host ruled it a forfeit by Red.")
    return written


def retold(number: int, **changes: Any) -> Written:
    """One announcement is another."""
    written = lost_on_time()
    written.made[number] = replace(written.made[number], **changes)
    return written


@pytest.mark.parametrize(
    "history",
    [
        host_paused,
        partial(also_said, 6, BOB, "B2", "B2 is taken."),
        partial(ruled_after, "hm"),
        # What Ann wrote before the start is no turn.
        partial(also_said, 0.9, ANN, "A1"),
        # A reminder that was taken back is gone before a page comes back.
        partial(retold, 3, text="", pinged=None, gone=True),
    ],
)
def test_judge_finds_nothing_where_nothing_is_wrong(history: Callable[[], Written]) -> None:
    assert history().judge().said == []


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


def announced(*numbers: int) -> Written:
    """Only these announcements were made, some more than once."""
    written = lost_on_time()
    made = [replace(written.made[n], id=str(key)) for key, n in enumerate(numbers, 1000)]
    written.made = made
    return written


def paused(by: Any) -> Written:
    """Ordered by somebody who is not the host."""
    written = Written().begin()
    written.say(3, by, "pause", Order("pause"))
    written.event("MatchPaused", 3, by={"id": HOST.id, "name": HOST.name})
    return written


FAULTS: list[tuple[Any, ...]] = [
    (partial(changed, "TurnPlayed", used=micro(1)), "charged 0:00:01 instead of 0:00:02.5"),
    (partial(changed, "TurnPlayed", turn="C3"), "'B2' is stored as 'C3'"),
    (partial(with_first, author=BOB.id), "is not to move"),
    (partial(with_first, at=at(5.5)), "is stamped"),
    (partial(also_said, 3, ANN, "A1"), "A1"),
    (twice, "is a turn twice"),
    (partial(undone, 7.5), "a bank of"),
    (partial(off_duty, 2, 6), "on duty at the most"),
    (lambda: replace(lost_on_time(), open=True), "never ended"),
    (partial(retold, 2, at=at(5.3)), "became visible"),
    (partial(paused, BOB), "that was not the host"),
    (partial(also_said, 6.5, BOB, "hm", "What?"), "talk was ruled"),
    (lambda: replace(lost_on_time(), profile=replace(TIMED, side=4)), "4 was agreed"),
    (partial(retold, 2, text="**Red** played **B2**."), "the prompt was"),
    (partial(retold, 4, text="🏁 **Red wins**: Bob. Blue's time ran out:"), "by the oracle"),
    # These have their count in the last line as well.
    (partial(changed, "FlagFell", 14.999), "time was up at", "wrong_forfeits"),
    (partial(off_duty, 6, 15), "on duty at the most", "wrong_forfeits"),
    (partial(announced, 0, 1, 2, 2, 3, 4), "was made 2 times", "announced_twice"),
    (partial(announced, 0, 1, 3, 4), "was never made", "lost"),
    (partial(also_said, 6, BOB, "B2"), "without an answer", "lost"),
    (partial(also_said, 6, BOB, "B2", "No.", refused=True), "was answered by", "announced_twice"),
    (partial(ruled_after, "A1"), "was said before that", "lost"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[1])
def test_judge_finds_each_fault(fault: tuple[Any, ...]) -> None:
    """In words that tell it from others."""
    history, sign, *counts = fault
    found = history().judge()
    assert not found.clean
    assert sign in " ".join(found.said)
    assert [getattr(found, count) for count in counts] == [1] * len(counts)


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


@pytest.mark.parametrize(
    ("author", "seconds", "lost"), [(ANN, 4, 1), (ANN, 7, 0), (CAT, 4, 0), (CAT, 7, 1)]
)
def test_judge_wants_no_answer_to_who_gave_their_seat_away(author, seconds, lost) -> None:
    written = given_to_cat()
    written.say(seconds, author, "B2")
    found = [text for text in written.judge().said if "without an answer" in text]
    assert len(found) == lost


def test_judge_imports_nothing_of_the_referee() -> None:
    """Only the reader of chat, which is what is tested there, and the sower of bugs name it."""
    for path in Path(__file__).parent.glob("*.py"):
        if path.stem in ("reader", "undisturbed"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] in ("bot", "renderers") for name in names), path.name
