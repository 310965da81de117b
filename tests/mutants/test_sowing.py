"""What is sown into a file, what is left alone, and how a mutant gets into a running program."""

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mutants.swap import Mutated, caches, living_functions, swap

if TYPE_CHECKING:
    from mutants.sowing import Mutant


def sow(path: Path, root: Path) -> list["Mutant"]:
    """The sower needs a second to be imported, which whoever collects all tests can spare."""
    from mutants.sowing import sow

    return sow(path, root)


SOURCE = '''"""A docstring."""
from functools import cache
Number = int | float
LIMIT = 3


@cache
def enough(count: int = 0) -> bool:
    """Whether there is enough."""
    if count < 0:
        raise ValueError("a count is never below zero")
    return count >= LIMIT
'''


def sown(folder: Path) -> dict[str, str]:
    """The mutants of the source: their changes with the mutated text."""
    (folder / "grove.py").write_text(SOURCE)
    return {mutant.change: mutant.source for mutant in sow(folder / "grove.py", folder)}


def test_bugs_are_sown_into_code_and_into_tables(tmp_path: Path) -> None:
    """Constants, usual values, conditions, results; each mutant differs in one place."""
    mutants = sown(tmp_path)
    assert set(mutants) == {
        "LIMIT = 3 → LIMIT = 4",
        "LIMIT = 3 → LIMIT = None",
        "def enough(count: int = 0) -> bool: → def enough(count: int = 1) -> bool:",
        "if count < 0: → if count <= 0:",
        "if count < 0: → if count < 1:",
        "return count >= LIMIT → return count > LIMIT",
    }
    for change, text in mutants.items():
        old, new = change.split(" → ")
        assert text == SOURCE.replace(old, new)


def test_a_mutant_is_known_by_its_change_and_not_by_its_line(tmp_path: Path) -> None:
    """Lines above it don't change its name, nor its place in the samples."""
    before = tmp_path / "grove.py"
    before.write_text(SOURCE)
    first = {mutant.name: mutant.place for mutant in sow(before, tmp_path)}
    before.write_text(SOURCE.replace("LIMIT = 3", "# More of it.\n\nLIMIT = 3"))
    assert {mutant.name: mutant.place for mutant in sow(before, tmp_path)} == first
    assert "enough: return count >= LIMIT → return count > LIMIT" in first


def test_a_living_function_takes_a_mutants_code(tmp_path: Path, monkeypatch) -> None:
    """Also one that a decorator has wrapped; what its cache holds is another matter."""
    mutants = sown(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    grove = __import__("grove")
    try:
        assert grove.enough(3)
        gc.freeze()  # as our conftest.py does once the tests are collected
        mutant = mutants["return count >= LIMIT → return count > LIMIT"]
        swap(living_functions(tmp_path), tmp_path / "grove.py", mutant)
        assert grove.enough(3)
        for cached in caches(tmp_path):
            cached.cache_clear()
        assert not grove.enough(3)
    finally:
        del sys.modules["grove"]


def test_a_mutated_table_is_there_from_the_import_on(tmp_path: Path, monkeypatch) -> None:
    """The finder gives the one module another source, and leaves all others alone."""
    mutants = sown(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    Mutated(tmp_path / "grove.py", tmp_path, mutants["LIMIT = 3 → LIMIT = 4"]).install()
    grove = __import__("grove")
    try:
        assert grove.LIMIT == 4
    finally:
        del sys.modules["grove"]
