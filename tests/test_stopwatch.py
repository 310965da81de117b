"""The stopwatch by which tests of limits judge: the program's time, not the machine's."""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path
from time import monotonic

import pytest
from stopwatch import Stopwatch

pytestmark = [
    pytest.mark.real_time,
    pytest.mark.skipif(
        not Path("/proc/self/schedstat").exists(), reason="the kernel tells no waiting"
    ),
]
SLEPT = timedelta(seconds=0.5)
WORKED = """
import time
print("ready", flush=True)
input()
time.sleep(0.25)
begun = time.process_time()
while time.process_time() < begun + 0.3:
    pass
print(time.process_time() - begun)
time.sleep(0.25)
"""


async def test_waiting_for_a_processor_is_not_the_program_s_time():
    """Three busy programs for each processor beside one that sleeps, works and sleeps."""
    loop = (sys.executable, "-c", "while True: pass")
    loops = 3 * len(os.sched_getaffinity(0))
    busy = [await asyncio.create_subprocess_exec(*loop) for _ in range(loops)]
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
        watch, begun = Stopwatch(process.pid), monotonic()
        process.stdin.write(b"\n")
        spent = await watch.until(process.wait())
        wall = timedelta(seconds=monotonic() - begun)
        worked = timedelta(seconds=float(await process.stdout.readline()))
    finally:
        for one in busy:
            one.kill()
            await one.wait()
    # Of what it neither worked nor slept, some three quarters of a second, most is deducted.
    assert wall - spent > (wall - worked - SLEPT) / 2
    # What it worked is not. Nothing is said of its sleep: since 6.12 Linux may count a part of it
    # as waiting, if it moves a sleeper that it still has in its queue ("delayed dequeue").
    assert spent >= worked


def sleeps(process: int) -> bool:
    """Whether a process waits for something else than a processor."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    return stat.rpartition(")")[2].split()[0] == "S"
