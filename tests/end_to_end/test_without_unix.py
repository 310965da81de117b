"""A system that lacks what only Unix has, as Windows does: the room opens, and stops on Ctrl-C."""

import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

pytestmark = pytest.mark.real_time
"""The referee is a process of its own."""

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio.unix_events as events, os, sys

def refuse(*_):
    raise NotImplementedError

sys.modules["resource"] = None
del os.nice
events._UnixSelectorEventLoop.add_signal_handler = refuse
from bot.__main__ import main
sys.exit(main(["--port", "0"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it is the thing itself there")
def test_the_room_opens_and_stops(tmp_path: Path) -> None:
    """No limits of processes, no niceness, no handlers of signals in the loop."""
    environment = {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        address = ""
        for line in process.stdout:
            if "The room is open at " in line:
                address = line.split()[-1]
            if "Ctrl-C" in line:
                break
        assert address
        with urllib.request.urlopen(address) as page:  # noqa: S310
            assert "A death match, refereed here" in page.read().decode()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    # It says only what it is.
    assert [line.split()[2:4] for line in err.splitlines()] == [["INFO", "referee:"]]
    assert out.startswith("Stopped.")
