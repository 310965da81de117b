"""How a recorded game ended, and headers that its own board contradicts."""

from random import Random

import pytest

from bot.engine.outcome import Why
from bot.engine.reading import read
from bot.engine.record import Setup, record_of
from bot.engine.replaying import Replay, replay
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from engine.samples import FULL, TIED, random_game

HEAD = '[Ruleset "{}"]\n[Side "3"]\n[Colours "red blue"]\n'


def game(header: str, turns: str, law: str = "genius") -> Replay:
    """The replay of a record with these tags (`Result=red`) before its turns, from line 4 on."""
    tags = "".join(f'[{k} "{v}"]\n' for k, v in (pair.split("=") for pair in header.split()))
    (record,) = read(f"{HEAD.format(law)}{tags}\n{turns}")
    return replay(record)


def untrue(replayed: Replay) -> list[tuple[str, int, Why]]:
    return [(one.tag, one.line, one.why) for one in replayed.untrue]


@pytest.mark.parametrize("reason", ["cancelled", "abandonment"])
@pytest.mark.parametrize("result", ["*", "tie"])
def test_a_match_without_a_result_is_no_tie(reason: str, result: str) -> None:
    ended = game(f"Result={result} Termination={reason}", "A1 / B1 B2")
    assert (ended.over, ended.no_result, ended.winner, ended.reason) == (True, True, None, reason)
    assert untrue(ended) == []


@pytest.mark.parametrize(
    ("header", "turns", "expected"),
    [
        ("Result=blue", FULL, [("Result", 4, Why.DECIDED)]),
        ("Result=tie Termination=board-full", FULL, [("Result", 4, Why.DECIDED)]),
        ("Termination=time Result=red", FULL, [("Termination", 4, Why.DECIDED)]),
        ("Result=red Termination=no-turn-left", FULL, [("Termination", 5, Why.DECIDED)]),
        (
            "Result=red Termination=board-full",
            "A1 / B1 B2",
            [("Result", 4, Why.UNDECIDED), ("Termination", 5, Why.UNDECIDED)],
        ),
        ("Date=today termination=game-over", "A1", [("termination", 5, Why.UNDECIDED)]),
        ("Result=blue Termination=resignation", "A1 / B1 / resign", []),
        ("Result=red", "A1 / B1 / resign", [("Result", 4, Why.RESIGNED)]),
        ("Result=red Termination=cancelled", "A1", [("Result", 4, Why.NO_RESULT)]),
        ("Result=tie Termination=time", "A1", [("Result", 4, Why.NO_TIE)]),
        ("Termination=time", "A1 / resign", [("Termination", 4, Why.RESIGNED)]),
        ("Termination=cancelled", "A1 / resign", [("Termination", 4, Why.RESIGNED)]),
        ("Result=tie Termination=adjudication", "A1", []),
        ("Result=tie", "A1", []),
    ],
)
def test_headers_that_the_board_contradicts_are_told_by_line(header, turns, expected):
    """What the header says of the board is held against the board; each tag has its line."""
    assert untrue(game(header, turns)) == expected


def test_a_reason_without_a_result_ends_a_match_without_one() -> None:
    ended = game("Termination=time", "A1 / B1 B2")
    assert (ended.over, ended.no_result, ended.winner, ended.reason) == (True, True, None, "time")


def test_a_result_is_a_colour_a_tie_or_none() -> None:
    with pytest.raises(ValueError, match=r"^Result: 'green' is none of red, blue, tie and \*$"):
        game("Result=green", "A1")


@pytest.mark.parametrize(("key", "side"), [("ketchup", 3), ("catena", 3)])
def test_an_end_with_cells_left_is_told_from_a_full_board(key: str, side: int) -> None:
    law, told = RULESETS[key], set()
    for seed in range(40):
        last = random_game(law, side, Random(seed))
        expected = "board-full" if last.occupied.bit_count() == 19 else "no-turn-left"
        setup = Setup(law, side, ("black", "white"))
        assert replay(record_of(setup, last), setup).reason == expected
        told.add(expected)
    assert "no-turn-left" in told


def test_a_host_may_decide_otherwise() -> None:
    """An adjudication or a forfeit stands as it was ruled, and a tie may be given to a player."""
    for reason in ("adjudication", "forfeit"):
        ended = game(f"Result=blue Termination={reason}", FULL)
        assert (ended.winner, ended.reason, untrue(ended)) == (Colour.SECOND, reason, [])
    plain = game("Result=tie", TIED, "product-original")
    assert (plain.over, plain.winner, plain.no_result, untrue(plain)) == (True, None, False, [])
    given = game("Result=red Termination=tie-to-red", TIED, "product-original")
    assert (given.winner, given.reason, untrue(given)) == (Colour.FIRST, "tie-to-red", [])
    bare = game("Result=red", TIED, "product-original")
    assert (bare.winner, untrue(bare)) == (None, [("Result", 4, Why.DECIDED)])
    taken = game("Result=blue Termination=tie-to-blue", FULL)
    assert (taken.winner, untrue(taken)) == (Colour.FIRST, [("Result", 4, Why.DECIDED)])


@pytest.mark.parametrize(
    ("header", "winner", "expected"),
    [
        ("Blue=Bob DMO=Bob", Colour.SECOND, []),
        ("Blue=Bob DMO=Bob Result=blue Termination=tie-to-dmo", Colour.SECOND, []),
        ("DMO=red Result=red Termination=board-full", Colour.FIRST, []),
        ("DMO=red Result=*", Colour.FIRST, []),
        ("DMO=red Result=tie", Colour.FIRST, [("Result", 5, Why.DECIDED)]),
        ("DMO=red Result=blue Termination=tie-to-dmo", Colour.FIRST, [("Result", 5, Why.DECIDED)]),
        ("DMO=red Result=blue Termination=adjudication", Colour.SECOND, []),
        ("DMO=Zed", None, [("DMO", 4, Why.NO_PLAYER)]),
    ],
)
def test_a_tie_is_the_dmos(header, winner, expected):
    """Where a header names one: by name or colour, whether Result says so or says nothing."""
    ended = game(header, TIED, "product-original")
    assert (ended.over, ended.winner, untrue(ended)) == (True, winner, expected)


def test_a_dmo_wins_nothing_but_a_tie() -> None:
    ended = game("DMO=blue", FULL)
    assert (ended.winner, ended.reason, untrue(ended)) == (Colour.FIRST, "board-full", [])
    ended = game("DMO=blue Termination=tie-to-dmo", FULL)
    assert untrue(ended) == [("Termination", 5, Why.DECIDED)]
    ended = game("DMO=blue Result=blue Termination=tie-to-dmo", "A1")
    assert not ended.over
    assert untrue(ended) == [("Result", 5, Why.UNDECIDED), ("Termination", 6, Why.UNDECIDED)]
