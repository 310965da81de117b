"""Runs the tests against mutants, each in a fork of its own, until the first test that fails.

A mutant within a function is put into a process that has imported everything and collected the
tests (`warm`). One that acts while modules are imported (a table, a usual value, a function called
for a table) needs a process that has not (`cold`). Which tests reach which line is measured once,
by `survey`; the quickest of them come first.
"""

import gc
import importlib
import os
import pickle
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import accumulate, chain, zip_longest
from pathlib import Path
from time import process_time
from traceback import format_exc
from typing import Any, NoReturn, cast

import pytest

from bench.mutants.domains import Domain
from bench.mutants.sowing import Mutant
from bench.mutants.swap import Mutated, caches, living_functions, module_name, swap

LEFT_OUT = ("much_of_anything", "megabyte_of_junk", "a_reader_who_stops_early")
"""Tests of speed and of processes: they would find a mutant slow rather than wrong."""
COLLECTING = "collecting"
FOUND_BY_TEST, BROKEN = 1, 77
IMPORT_LIMIT = 60.0
"""Processor seconds for importing everything and collecting the tests."""
MOST_FILES, NEAR_TAKES = 4, 1.0
"""How many files, and seconds, of tests a mutant that acts at import meets before all others."""


class Fate(Enum):
    FOUND = "found"
    ENDLESS = "endless"
    """Found only because a test took more than ten times its processor time."""
    SURVIVED = "survived"
    UNREACHED = "unreached"
    """Survived, as no test comes by the lines changed."""


@dataclass(slots=True)
class Survey:
    domain: Domain
    takes: dict[str, float] = field(default_factory=dict)
    reached: dict[str, dict[int, set[str]]] = field(default_factory=dict)
    imported: dict[str, set[int]] = field(default_factory=dict)
    """Lines that run while our modules are imported."""
    collected: dict[str, set[int]] = field(default_factory=dict)
    """Lines that run while the tests are collected, for the values they are called with."""
    failed: list[str] = field(default_factory=list)

    def add(self, other: "Survey") -> None:
        self.takes |= other.takes
        self.failed += other.failed
        for path, lines in other.reached.items():
            mine = self.reached.setdefault(path, {})
            for line, tests in lines.items():
                mine[line] = mine.get(line, set()) | tests
        for early, theirs in ((self.imported, other.imported), (self.collected, other.collected)):
            for path, seen in theirs.items():
                early[path] = early.get(path, set()) | seen

    def order(self, mutant: Mutant) -> list[str]:
        """The tests that may find a mutant, those of its own folder first.

        Where there is no time for all, the quickest of each test function comes first: forty rows
        of one table find what one of them finds.
        """
        chosen, own = self._may_find(mutant), tests_of(mutant.path)
        if sum(map(self.takes.__getitem__, chosen)) <= self.domain.most:
            return chosen
        rows: Counter[str] = Counter()
        turns = []
        for place, test in enumerate(chosen):
            function = test.partition("[")[0]
            rows[function] += 1
            turns.append((rows[function], place, test))
        mixed = [test for _, _, test in sorted(turns)]
        there = [test for test in mixed if test.startswith(own)]
        others = [test for test in mixed if not test.startswith(own)]
        return self._within(there, self.domain.most) + self._within(others, self.domain.most)

    def _within(self, tests: list[str], seconds: float) -> list[str]:
        so_far = accumulate(self.takes[test] for test in tests)
        return [test for test, taken in zip(tests, so_far, strict=True) if taken <= seconds]

    def _may_find(self, mutant: Mutant) -> list[str]:
        lines = self.reached.get(mutant.path, {})
        touching = {test for tests in lines.values() for test in tests}
        if not self.is_cold(mutant):
            touching = {test for line in mutant.lines for test in lines.get(line, ())}
            return sorted(touching, key=self.takes.__getitem__)
        return sorted(self.takes, key=lambda test: (test not in touching, self.takes[test]))

    def nearest(self, mutant: Mutant) -> list[str]:
        """Tests that come by a mutant most often, of a few files, the quickest first.

        Those of few files are collected in a third of the time, and nearly all mutants are found by
        them; the others meet all tests afterwards.
        """
        lines = self.reached.get(mutant.path, {})
        near = {test for line in mutant.lines for test in lines.get(line, ())}
        near = near or {test for tests in lines.values() for test in tests}
        files = Counter(map(_file, near)).most_common(MOST_FILES)
        chosen = {file for file, _ in files}
        quickest = sorted(near, key=self.takes.__getitem__)
        return self._within([test for test in quickest if _file(test) in chosen], NEAR_TAKES)

    def is_cold(self, mutant: Mutant) -> bool:
        return not mutant.inside or _touches(mutant, self.imported)

    def is_half_cold(self, mutant: Mutant) -> bool:
        """Whether a mutant that survived may have been overlooked: tests were made without it."""
        return _touches(mutant, self.collected)


