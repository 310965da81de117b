"""The stopwatch by which tests of limits judge: the program's time, not the machine's."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from stopwatch import Stopwatch

pytestmark = [
    pytest.mark.real_time,
    pytest.mark.skipif(
        not Path("/proc/self/schedstat").exists(), reason="the kernel tells no waiting"
    ),
]
HALF = timedelta(seconds=0.5)
WORKED = """
import time
print("ready", flush=True)
input()
time.sleep(0.25)
sum(range(3_000_000))
time.sleep(0.25)
"""


async def test_waiting_for_a_processor_is_not_the_program_s_time():
    """Six busy programs beside one that sleeps, works and sleeps: what they took is deducted."""
    loop = (sys.executable, "-c", "while True: pass")
    busy = [await asyncio.create_subprocess_exec(*loop) for _ in range(6)]
    try:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WORKED, stdin=pipe, stdout=pipe
        )
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdout.readline()
        # The kernel counts a wait for a processor once it is over: none may have begun by now.
        while not sleeps(process.pid):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
        watch = Stopwatch(process.pid)
        process.stdin.write(b"\n")
        spent = await watch.until(process.wait())
    finally:
        for one in busy:
            one.kill()
            await one.wait()
    # Far less than the three seconds that the wall says, and never less than it slept.
    assert HALF <= spent < 4 * HALF


def sleeps(process: int) -> bool:
    """Whether a process waits for something else than a processor."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    return stat.rpartition(")")[2].split()[0] == "S"
