"""What a process has used of the machine, as the kernel counts it."""

import os
from datetime import timedelta
from pathlib import Path

_TICK = 1 / os.sysconf("SC_CLK_TCK")


class Usage:
    """One process, without those that it started."""

    def __init__(self, pid: int) -> None:
        self._folder = Path("/proc") / str(pid)

    def processor(self) -> timedelta:
        """The processor's time since it started."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return timedelta(seconds=(int(fields[11]) + int(fields[12])) * _TICK)

    def memory(self) -> int:
        """What lies in memory, in bytes, without what it shares with other processes."""
        lines = (self._folder / "smaps_rollup").read_text().splitlines()
        kept = [line.split() for line in lines if line.startswith(("Private_", "Pss_Anon"))]
        return sum(int(kb) for name, kb, _ in kept if name.startswith("Private_")) * 1024
