"""`python -m bench.fairness`: stopped and gone on with, and told what it can't do."""

import json
from pathlib import Path

import pytest

from bench.fairness.__main__ import main
from bench.fairness.state import line_of, rows_of
from bot.web.hall.fairness_page import FairnessRow

ROOT = Path(__file__).parents[2]
SMALL = ("--sides", "2", "--rulesets", "plur", "genius", "--games", "60", "--jobs")


@pytest.fixture
def made(tmp_path):
    def files(name: str, *words: str) -> tuple[str, str, str]:
        paths = [tmp_path / f"{name}.{end}" for end in ("jsonl", "md", "table")]
        options = zip(("--state", "--out", "--table"), map(str, paths), strict=True)
        main([word for option in options for word in option] + [*SMALL, *words])
        state, document, table = (path.read_text() for path in paths)
        return state, document, table

    return files


def test_stopped_and_gone_on_with_it_writes_the_same(made, tmp_path):
    """Stopped between two lines or within one; gone on with by two processes, or by the table."""
    state, document, table = made("whole", "1")
    assert [json.loads(line)["games"] for line in state.splitlines()] == [50, 10] * 2
    assert table == "".join(map(line_of, rows_of(state)))
    assert "| 60 (*) | `fills:16` |" in document
    for part in (0.5, 0.99, 1.0):
        (tmp_path / "part.jsonl").write_text(state[: int(len(state) * part)])
        assert made("part", "2", "--resume") == (state, document, table)
    (tmp_path / "table.jsonl").write_text(table)
    assert made("table", "1", "--resume") == (table, document, table)


def test_a_file_that_can_t_be_gone_on_with_is_refused_and_stays_as_it_is(tmp_path):
    file = tmp_path / "state.jsonl"
    row = line_of(FairnessRow("plur", 2, "fills:99", 1, "0.1.0", 0, 2, 1, 1, 0, 38, None))
    for text, words, told in (
        (row, (), "add --resume"),
        (row, ("--resume",), "by fills:99 with seed 1, not to be mixed"),
        ("A diary", ("--resume",), "state.jsonl: line 1"),
        (row + "A diary\n", ("--resume",), "state.jsonl: line 2"),
        (row, ("--resume", "--out", str(tmp_path / "nowhere" / "file")), "No such file"),
    ):
        file.write_text(text)
        with pytest.raises(SystemExit, match=told):
            main([*SMALL, "1", "--state", str(file), *words])
        assert file.read_text() == text
