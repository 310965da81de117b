"""The judge, shown histories written by hand: the good one is clean, and each fault is found."""

import ast
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oracle.games import make
from oracle.golden import turn_text
from oracle.players import random_turn

from chaos.history import Event, Order, Person, Profile
from chaos.verdict import Answers
from chaos.written import (
    ANN,
    BOB,
    CAT,
    HOST,
    PARTNER,
    TIMED,
    Written,
    at,
    lost_on_time,
    micro,
    with_partner,
)


def changed(written: Written, kind: str, seconds: float | None = None, **data: object) -> Written:
    number = max(n for n, event in enumerate(written.events) if event.kind == kind)
    event = written.events[number]
    moment = event.at if seconds is None else at(seconds)
    written.events[number] = Event(kind, moment, event.data | data)
    return written


def retold(written: Written, number: int, **changes: object) -> Written:
    written.made[number] = replace(written.made[number], **changes)  # type: ignore[arg-type]
    return written


def test_judge_counts_what_happened() -> None:
    """Two seconds and a half of the clock are charged, a flag falls to the second."""
    found = lost_on_time().judge()
    assert (found.said, found.clean) == ([], True)
    assert (found.turns, found.moments["flag"]) == (1, 1)
    found = with_partner().judge()
    assert (found.said, found.turns, found.moments["partner"]) == ([], 2, 1)
    assert host_paused().judge().orders == 3


def test_findings_say_what_never_happened() -> None:
    """A flag fell and a bank was used; nobody came late, and no partner played."""
    found = lost_on_time().judge()
    assert found.clean
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


# Histories in which nothing is wrong.


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


def host_called() -> Written:
    """The match pauses at the deadline; resumed, Red has a fresh turn and no bank."""
    written = Written(replace(TIMED, calls_host=True)).begin()
    written.event("FlagFell", 12, colour=0)
    written.event("MatchPaused", 12)
    paused = "⏸️ The match is paused. <@4>, please decide: resume, and Red"
    written.tell(13, f"⌛ Red's time ran out.\n{paused}", {HOST.id}, first=1)
    written.order(20, "MatchResumed", Order("resume"))
    told = "▶️ Host resumed the match.\n<@1>, **Red** may place 1 stone."
    written.tell(21, told, {ANN.id})
    written.turn(22, ANN, "B2", 1, 0)
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


def given_to_cat() -> Written:
    """Cat takes Red's seat at 5 s, in the middle of a turn."""
    written = Written().begin()
    order = Order("replace", seat=0, player=CAT.id)
    player = {"id": CAT.id, "name": CAT.name}
    written.order(5, "PlayerReplaced", order, colour=0, player=player, fresh=True)
    written.tell(6, "Host gave Red's seat to <@3>.\n<@3>, **Red** may place 1 stone.", {CAT.id})
    return written


def turn_after_the_seat_was_given(author: Person) -> Written:
    """It is a fresh turn, and the bank as it is left."""
    written = given_to_cat()
    key = written.turn(9, ANN, "B2", 3, 6)
    written.said[int(key) - 1].author = author.id
    return written


def tried(*answers: str, refused: bool = False) -> Written:
    """Bob tries a cell that is taken."""
    written = lost_on_time()
    written.answers[written.say(6, BOB, "B2")] = Answers(answers, refused)
    return written


def said_early(turn: str) -> Written:
    """At 3 s; at 4 s the host rules a forfeit, and of a turn there is no trace."""
    written = Written().begin()
    written.say(3, ANN, turn)
    order = Order("forfeit", seat=0)
    written.order(4, "MatchEnded", order, winner=1, termination="forfeit")
    written.tell(5, "🏁 **Blue wins**: Bob. Host ruled it a forfeit by Red.")
    return written


def also_said(seconds: float, author: Person, text: str, *answers: str) -> Written:
    """Something more was said, and perhaps answered, though in vain."""
    written = lost_on_time()
    key = written.say(seconds, author, text)
    written.answers = {key: Answers(answers)} if answers else {}
    return written


@pytest.mark.parametrize(
    "history",
    [
        lost_on_time,
        with_partner,
        host_paused,
        host_called,
        given_then_undone,
        partial(turn_after_the_seat_was_given, CAT),
        partial(tried, "B2 is taken."),
        partial(said_early, "hm"),
        # What Ann wrote before the start is no turn.
        partial(also_said, 0.9, ANN, "A1"),
        # A reminder that was taken back is gone before a page comes back.
        lambda: retold(lost_on_time(), 3, text="", pinged=None, gone=True),
    ],
)
def test_judge_finds_nothing_where_nothing_is_wrong(history: Callable[[], Written]) -> None:
    assert history().judge().said == []


