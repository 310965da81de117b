"""The stopwatch by which tests of limits judge: the program's time, not the machine's."""

import asyncio
import os
import sys
from pathlib import Path
from time import monotonic

import pytest
from stopwatch import Stopwatch


@pytest.mark.real_time
@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the kernel tells no waiting")
async def test_waiting_for_a_processor_is_not_the_program_s_time():
    """Two busy programs share one processor: each waits while the other works."""
    only = min(os.sched_getaffinity(0))
    loop = f"import os; os.sched_setaffinity(0, [{only}]); print(flush=True)\nwhile True: pass"
    pipe = asyncio.subprocess.PIPE
    busy = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", loop, stdout=pipe)
        for _ in range(2)
    ]
    try:
        for one in busy:
            await one.stdout.readline()
        before, watch, begun = worked(busy[0].pid), Stopwatch(busy[0].pid), monotonic()
        spent = (await watch.until(asyncio.sleep(1.5))).total_seconds()
        wall, own = monotonic() - begun, worked(busy[0].pid) - before
    finally:
        for one in busy:
            one.kill()
            await one.wait()
    # A wait for a processor is counted once it is over.
    assert own - 0.1 <= spent <= wall - (wall - own) / 2


def worked(process: int) -> float:
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
