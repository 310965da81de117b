"""The laws of the games on the vectors of the sources and on small hand-made boards."""

import re
from pathlib import Path
from random import Random
from typing import cast

import pytest
from oracle.games import make
from oracle.players import random_game as oracle_game

from bot.engine import notation, outcome
from bot.engine.board import board
from bot.engine.legality import Law
from bot.engine.position import Position
from bot.engine.record import Diagram, Entry, Record
from bot.engine.ruleset import Breach, GameOption, OneOf, Ruleset, Switch, Whole
from bot.engine.rulesets import DEFAULT, RULESETS, OptionError, chosen, configure, find
from bot.engine.rulesets.catchup import LARGEST_GROUP_GREW
from bot.engine.rulesets.ketchup import LARGEST_GROUPS_EQUAL
from bot.engine.rulesets.plur import decisive
from bot.engine.turn import Colour, Drop, Turn
from engine.samples import OPTIONS, SEED_003, Sizes, drawn, history, played, random_game, tried

FIRST, SECOND = Colour


def compared(ruleset: Ruleset, first: str, second: str) -> Colour | None:
    """Who wins with these group sizes, written as players write them."""
    lists = (tuple(map(int, sizes.split("-"))) for sizes in (first, second))
    return ruleset.winner(cast("Position", Sizes(*lists)))


def test_the_worked_example_has_its_scores_and_leads() -> None:
    law = RULESETS["genius"]
    positions = history(played(law, SEED_003))[1:]
    scores = ["1-1", "1-1", "2-1", "2-2", "4-2", "4-2", "4-2", "4-2", "4-2", "4-4", "6-4", "6-5"]
    assert ["-".join(map(str, law.figures(position))) for position in positions] == scores
    assert [position.number for position in positions if law.leading(position)] == [3, 4, 5, 10, 11]
    assert positions[9].sizes(FIRST) == (4, 3, 2)
    assert positions[9].sizes(SECOND) == (4, 3, 1, 1)


def test_mindsports_refuses_what_genius_allows() -> None:
    turns = SEED_003.rpartition(" / B3")[0]
    stones = "B3 C1 D2"
    assert isinstance(
        tried(RULESETS["genius"], played(RULESETS["genius"], turns), stones), Position
    )
    mindsports = RULESETS["mindsports"]
    assert tried(mindsports, played(mindsports, turns), stones) == Breach(Law.TOO_MANY, action=2)


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("11-8-8-3", "11-8-7-4-1", FIRST),
        ("11-8-8-3", "11-8-8-3-1", SECOND),
        ("23-1-1-1-1-1-1-1-1", "23-1-1-1-1-1-1-1", FIRST),
        ("5-4", "5-4", None),
    ],
)
def test_group_sizes_are_compared_down_the_lists(first, second, winner):
    for key in ("genius", "mindsports", "mures", "sauce"):
        assert compared(RULESETS[key], first, second) is winner


def test_mures_lets_two_lone_stones_be_placed() -> None:
    law = RULESETS["mures"]
    assert isinstance(tried(law, played(law, "E5"), "A1 A3"), Position)
    assert tried(law, played(law, "E5"), "A1 A2") == Breach(LARGEST_GROUP_GREW)
    assert isinstance(tried(law, played(law, "E5 / A1"), "E6"), Position)


def test_ketchup_asks_two_of_the_leader_and_three_of_the_other() -> None:
    law = RULESETS["ketchup"]
    assert tried(law, played(law, "E5"), "A1") == Breach(Law.TOO_FEW)
    position = played(law, "E5 / A1 A2")
    allowance = law.allowance(position)
    assert (allowance.fewest, allowance.most, allowance.may_pass) == (3, 3, True)
    assert tried(law, position, "I1 I3") == Breach(Law.TOO_FEW)
    assert tried(law, position, "I1 pass pass") == Breach(Law.TOO_FEW)
    assert isinstance(tried(law, position, "pass"), Position)
    assert tried(law, position, "I1 I2 G1") == Breach(LARGEST_GROUPS_EQUAL)
    leader = played(law, "E5 / A1 A2 / pass")
    assert tried(law, leader, "pass") == Breach(Law.NO_PASSING, action=0)
    assert law.allowance(leader).fewest == 2


def test_sauce_lets_every_placement_be_passed_after_the_opening() -> None:
    law = RULESETS["sauce"]
    assert tried(law, played(law, "E5"), "A1") == Breach(Law.TOO_FEW)
    assert tried(law, played(law, "E5"), "pass") == Breach(Law.NO_PASSING, action=0)
    behind = played(law, "E5 / A1 A2")
    assert (law.allowance(behind).fewest, law.allowance(behind).most) == (0, 3)
    for text in ("pass", "I1", "I1 pass", "I1 I3 I5"):
        assert isinstance(tried(law, behind, text), Position)
    assert tried(law, behind, "I1 I2") == Breach(LARGEST_GROUPS_EQUAL)
    assert tried(law, behind, "I1 pass pass pass") == Breach(Law.TOO_MANY, action=3)
    assert tried(law, behind, "") == Breach(Law.EMPTY_TURN)
    ahead = played(law, "E5 / A1 A2 / pass")
    assert law.allowance(ahead).most == 2


