"""How round robins and Swiss cups end, worked out by hand; the arithmetic stands beside each.

Lots are drawn against the order that is expected, so that no tie-break is right by luck.
"""

import pytest

from cups.papers import partings, places, points, table, values

WORST, ALL, BERGER = "Buchholz without the worst", "Buchholz", "Sonneborn-Berger"
DIRECT, LATE = "direct meeting", "games lost on time"
CIRCLE = ("A>B C>D", "B>C A>D", "C>A B>D")
"""A beats B, B beats C, C beats A, and all of them beat D: 2, 2, 2 and 0."""


def test_tie_of_three_goes_to_who_beat_both() -> None:
    """A lost to both who are not tied, and stands above B and C all the same.

    Points: E 3 (A, B, D), A 2 (B, C), B 2 (C, D), C 2 (D, E), D 1 (A).
    Meetings of A, B, C: A beat both, 2; B beat C, 1; C none, 0.
    """
    rows = table("round-robin", "CBADE", "A>B C>E", "E>D B>C", "D>A E>B", "A>C B>D", "E>A C>D")
    assert points(rows) == {"E": 6, "A": 4, "B": 4, "C": 4, "D": 2}
    assert places(rows) == "EABCD"
    assert partings(rows) == {"B": (DIRECT, "2", "1"), "C": (DIRECT, "1", "0")}


def test_a_circle_is_decided_by_sonneborn_berger() -> None:
    """Each of A, B, C has one point of their meetings, so these say nothing.

    Points: D 2½ (B, E, half of C), A 2 (B, D), B 2 (C, E), C 2 (A, halves of D, E),
    E 1½ (A, half of C).
    Sonneborn-Berger: A: B 2 + D 2½ = 4½; B: C 2 + E 1½ = 3½; C: A 2 + ½ · 2½ + ½ · 1½ = 4.
    """
    rows = table("round-robin", "BCADE", "A>B C=D", "B>C A>D", "C>A B>E", "D>B E>A C=E", "D>E")
    assert points(rows) == {"D": 5, "A": 4, "C": 4, "B": 4, "E": 3}
    assert places(rows) == "DACBE"
    assert partings(rows) == {"C": (BERGER, "9/2", "4"), "B": (BERGER, "4", "7/2")}


def test_a_circle_is_decided_by_games_lost_on_time() -> None:
    """Sonneborn-Berger of A, B, C: 2 (who was beaten) + 0 (D); two wins each.

    Games lost on time: A one, to C; C two of the same pairing, to B; B none.
    """
    rows = table("round-robin", "CABD", "A>B C>D", "B!!C A>D", "C!A B>D")
    assert places(rows) == "BACD"
    assert partings(rows) == {"A": (LATE, "0", "1"), "C": (LATE, "1", "2")}


def test_a_circle_is_decided_by_lot() -> None:
    rows = table("round-robin", "CADB", *CIRCLE)
    assert places(rows) == "CABD"
    assert partings(rows) == {"A": ("lot", "0", "1"), "B": ("lot", "1", "3")}


def test_wins_part_those_whom_sonneborn_berger_leaves_tied() -> None:
    """A, B, D beat each other in a circle; C tied with everybody. All have 1½ of 3.

    Meetings: all met all, 1½ each. Sonneborn-Berger: A, B, D: 1½ + ½ · 1½ = 2¼; C: 3 · ½ · 1½ = 2¼.
    Wins: one each, C none. Then lots: B 1, D 2, A 3.
    """
    rows = table("round-robin", "CBDA", "A>D B=C", "A=C D>B", "B>A C=D")
    assert places(rows) == "BDAC"
    assert values(rows, BERGER) == dict.fromkeys("ABCD", 9 / 4)
    assert partings(rows)["C"] == ("wins", "1", "0")
    assert partings(rows)["A"][0] == "lot"


def test_direct_meetings_are_asked_anew_of_those_whom_they_left_tied() -> None:
    """A, B, C, D are tied with 2; E has 3 (A, D, C), F 4 (A, B, D, E).

    Their meetings: A beat B, C; D beat A, B; C beat D; B beat C: A and D 2, B and C 1.
    Anew among A and D: D beat A. Among B and C: B beat C. Sonneborn-Berger, which does not get its
    turn, would have put C above B: B: C 2 + E 3 = 5; C: D 2 + F 4 = 6.
    """
    rows = table(
        "round-robin", "ACBDEF", "A>B D>A C>D", "A>C D>B B>C", "E>A E>D", "F>A F>D F>E", "B>E F>B",
        "E>C C>F",
    )  # fmt: skip
    assert points(rows) == {"F": 8, "E": 6, **dict.fromkeys("DABC", 4)}
    assert places(rows) == "FEDABC"
    assert partings(rows) == {
        "A": (DIRECT, "1", "0"),
        "B": (DIRECT, "2", "1"),
        "C": (DIRECT, "1", "0"),
    }


