"""Slips of the pen: seed 004's two, and others."""

from dataclasses import replace

import pytest

from bot.engine.reading import read
from bot.engine.record import Diagram, Record, Setup, setup_of
from bot.engine.replaying import replay
from bot.engine.rulesets import RULESETS
from bot.engine.slips import FARTHEST, slips
from engine.samples import SEED_004, SEED_004_PRINTED

(PRINTED,) = read(SEED_004_PRINTED)
BARE = "\n".join(line.split("\t", 2)[-1] for line in SEED_004_PRINTED.splitlines()[1:8])
BARE = f"{BARE}\n8.\td8 k1\tresign\n9.\t\t\n"


def setup(record: Record, key: str) -> Setup:
    return setup_of(record, ruleset=RULESETS[key], side=5, notation="half-step")


def test_the_printed_game_is_read_as_printed() -> None:
    """Fifteen turns and a resignation; the columns' line tells notation and side."""
    assert len(PRINTED.turns) == 15
    assert PRINTED.resigned
    assert PRINTED.turns[0].words == ("i5",)
    assert PRINTED.turns[10].words == ("h4", "k3", "j6")
    told = setup_of(PRINTED)
    assert (told.side, told.notation) == (5, "half-step")


def test_the_game_reads_the_same_without_its_diagram() -> None:
    assert read(BARE) == [PRINTED]
    assert read(BARE.replace("\t", "   ")) == [PRINTED]


@pytest.mark.parametrize("key", ["sauce", "genius", "mindsports"])
@pytest.mark.parametrize("text", [SEED_004_PRINTED, BARE])
def test_both_slips_are_found_and_mended(text: str, key: str) -> None:
    (record,) = read(text)
    first, second = slips(record, setup(record, key))
    assert (first.turn, first.misread.word, first.suggestion) == (3, "l7", "l6")
    assert (second.turn, second.misread.word, second.suggestion) == (12, "g2", "h2")
    assert set(first.nearest) == {"l6", "l8", "k7", "m7"}
    assert set(second.nearest) == {"h2", "f2", "g1"}


@pytest.mark.parametrize("key", ["sauce", "genius"])
def test_mended_it_replays_to_the_printed_diagram(key: str) -> None:
    mended = {slip.misread.word: slip.suggestion for slip in slips(PRINTED, setup(PRINTED, key))}
    entries = (
        replace(entry, words=tuple(mended.get(word) or word for word in entry.words))
        for entry in PRINTED.turns
    )
    game = replay(replace(PRINTED, turns=tuple(entries)), setup(PRINTED, key))
    assert (game.problem, game.reason) == (None, "resignation")
    assert PRINTED.diagram is not None
    board = game.last.board
    for row, signs in enumerate(PRINTED.diagram.signs):
        for number, sign in enumerate(signs, start=1):
            cell = board.cell(row, number)
            assert cell is not None
            owner = game.last.owner(cell)
            assert (sign.casefold() if owner is not None else ".") == (
                "." if owner is None else "bj"[owner]
            ), board.name(cell)
    (house,) = read(SEED_004)
    assert replay(house, Setup(RULESETS[key], 5, ("black", "white"))).last == game.last


def test_every_unreadable_word_is_listed() -> None:
    (record,) = read("A1 / F9 what B2 / J1")
    found = slips(record, setup_of(record))
    assert [(s.turn, s.misread.word, s.misread.number) for s in found] == [
        (2, "F9", 0),
        (2, "what", 1),
        (3, "J1", 0),
    ]
    assert [slip.suggestion for slip in found] == ["E9", None, "I1"]


def test_a_slip_far_from_every_cell_has_no_suggestion() -> None:
    assert FARTHEST == 2
    (record,) = read("Z99")
    assert slips(record, setup_of(record))[0].nearest == ()


def nearest(
    text: str, key: str = "genius", side: int = 5, notation: str = "house"
) -> list[set[str]]:
    """The nearest cells of each slip of a text."""
    (record,) = read(text)
    setup = Setup(RULESETS[key], side, ("black", "white"), notation)
    return [set(slip.nearest) for slip in slips(record, setup)]


@pytest.mark.parametrize(
    ("text", "side", "notation", "expected"),
    [
        ("A7", 5, "house", {"A5", "B6", "C7"}),
        ("A8", 5, "house", set()),
        ("X15", 13, "house", {"X14", "W15"}),
        ("z13", 13, "half-step", {"y13", "aa13", "z12", "z14"}),
    ],
)
def test_nearest_is_counted_in_letters_and_numbers(text, side, notation, expected):
    """Row A has 5 cells, B 6, C 7: two steps to each; after z comes aa, X is a letter as any."""
    assert nearest(text, side=side, notation=notation) == [expected]


