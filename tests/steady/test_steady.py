"""A test that fails now and then makes the whole red, and is named."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SOMETIMES = """
from pathlib import Path

def test_sometimes():
    file = Path(__file__).with_name("runs")
    runs = len(file.read_text()) if file.exists() else 0
    file.write_text("x" * (runs + 1))
    assert runs != {fails}

def test_always():
    pass
"""


@pytest.mark.thorough
@pytest.mark.parametrize(("fails", "status"), [(2, 1), (99, 0)])
def test_one_failure_in_three_runs_is_red(tmp_path: Path, fails: int, status: int) -> None:
    """The third run of three fails by one test; where none fails all is well."""
    (tmp_path / "test_it.py").write_text(SOMETIMES.format(fails=fails))
    pytest_here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "steady", "--times", "3", "--", *pytest_here, str(tmp_path)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert ("failed 1 of 3 times: test_it::test_sometimes" in done.stdout) is bool(status)
    assert "test_always" not in done.stdout