def test_product_counts_the_two_largest_groups() -> None:
    law = RULESETS["product"]
    assert law.figures(cast("Position", Sizes((7, 3, 1), (8, 3)))) == (21, 24)
    one_group = drawn("w w w / w b w w / b w b w b / w w b w / w b b")
    assert law.figures(one_group) == (5, 0)


def test_equal_products_are_decided_as_each_reading_says() -> None:
    equal = drawn("b w b / w w w b / w w w b w / b b w b / w b b")
    assert RULESETS["product"].figures(equal) == (8, 8)
    assert RULESETS["product"].winner(equal) is FIRST
    assert configure("product", {"tie": "second-player"}).winner(equal) is SECOND
    assert RULESETS["product-original"].winner(equal) is None


def test_alpha_multiplies_by_the_number_of_groups() -> None:
    law = RULESETS["alpha"]
    assert law.figures(cast("Position", Sizes((7, 3, 1), (5, 4)))) == (21, 10)
    assert law.winner(cast("Position", Sizes((6, 1), (4, 2, 1)))) is SECOND


@pytest.mark.parametrize(
    ("text", "sizes", "shares"),
    [
        ("b b w / w b w b / b b w w b / b b w w / w b w", (8, 7, 2), (2, 1)),
        ("w b w / b w b b / b w b w w / w b b b / b w w", (8, 4, 2, 2, 2), (2, 3)),
        ("w b w / b w w b / w w b b w / b b b b / w b w", (8, 6, 1, 1, 1, 1, 1), (3, 4)),
        ("w w w / w b w w / b w b w b / w w b w / w b b", (12, 5, 1, 1), (3, 1)),
        ("w w w / w b w w / w w w b b / w w b w / w w b", (13, 4, 1, 1), (2, 2)),
        ("b w b / b b b b / w b w w w / b w w b / w b w", (8, 7, 1, 1, 1, 1), (3, 3)),
        ("w w w / b w b w / w b b w w / w b w w / w w w", (14, 5), (1, 1)),
    ],
)
def test_plur_cuts_where_the_sizes_are_clear(text, sizes, shares):
    """Three groups, five, seven, or all there are; equal shares are a tie."""
    law, position = RULESETS["plur"], drawn(text)
    assert tuple(size for size, _ in decisive(position)) == sizes
    assert law.figures(position) == shares
    first, second = shares
    winner = None if first == second else FIRST if first > second else SECOND
    assert law.winner(position) is winner


@pytest.mark.parametrize(("margin", "winner"), [("3", FIRST), ("4", FIRST), ("5", SECOND)])
def test_brink_turns_on_the_margin(margin: str, winner: Colour) -> None:
    """Eight against four wins by a margin of four and loses by one of five."""
    position = drawn("b b b / w w w w / b b b b b / w b b w / b w w")
    assert configure("brink", {"margin": margin}).winner(position) is winner


def test_brink_compares_on_where_the_largest_are_equal() -> None:
    law = RULESETS["brink"]
    assert law.winner(drawn("w b w / b b w b / b b w w b / b b w w / w w b")) is FIRST
    assert law.winner(drawn("b w b / w w w b / w w w b w / b b w b / w b b")) is SECOND
    assert compared(law, "5-4", "5-4") is None
    assert compared(law, "6-1", "2-2-2") is FIRST
    assert compared(law, "5-1", "2-2-2") is SECOND


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_plays_to_an_end(key: str) -> None:
    for number, options in enumerate(OPTIONS.get(key, ({},))):
        law = configure(key, options)
        end = random_game(law, 3, Random(number))
        assert law.is_over(end)
        assert tried(law, end, "") == Breach(Law.GAME_OVER)
        assert law.winner(end) in (FIRST, SECOND, None)


def test_options_are_read_shown_and_refused() -> None:
    law = configure("catena", {"komi": "3", "button": "OFF", "scoring": "square"})
    assert chosen(law) == {"komi": "3", "button": "off", "scoring": "square"}
    assert chosen(find("catena")) == {}
    for key, options, told in (
        ("catena", {"komi": "half"}, "least=0, most=999"),
        ("catena", {"komi": "٣"}, "least=0, most=999"),
        ("catena", {"komi": "-1"}, "least=0, most=999"),
        ("catena", {"button": "yes"}, "Switch"),
        ("catena", {"scoring": "area"}, "'stones', 'longest', 'square'"),
        ("product", {"tie": "nobody"}, "'fewer', 'second-player'"),
        ("brink", {"margin": "0"}, "least=1, most=99"),
        ("genius", {"komi": "3"}, "NoOption"),
        ("chess", {}, "NoRuleset"),
    ):
        with pytest.raises(OptionError, match=told):
            configure(key, options)


def test_the_first_turn_is_one_stone_in_every_game() -> None:
    for law in RULESETS.values():
        allowance = law.allowance(Position(board(5)))
        assert (allowance.fewest, allowance.most) == (1, 1)


