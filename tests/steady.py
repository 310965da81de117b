"""`make test-steady TIMES=10`: runs the tests many times, half of them on a busy machine.

It names every test that ever failed. `python -m steady --times 10 -- COMMAND …` is given the
command line of pytest.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

BUSY = "while kill -0 $PPID; do :; done"
"""A loop that ends when whoever began it has gone, however it went."""


@contextlib.contextmanager
def busy_machine(loops: int) -> Iterator[None]:
    running = [subprocess.Popen(["sh", "-c", BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for loop in running:
            loop.kill()
            loop.wait()


def failed_in(report: Path) -> list[str]:
    if not report.exists():
        return []
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314 - written by pytest
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]


def run(times: int, command: list[str], seed: int) -> Counter[str]:
    """How often each test failed; every second run has a busy loop for each processor beside it.

    The orders of sets and Hypothesis's examples differ from run to run; a run is told by its seed.
    """
    failed: Counter[str] = Counter()
    for number in range(times):
        drawn = random.Random(seed + number).randrange(2**32)
        busy = number % 2 == 1
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            options = [f"--junitxml={report}", f"--hypothesis-seed={drawn}"]
            surroundings = os.environ | {"PYTHONHASHSEED": str(drawn)}
            with busy_machine(os.cpu_count() or 1 if busy else 0):
                words = [*command, *options]
                status = subprocess.run(words, env=surroundings, check=False).returncode
            wrong = failed_in(report) or (["the run itself"] if status else [])
        failed.update(wrong)
        print(f"run {number + 1}, seed {drawn}{', busy' if busy else ''}: {len(wrong)} failed")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(prog="steady")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    failed = run(given.times, given.command, given.seed)
    for test, times in failed.most_common():
        print(f"failed {times} of {given.times} times: {test}")
    print(f"steady: {given.times} runs, {len(failed)} tests that ever failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
