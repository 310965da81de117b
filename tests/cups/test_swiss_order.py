"""How Swiss cups end, worked out by hand; the arithmetic stands beside each.

Lots are drawn against the order that is expected, so that no tie-break is right by luck.
"""

import pytest

from cups.papers import partings, places, points, table, values

WORST, ALL, BERGER = "Buchholz without the worst", "Buchholz", "Sonneborn-Berger"


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
        "F": ("direct meeting", "1", "0"),
        "B": (ALL, "5", "4"),
        "E": ("direct meeting", "1", "0"),
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
