"""The `solve` command."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from players.positions import legal_turns, random_game

from bot.__main__ import main
from bot.engine.record import Setup, record_of, write
from bot.engine.rulesets import RULESETS
from bot.players.endgame import LIMIT

COLOURS = ("red", "blue")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game on side 4 as a file."""
    ruleset = RULESETS["genius"]
    last = random_game(ruleset, 4, Random(6))[-1]
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(write(record_of(Setup(ruleset, 4, COLOURS), last)), encoding="utf-8")
    return file


def _answers(
    capsys: pytest.CaptureFixture[str], file: Path, *arguments: str
) -> tuple[int, str, str]:
    status = main(["solve", str(file), *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def _values(capsys: pytest.CaptureFixture[str], file: Path, turn: int) -> dict[str, Any]:
    status, out, _ = _answers(capsys, file, "--turn", str(turn), "--json")
    assert status == 0
    values: dict[str, Any] = json.loads(out)
    assert list(values) == ["winner", "exact", "turns"]
    return values


def test_near_the_end_it_names_the_winner_and_every_turn_that_wins(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two turns before the end, each legal turn that wins is one after which the rival loses."""
    ruleset = RULESETS["genius"]
    positions = random_game(ruleset, 4, Random(6))
    near = [one for one in positions if 0 < one.vacancies <= 4]
    assert near
    for position in near:
        values = _values(capsys, record, position.number)
        assert values["exact"]
        mover = COLOURS[position.to_move]
        assert (values["winner"] == mover) == bool(values["turns"])
        for turn, after in legal_turns(ruleset, position):
            if not after.empty:
                cells = [position.board.name(drop.cell) for drop in turn.drops]
                assert (cells in values["turns"]) == (ruleset.winner(after) is position.to_move)


def test_above_its_limit_nothing_is_guessed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A dozen empty cells is the most; the answer says that it is none."""
    positions = random_game(RULESETS["genius"], 4, Random(6))
    for position in positions:
        values = _values(capsys, record, position.number)
        assert values["exact"] == (position.vacancies <= LIMIT)
        if not values["exact"]:
            assert values == {"winner": None, "exact": False, "turns": []}


def test_a_full_board_has_a_winner_and_no_turn(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --turn the last position is asked about."""
    status, out, _ = _answers(capsys, record, "--json")
    last = random_game(RULESETS["genius"], 4, Random(6))[-1]
    winner = RULESETS["genius"].winner(last)
    assert winner is not None
    assert status == 0
    assert json.loads(out) == {"winner": COLOURS[winner], "exact": True, "turns": []}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--turn", "99"), "there is no turn 99"),
        (("--turn", "-1"), "there is no turn -1"),
        (("--ruleset", "sauce", "--turn", "0"), "Only Catchup can be looked into"),
    ],
)
def test_what_cannot_be_asked_is_said(
    record: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    """In one line, with exit status 2."""
    status, out, err = _answers(capsys, record, *arguments)
    assert (status, out) == (2, "")
    assert said in err


def test_in_words(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence for whoever reads it."""
    assert "Not certain: 37 cells are empty" in _answers(capsys, record, "--turn", "0")[1]
    assert "has won." in _answers(capsys, record)[1]
