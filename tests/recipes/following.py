"""A copy of the house in which somebody follows a recipe of `CONTRIBUTING.md`."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
_FILE = re.compile(r"`([\w./<>-]+\.(?:py|md|toml|txt))`")


class Copy:
    """The files under version control or about to be, and which of them were written since."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.written: set[str] = set()
        listed = subprocess.run(
            ("git", "ls-files", "-coz", "--exclude-standard"),
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)

    def add(self, name: str, text: str) -> None:
        assert not (self.root / name).exists(), name
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")
        self.written.add(name)

    def put(self, name: str, before: str, text: str) -> None:
        path = self.root / name
        parts = path.read_text(encoding="utf-8").partition(before)
        assert parts[1], f"{name} has no {before!r}"
        path.write_text(f"{parts[0]}{text}{before}{parts[2]}", encoding="utf-8")
        self.written.add(name)

    def python(self, *arguments: str) -> str:
        """What a Python prints that imports this copy; AssertionError with it if it fails."""
        done = subprocess.run(
            (sys.executable, *arguments),
            cwd=self.root,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{self.root}:{self.root / 'tests'}"},
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    def test(self, *paths: str, only: str = "") -> None:
        page = self.python("-m", "announcements")
        (self.root / "docs" / "announcements.md").write_text(page, encoding="utf-8")
        quick = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not thorough")
        self.python("-m", "pytest", *quick, "--hypothesis-profile=quick", "-k", only, *paths)


def recipe(title: str, key: str) -> set[str]:
    section = CONTRIBUTING.read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    steps = section.split("\n\n")[0]
    return {name.replace("<key>", key) for name in _FILE.findall(steps)}