def test_direct_meetings_do_not_come_back_after_a_later_tie_break() -> None:
    """A circle of three, of whom Sonneborn-Berger parts one: C beat A, and stands below.

    Points: E 3 (A, C, D), A 2 (B, D), B 2 (C, E), C 2 (A, D), D 1 (B).
    Sonneborn-Berger: B: C 2 + E 3 = 5; A: B 2 + D 1 = 3; C: A 2 + D 1 = 3. Two wins each.
    Games lost on time: A none, C one.
    """
    rows = table("round-robin", "CABDE", "A>B C>D", "B!C A>D", "C>A B>E", "D>B E>A", "E>C E>D")
    assert places(rows) == "EBACD"
    assert partings(rows) == {"A": (BERGER, "5", "3"), "C": (LATE, "0", "1")}


def test_direct_meetings_say_nothing_where_two_of_the_tied_have_not_met() -> None:
    """After two rounds of six A, B and C have one point. A beat B, and C has met neither.

    Points: E 1½, F 1½, A 1 (B), B 1 (D), C 1 (D), D 0. Sonneborn-Berger: A: B 1; B, C: D 0.
    B and C have one win each, and C the smaller lot.
    """
    rows = table("round-robin", "CBADFE", "A>B C>D E=F", "E>A B>D F>C")
    assert points(rows) == {"E": 3, "F": 3, "A": 2, "B": 2, "C": 2, "D": 0}
    assert places(rows) == "FEACBD"
    assert partings(rows)["C"] == (BERGER, "1", "0")
    assert partings(rows)["B"] == ("lot", "0", "1")


def test_neither_came_to_one_pairing_and_one_has_left() -> None:
    """D leaves after round 1. In round 2 neither A nor C comes.

    Points: B 2 (half of C, walkover, half of A), A 1½ (D, half of B), C 1½ (half of B, walkover),
    D 0. For others, a pairing without a game is a tie: A 1 + ½ + ½ = 2 (D, B, not C), B
    ½ + ½ + ½ = 1½, C ½ + ½ + ½ = 1½, D 0 + ½ + ½ = 1.
    Sonneborn-Berger: A: D 1 + ½ · 1½ = 1¾; B: ½ · 1½ + D 1 + ½ · 2 = 2¾; C: ½ · 1½ + D 1 = 1¾.
    A and C have not met. Wins at the board: A one (D), C none.
    """
    rows = table("round-robin", "CDBA", "A>D B=C", "B+D A-C", "C+D A=B")
    assert points(rows) == {"B": 4, "A": 3, "C": 3, "D": 0}
    assert places(rows) == "BACD"
    assert values(rows, BERGER) == {"A": 7 / 4, "B": 11 / 4, "C": 7 / 4, "D": 0}
    assert partings(rows) == {"C": ("wins", "1", "0")}
    assert {row.entrant.id: (row.won, row.tied, row.lost) for row in rows} == {
        "A": (1, 1, 1), "B": (1, 2, 0), "C": (1, 1, 1), "D": (0, 0, 3),
    }  # fmt: skip


def test_a_walkover_is_no_meeting() -> None:
    """B did not come to A, and both have 2: what parts them is not that.

    Points: A 2 (walkover, halves of C, D), B 2 (C, D), C 1, D 1 (halves of A, and of each other).
    For others: A ½ + ½ + ½ = 1½, B 1 + 1 + ½ = 2½, C 0 + ½ + ½ = 1, D the same.
    Sonneborn-Berger: A: B 2½ + halves of C 1 and D 1 = 3½; B: C 1 + D 1 = 2.
    """
    rows = table("round-robin", "BACD", "A+B C=D", "A=C B>D", "A=D B>C")
    assert points(rows) == {"A": 4, "B": 4, "C": 2, "D": 2}
    assert partings(rows)["B"] == (BERGER, "7/2", "2")


def test_a_round_of_rest_is_no_opponent_and_no_point() -> None:
    """Three entrants: each rests once, and nobody's strength is more for it.

    A beat B and C, B beat C: A 2, B 1, C 0. Sonneborn-Berger: A: B 1 + C 0 = 1; B: C 0.
    After the first round C, who rested, is no better than B, who lost.
    """
    rows = table("round-robin", "CBA", "A>B C.", "B>C A.", "A>C B.")
    assert points(rows) == {"A": 4, "B": 2, "C": 0}
    assert values(rows, BERGER) == {"A": 1, "B": 0, "C": 0}
    assert points(table("round-robin", "BCA", "A>B C.")) == {"A": 2, "B": 0, "C": 0}


def test_before_the_first_result_lots_stand() -> None:
    assert places(table("round-robin", "CADB")) == "CADB"
    assert table("round-robin", "") == []


