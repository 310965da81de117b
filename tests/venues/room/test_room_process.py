"""The `referee` command itself: no token, one line with the address, a clean end."""

from pathlib import Path

import pytest
from chaos.process import STOPS_WITHIN

from venues.room.playing import begin, entered, set_up
from venues.room.process import ask, referee, stopped


@pytest.mark.real_time
async def test_ctrl_c_stops_it_in_time_with_everything_stored(tmp_path: Path) -> None:
    """With pages open and a turn just typed, the end is quick and the turn is kept."""
    with referee(tmp_path) as running:
        seats = await set_up(running)
        async with entered(running, seats) as (ann, bob):
            await begin(ann, bob)
            await ann.line("Both are ready")
            await ann.say("F6")
            await bob.line("Red played F6")
            assert await stopped(running) < STOPS_WITHIN
        assert running.process.returncode == 0
        said = running.process.stdout.read()
        assert f"kept in {tmp_path / 'referee.sqlite3'}\n" in said
        assert "Every match is kept" in said.splitlines()[-1]
    with referee(tmp_path) as running:
        async with entered(running, seats) as (ann, _):
            assert (await ann.get("state"))["match"]["stones"] == {"F6": "red"}


@pytest.mark.thorough
def test_a_busy_port_is_one_line_and_a_failure(tmp_path: Path) -> None:
    """A referee on another database says what to do and ends with status 1."""
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        other = f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}"
        second = ask(running, "--port", port, DATABASE_URL=other)
        assert second.returncode == 1
        assert "http" not in second.stdout
        assert second.stderr.count("\n") == 1
        assert f"127.0.0.1:{port} can't be used: Address already in use" in second.stderr
        assert "--port" in second.stderr
