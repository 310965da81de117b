"""The `referee` command itself: its address, a clean end, and kills that charge nobody."""

import asyncio
import re
import signal
from pathlib import Path

import pytest
from chaos.process import STOPS_WITHIN
from end_to_end.pages import log_of

from bot.findings.version import version_text
from bot.storage.migrate import newest
from venues.room import playing
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
            await ann.says("F6", bob, "Red played F6")
            assert await stopped(running) < STOPS_WITHIN
        assert running.process.returncode == 0
        said = running.process.stdout.read()
        assert f"kept in {tmp_path / 'referee.sqlite3'}\n" in said
        assert "Every match is kept" in said.splitlines()[-1]
    with referee(tmp_path) as running:
        async with entered(running, seats) as (ann, _):
            assert (await ann.get("state"))["match"]["stones"] == {"F6": "red"}
            await ann.say("resign confirm:on")
            await ann.line("resigned")
        # The terminal is closed.
        assert await stopped(running, signal.SIGHUP) < STOPS_WITHIN
        assert running.process.returncode == 0
        assert "Every match is kept" in running.process.stdout.read().splitlines()[-1]
    told = [re.sub(r"^.*?(\w+ [\w.]+: )", r"\1", line) for line in log_of(tmp_path).splitlines()]
    begun = (
        f"INFO referee: referee {version_text()}, database {tmp_path / 'referee.sqlite3'} of schema"
    )
    assert told == [
        f"{begun} {newest()}, open matches: 0",
        *(line for line in told if "set up in room" in line),
        "INFO bot.desk.ledger: match 1 is under way",
        f"{begun} {newest()}, open matches: 1",
        "INFO bot.desk.ledger: match 1 is over: resignation",
    ]


@pytest.mark.thorough
def test_a_busy_port_is_one_line_and_a_failure(tmp_path: Path) -> None:
    with referee(tmp_path) as running:
        port = running.address.rpartition(":")[2]
        other = f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}"
        second = ask(running, "--port", port, DATABASE_URL=other)
        assert second.returncode == 1
        assert "http" not in second.stdout
        assert len([line for line in second.stderr.splitlines() if " INFO " not in line]) == 1
        assert f"127.0.0.1:{port} can't be used: Address already in use" in second.stderr
        assert "--port" in second.stderr


SECONDS_A_TURN = 12


@pytest.mark.real_time
async def test_a_referee_killed_right_after_coming_back_has_charged_nothing(tmp_path: Path) -> None:
    """Killed four seconds into a turn; then right after it is back, and 1.5 s after that."""
    with referee(tmp_path) as running:
        seats = await playing.set_up(running, clock=f"{SECONDS_A_TURN}s")
        async with playing.entered(running, seats) as (ann, bob):
            await playing.begin(ann, bob)
            began = await playing.deadline_of(ann) - SECONDS_A_TURN
            await playing.until(began + 4)
            running.process.kill()
            lived = asyncio.get_running_loop().time() - began
    # What had run until the last heartbeat is charged, and no more than that.
    least, most = SECONDS_A_TURN - lived - 0.3, float(SECONDS_A_TURN)
    for seconds in (0.0, 1.5):
        with referee(tmp_path) as running:
            async with playing.entered(running, seats) as (_, bob):
                left = await playing.left_at_return(bob, tmp_path)
                assert least < left < most
                await asyncio.sleep(seconds)
                running.process.kill()
                await asyncio.to_thread(running.process.wait)
                # On a busy machine it may have lived for longer than it was to: that is charged.
                left -= max(0.0, playing.heard_until(tmp_path) - playing.went_on(tmp_path))
                least, most = left - 0.3, left + 0.3
    with referee(tmp_path) as running:
        async with playing.entered(running, seats) as (ann, bob):
            assert least < await playing.left_at_return(bob, tmp_path) < most
            await ann.say("F6")
            await bob.state(lambda match: match["stones"] == {"F6": "red"})