def _file(test: str) -> str:
    return test.partition("::")[0]


def _touches(mutant: Mutant, lines: dict[str, set[int]]) -> bool:
    return any(line in lines.get(mutant.path, ()) for line in mutant.lines)


def survey(root: Path, domain: Domain) -> Callable[[], Survey]:
    """Begins to run all tests once, unchanged, and to measure; then asks what came of it."""
    halves = [_in_child(partial(_survey, root, domain, tests)) for tests in domain.tests if tests]

    def ask() -> Survey:
        seen = Survey(domain)
        for half in halves:
            seen.add(half())
        return seen

    return ask


def try_all(mutants, seen, root, jobs, tell) -> None:
    """Tries mutants, some at a time; `tell` gets each one's place in the list and its fate."""
    warm, cold = [], []
    for number, mutant in enumerate(mutants):
        if seen.is_cold(mutant):
            cold.append((number, mutant))
        elif seen.order(mutant):
            warm.append((number, mutant))
        else:
            tell(number, Fate.UNREACHED)
    told, tells = os.pipe()
    child = os.fork()
    if child == 0:
        _quietly()
        _run_pytest(_Warm(warm, seen, root, jobs, tells), seen.domain)
        os._exit(0)
    os.close(tells)
    with os.fdopen(told) as lines:
        for line in lines:
            number, word = line.split()
            mutant, fate = mutants[int(number)], Fate(word)
            if fate is Fate.SURVIVED and seen.is_half_cold(mutant):
                cold.append((int(number), mutant))
            else:
                tell(int(number), fate)
    if os.waitpid(child, 0)[1] != 0:
        raise RuntimeError("the process that tries the mutants broke off")
    left: list[tuple[int, Mutant]] = []

    def tell_or_keep(number: int, fate: Fate) -> None:
        if fate is Fate.SURVIVED:
            left.append((number, mutants[number]))
        else:
            tell(number, fate)

    _fork_each(cold, jobs, lambda m: _be_cold(m, seen.nearest(m), seen, root), tell_or_keep)
    _fork_each(left, jobs, lambda m: _be_cold(m, seen.order(m), seen, root), tell)


def _fork_each(mutants, jobs, be, tell) -> None:
    running: dict[int, int] = {}
    gc.freeze()  # what is there is never collected: a fork need not touch, and copy, all of it

    def reap() -> None:
        child, status = os.wait()
        tell(running.pop(child), _fate(status))

    for number, mutant in mutants:
        if len(running) >= jobs:
            reap()
        child = os.fork()
        if child == 0:
            try:
                be(mutant)
            finally:
                os._exit(BROKEN)
        running[child] = number
    while running:
        reap()


def _fate(status: int) -> Fate:
    if os.WIFSIGNALED(status):
        by = os.WTERMSIG(status)
        return Fate.ENDLESS if by in (signal.SIGPROF, signal.SIGALRM) else Fate.FOUND
    code = os.WEXITSTATUS(status)
    if code == BROKEN:
        raise RuntimeError("a mutant could not be tried")
    return Fate.FOUND if code else Fate.SURVIVED


class _Plugin:
    def pytest_collection(self) -> None:
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            settings.get_profile("referee"),
            max_examples=30,
            derandomize=True,
            database=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")


class _Runner(_Plugin):
    def __init__(self, order: Sequence[str], seen: Survey) -> None:
        self._order, self._seen = order, seen

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(FOUND_BY_TEST)

    def run(self, items: Sequence[pytest.Item]) -> NoReturn:
        named = {item.nodeid: item for item in items}
        chosen = [named[test] for test in self._order if test in named]
        for item, following in zip_longest(chosen, chosen[1:]):
            _limit(1 + 10 * self._seen.takes[item.nodeid], self._seen.domain.idle)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        os._exit(0)


class _Cold(_Runner):
    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:  # a file of tests can't be imported
            os._exit(FOUND_BY_TEST)
        self.run(session.items)


class _Warm(_Plugin):
    def __init__(self, mutants, seen, root, jobs, tells) -> None:
        self._mutants, self._seen, self._root = mutants, seen, root
        self._jobs, self._tells = jobs, tells

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _import_all(self._root, self._seen.domain)
        functions = living_functions(self._root)
        for cached in caches(self._root):
            cached.cache_clear()

        def be(mutant: Mutant) -> NoReturn:
            swap(functions, self._root / mutant.path, mutant.source)
            runner = _Runner(self._seen.order(mutant), self._seen)
            session.config.pluginmanager.register(runner)
            runner.run(session.items)

        with os.fdopen(self._tells, "w", buffering=1) as answers:
            _fork_each(
                self._mutants, self._jobs, be, lambda n, fate: print(n, fate.value, file=answers)
            )
        return True


