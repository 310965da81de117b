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


async def test_waiting_for_a_processor_is_not_the_program_s_time():
    """Six busy programs beside one that sleeps, works and sleeps: what they took is deducted."""
    loop = (sys.executable, "-c", "while True: pass")
    busy = [await asyncio.create_subprocess_exec(*loop) for _ in range(6)]
    try:
        worked = "import time; input(); time.sleep(0.25); sum(range(3_000_000)); time.sleep(0.25)"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", worked, stdin=asyncio.subprocess.PIPE
        )
        watch = Stopwatch(process.pid)
        # However late the watch begins, it works only now.
        assert process.stdin is not None
        process.stdin.write(b"\n")
        spent = await watch.until(process.wait())
    finally:
        for one in busy:
            one.kill()
            await one.wait()
    # Far less than the three seconds that the wall says, and never less than it slept.
    assert HALF <= spent < 4 * HALF