@pytest.mark.parametrize(("text", "number"), [("1", 1), (" 99 ", 99), ("007", 7), ("50", 50)])
def test_whole_numbers_reach_from_bound_to_bound(text: str, number: int) -> None:
    """Both belong to it, and zeros before a number don't count."""
    assert Whole(1, 999).read(text) == number
    assert len(text.strip()) > 2 or Whole(1, 99).read(text) == number


@pytest.mark.parametrize("text", ["0", "100", "-1", "1.0", " ", "one", "٥", "²", "9" * 5000])
def test_whole_numbers_out_of_bounds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        Whole(1, 99).read(text)


def test_a_field_is_named_as_its_option() -> None:
    assert GameOption("komi", Whole(0, 9)).field == "komi"
    assert GameOption("second-player", Switch()).field == "second_player"


@pytest.mark.parametrize(
    ("takes", "values"),
    [(Whole(0, 9), (0, 7)), (Switch(), (True, False)), (OneOf(("a", "b")), ("a", "b"))],
)
def test_a_shown_option_is_read_back(takes, values) -> None:
    for value in values:
        assert takes.read(f" {takes.show(value).upper()} ") == value


RECORDS = Path(__file__).parents[2] / "docs" / "records.md"
TRACKED = ("genius", "mindsports", "mures", "ketchup", "sauce", "brink")
"""The games whose score is a group's size: it is drawn as a track round the board."""


def in_table(head: str) -> set[str]:
    """The words in the first column of a table of the page on records."""
    table = RECORDS.read_text(encoding="utf-8").split(f"| `{head}` |")[1].split("\n\n")[0]
    rows = (row.split("|")[1] for row in table.splitlines() if row.startswith("| `"))
    return {word for row in rows for word in re.findall("`([a-z-]+)`", row)}


def test_the_laws_have_the_keys_of_the_page() -> None:
    reading = {notation.OFF_BOARD, notation.NO_COLOUR, notation.UNREADABLE, notation.OUT_OF_TURN}
    own = {law for ruleset in RULESETS.values() for law in ruleset.laws}
    assert in_table("law") == reading | {str(law) for law in Law} | own
    assert len(Law) == 10


def test_the_ends_have_the_keys_of_the_page() -> None:
    ends = {outcome.BOARD_FULL, outcome.NO_TURN_LEFT, outcome.TIE_TO_DMO, outcome.RESIGNATION}
    assert ends <= in_table("reason")
    assert (outcome.TIE, outcome.UNFINISHED) == ("tie", "*")
    assert notation.NOTATIONS == ("house", "half-step", "bottom")


@pytest.mark.parametrize("key", RULESETS)
def test_turns_of_each_game_are_the_oracles(key: str) -> None:
    """As the oracle plays it: the colour of the stones, the verbs; and its options."""
    oracle, law = make(key, 4), RULESETS[key]
    games = (oracle_game(oracle, seed) for seed in range(6))
    allowed = [oracle.allowance(state) for game in games for state in game.states]
    verbs = {"pass" for turn in allowed if turn.may_pass}
    verbs |= {"button" for turn in allowed if turn.may_button}
    assert type(law.verbs) is frozenset
    assert law.verbs == verbs
    assert law.either_colour is oracle.either_colour
    assert {option.key for option in law.options} == set(oracle.options)


def test_drawing_hints_of_each_game() -> None:
    """A track where the score is a group's size; links of either colour in ribbons alone."""
    assert DEFAULT == "genius"
    assert [law.key for law in RULESETS.values()] == list(RULESETS)
    assert [RULESETS[key].has_track for key in (*TRACKED, "catena", "plur")] == [True] * 6 + [
        False
    ] * 2
    assert [law.joins_colours for law in (RULESETS["catena"], RULESETS["genius"])] == [True, False]


def test_a_position_is_what_lies_on_the_board() -> None:
    """However it came about; neither is the game before it shown with it."""
    law = RULESETS["genius"]
    one, other = played(law, "A1 / C3 E5 / G1"), played(law, "G1 / E5 C3 / A1")
    assert one == other
    assert "previous" not in repr(one)
    assert one.turn == Turn((Drop(one.board.cell(6, 1) or 0, Colour.FIRST),))


def test_an_entry_is_its_words_and_its_comment() -> None:
    """Who is said to have made it, and how, is evidence beside it."""
    assert Entry(("A1",), by="red", said="A1 , ") == Entry(("A1",))
    assert "said" not in repr(Entry(("A1",), said="x"))
    assert Entry(("A1",), "so") != Entry(("A1",))
    assert Record((), (), diagram=Diagram(("b",)), lines=(), numbered=True) == Record()
    assert Record(lines=(1,)) == Record()


def test_a_board_is_its_side() -> None:
    """Boards of one side are equal and found by it; what is worked out from it is not shown."""
    assert board(5) == board(5)
    assert board(5) != board(4)
    assert len({board(5), board(5), board(4)}) == 2
    assert repr(board(3)) == "Board(side=3, row_lengths=(3, 4, 5, 4, 3))"
