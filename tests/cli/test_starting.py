"""What starting the program takes, and what it says of words that it can't read."""

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from settling import meanwhile

from bot.__main__ import main
from bot.cli.parser import _COMMANDS as COMMANDS
from bot.findings.database import LeaseReadiness
from bot.parts import Part
from bot.serving.health_socket import answer

ROOT = Path(__file__).parents[2]

LIBRARIES = {
    *("aiohttp", "aiosqlite", "alembic", "asyncio", "cachetools", "cattrs", "discord", "dotenv"),
    *("PIL", "networkx", "prometheus_client", "selectolax", "sqlalchemy", "tenacity"),
}
"""What a command that serves no match has no use for: databases, networks, pictures, ratings."""
PARTS = {
    *("bot.app", "bot.desk", "bot.storage", "bot.settings", "bot.findings.database"),
    *("bot.commands", "bot.players", "bot.web", "bot.serving", "logging"),
}
"""What it has no use for of the program, and of Python."""
PROGRAM = """
import contextlib, sys
from bot.__main__ import main
with contextlib.suppress(SystemExit):
    main()
print("imported:", *sys.modules)
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text("F6\nD3 F7\n")
    return file


def ran(*words: str) -> tuple[str, set[str]]:
    program = [sys.executable, "-c", PROGRAM, *words]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    told, _, imported = done.stdout.partition("imported:")
    modules = set(imported.split())
    assert "bot.__main__" in modules
    return told, modules


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "usage: referee"),
        (("--version",), "referee "),
        (("games",), "Not supported"),
        (("replay",), "usage: referee replay"),
        (("replay", "GAME"), "D3 F7"),
        (("replay", "GAME", "--json"), '"ruleset": "genius"'),
    ],
    ids=["help", "version", "games", "replay-help", "replay", "replay-json"],
)
def test_a_quick_command_waits_for_nothing_that_it_does_not_use(words, said, game):
    """It is typed by somebody who waits: no library is imported, nor what serves matches."""
    given = [str(game) if word == "GAME" else word for word in words]
    help_asked = given in ([], ["replay"])
    told, imported = ran(*given, *(["--help"] if help_asked else []))
    assert said in told
    assert (LIBRARIES | PARTS) & imported == set()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process can be asked so")
async def test_health_of_a_referee_that_answers_waits_for_no_database(tmp_path, monkeypatch):
    """A container asks it every half minute: it is to cost less than a tenth of a second."""
    url, well = f"sqlite+aiosqlite:///{tmp_path}/referee.sqlite3", LeaseReadiness((Part("room"),))
    monkeypatch.setenv("DATABASE_URL", url)
    async with meanwhile(answer(url, os.getpid(), lambda: well)):
        told, imported = await asyncio.to_thread(ran, "health")
    assert "on duty: the local room" in told
    assert LIBRARIES & imported == {"dotenv"}


def test_a_replay_imports_what_draws_when_it_draws(game, tmp_path):
    _, imported = ran("replay", str(game), "--png", str(tmp_path / "board.png"))
    assert (tmp_path / "board.png").stat().st_size > 0
    assert LIBRARIES & imported == {"PIL"}


@pytest.mark.parametrize("baked", ["", "1a2b3c4d"])
def test_the_version_is_the_packages_with_its_commit(capsys, monkeypatch, baked):
    monkeypatch.setenv("REFEREE_COMMIT", baked)
    asked = ["git", "describe", "--always", "--dirty"]
    known = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    commit = baked or known.strip()
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"referee {told}{commit and f' ({commit})'}\n"


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=str)
def test_every_placeholder_has_a_name_and_help_fits_a_terminal(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    told = capsys.readouterr().out
    usage = told.partition("\n\n")[0]
    assert not re.findall(r"(?<![\w.-])[A-Z](?![\w.])", usage)
    values = re.findall(r"--[a-z]+ +([^\s\]]+)", usage)
    assert all(re.fullmatch(r"[A-Z]{3,}\S*|\{.*\}", value) for value in values), values
    assert max(len(line) for line in told.splitlines()) <= 80


def test_the_commands_have_a_placeholder_too(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "COMMAND ..." in told.partition("\n\n")[0].replace("\n", " ")
    assert re.findall(r"^    (\w+) ", told, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", [[], ["doctor"], ["backup", "copy"], ["room"], ["health"]])
def test_a_setting_that_cannot_be_used_is_one_sentence(run, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEB_PORT", "x")
    status, *printed = run(*command)
    told = "".join(printed)
    assert status == 1
    assert "WEB_PORT=x: a port is a number from 0 to 65535" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("reply game.txt", "replay"),
        ("REPLAY game.txt", "replay"),
        ("bakup copy.sqlite3", "backup"),
        ("spar strong greedy --sead 3", "--seed"),
        ("spar strong greedy --sead=3", "--seed"),
        ("replay game.txt --thmee dark", "--theme"),
        ("replay game.txt --theme drak", "dark"),
        ("move --form sqlite:///a --to sqlite:///b", "--from"),
        ("--prot 8081", "--port"),
        ("completion bsh", "bash"),
    ],
)
def test_a_word_that_is_nearly_right_is_answered_with_the_right_one(typed, meant, capsys):
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    out, err = capsys.readouterr()
    whole = meant in ("replay", "backup", "--port")
    command = "referee" if whole else f"referee {typed.split()[0]}"
    assert (ended.value.code, out) == (2, "")
    assert err.startswith(f"usage: {command} [-h]")
    assert err.splitlines()[-1] == f"Did you mean {meant}?"


@pytest.mark.parametrize("typed", ["xyzzy", "games 7", "doctor --xyzzy", "solve", "tidy"])
def test_a_word_that_is_near_to_nothing_is_answered_without_a_guess(typed, capsys):
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    assert ended.value.code == 2
    assert "Did you mean" not in capsys.readouterr().err


def test_the_beginning_of_an_option_is_enough():
    assert main(["spar", "random", "random", "--gam", "1", "--js"]) == 0
