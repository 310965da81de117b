"""The judge of cups, shown a cup written by hand: it is clean, and each fault put in is found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from chaos.cup_storm import CupStorm
from chaos.storm import Plan
from chaos.undisturbed import play_through
from chaos.written import PEOPLE, SCRIPT, UNDISTURBED, WrittenCup, cup_of_four


def test_cup_judge_counts_a_good_cup() -> None:
    """Three ties, a walkover, a final: all of it is counted, and nothing is wrong."""
    cup = cup_of_four()
    counts = cup.judge().counts
    assert cup.found == []
    assert counts.line(kills=40, lost=0) == (
        "cups=1 pairings=5 games=5 ties=3 walkovers=1 reminders=1 kills=40 lost=0 "
        "pairings_twice=0 rooms_twice=0 told_twice=0 reminders_twice=0 orders_equal=yes"
    )


def matched_without_a_game(cup: WrittenCup) -> None:
    """Killed between the match and its event: another thread was made, and another match."""
    cup.add_match("d", still_open=True)
    cup.threads.append(("d", "Cup d"))


def place_points_out_of_order(cup: WrittenCup) -> None:
    """In a Swiss, whoever has more points stands higher, whatever both orders say."""
    order = [[1, "2"], [2, "1"], [3, "3"], [4, "4"]]
    cup.change("CupEnded", champion="2", places=order)
    places = ((1, "2"), (2, "1"), (3, "3"), (4, "4"))
    cup.undisturbed = replace(UNDISTURBED, champion="2", places=places)
    cup.script = replace(SCRIPT, system="swiss")


def pair_otherwise(cup: WrittenCup) -> None:
    """Undisturbed, Bob moves first in the final."""
    rounds = (*UNDISTURBED.rounds[:-1], (2, (("2", "1"),)))
    cup.undisturbed = replace(UNDISTURBED, rounds=rounds)


FAULTS: list[tuple[Callable[[WrittenCup], object], str, str]] = [
    # What is there twice has its word in the last line as well.
    (matched_without_a_game, "rooms_twice", "nobody meets in d"),
    (lambda cup: cup.seated(5, "1", "c"), "pairings_twice", "1 results and 2 games"),
    (lambda cup: cup.decided(5, "12", [2, 0]), "pairings_twice", "2 results and 1 games"),
    (
        lambda cup: cup.told.append(replace(cup.told[-1], id="again")),
        "told_twice",
        "(CupEnded) was told 2 times",
    ),
    (lambda cup: cup.change("CupEnded", champion=None), "orders_equal", "the end is (None,"),
    (pair_otherwise, "orders_equal", "batch 3 is"),
    (place_points_out_of_order, "orders_equal", "they have [3, 4, 3, 0] half points"),
    (lambda cup: cup.told.pop(), "", "was never told"),
    (lambda cup: cup.matches.pop(), "", "match 5 was never opened"),
    (lambda cup: cup.games.pop(), "", "its games are"),
    (lambda cup: cup.change("CupStarted", seeds=[{"id": "1"}]), "", "the seeds are"),
    (lambda cup: cup.event("PlayerLeft", player={"id": "1"}), "", "left"),
    (lambda cup: cup.tell(2, "?"), "", "(PlayerEntered) was told"),
    (lambda cup: cup.change("PairingDecided", 1, why="games"), "", "by the script"),
    (lambda cup: cup.change("GameSeated", 1, room="a"), "", "is the room of 2 pairings"),
    (lambda cup: setattr(cup, "open", True), "", "it ended 1 times, open: True"),
    (lambda cup: cup.paired(3, "13"), "", "pairing 6 was never decided"),
]


@pytest.mark.parametrize(("fault", "word", "sign"), FAULTS)
def test_cup_judge_finds_each_fault(
    fault: Callable[[WrittenCup], object], word: str, sign: str
) -> None:
    cup = cup_of_four()
    fault(cup)
    counts = cup.judge().counts
    assert any(sign in text for _, text in cup.found), cup.found
    if word:
        assert getattr(counts, word) == (word != "orders_equal")


def test_cup_judge_works_out_the_champion_of_a_knockout() -> None:
    """The referee's own rules may be wrong in both: a knockout is worked out here as well."""
    cup = cup_of_four().change("CupEnded", champion="2")
    cup.undisturbed = replace(UNDISTURBED, champion="2")
    cup.judge()
    assert [text for _, text in cup.found] == ["cup 1: 2 is champion, by the script 1"]


def test_undisturbed_cup_is_what_was_worked_out_by_hand() -> None:
    """Whoever moves first is by lot; who meets whom and who is where is not."""
    found = play_through(SCRIPT, PEOPLE, "lot")
    assert (found.champion, found.places) == (UNDISTURBED.champion, UNDISTURBED.places)
    assert [(n, sorted(map(sorted, pairs))) for n, pairs in found.rounds] == [
        (n, sorted(map(sorted, pairs))) for n, pairs in UNDISTURBED.rounds
    ]


@pytest.mark.thorough
@pytest.mark.real_time
@pytest.mark.timeout(900)
async def test_chaos_with_a_cup_of_four_ends_clean(tmp_path: Path) -> None:
    """Two semifinals, one of them tied three times, and the final; killed twice on the way."""
    storm = CupStorm(Plan(kills=2, seed=3, faults=False, cups=1, cup_size=4), tmp_path)
    found = await storm.run()
    assert found.said == []
    assert storm.line.startswith("cups=1 pairings=5 games=5 ties=3 ")
    assert storm.line.endswith(
        " kills=2 lost=0 pairings_twice=0 rooms_twice=0 told_twice=0 reminders_twice=0 "
        "orders_equal=yes"
    )
