"""Games downloaded from AbstractPlay: names, results, and how they ended."""

import json

import pytest

from bot.engine.reading import read
from bot.engine.record import Record

MOVES = [["a1", "b1,b2"], ["c1"]]


def downloaded(moves=MOVES, **header) -> Record:
    """The one game of a report with these words in its header."""
    (record,) = read(json.dumps({"header": {"game": {"name": "Catchup"}} | header, "moves": moves}))
    return record


def players(*results: object) -> list[dict[str, object]]:
    return [
        {"name": name, "result": one} for name, one in zip(("Ann", "Bob"), results, strict=True)
    ]


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ((1, 0), "red"), ((0, 1), "blue"), ((0.5, 0.5), "tie"), ((None, 1), ""), ((None, None), ""),
        (("won", "lost"), ""),
    ],
)  # fmt: skip
def test_the_greater_result_wins(results, told: str) -> None:
    """Equal ones are a tie; where one is missing, or no number, nothing is told."""
    assert downloaded(players=players(*results)).tag("Result") == told


def test_the_players_have_their_colours_in_order() -> None:
    record = downloaded(players=players(1, 0))
    assert (record.tag("Red"), record.tag("Blue")) == ("Ann", "Bob")
    nameless = downloaded(players=[{"result": 1}, {"name": "Bob", "result": 0}])
    assert (nameless.tag("Red", "none"), nameless.tag("Blue")) == ("none", "Bob")


def test_a_download_keeps_site_and_date() -> None:
    record = downloaded(site={"name": "Abstract Play"}, **{"date-end": "2026-11-21"})
    assert (record.tag("Site"), record.tag("Date")) == ("Abstract Play", "2026-11-21")
    bare = downloaded()
    assert (bare.tag("Site", "none"), bare.tag("Date", "none")) == ("none", "none")


def test_a_timeout_is_the_last_moves_and_loses() -> None:
    timed = downloaded([["a1", "b1,b2"], ["timeout"]])
    assert (timed.tag("Termination"), timed.tag("Result"), len(timed.turns)) == ("time", "blue", 2)
    assert downloaded([["a1", "b1,b2"], ["timeout"]], players=players(1, 0)).tag("Result") == "red"


def test_a_resignation_is_the_last_moves() -> None:
    resigned = downloaded([["a1", "b1,b2"], ["resign"]])
    assert (resigned.resigned, len(resigned.turns)) == (True, 2)
    assert not downloaded().resigned


def test_the_side_is_that_of_the_variant() -> None:
    """The first size a board can have; the usual one has no tag."""
    for variants, side in (
        (["size-6"], "6"),
        (["fast", "size-99", "size-4"], "4"),
        (["size-1", "size-2"], "2"),
        (["size-14", "size-13"], "13"),
        ([], "none"),
    ):
        record = downloaded(game={"name": "Catchup", "variants": variants})
        assert record.tag("Side", "none") == side


def words(record: Record) -> list[tuple[str, ...]]:
    return [entry.words for entry in record.turns]


def test_the_game_says_its_rules_and_colours() -> None:
    assert (downloaded().tag("Ruleset"), downloaded().tag("Colours")) == ("genius", "red blue")
    other = downloaded(game={"name": "Ketchup"}, players=players(0, 1))
    assert (other.tag("Ruleset"), other.tag("Colours")) == ("ketchup", "black white")
    assert (other.tag("Black"), other.tag("White"), other.tag("Result")) == ("Ann", "Bob", "white")
    assert downloaded(game={}).tag("Ruleset", "not told") == "not told"


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (MOVES, [("a1",), ("b1", "b2"), ("c1",)]),
        ([["a1", "b1, b2"], ["c1", None]], [("a1",), ("b1", "b2"), ("c1",)]),
        (["a1", "b1,b2", "c1"], [("a1",), ("b1", "b2"), ("c1",)]),
        ([[{"move": "b1", "sequence": 2}, {"move": "a1", "sequence": 1}]], [("a1",), ("b1",)]),
        ([[{"sequence": 1}]], [()]),
        ([], []),
        ({"a1": "b1"}, []),
        (5, []),
    ],
)
def test_moves_are_read_in_the_order_they_were_made(moves, expected) -> None:
    """By rounds or one by one; a move without words is an empty turn, and what is no list none."""
    assert words(downloaded(moves)) == expected


@pytest.mark.parametrize(
    "text", ['  ["a1", "b1,b2"]\n', '["a1", "b1,b2"]', '[["a1", "b1,b2"]]', "1 a1 2 b1,b2"]
)
def test_moves_alone_are_a_game_from_the_bottom(text: str) -> None:
    """As JSON or as the table of the game's page; they tell nothing but the notation."""
    (record,) = read(text)
    assert record.tags == (("Notation", "bottom"),)
    assert words(record) == [("a1",), ("b1", "b2")]


def test_a_table_may_stand_behind_the_players_names() -> None:
    (record,) = read(f"{'name ' * 20}1 a1 2 b1,b2")
    assert words(record) == [("a1",), ("b1", "b2")]
    assert not any(one.tag("Notation") for one in read(f"{'name ' * 21}1 a1 2 b1,b2"))


@pytest.mark.parametrize("text", ["1 a1 3 b1", "1 a1 2 hello", "1 a1 2", '["a1", "hello"]', "[]"])
def test_numbers_and_words_that_are_no_list_of_moves(text: str) -> None:
    """Numbers that don't count, words that are no moves, a number without one."""
    assert not any(record.tag("Notation") for record in read(text))


def test_a_report_whose_header_is_none_is_a_game_all_the_same() -> None:
    """Its moves are there."""
    (record,) = read(json.dumps({"header": "none", "moves": MOVES}))
    assert words(record) == [("a1",), ("b1", "b2"), ("c1",)]