# Histories with a fault.


def played_out() -> Written:
    """A whole game on a small board without a clock, and no end of the match."""
    written = Written(Profile(side=2)).begin()
    oracle, dice = make("genius", 2), Random(1)
    state, moment = oracle.start(), 3.0
    while not oracle.is_over(state):
        turn = random_turn(oracle, state, dice)
        author = ANN if state.to_move == "first" else BOB
        written.turn(moment, author, turn_text(turn), None, None)
        state, moment = oracle.play(state, turn), moment + 1
    return written


def ends_too_soon() -> Written:
    """One stone lies on the board, and the game is said to be over."""
    written = Written().begin()
    written.turn(4.5, ANN, "B2", 2.5, 7.5)
    written.event("MatchEnded", 4.5, winner=0, termination="game-over")
    return written


def after_the_flag() -> Written:
    """Time was up at 15 s; at 15.2 s a turn was taken."""
    written = lost_on_time()
    del written.events[-3:], written.rows[-1], written.made[-1]
    written.turn(15.2, BOB, "C3", 10.2, 0)
    return written


def passed_over() -> Written:
    """Ann had written A1 before B2, in time and legal."""
    written = lost_on_time()
    written.say(3, ANN, "A1")
    return written


def with_first(**changes: object) -> Written:
    """What Ann wrote, and the store has as her turn, was something else."""
    written = lost_on_time()
    written.said[0] = replace(written.said[0], **changes)  # type: ignore[arg-type]
    return written


def off_duty() -> Written:
    """Ann was charged two and a half seconds, for two of which nobody was there."""
    written = lost_on_time()
    written.timesheet.stalled(at(2), at(6))
    return written


def twice() -> Written:
    written = lost_on_time()
    written.events.append(written.events[4])
    return written


def illegal() -> Written:
    written = Written().begin()
    written.turn(4.5, ANN, "B2 B3", 2.5, 7.5)
    return written


def pinged(number: int, *people: Person, of: Written | None = None) -> Written:
    called = frozenset(one.id for one in people)
    return retold(of or lost_on_time(), number, pinged=called)


def announced_again(**changes: object) -> Written:
    written = lost_on_time()
    written.made.append(replace(written.made[2], id="77", **changes))  # type: ignore[arg-type]
    return written


def never_announced() -> Written:
    written = lost_on_time()
    del written.made[2]
    return written


def off_duty_at_the_flag() -> Written:
    """For nine of the ten seconds nobody could reach the referee."""
    written = lost_on_time()
    written.timesheet.gone(at(6))
    written.timesheet.reached(at(15))
    return written


def paused_by_nobody(author: Person | None) -> Written:
    """A pause out of nothing, or ordered by somebody who is not the host."""
    written = Written().begin()
    if author is not None:
        written.say(3, author, "pause", Order("pause"))
    written.event("MatchPaused", 3, by={"id": HOST.id, "name": HOST.name})
    return written


PLAYED, BLUE_MAY = "**Red** played **B2**.", "<@2>, **Blue** may place 1 or 2 stones."
BANKS = "-# Banks: Red 0:07 · Blue 0:08"
LEADING = "**Three stones allowed.** <@2>, **Blue** may place up to 3 stones."


def lost(kind: str, seconds: float | None = None, **data: object) -> Callable[[], Written]:
    """An event of the history has another moment, or other data."""
    return lambda: changed(lost_on_time(), kind, seconds, **data)


def reworded(number: int, *lines: str) -> Callable[[], Written]:
    """One announcement has other words."""
    return lambda: retold(lost_on_time(), number, text="\n".join(lines))


