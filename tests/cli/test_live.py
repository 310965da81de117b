"""The line that says on a terminal how far a command is."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from random import Random

import pytest
from handclock import HandClock
from players.positions import random_game
from storage.samples import url

from bot.cli.live import LiveLine
from bot.cli.move import Progress
from bot.engine.record import Setup, record_of, write
from bot.engine.rulesets import RULESETS
from bot.storage.store import open_store
from cli.terminal import started, terminal

REFEREE = [sys.executable, "-m", "bot"]


@pytest.fixture
def record(tmp_path):
    """A game on a board so large that every look back at a turn takes long."""
    game = random_game(RULESETS["genius"], 9, Random(6))[-1]
    file = tmp_path / "game.txt"
    file.write_text(write(record_of(Setup(RULESETS["genius"], 9, ("red", "blue")), game)))
    return file


@pytest.mark.real_time
def test_ctrl_c_ends_a_command_by_the_signal_and_leaves_a_clean_line(record):
    with terminal() as screen:
        review = started([*REFEREE, "replay", record, "--review"], screen)
        screen.read_until("Looking back: turn ")
        screen.press("\x03")
        assert review.wait() == -signal.SIGINT
    assert screen.rows() == [""]


@pytest.mark.real_time
def test_lines_that_are_printed_meanwhile_stay_whole():
    with terminal() as screen:
        spar = started([*REFEREE, "spar", "uct:1000", "uct:1000", "--games", "1000"], screen)
        screen.read_until("0 of 1,000 games played, ")
        screen.read_until("1 of 1,000 games played, ")
        printed, line = screen.rows()
        screen.press("\x03")
        assert spar.wait() == -signal.SIGINT
    assert re.fullmatch(r"1\. uct:1000 beats uct:1000 in \d+ turns, uct:1000 began\.", printed)
    assert line.startswith("1 of 1,000 games played, ")
    assert screen.rows() == [printed, ""]


@pytest.mark.real_time
async def test_a_backup_that_takes_long_says_so_until_it_is_made(tmp_path):
    """The database is held by somebody else; in the end the terminal shows what a pipe would."""
    source, copy = tmp_path / "referee.sqlite3", tmp_path / "copy.sqlite3"
    await (await open_store(url(source))).close()
    with terminal() as screen, closing(sqlite3.connect(source, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        backup = started([*REFEREE, "backup", copy], screen, {"DATABASE_URL": url(source)})
        screen.read_until("Copying and checking 0.")
        holder.close()
        assert backup.wait() == 0
    assert screen.rows() == [f"{copy}: 0 matches, 0 events", ""]


@pytest.mark.real_time
def test_a_move_shows_each_page_on_the_line_and_keeps_a_row_for_each_table():
    """However long a table takes, it has no row for every five seconds of it."""
    with terminal() as screen, os.fdopen(os.dup(screen.programs_side), "w") as side:
        clock = HandClock()
        live = LiveLine("Looking at both databases", side)
        with live:
            progress = Progress(lambda text: print(text, file=side), live, clock)
            for done in (500, 1000):
                clock.advance(timedelta(seconds=5))
                progress.tell(f"Copying events: {done:,} of 6,000", False)
            screen.read_until("Copying events: 1,000 of 6,000, 0:0")
            progress.tell("Copying events: 6,000 of 6,000", True)
    assert screen.rows() == ["Copying events: 6,000 of 6,000", ""]


PROGRAM = "import sys; from bot.cli.live import live_line; sys.exit(live_line('').is_live)"
IS_LIVE = [sys.executable, "-c", PROGRAM]


@pytest.mark.parametrize(
    ("environment", "is_live"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=str,
)
def test_only_a_terminal_that_can_write_over_a_line_shows_it(environment, is_live):
    with terminal() as screen:
        assert started(IS_LIVE, screen, environment).wait() == is_live


@pytest.mark.parametrize("piped", ["stdout", "stderr"])
def test_nothing_of_it_is_in_a_pipe(piped):
    """Nor beside one, since what reads from there writes to the same terminal: `less`, `tee`."""
    with terminal() as screen:
        streams = dict.fromkeys(("stdout", "stderr"), screen.programs_side)
        asked = subprocess.run(IS_LIVE, **streams | {piped: subprocess.PIPE}, check=False)
    assert asked.returncode == 0


def test_output_that_is_kept_in_a_file_leaves_the_line_to_the_terminal(tmp_path):
    """Somebody waits for `--json > file` as well."""
    with terminal() as screen, (tmp_path / "out.json").open("w") as out:
        side, plain = screen.programs_side, os.environ | {"TERM": "xterm", "NO_COLOR": ""}
        asked = subprocess.run(IS_LIVE, stdout=out, stderr=side, env=plain, check=False)
    assert asked.returncode == 1
