"""The `fairness` command: stopped and gone on with, and told what it can't do."""

import json
import signal
import subprocess
import sys
import time

import pytest

from bot.fairness.row import FairnessRow
from bot.fairness.state import line_of, rows_of

SMALL = ("--sides", "2", "--rulesets", "plur", "genius", "--processes", "1")
GAMES = ("--games", "120")


@pytest.fixture
def made(run, tmp_path):
    def files(name: str, *words: object) -> tuple[bytes, bytes, bytes]:
        paths = [tmp_path / f"{name}.{end}" for end in ("jsonl", "md", "table")]
        options = zip(("--state", "--out", "--table"), paths, strict=True)
        status, out, err = run("fairness", *[word for option in options for word in option], *words)
        assert (status, out, err) == (0, "", "")
        state, document, table = (path.read_bytes() for path in paths)
        return state, document, table

    return files


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = tmp_path_factory.mktemp("fairness") / "whole.jsonl"
    words = ("-m", "bot", "fairness", *SMALL, *GAMES, "--state", str(file))
    done = subprocess.run([sys.executable, *words], capture_output=True, check=True)
    return file.read_bytes(), done.stdout


def test_the_table_has_the_games_asked_for(made, whole):
    state, document, table = made("again", *SMALL, *GAMES)
    assert (state, document) == whole
    lines = [json.loads(line) for line in state.splitlines()]
    assert [line["games"] for line in lines] == [50, 50, 20] * 2
    rows = rows_of(state.decode())
    assert table.decode() == "".join(map(line_of, rows))
    games = [(row.ruleset, row.side, row.games) for row in rows]
    assert games == [("genius", 2, 120), ("plur", 2, 120)]
    assert "| 120 (*) | `fills:16` |" in document.decode()


@pytest.mark.parametrize("part", [0.0, 0.5, 0.99], ids=str)
def test_stopped_and_gone_on_with_it_writes_the_same_bytes(made, whole, tmp_path, part):
    """Wherever it was stopped, between two lines or within one, and with two processes."""
    state, document = whole
    (tmp_path / "part.jsonl").write_bytes(state[: int(len(state) * part)])
    assert made("part", *SMALL[:-1], "2", *GAMES, "--resume")[:2] == (state, document)


def test_nothing_more_is_played_when_all_is_there(made, whole, tmp_path):
    state, document = whole
    (tmp_path / "there.jsonl").write_bytes(state)
    assert made("there", *SMALL, *GAMES, "--resume")[:2] == (state, document)
    assert made("there", *SMALL, "--games", "0", "--resume")[:2] == (state, document)


def test_a_table_can_be_gone_on_with(made, whole, tmp_path):
    rows = rows_of(whole[0].decode())
    (tmp_path / "table.jsonl").write_text("".join(map(line_of, rows)), encoding="utf-8")
    more = made("table", *SMALL, "--games", "150", "--resume")[2]
    assert more == made("at-once", *SMALL, "--games", "150")[2]


def test_other_seeds_are_other_games(made, whole):
    state, document, _ = made("other", *SMALL, *GAMES, "--seed", "2")
    assert [row.seed for row in rows_of(state.decode())] == [2, 2]
    assert "seed 2" in document.decode()
    assert state.replace(b'"seed": 2', b'"seed": 1') != whole[0]


@pytest.fixture
def unfit(run, tmp_path, whole):
    """The sentence with which a file is refused; nothing was changed in it."""

    def told(more: bytes | str, *words: object) -> str:
        file = tmp_path / "state.jsonl"
        file.write_bytes(more.encode() if isinstance(more, str) else whole[0] + more)
        before = file.read_bytes()
        status, out, err = run("fairness", *SMALL, "--state", file, *words)
        assert (status, out, file.read_bytes()) == (2, "", before)
        assert err.count("\n") == 1
        return err

    return told


def test_games_that_are_there_are_not_gone_on_with_unasked(unfit):
    assert "add --resume" in unfit(b"")


@pytest.mark.parametrize("foreign", [b"A diary\n", b"\xff\xfe\n", b"{}\n", b"A diary"])
def test_a_file_of_something_else_is_refused(unfit, tmp_path, foreign):
    assert f"line 7 of {tmp_path / 'state.jsonl'}" in unfit(foreign, "--resume")


def test_games_of_another_seed_or_player_are_not_mixed(unfit):
    assert "with seed 1, which are not mixed" in unfit(b"", "--resume", "--seed", "2")
    other = FairnessRow("plur", 2, "fills:99", 1, "0.1.0", 0, 2, 1, 1, 0, 38, None)
    assert "by fills:99 with seed 1" in unfit(line_of(other), "--resume")


@pytest.mark.parametrize("option", ["--state", "--out", "--table"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(run, tmp_path, option):
    state = tmp_path / "state.jsonl"
    words = ("--state", state, option, tmp_path / "nowhere" / "file")
    status, out, err = run("fairness", *SMALL, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "No such file or directory" in err
    assert not state.exists() or state.read_bytes() == b""


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        ("--rulesets", "chess", "There is no ruleset “chess”. There are genius, "),
        ("--sides", "14", "“14” is no number from 2 to 13."),
        ("--games", "many", "“many” is no number from 0 to 1,000,000."),
        ("--processes", "0", "“0” is no number from 1 to 1,000."),
    ],
)
def test_fairness_refuses_options_that_cannot_be(run, capsys, option, given, told):
    with pytest.raises(SystemExit) as refused:
        run("fairness", option, given)
    assert refused.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.real_time
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle_it_goes_on_and_leaves_no_process(made, whole, tmp_path, how):
    file = tmp_path / "killed.jsonl"
    words = (*SMALL[:-1], "2", *GAMES, "--state", str(file))
    command = [sys.executable, "-m", "bot", "fairness", *words]
    begun = subprocess.Popen(command, stdout=subprocess.PIPE)
    while not file.exists() or not file.read_bytes():
        assert begun.poll() is None
        time.sleep(0.001)
    begun.send_signal(how)
    # Whoever still held the pipe would keep this from ending.
    out, _ = begun.communicate(timeout=60)
    assert (begun.returncode, out) == (-how, b"")
    assert whole[0].startswith(file.read_bytes())
    assert made("killed", *SMALL, *GAMES, "--resume")[:2] == whole


@pytest.mark.real_time
def test_two_at_once_do_not_spoil_the_file(whole, tmp_path):
    file = tmp_path / "both.jsonl"
    words = (*SMALL, "--games", "100000", "--state", str(file))
    command = [sys.executable, "-m", "bot", "fairness", *words]
    begun = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while not file.exists() or not file.read_bytes():
        assert begun.poll() is None
        time.sleep(0.001)
    with file.open("ab") as other:
        other.write(whole[0])
    _, err = begun.communicate(timeout=60)
    assert begun.returncode == 2
    assert err == f"referee fairness: another command plays into {file}, so this one has stopped.\n"
