"""What is said beside a line of a cup's table."""

from cups.papers import table

from bot.wording.cups import parted_text


def test_the_tie_break_that_parted_two_is_named_with_what_either_has() -> None:
    """C is above E by 4½ to 3; nobody else was tied with the one above."""
    rows = table("swiss", "EDCBA", "A>B C>D E.", "A>C E>B D.", "A>D C>E")
    assert [parted_text(row) for row in rows] == [
        *("", "", "parted by Buchholz without the worst: 4½ against 3", "", ""),
    ]


def test_wins_are_those_at_the_board_and_the_number_of_a_lot_is_not_told() -> None:
    """C has as many points as A, one of them by walkover; and two who differ in nothing."""
    rows = table("round-robin", "CDBA", "A>D B=C", "B+D A-C", "C+D A=B")
    assert parted_text(rows[2]) == "parted by wins at the board: 1 against 0"
    assert [parted_text(row) for row in table("swiss", "BA", "A=B")] == ["", "parted by lot"]
