"""`referee completion`: its scripts, read by the shells themselves."""

import shlex
import subprocess
from pathlib import Path

import pytest

from bot.cli.parser import _COMMANDS as COMMANDS
from bot.players.programs import PROGRAMS
from cli.terminal import started, terminal
from renderers.theme import names as themes

COMPLETED = [
    ("", set(COMMANDS)),
    ("re", {"replay"}),
    ("--po", {"--port"}),
    ("replay --th", {"--thread", "--theme"}),
    ("replay --theme ", set(themes())),
    ("replay --ruleset m", {"mindsports", "mures"}),
    ("spar ", set(PROGRAMS)),
    ("spar strong g", {"gentle", "greedy"}),
    ("completion ", {"bash", "zsh", "fish"}),
    ("replay ga", {"game.txt"}),
    ("replay game.txt --png bo", {"board.png"}),
    ("backup ga", {"game.txt"}),
]
"""What is typed behind `referee`, and what may stand there, in a folder with these files."""


@pytest.fixture
def script(run, tmp_path, monkeypatch):
    for name in ("game.txt", "board.png", "other"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))

    def written(shell: str, name: str) -> Path:
        status, out, err = run("completion", shell)
        assert (status, err) == (0, "")
        file = tmp_path / "completions" / name
        file.parent.mkdir()
        file.write_text(out)
        return file

    return written


def printed(*words: str) -> list[str]:
    ran = subprocess.run(words, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    return ran.stdout.splitlines()


BASH = """
. "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_referee referee "${COMP_WORDS[COMP_CWORD]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(("typed", "offered"), COMPLETED)
def test_bash_completes(script, typed, offered):
    file = script("bash", "referee")
    words = [*shlex.split(f"referee {typed}"), *([""] if typed.endswith(" ") or not typed else [])]
    assert set(printed("bash", "--norc", "-c", BASH, "bash", str(file), *words)) - {""} == offered
    (named,) = printed("bash", "--norc", "-c", f". {file}; complete -p referee")
    assert named.endswith("-F _shtab_referee referee")


@pytest.mark.fish
@pytest.mark.parametrize(("typed", "offered"), COMPLETED)
def test_fish_completes(script, typed, offered):
    file = script("fish", "referee.fish")
    asked = f"source {file}; complete -C {shlex.quote(f'referee {typed}')}"
    lines = printed("fish", "--no-config", "-c", asked)
    assert {line.partition("\t")[0] for line in lines} == offered


@pytest.mark.zsh
@pytest.mark.real_time
def test_zsh_completes(script):
    """Typed at a terminal: a command, an option of it, one of its words, and a file."""
    file = script("zsh", "_referee")
    with terminal() as screen:
        shell = started(["zsh", "-f", "-i"], screen, {"PROMPT": "ready> "})
        screen.press(f"fpath=({file.parent} $fpath)\n")
        screen.press("autoload -Uz compinit && compinit -u -D && echo set up\n")
        screen.read_until("\nset up")
        for typed, offered in (
            ("referee \t", "copy the database while running"),
            ("referee replay --th\t", "the files are saved pages of a forum's topic"),
            ("referee spar strong g\t", "gentle  greedy"),
            ("referee replay --ruleset mi\t", "mindsports"),
            ("referee replay ga\t", "game.txt"),
        ):
            screen.press(f"\x15{typed}")
            screen.read_until(offered)
        screen.press("\x15exit\n")
        screen.read_until("exit")
        shell.wait()
