"""The judge of cups, shown cups written by hand: the good one is clean, and each fault is found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from oracle.games import make

from chaos.cup_history import PROFILE, CupScript, draw_cup, draw_game
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


def reminded_again(cup: WrittenCup) -> None:
    """A reminder was told of which nothing was stored."""
    number = next(n for n, event in enumerate(cup.events) if event.kind == "PlayersReminded")
    cup.told.append(replace(cup.told[3], nonce=f"c1.{number}.1", text="⏰ Ann and Dan"))


def held_elsewhere(cup: WrittenCup) -> None:
    cup.change("GameSeated", 3, room="e")
    cup.threads.append(("e", "Cup e"))


def place_points_out_of_order(cup: WrittenCup) -> None:
    """In a Swiss, whoever has more points stands higher, whatever both orders say."""
    order = [[1, "2"], [2, "1"], [3, "3"], [4, "4"]]
    cup.change("CupEnded", champion="2", places=order)
    places = tuple((int(str(place)), str(who)) for place, who in order)
    cup.undisturbed = replace(UNDISTURBED, champion="2", places=places)
    cup.script = replace(SCRIPT, system="swiss")


def pair_otherwise(cup: WrittenCup) -> None:
    """Undisturbed, Bob moves first in the final."""
    rounds = (*UNDISTURBED.rounds[:-1], (2, (("2", "1"),)))
    cup.undisturbed = replace(UNDISTURBED, rounds=rounds)


OTHER_PLACES = [[1, "1"], [2, "3"], [3, "2"], [3, "4"]]
FAULTS: list[tuple[Callable[[WrittenCup], object], str, str]] = [
    # What is there twice has its word in the last line as well.
    (matched_without_a_game, "pairings_twice", "match 6 lies in d and is of no game"),
    (matched_without_a_game, "rooms_twice", "nobody meets in d"),
    (lambda cup: cup.seated(5, "1", "c"), "pairings_twice", "1 results and 2 games"),
    (lambda cup: cup.decided(5, "12", [2, 0]), "pairings_twice", "2 results and 1 games"),
    (held_elsewhere, "rooms_twice", "have the rooms ['b', 'e']"),
    (
        lambda cup: cup.told.append(replace(cup.told[-1], id="again")),
        "told_twice",
        "(CupEnded) was told 2 times",
    ),
    (reminded_again, "reminders_twice", "2 reminders were told"),
    (reminded_again, "reminders_twice", "tells of nothing that was stored"),
    (
        lambda cup: cup.event("PlayersReminded", pairing=1, game=1, left=120_000_000),
        "reminders_twice",
        "2 reminders were told",
    ),
    # Another order than undisturbed, or than the points of a Swiss.
    (lambda cup: cup.change("CupEnded", champion="2"), "orders_equal", "the end is ('2',"),
    (lambda cup: cup.change("CupEnded", champion=None), "orders_equal", "the end is (None,"),
    (lambda cup: cup.change("CupEnded", places=OTHER_PLACES), "orders_equal", "the end is ('1',"),
    (pair_otherwise, "orders_equal", "batch 3 is"),
    (place_points_out_of_order, "orders_equal", "they have [3, 4, 3, 0] half points"),
    (lambda cup: cup.told.pop(), "", "was never told"),
    (lambda cup: cup.matches.pop(), "", "match 5 was never opened"),
    (lambda cup: cup.games.pop(), "", "its games are"),
    (lambda cup: cup.change("PlayerEntered", player={"id": "4"}), "", "entered"),
    (lambda cup: cup.change("CupStarted", seeds=[{"id": "1"}]), "", "the seeds are"),
    (lambda cup: cup.event("PlayerLeft", player={"id": "1"}), "", "left"),
    (lambda cup: cup.tell(2, "?"), "", "(PlayerEntered) was told"),
    (lambda cup: cup.event("DeadlineMoved", told=False), "", "(DeadlineMoved) was told"),
    (lambda cup: cup.change("PairingDecided", 1, why="games"), "", "by the script"),
    (lambda cup: cup.change("GameSeated", 1, room="a"), "", "is the room of 2 pairings"),
    (lambda cup: setattr(cup, "open", True), "", "it ended 1 times, open: True"),
    (lambda cup: cup.paired(3, "13"), "", "pairing 6 was never decided"),
    (lambda cup: cup.decided(9, "13", [2, 0]), "", "there is no pairing 9"),
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


@pytest.mark.parametrize("halves", [(2, 0), (0, 2), (1, 1)])
def test_drawn_game_comes_to_what_the_script_wants(halves: tuple[int, int]) -> None:
    oracle = make(PROFILE.ruleset, PROFILE.side, {})
    for seed in range(5):
        state = oracle.start()
        for _, turn, _ in draw_game(halves, Random(seed)):
            assert oracle.legal(state, turn)
            state = oracle.play(state, turn)
        wanted = {(2, 0): "first", (0, 2): "second", (1, 1): None}[halves]
        assert (oracle.is_over(state), oracle.winner(state)) == (True, wanted)


@pytest.mark.parametrize("number", range(4))
def test_drawn_cup_has_a_tie_and_somebody_who_leaves(number: int) -> None:
    """Whatever the seed: those two meet, and the leaver is paired in the round they leave in."""
    people = [(str(one), str(one)) for one in range(8)]
    for seed in range(30):
        script: CupScript = draw_cup(number, Random(seed))
        rounds = play_through(script, people, str(seed)).rounds
        met = [(n, {int(one), int(other)}) for n, pairs in rounds for one, other in pairs]
        assert any(pair == script.tied for _, pair in met)
        assert script.leaver is not None
        who, when = script.leaver
        assert [n for n, pair in met if who in pair and n == when] == [when]
        for one, at in script.absent:
            assert any(one in pair and n == at for n, pair in met)


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