def test_a_stone_with_a_colour_is_mended_with_its_colour() -> None:
    assert nearest("b:A1 / w:F9 b:C1 / b:B1", "product") == [{"E9", "F8"}]
    (record,) = read("w:A1 / w:B2 b:B7")
    (slip,) = slips(record, Setup(RULESETS["product"], 5, ("black", "white")))
    assert (slip.misread.word, set(slip.nearest)) == ("b:B7", {"B6", "C7"})
    assert nearest("A1", "product") == [set()]


def test_at_most_a_hundred_slips_are_told() -> None:
    (record,) = read(" ".join(f"x{number}y" for number in range(150)))
    found = slips(record, setup_of(record))
    assert [slip.misread.word for slip in found] == [f"x{number}y" for number in range(100)]


@pytest.mark.parametrize(
    ("text", "taken_is_left_out"),
    [
        ("E9 / F9", True), ("E9 / F9 / J1 / J1", True), ("E9 / F9 / J1 / J1 / J1", False),
        ("E9 / F9 what", False),
    ],
)  # fmt: skip
def test_up_to_three_slips_are_mended_together(text: str, taken_is_left_out: bool) -> None:
    """With more, or with words that are no cells, nobody knows what can be played."""
    assert ("E9" not in nearest(text)[0]) is taken_is_left_out


def best(turns: str, diagram: Diagram | None = None, key: str = "genius") -> tuple[str, ...]:
    """What the first slip may mean, on side 3: the likeliest first."""
    (record,) = read(turns)
    setup = Setup(RULESETS[key], 3, ("black", "white"))
    return slips(replace(record, diagram=diagram), setup)[0].nearest


JOINS_B4 = "C5 / E1 / A4"
"""On side 3 `A4` is one step from A3 and from B4; B4 touches C5, A3 does not."""


def test_the_larger_group_is_the_likelier() -> None:
    assert best(JOINS_B4) == ("B4", "A3")
    assert best("A2 / E1 / A4") == ("A3", "B4")


def test_a_game_that_can_be_played_goes_before_a_larger_group() -> None:
    assert best(f"{JOINS_B4} / B4") == ("A3", "B4")


@pytest.mark.parametrize(
    ("rows", "initials", "expected"),
    [
        (("..b", "...."), ("b", "w"), "A3"),
        (("..B", "...."), ("b", "w"), "A3"),
        (("..b", "...w"), ("B", "W"), "A3"),
        (("..w", "...."), ("b", "w"), "B4"),
        (("..b", "...b"), ("b", "w"), "B4"),
        (("..b",), ("b", "w"), "A3"),
        (("..b", "..."), ("b", "w"), "A3"),
        ((), ("b", "w"), "B4"),
        (("..o", "...."), (), "A3"),
        (("..o", "...o"), (), "B4"),
        (("..o", "...."), ("b", "w", "o"), "A3"),
        (("..o", "...."), ("b", "w"), "B4"),
    ],
)
def test_a_diagram_goes_before_both(rows, initials, expected):
    """The mover's stone on it, in any case; any stone where it doesn't say whose signs they are."""
    assert best(JOINS_B4, Diagram(rows, initials))[0] == expected
    assert best(f"{JOINS_B4} / A3", Diagram(("..b", "...."), ("b", "w")))[0] == "A3"


def test_a_diagram_counts_for_the_player_who_made_the_slip() -> None:
    turns = "E1 / C5 / D1 / A4"
    assert best(turns) == ("B4", "A3")
    assert best(turns, Diagram(("..w", "...."), ("b", "w")))[0] == "A3"
    assert best(turns, Diagram(("..b", "...."), ("b", "w")))[0] == "B4"


def test_in_a_game_of_either_colour_any_stone_of_a_diagram_agrees() -> None:
    turns = "b:C5 / w:E1 b:E3 / b:A4 w:E2"
    assert best(turns, None, "product")[0] == "B4"
    assert best(turns, Diagram(("..w", "...."), ("b", "w")), "product")[0] == "A3"


def test_a_stone_that_was_never_placed_has_no_group() -> None:
    """The game breaks off before the second slip if the first was A3: so it was B4."""
    assert best("C1 / A4 / A3 / E4 / C1")[0] == "B4"
