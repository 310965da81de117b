"""Whole cups as they are run, worked out by hand; the arithmetic stands beside each."""

from bot.cups import acts
from bot.cups.cup import Ending
from bot.cups.pairing import SYSTEMS
from bot.referee.events import Player
from cups.papers import partings, values
from cups.running_cup import HOUR, RunningCup


def table(cup: RunningCup, system: str):
    return SYSTEMS[system].order(cup.state.cup())


def test_a_round_robin_with_three_in_a_circle_is_parted_by_games_lost_on_time():
    """Best of three: A beats B, B beats C, C beats A, all beat D, each by two games to none.

    Points 2, 2, 2, 0; each has one of the others; Sonneborn-Berger 2 + 0 each; two wins each. C
    lost both games to B on time, A one to C, B none: B 0, A 1, C 2.
    """
    cup = RunningCup()
    cup.open(4, system="round-robin", best_of=3)
    winners = {"ab": "a", "bc": "b", "ac": "c", "ad": "a", "bd": "b", "cd": "c"}
    cup.settle()
    while games := list(cup.games()):
        for meeting, game in games:
            pair = "".join(sorted(meeting.entrants))
            late = pair == "bc" or (pair == "ac" and game.number == 1)
            cup.wins(winners[pair], late=late)
        cup.settle()
    assert cup.state.end.places == ((1, "b"), (2, "a"), (3, "c"), (4, "d"))
    late = "games lost on time"
    assert partings(table(cup, "round-robin")) == {"a": (late, "0", "1"), "c": (late, "1", "2")}


def test_a_swiss_with_two_byes_and_one_who_leaves_is_parted_by_buchholz():
    """Five entrants, three rounds; the better seed wins; B leaves after round 2.

    Round 1: A>C, B>D, E has the bye. Round 2: A>B, C>E, D has the bye. Round 3: A>E, C>D.
    Points: A 3, C 2, B 1, D 1 (bye), E 1 (bye).
    For others: A 3; C 2; B its game 1 + a tie for round 3 ½ = 1½; D and E a tie for the bye ½.
    Virtual opponents: E in round 1: came with 0, tied twice: 1. D in round 2: came with 0, took 0,
    tied once: ½. B in round 3: came with 1, took 1: 2.

        Buchholz             without worst   Sonneborn-Berger
    A   C 2 + B 1½ + E ½ = 4        3½       2 + 1½ + ½ = 4
    B   D ½ + A 3 + 2 = 5½          5        ½
    C   A 3 + E ½ + D ½ = 4         3½       ½ + ½ = 1
    D   B 1½ + ½ + C 2 = 4          3½       1 · ½ = ½
    E   1 + C 2 + A 3 = 6           5        1 · 1 = 1
    """
    cup = RunningCup()
    cup.open(5, system="swiss", rounds=3)
    rounds = (("ac", "bd"), ("ab", "ce"), ("ae", "cd"))
    for number, pairs in enumerate(rounds, 1):
        state = cup.settle()
        assert {frozenset(one.entrants) for one in state.playing} == {*map(frozenset, pairs)}
        for meeting, _ in list(cup.games()):
            cup.wins(min(meeting.entrants))
        if number == 2:
            cup.do(acts.leave, Player("b", "b"))
    state = cup.settle()
    assert [(one.round, one.first) for one in state.settled] == [(1, "e"), (2, "d")]
    assert [entrant for _, entrant in state.end.places] == ["a", "c", "e", "b", "d"]
    rows = table(cup, "swiss")
    assert partings(rows) == {
        "b": ("Buchholz", "6", "11/2"),
        "d": ("Buchholz without the worst", "5", "7/2"),
    }
    assert values(rows, "Buchholz") == {"a": 4, "b": 5.5, "c": 4, "d": 4, "e": 6}
    assert values(rows, "Sonneborn-Berger") == {"a": 4, "b": 0.5, "c": 1, "d": 0.5, "e": 1}


def test_a_knockout_where_neither_comes_gives_the_next_a_bye():
    """Eight: A and H do not come, so that whoever wins D–E has a bye in the semifinals.

    The better seed wins otherwise. Round 1: A–H both lose, D>E, B>G, C>F. Round 2: D has the bye,
    B>C. Round 3: B>D. Nothing parts those who were out in the same round: they share a place, and
    the better seed is named first.
    """
    cup = RunningCup()
    cup.open(8, round_time=10 * HOUR)
    cup.settle()
    for entrant in "bcd":
        cup.wins(entrant)
    state = cup.settle()
    assert [set(one.entrants) for one in state.playing] == [{"a", "h"}]
    assert cup.wait(10 * HOUR).round == 1
    state = cup.wait()
    assert state.meeting(1).result.ending is Ending.BOTH_LOST
    assert [(one.first, one.ending) for one in state.settled] == [("d", Ending.BYE)]
    for _ in range(2):
        cup.wins("b")
        state = cup.settle()
    assert state.end.champion == "b"
    assert state.end.places == ((1, "b"), (2, "d"), (3, "c"), *((4, one) for one in "aefgh"))
    assert partings(table(cup, "knockout")) == {}