ELSEWHERE = lost_on_time().made[2].nonce.replace("1.4.", "1.5.", 1)
FAULTS: list[tuple[Any, ...]] = [
    (after_the_flag, "time was up"),
    (lost("TurnPlayed", bank=micro(8)), "a bank of 0:00:08 is left instead of 0:00:07.5"),
    (lost("TurnPlayed", used=micro(1)), "charged 0:00:01 instead of 0:00:02.5"),
    (lost("TurnPlayed", turn="C3"), "'B2' is stored as 'C3'"),
    (partial(with_first, author=BOB.id), "is not to move"),
    (partial(with_first, at=at(5.5)), "is stamped"),
    (passed_over, "A1"),
    (twice, "is a turn twice"),
    (illegal, "B2 B3"),
    (off_duty, "on duty at the most"),
    (played_out, "over by the oracle"),
    (ends_too_soon, "goes on by the oracle"),
    (lambda: replace(lost_on_time(), open=True), "never ended"),
    (lambda: retold(lost_on_time(), 2, at=at(5.3)), "became visible"),
    (partial(undone, 7.5), "a bank of"),
    (partial(turn_after_the_seat_was_given, ANN), "is not to move"),
    (lambda: changed(host_called(), "TurnPlayed", bank=micro(8)), "a bank of"),
    (partial(paused_by_nobody, None), "nobody ordered that: pause"),
    (partial(paused_by_nobody, BOB), "that was not the host"),
    (partial(also_said, 6.5, BOB, "hm", "What?"), "talk was ruled"),
    (partial(announced_again, nonce=ELSEWHERE), "tells of nothing that was stored"),
    # Nobody is pinged, or the wrong player.
    *((partial(pinged, *who), "pinged") for who in ((2,), (1, BOB), (2, ANN), (3, ANN), (4, BOB))),
    # The partner: on a stone, on no cell, with three stones, and before the room was told.
    (lambda: replace(with_partner(), profile=TIMED), "nobody played 'C3'"),
    (partial(with_partner, "B2"), "nobody played 'B2'"),
    (partial(with_partner, "Z9"), "nobody played 'Z9'"),
    (partial(with_partner, "C3 C4 D4"), "C3 C4 D4"),
    (partial(with_partner, told=9), "before the room was told"),
    (lambda: pinged(2, PARTNER, of=with_partner()), "pinged"),
    # Words: a score too high, three stones not allowed, another player, bank, cell, winner.
    (reworded(2, f"{PLAYED} Score 1 → 2, Blue has 1.", BLUE_MAY, BANKS), "by the oracle"),
    (reworded(2, PLAYED, LEADING, BANKS), "the prompt was"),
    (reworded(2, PLAYED, "<@1>, **Red** may place 1 or 2 stones.", BANKS), "the prompt was"),
    (reworded(2, PLAYED, BLUE_MAY, "-# Banks: Red 0:08 · Blue 0:08"), "the banks were"),
    (reworded(2, "**Red** played **C3**.", BLUE_MAY, BANKS), "by the oracle"),
    (reworded(2, PLAYED), "the prompt was"),
    (reworded(3, "⏳ <@1>, your turn time is over: the bank of 0:08 runs."), "by the oracle"),
    (reworded(4, "🏁 **Blue wins**: Bob. Blue's time ran out:"), "by the oracle"),
    (reworded(4, "🏁 **Red wins**: Bob. Blue's time ran out:"), "by the oracle"),
    # These have their count in the last line as well. Told at 5 s, with two seconds and a bank of
    # eight, the flag falls at 15 s, neither sooner nor later.
    (lost("MatchEnded", winner=1), "ran out of time and won", "wrong_forfeits"),
    *(
        (lost("FlagFell", seconds), "time was up at", "wrong_forfeits")
        for seconds in (14, 14.999, 15.001, 16)
    ),
    (off_duty_at_the_flag, "on duty at the most", "wrong_forfeits"),
    (announced_again, "was made 2 times", "announced_twice"),
    (never_announced, "was never made", "lost"),
    (tried, "without an answer", "lost"),
    (partial(tried, "B2 is taken.", refused=True), "was answered by", "announced_twice"),
    (partial(said_early, "A1"), "was said before that", "lost"),
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
    if trouble:
        assert "duty" not in said
        assert "clock" not in said
    else:
        assert "no clock ran" in said
        assert "on duty at least" in said


def test_judge_wants_no_answer_to_who_gave_their_seat_away() -> None:
    """In the end Cat loses on time: Ann's words are talk then."""
    for author, seconds, lost in ((ANN, 4, 1), (ANN, 7, 0), (CAT, 4, 0), (CAT, 7, 1)):
        written = given_to_cat()
        written.event("FlagFell", 20, colour=0)
        written.event("MatchEnded", 20, winner=1, termination="time")
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