def _be_cold(mutant: Mutant, order: Sequence[str], seen: Survey, root: Path) -> NoReturn:
    if not order:
        os._exit(0)
    _quietly()
    _limit(IMPORT_LIMIT)
    Mutated(root / mutant.path, root, mutant.source).install()
    _run_pytest(_Cold(order, seen), seen.domain, sorted(set(map(_file, order))))
    os._exit(FOUND_BY_TEST)


class _Surveyor(_Plugin):
    def __init__(self, coverage: Any, root: Path, domain: Domain) -> None:
        self._coverage, self._root = coverage, root
        self.seen = Survey(domain)

    def pytest_collection_finish(self) -> None:
        self._caches = caches(self._root)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        for cached in self._caches:
            cached.cache_clear()
        self._coverage.switch_context(item.nodeid)
        self._begun = process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.seen.failed.append(report.nodeid)
        if report.when == "teardown":
            self.seen.takes[report.nodeid] = process_time() - self._begun


def _survey(root: Path, domain: Domain, tests: tuple[str, ...]) -> Survey:
    from coverage import Coverage

    places = [str(root / name) for name in domain.folders]
    measured = [name if name.endswith(".py") else f"{name}/*" for name in places]
    coverage = Coverage(
        data_file=None, include=measured, config_file=False, concurrency=["thread", "greenlet"]
    )
    surveyor = _Surveyor(coverage, root, domain)
    coverage.start()
    _import_all(root, domain)
    coverage.switch_context(COLLECTING)
    status = _run_pytest(surveyor, domain, tests)
    coverage.stop()
    if status and not surveyor.seen.failed:
        raise RuntimeError(f"pytest ended with status {status}")
    data = coverage.get_data()
    for name in data.measured_files():
        path = str(Path(name).relative_to(root))
        lines: defaultdict[int, set[str]] = defaultdict(set)
        for line, contexts in data.contexts_by_lineno(name).items():
            lines[line] = set(contexts) - {"", COLLECTING}
            if "" in contexts:
                surveyor.seen.imported.setdefault(path, set()).add(line)
            if COLLECTING in contexts:
                surveyor.seen.collected.setdefault(path, set()).add(line)
        surveyor.seen.reached[path] = dict(lines)
    return surveyor.seen


def _import_all(root: Path, domain: Domain) -> None:
    """Also what a command imports only when it runs."""
    for path in files(root, domain):
        importlib.import_module(module_name(path, root))


def files(root: Path, domain: Domain) -> list[Path]:
    """The files into which bugs are sown: not those that only old databases need."""
    found = list[Path]()
    for name in domain.folders:
        place = root / name
        found += [place] if place.is_file() else sorted(place.rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def tests_of(path: str) -> str:
    """The folder that mirrors a file's: tests/desk/, tests/venues/room/, tests/renderers/."""
    parts = [part for part in Path(path).parent.parts if part != "bot"]
    return "/".join(["tests", *parts[: 2 if parts[:1] == ["venues"] else 1], ""])


def _run_pytest(plugin: object, domain: Domain, tests: Iterable[str] = ()) -> int:
    left_out = ("cacheprovider", "faulthandler", "xdist", "xdist.looponfail")
    without = chain.from_iterable(("-p", f"no:{name}") for name in left_out)
    forked = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # pytest's plugins are there
    without_slow = ("-k", " and ".join(f"not {name}" for name in LEFT_OUT), "-m", domain.marks)
    chosen = (*without_slow, *(tests or chain(*domain.tests)))
    return pytest.main([*without, *forked, "-q", "-s", "--timeout=0", *chosen], plugins=[plugin])


def _limit(seconds: float, idle: int = 600) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(idle)


def _quietly() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _in_child(work: Callable[[], Survey]) -> Callable[[], Survey]:
    """Lets a fork work something out, so that our imports stay as they were; then asks for it."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        sys.stdout.flush()
        _quietly()
        with os.fdopen(there, "wb") as answer:
            try:
                pickle.dump((True, work()), answer)
            except BaseException:
                pickle.dump((False, format_exc()), answer)
        os._exit(0)
    os.close(there)

    def ask() -> Survey:
        with os.fdopen(here, "rb") as answer:
            done, result = pickle.load(answer)  # noqa: S301 - written by ourselves
        os.waitpid(child, 0)
        if not done:
            raise RuntimeError(result)
        return cast("Survey", result)

    return ask