def test_byes_and_one_who_leaves() -> None:
    """Five entrants, three rounds: E has a bye, then D; B leaves after round 2.

    Points: A 3 (B, C, D), C 2 (D, E), E 2 (bye, B), D 1 (bye), B 0.
    For others: A 3; C 2; E its games 1 + a tie for the bye ½ = 1½; D 0 + ½ = ½; B 0 + ½ = ½.
    Virtual opponents: E in round 1: came with 0, took 0, tied twice: 1. D in round 2: came with
    0, took 0, tied once: ½. B in round 3: came with 0, took 1: 1.

        Buchholz             without worst   Sonneborn-Berger
    A   B ½ + C 2 + D ½ = 3         2½       ½ + 2 + ½ = 3
    B   A 3 + E 1½ + 1 = 5½         4½       0
    C   D ½ + A 3 + E 1½ = 5        4½       D ½ + E 1½ = 2
    D   C 2 + ½ + A 3 = 5½          5        1 · ½ = ½
    E   1 + B ½ + C 2 = 3½          3        1 · 1 + B ½ = 1½
    """
    rows = table("swiss", "EDCBA", "A>B C>D E.", "A>C E>B D.", "A>D C>E")
    assert points(rows) == {"A": 6, "C": 4, "E": 4, "D": 2, "B": 0}
    assert places(rows) == "ACEDB"
    assert partings(rows) == {"E": (WORST, "9/2", "3")}
    assert values(rows, ALL) == {"A": 3, "B": 5.5, "C": 5, "D": 5.5, "E": 3.5}
    assert values(rows, WORST) == {"A": 2.5, "B": 4.5, "C": 4.5, "D": 5, "E": 3}
    assert values(rows, BERGER) == {"A": 3, "B": 0, "C": 2, "D": 0.5, "E": 1.5}


@pytest.mark.parametrize("last", ["A=D C+B", "A=D C-B", "A=D C.", "A=D"])
def test_leaving_moves_nobodys_tie_breaks(last: str) -> None:
    """C was to meet B, who has left: a walkover, neither came, a bye, or no pairing at all.

    A and D have met both. For them, always: A 1 + 0 + ½ = 1½, B 0 + ½ and ½ for round 3 = 1,
    C 1 + 1 and ½ = 2½, D 0 + ½ + ½ = 1.
    Buchholz: A: B 1 + C 2½ + D 1 = 4½; D: C 2½ + B 1 + A 1½ = 5. The worst of each has 1.
    Sonneborn-Berger: A: B 1 + half of D 1 = 1½; D: half of B 1 + half of A 1½ = 1¼.
    """
    rows = table("swiss", "DCBA", "A>B C>D", "C>A B=D", last)
    assert {one: values(rows, ALL)[one] for one in "AD"} == {"A": 4.5, "D": 5}
    assert {one: values(rows, WORST)[one] for one in "AD"} == {"A": 3.5, "D": 4}
    assert {one: values(rows, BERGER)[one] for one in "AD"} == {"A": 1.5, "D": 1.25}


def test_two_who_did_not_come_each_meet_a_virtual_opponent() -> None:
    """Round 2 of two: A and C, one point each, stay away; B beats D.

    Virtual opponents of A and C: came with 1, took 1: 2. For others: A 1 + ½ = 1½, C 1½, B 1, D 0.
    Buchholz: A: B 1 + 2 = 3; C: D 0 + 2 = 2; B: A 1½ + D 0 = 1½; D: C 1½ + B 1 = 2½.
    Sonneborn-Berger: A: B 1; C: D 0; nothing for a round lost.
    """
    rows = table("swiss", "DCBA", "A>B C>D", "A-C B>D")
    assert values(rows, ALL) == {"A": 3, "B": 1.5, "C": 2, "D": 2.5}
    assert values(rows, BERGER) == {"A": 1, "B": 0, "C": 0, "D": 0}


def test_buchholz_parts_where_all_but_the_worst_are_equal_then_their_meeting() -> None:
    """Points: A 2 (F, D), B 2 (E, C), E 2 (A, C), F 2 (D, B), D 1 (C), C 0.

    Buchholz: A: F 2 + E 2 + D 1 = 5; F: A 2 + D 1 + B 2 = 5; B: E 2 + C 0 + F 2 = 4;
    E: B 2 + A 2 + C 0 = 4; without the worst all have 4. A beat F, B beat E.
    """
    rows = table("swiss", "FEDCBA", "A>F B>E D>C", "E>A F>D B>C", "A>D E>C F>B")
    assert points(rows) == {"A": 4, "F": 4, "B": 4, "E": 4, "D": 2, "C": 0}
    assert places(rows) == "AFBEDC"
    assert {values(rows, WORST)[one] for one in "AFBE"} == {4}
    assert partings(rows) == {
        "F": (DIRECT, "1", "0"),
        "B": (ALL, "5", "4"),
        "E": (DIRECT, "1", "0"),
    }


def test_sonneborn_berger_parts_two_who_have_not_met() -> None:
    """Points: E 3 (B, A, C), F 2 (A, D), A 1 (D), B 1 (F), C 1 (B), D 1 (C).

    Buchholz: A: F 2 + E 3 + D 1 = 6; B: E 3 + C 1 + F 2 = 6; C: D 1 + B 1 + E 3 = 5;
    D: C 1 + F 2 + A 1 = 4; the worst of each has 1. Sonneborn-Berger: B: F 2; A: D 1.
    """
    rows = table("swiss", "DCABFE", "F>A E>B D>C", "E>A F>D C>B", "A>D E>C B>F")
    assert places(rows) == "EFBACD"
    assert partings(rows) == {
        "A": (BERGER, "2", "1"),
        "C": (WORST, "5", "4"),
        "D": (WORST, "4", "3"),
    }
