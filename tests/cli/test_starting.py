"""What starting the program takes: a command waits for nothing that it does not use."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parents[2]
COMMANDS = ("replay", "games", "solve", "spar", "doctor", "backup", "room", "health")

HEAVY = {"aiohttp", "alembic", "asyncio", "cattrs", "discord", "PIL", "sqlalchemy"}
PROGRAM = """
import contextlib, sys
from bot.__main__ import main
for words in (["--help"], ["games"], ["replay", sys.argv[1]], ["replay", sys.argv[1], "--json"]):
    with contextlib.suppress(SystemExit):
        print(main(words))
print("imported:", *{name.partition(".")[0] for name in sys.modules})
"""


def test_help_games_and_a_replay_wait_for_no_library_they_do_not_use(
    tmp_path: Path,
) -> None:
    """They are typed by people who wait: nothing of databases, networks or pictures is imported."""
    game = tmp_path / "game.txt"
    game.write_text("F6\nD3 F7\n")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(game)], capture_output=True, text=True, check=True
    )
    *told, imported = ran.stdout.splitlines()
    assert "imported:" in imported
    assert any("D3 F7" in line for line in told)
    assert HEAVY & set(imported.split()) == set()


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    """As `pyproject.toml` says it, with status 0."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"referee {told}\n"


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=str)
def test_every_placeholder_has_a_name_and_help_fits_a_terminal(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is to be put in is said by a word, not by a letter; no line is longer than 80 signs."""
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    told = capsys.readouterr().out
    usage = told.partition("\n\n")[0]
    assert not re.findall(r"(?<![\w.-])[A-Z](?![\w.])", usage)
    values = re.findall(r"--[a-z]+ +([^\s\]]+)", usage)
    assert all(re.fullmatch(r"[A-Z]{3,}\S*|\{.*\}", value) for value in values), values
    assert max(len(line) for line in told.splitlines()) <= 80


def test_the_commands_have_a_placeholder_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The first line says that a command may follow, and each has its line."""
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "COMMAND ..." in told.partition("\n\n")[0].replace("\n", " ")
    assert re.findall(r"^    (\w+) ", told, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", [[], ["doctor"], ["backup", "copy"], ["room"], ["health"]])
def test_a_setting_that_cannot_be_used_is_one_sentence_everywhere(
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever is typed, the same words say which and why."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROOM_PORT", "x")
    assert main(command) == 1
    told = "".join(capsys.readouterr())
    assert "ROOM_PORT=x: a port is a number from 0 to 65535" in told
    assert told.count("\n") == 1
