"""The `referee` command itself: no token, one line with the address, a clean end."""

import asyncio
import signal
import subprocess
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from loopback.bell import PATIENCE
from stopwatch import Stopwatch

from venues.room.process import referee
from venues.room.visitor import FORM

pytestmark = pytest.mark.real_time

STOPS_WITHIN = timedelta(seconds=5)


async def test_ctrl_c_stops_it_in_time_with_everything_stored(tmp_path: Path) -> None:
    """With pages open and a turn just typed, the end is quick and the turn is kept."""
    with referee(tmp_path) as running:
        address = running.address
        async with aiohttp.ClientSession(headers={"Origin": address}) as session:
            made = await (await session.post(f"{address}/rooms", json=FORM)).json()
            socket = await session.ws_connect(f"{address}/room/{made['room']}/socket")
            tokens = list(made["tokens"].values())
            await socket.send_json({"type": "hello", "tokens": tokens, "after": 0})
            await socket.send_json({"type": "act", "act": "ready", "key": "1"})
            await socket.send_json({"type": "say", "text": "F6", "key": "2"})
            async with asyncio.timeout(PATIENCE.total_seconds()):
                while "Red" not in (text := await socket.receive_str()) or "played" not in text:
                    pass
            watch = Stopwatch(running.process.pid)
            running.process.send_signal(signal.SIGINT)
            ended = asyncio.to_thread(running.process.wait, PATIENCE.total_seconds())
            assert await watch.until(ended) < STOPS_WITHIN
            assert running.process.returncode == 0
            assert running.process.stdout is not None
            said = running.process.stdout.read()
            assert f"kept in {tmp_path / 'referee.sqlite3'}\n" in said
            assert "Every match is kept" in said.splitlines()[-1]
            await socket.close()
    with referee(tmp_path) as running:
        address = running.address
        async with aiohttp.ClientSession(headers={"Origin": address}) as session:
            socket = await session.ws_connect(f"{address}/room/{made['room']}/socket")
            await socket.send_json({"type": "hello", "tokens": tokens, "after": 0})
            async with asyncio.timeout(PATIENCE.total_seconds()):
                while (shown := await socket.receive_json())["type"] != "state":
                    pass
            assert shown["match"]["stones"] == {"F6": "red"}
            await socket.close()


def test_a_busy_port_is_one_line_and_a_failure(tmp_path: Path) -> None:
    """A referee on another database says what to do and ends with status 1."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        other = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}"}
        second = subprocess.run(
            [*running.command, "--port", port],
            cwd=tmp_path,
            env=running.environment | other,
            capture_output=True,
            text=True,
            timeout=PATIENCE.total_seconds(),
            check=False,
        )
        assert second.returncode == 1
        assert "http" not in second.stdout
        assert second.stderr.count("\n") == 1
        assert f"port {port} of 127.0.0.1 is in use" in second.stderr
        assert "--port" in second.stderr
