"""Systems that lack something: one with a read-only root, as the image is run, or without Unix."""

import asyncio
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from venues.room.process import Running, referee

from end_to_end.pages import Page

ROOT = Path(__file__).parents[2]
READ_ONLY = """
set -e
mount --make-rprivate /
mount --bind "$PWD" "$PWD"
awk '{print $2}' /proc/self/mounts | sort -ru | while read -r place; do
  case "$place" in "$PWD"|/proc*|/sys*|/dev*) ;; *) mount -o remount,bind,ro "$place" ;; esac
done
if touch /tmp/referee-was-here 2>/dev/null; then exit 1; fi
exec env PYTHONDONTWRITEBYTECODE=1 "$@"
"""
WITHIN = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh"]


def run(running: Running, *words: str) -> "subprocess.CompletedProcess[str]":
    command = ["nsenter", "--mount", f"--target={running.process.pid}", *running.command[-3:]]
    environment = running.environment | {"PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [*command, *words], env=environment, capture_output=True, text=True, timeout=90, check=False
    )


@pytest.mark.real_time
async def test_nothing_but_the_data_is_written(tmp_path: Path, page: Page) -> None:
    """A match with its pictures, health, doctor and a backup, where all else is read-only."""
    made = subprocess.run([*WITHIN, "true"], cwd=tmp_path, check=False)  # noqa: ASYNC221
    if made.returncode:
        pytest.skip("no read-only root can be made here")
    with referee(tmp_path, within=WITHIN) as running:
        visitor = await page.open(running)
        await visitor.say("F6")
        assert (await visitor.line("played F6."))["picture"]
        health = await asyncio.to_thread(run, running, "health")
        assert (health.returncode, health.stdout) == (0, "referee: on duty: the local room\n")
        for words in (("--port", "0", "doctor"), ("backup", str(tmp_path / "copy.sqlite3"))):
            ran = await asyncio.to_thread(run, running, *words)
            assert ran.returncode == 0, ran.stdout + ran.stderr
    assert running.process.returncode == 0
    assert "Traceback" not in (tmp_path / "referee.log").read_text()
    names = set(os.listdir(tmp_path))
    assert names == {"referee.sqlite3", "referee.sqlite3-backup", "referee.log", "copy.sqlite3"}


def test_the_image_is_run_as_it_is_tested() -> None:
    """The health check is the command's own; no bytecode is written; the data is a volume."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert 'CMD ["/opt/referee/bin/referee", "health"]' in text
    assert "PYTHONDONTWRITEBYTECODE=1" in text
    assert "VOLUME /data" in text
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    assert "docker run --read-only --env-file .env -v referee:/data referee" in page


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


@pytest.mark.real_time
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
