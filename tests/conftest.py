"""What all tests share: the layer each belongs to, what is missing here, and a PostgreSQL.

A test without a mark runs in `make test`; `thorough`, `real_time` and `postgres` run in `make
test-all` only. A test whose program is missing is skipped, and the last line of the run says what
would bring it; in CI it is an error, since there nobody would notice.
"""

import gc
import os
import shutil
import signal
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

# Helpers' assertions show their values, too. Told before any helper is imported.
pytest.register_assert_rewrite(*{path.stem for path in Path(__file__).parent.iterdir()})

import pytest_asyncio
from hypothesis import settings
from processor import Processor
from programs import PROGRAMS
from storage import server
from storage.kept import database, each_database

if TYPE_CHECKING:
    from playwright.async_api import Browser

__all__ = ["database", "each_database"]

# Machines under load are slow. `make test` asks for the quick profile.
settings.register_profile("referee", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.load_profile("referee")


# What is started in the background, or by nohup, ignores both, and so would what a test starts.
for number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(number) is signal.SIG_IGN:
        is_interrupt = number is signal.SIGINT
        signal.signal(number, signal.default_int_handler if is_interrupt else signal.SIG_DFL)

DEAR = Path(__file__).with_name("thorough.txt")
IN_MEMORY, ROOM_NEEDED = Path("/dev/shm"), 1 << 30  # noqa: S108


def pytest_addoption(parser: pytest.Parser) -> None:
    """The budget is asked for by `make`: where coverage is measured all costs more."""
    parser.addoption("--budget", type=float, help="seconds of the processor for a quick case")


def pytest_configure(config: pytest.Config) -> None:
    """The process that begins a run of the tests also ends what its workers have started.

    The tests' folders are in memory where there is room: most of a test on a disk waits for it.
    """
    config.pluginmanager.register(Processor(config.getoption("budget")))
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ROOM_NEEDED:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    if not os.environ.get("REFEREE_TEST_POSTGRES") and server.FOLDER not in os.environ:
        server.begin()
        config.add_cleanup(server.end)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks follow from what a test uses, before anything is chosen by mark."""
    _mark_dear(config, items)
    missing = {mark: known for mark, known in PROGRAMS.items() if not known.is_here()}
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.chromium)
            # The browser is driven from the loop in which it was started.
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            if not item.get_closest_marker("real_time"):
                item.add_marker(pytest.mark.thorough)
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.thorough)
        for mark, program in missing.items():
            if item.get_closest_marker(mark):
                if os.environ.get("CI"):
                    raise pytest.UsageError(f"{program.name} is missing: {program.install}")
                item.add_marker(pytest.mark.skip(f"{program.name} is not installed"))
    items[:] = _spread(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _mark_dear(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What `thorough.txt` names, a test or a row of one, runs in `make test-all` alone.

    Those were found by measurement: they cost most of `make test`, and what they come by others do.
    """
    dear = set(DEAR.read_text(encoding="utf-8").splitlines())
    named = set[str]()
    for item in items:
        if here := {item.nodeid, item.nodeid.partition("[")[0]} & dear:
            item.add_marker(pytest.mark.thorough)
            named |= here
    if config.args == config.getini("testpaths") and (gone := sorted(dear - named)):
        raise pytest.UsageError(f"{DEAR.name} names tests that are gone: {', '.join(gone)}")


def _spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Tests that wait by a real clock come first at every second worker.

    Each gets as many tests to begin with, one part of the list after another. The others use the
    processors meanwhile.
    """
    waiting = [item for item in items if item.get_closest_marker("real_time")]
    working = [item for item in items if not item.get_closest_marker("real_time")]
    parts, spread = (workers + 1) // 2, list[pytest.Item]()
    for number in range(workers):
        first = waiting[number // 2 :: parts] if number % 2 == 0 else []
        share = len(items) * (number + 1) // workers - len(spread) - len(first)
        spread += [*first, *working[:share]]
        del working[:share]
    return spread + working


def pytest_collection_finish() -> None:
    """Thousands of tests are collected for good: no search for garbage need go through them."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """A test that is excused for what it leaves open leaves it to no other."""
    yield
    if any("Unraisable" in str(mark.args) for mark in item.iter_markers("filterwarnings")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            gc.collect()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Skipped tests, counted by reason in one line."""
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
    )
    if reasons:
        said = "; ".join(f"{count} since {reason}" for reason, count in reasons.most_common())
        terminalreporter.write_line(f"Skipped: {said}.")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The last line of a run says which tests this machine could not run."""
    missing = [program for program in PROGRAMS.values() if not program.is_here()]
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if missing and terminal is not None and not hasattr(config, "workerinput"):
        names = " and ".join(program.name for program in missing)
        brings = " && ".join(program.install for program in missing)
        terminal.write_line(f"Not tested here, since it is not installed: {names} ({brings}).")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> "AsyncIterator[Browser]":
    """One Chromium for all tests of a process; every person in it has a memory of their own."""
    from venues.room.browsing import chromium

    async with chromium() as running:
        yield running
