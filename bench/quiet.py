"""Whether other programs kept the processors busy while something was measured."""

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic

MOST = 0.1
"""A larger share of the processors makes what is measured meanwhile worthless."""
_BUSY = (0, 1, 2, 5, 6, 7)
"""User, nice, system, both interrupts, and what other machines took: the columns of /proc/stat."""


class Others:
    """What other programs take from now on; those that this one started and ended are its own."""

    def __init__(self) -> None:
        self._begun, self._busy, self._own = monotonic(), _busy(), sum(os.times()[:4])

    def share(self) -> float:
        """Their part of all processors' time; 0 where the system does not tell."""
        all_time = (monotonic() - self._begun) * (os.cpu_count() or 1)
        others = _busy() - self._busy - (sum(os.times()[:4]) - self._own)
        return max(0.0, others / all_time)


def _busy() -> float:
    """Seconds for which processors have worked since the system's start."""
    with suppress(FileNotFoundError):
        columns = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
        return sum(int(columns[one]) for one in _BUSY) / os.sysconf("SC_CLK_TCK")
    return sum(os.times()[:4])
