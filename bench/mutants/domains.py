"""The parts of the house into which bugs are sown, and the tests that are run against them.

Both are read from the tree, so that a folder that is new or renamed is never left out.
"""

from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Domain:
    """Folders and files of the program, and the tests that prove them, in two halves.

    The halves are surveyed side by side. A mutant has survived that the tests of its own folder
    don't find in `most` seconds (as the survey measured them), nor those of others in as many; a
    test that stands still for `idle` seconds has found it.
    """

    folders: tuple[str, ...]
    tests: tuple[tuple[str, ...], tuple[str, ...]]
    marks: str
    most: float
    idle: int


QUICK = "not thorough and not real_time"
RULES = Domain(
    folders=("bot/engine", "bot/referee", "bot/text"),
    tests=(
        ("tests/engine", "tests/cli/test_replay.py", "tests/cli/test_replay_forms.py"),
        (
            "tests/referee", "tests/text",
            "tests/commands/test_opening.py", "tests/commands/test_parsing.py",
            "tests/wording/test_in_words.py", "tests/wording/test_laws.py",
        ),
    ),
    marks="not real_time",
    most=inf,
    idle=600,
)  # fmt: skip
"""What must be right in the end: every bug meets every test that comes by it."""
PROCESSES = ("chaos", "engine", "hosting", "recipes", "referee", "release", "text")
"""Tests of the rules, of the tests' own tools, and of what starts processes of its own."""


def house() -> Domain:
    """All else that is ours; a test here starts a venue and a store: not every one can be run."""
    parts = sorted(
        path
        for path in (*(ROOT / "bot").iterdir(), ROOT / "renderers")
        if (path.suffix == ".py" or any(path.glob("*.py")))
    )
    folders = tuple(name for name in map(_name, parts) if name not in RULES.folders)
    folders_of_tests = {path.parent for path in (ROOT / "tests").glob("*/**/test_*.py")}
    tests = {
        _name(path)
        for path in folders_of_tests
        if path.relative_to(ROOT / "tests").parts[0] not in PROCESSES
    }
    started = ("tests/end_to_end", "tests/venues/discord", "tests/venues/forum")
    with_venues = tuple(sorted(name for name in tests if name.startswith(started)))
    single = tuple(sorted(map(_name, (ROOT / "tests").glob("test_*.py"))))
    return Domain(
        folders=folders,
        tests=(with_venues, (*sorted(tests - {*with_venues}), *single)),
        marks="not real_time and not chromium and not postgres",
        most=40,
        idle=60,
    )


def quick(domain: Domain) -> Domain:
    return replace(domain, marks=f"{QUICK} and not chromium")


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))
