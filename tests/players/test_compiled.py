"""The same turns everywhere: on each Python, with the players compiled or as they lie here."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from bot.players.compiled import MODULES, fingerprint
from players.same_turns import differing, lines

ROOT = Path(__file__).parents[2]
PRINT = "from bot.players import compiled; print(compiled.fingerprint())"
STATE = """
import json
from bot.players import compiled, search
print(json.dumps([compiled.state().name, search.__file__]))
"""
TURNS = """
import json
from players.same_turns import differing, lines
print(json.dumps(differing(lines())))
"""


def _said(asked: str, *folders: Path) -> Any:
    """What a Python of its own says, which finds these folders."""
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests", *folders)))
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        check=False,
        text=True,
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def _wheel(folder: Path, sources: str, *, whole: bool = True) -> Path:
    """What lies where the wheel is installed, but that its search can't even be read."""
    package = folder / "referee_players"
    package.mkdir()
    (package / "__init__.py").write_text(f'SOURCES = "{sources}"\n', encoding="utf-8")
    (package / "search.py").write_text("This is no Python.\n", encoding="utf-8")
    if whole:
        (folder / "referee_players__mypyc.py").touch()
    return folder


def test_this_python_finds_the_turns_that_every_python_finds() -> None:
    """Every ruleset and level, whole trees, solved ends, and a board beyond a machine's word."""
    assert differing(lines()) == []


@pytest.mark.parametrize("whole", [True, False])
def test_players_that_were_compiled_otherwise_are_not_used(tmp_path: Path, *, whole: bool) -> None:
    """From other sources, or for another Python: what is written here is played."""
    sources = "0" * 64 if whole else fingerprint()
    state, file = _said(STATE, _wheel(tmp_path, sources, whole=whole))
    assert state == "OTHER"
    assert Path(file) == ROOT / "bot" / "players" / "search.py"


def test_compiled_module_of_these_sources_is_found_first(tmp_path: Path) -> None:
    """Its module is read in place of the one here, which would be found otherwise."""
    with pytest.raises(AssertionError, match="This is no Python"):
        _said(STATE, _wheel(tmp_path, fingerprint()))


def test_the_fingerprint_is_of_all_that_is_compiled(tmp_path: Path) -> None:
    players = tmp_path / "bot" / "players"
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    seen = {fingerprint()}
    for name in MODULES:
        with (players / f"{name}.py").open("a", encoding="utf-8") as file:
            file.write("# more\n")
        seen.add(
            subprocess.run(
                [sys.executable, "-c", PRINT],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(tmp_path)},
                capture_output=True,
                check=True,
                text=True,
            ).stdout.strip()
        )
    assert len(seen) == 1 + len(MODULES)


@pytest.mark.thorough
def test_compiled_players_find_the_same_turns(tmp_path: Path) -> None:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler) and not os.environ.get("CI"):
        pytest.skip(f"no C compiler ({compiler}): apt-get install gcc")
    command = f"{sys.executable} -m pip wheel -q --no-build-isolation --no-deps -w"
    made = subprocess.run(
        [*command.split(), str(tmp_path), str(ROOT / "compiled")],
        capture_output=True,
        check=False,
        text=True,
    )
    assert not made.returncode, made.stderr
    wheel = next(tmp_path.glob("*.whl"))
    shutil.unpack_archive(wheel, tmp_path / "installed", "zip")
    state, file = _said(STATE, tmp_path / "installed")
    assert (state, Path(file).parent.name) == ("USED", "referee_players")
    assert _said(TURNS, tmp_path / "installed") == []
