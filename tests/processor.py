"""What the tests cost, in seconds of the processor: told in the last lines of a run.

`make test` is quick only as long as each case of it is. A case that costs more than `--budget`
says fails, unless it is `thorough` or `real_time`, which `make test` leaves out.
"""

import os
from collections.abc import Iterator
from time import monotonic

import pytest

TOLD = 10
"""How many of the dearest cases are named."""
LEFT_OUT = ("thorough", "real_time")
COST = "processor"


def seconds() -> float:
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system


class Processor:
    def __init__(self, budget: float | None) -> None:
        self._budget = budget
        self._begun = monotonic()
        self._before = 0.0
        self._costs: dict[str, float] = {}
        self._quick = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> None:
        """Whatever a case needs is its own: what its fixtures do, too."""
        self._before = seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """The last report of a case carries its cost; it fails if that is too much."""
        report: pytest.TestReport = yield
        if report.when == "teardown":
            cost = seconds() - self._before
            is_quick = not any(map(item.get_closest_marker, LEFT_OUT))
            report.user_properties.append((COST, (cost, is_quick)))
            if is_quick and cost > (self._budget or cost) and report.passed:
                report.outcome = "failed"
                report.longrepr = (
                    f"{item.nodeid} costs {cost:.1f} s of the processor; a case of `make test` may "
                    f"cost {self._budget:.0f}. Let it prove as much with less, or mark it thorough."
                )
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == COST and report.when == "teardown":
                cost, is_quick = value
                self._costs[report.nodeid] = cost
                self._quick += cost * is_quick

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """By now the workers have ended, and what they took is known."""
        terminal = config.pluginmanager.get_plugin("terminalreporter")
        if terminal is None or hasattr(config, "workerinput") or not self._costs:
            return
        dearest = sorted(self._costs.items(), key=lambda case: -case[1])[:TOLD]
        terminal.write_line("The dearest cases, in seconds of the processor:")
        for case, cost in dearest:
            terminal.write_line(f"{cost:6.2f} {case}")
        terminal.write_line(
            f"The run took {seconds():.0f} s of the processor ({self._quick:.0f} s of it the cases "
            f"of `make test`) and {monotonic() - self._begun:.0f} s by the clock."
        )
