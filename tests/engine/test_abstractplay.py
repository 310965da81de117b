"""Games downloaded from AbstractPlay: names, results, and how they ended."""

import json

import pytest

from bot.engine.reading import read
from bot.engine.record import Record

MOVES = [["a1", "b1,b2"], ["c1"]]


def downloaded(moves=MOVES, **header) -> Record:
    """The one game of a report with these words in its header."""
    usual = {"game": {"name": "Catchup"}}
    (record,) = read(json.dumps({"header": usual | header, "moves": moves}))
    return record


def players(*results: object) -> list[dict[str, object]]:
    """Ann and Bob with their results."""
    return [
        {"name": name, "result": one} for name, one in zip(("Ann", "Bob"), results, strict=True)
    ]


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ((1, 0), "red"),
        ((0, 1), "blue"),
        ((0.5, 0.5), "tie"),
        ((None, 1), ""),
        ((None, None), ""),
        (("won", "lost"), ""),
    ],
)
def test_the_greater_result_wins(results, told: str) -> None:
    """Equal ones are a tie; where one is missing, or no number, nothing is told."""
    assert downloaded(players=players(*results)).tag("Result") == told


def test_the_players_have_their_colours_in_order() -> None:
    """The first is red in Catchup; one without a name has no tag."""
    record = downloaded(players=players(1, 0))
    assert (record.tag("Red"), record.tag("Blue")) == ("Ann", "Bob")
    nameless = downloaded(players=[{"result": 1}, {"name": "Bob", "result": 0}])
    assert (nameless.tag("Red", "none"), nameless.tag("Blue")) == ("none", "Bob")


def test_where_and_when_it_was_played_is_kept() -> None:
    """As the site and the header name them; what is not told has no tag."""
    record = downloaded(site={"name": "Abstract Play"}, **{"date-end": "2026-11-21"})
    assert (record.tag("Site"), record.tag("Date")) == ("Abstract Play", "2026-11-21")
    bare = downloaded()
    assert (bare.tag("Site", "none"), bare.tag("Date", "none")) == ("none", "none")


def test_a_timeout_is_the_last_moves_and_loses() -> None:
    """Red did not move in time for the third move; a result that is told stands."""
    timed = downloaded([["a1", "b1,b2"], ["timeout"]])
    assert (timed.tag("Termination"), timed.tag("Result"), len(timed.turns)) == ("time", "blue", 2)
    told = downloaded([["a1", "b1,b2"], ["timeout"]], players=players(1, 0))
    assert told.tag("Result") == "red"


def test_a_resignation_is_the_last_moves() -> None:
    """It is no turn."""
    resigned = downloaded([["a1", "b1,b2"], ["resign"]])
    assert (resigned.resigned, len(resigned.turns)) == (True, 2)
    assert not downloaded().resigned


def test_the_side_is_that_of_the_variant() -> None:
    """The first size a board can have; the usual one has no tag."""
    for variants, side in ((["size-6"], "6"), (["fast", "size-99", "size-4"], "4"), ([], "none")):
        record = downloaded(game={"name": "Catchup", "variants": variants})
        assert record.tag("Side", "none") == side
