"""The measurements can be made, and what has a limit keeps it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from loopback.bell import LONGEST
from PIL import Image

from bot.players.levels import Level

ROOT = Path(__file__).parent.parent


def bench(*arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=LONGEST.total_seconds(),
    ).stdout


@pytest.mark.thorough
def test_the_bench_measures_pictures_reading_ruling_ratings_and_play() -> None:
    printed = bench(
        *["--rounds", "2", "--watchers", "50", "--only", "pictures", "games", "players", "rulings"]
    )
    rows = re.findall(r"^(.+?)  +(?:([\d,]+) +)?[\d,.]+ ms +([\d.]+)", printed, re.MULTILINE)
    sizes = {what: int(size.replace(",", "")) for what, size, _ in rows if size}
    assert len(rows) == 37
    assert all(float(ratio) > 0 for *_, ratio in rows)
    assert sizes["the last board of a game as PNG"] <= 45_000
    assert re.search(r"^With a review under way .* -?[\d,.]+ ms later", printed, re.MULTILINE)
    assert re.search(r"^While 50 watchers are sent .* -?[\d,.]+ ms later", printed, re.MULTILINE)
    assert [size <= 2_000_000 for what, size in sizes.items() if "GIF" in what] == [True]


@pytest.mark.real_time
def test_the_bench_plays_against_the_partner_on_a_clock() -> None:
    printed = bench("--only", "clock", "--sparring", "4")
    rows = re.findall(r"^4 games on (\S+): lost on time +[\d.]+ +≤ 0", printed, re.MULTILINE)
    assert rows == ["10s+0", "0+10s"]
    longest = re.findall(r"^… the partner's longest turn +([\d.]+)", printed, re.MULTILINE)
    assert [0 < float(seconds) <= 10 for seconds in longest] == [True, True]


@pytest.mark.real_time
def test_the_bench_loads_a_referee_on_a_loopback_discord() -> None:
    small = ("--rate", "4:2,5:2", "--matches", "8", "--many", "8", "--flags", "8")
    printed = bench("--only", "load", "many", "flags", "path", *small)
    told = re.findall(r"^At (\d) turns a second (\d+) were told", printed, re.MULTILINE)
    assert told == [("4", "8"), ("5", "10")]
    assert "were not told" not in printed
    figures = dict(re.findall(r"^(\S.*?)  +(-?[\d,.]+)", printed, re.MULTILINE))
    assert figures["requests for a turn"] == "1.0"
    assert float(figures["a message on Discord: functions"]) > float(figures["… in files"]) > 0
    assert figures["… not told"] == "0.0"
    assert float(figures["processor's time for a turn"]) > 0
    assert float(figures["first ruling, 8 matches open"]) > 0
    assert "8 flags fall within" in figures


def test_estimates_are_checked_and_the_ladder_is_climbed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every turn is in one class, whoever shares the games; each rung has a line."""
    from bench import calibration, ladder

    for jobs in "12":
        asked = f"--rulesets genius --side 4 --games 1 --seed 2 --jobs {jobs}"
        calibration.main(asked.split())
        head, marks, mistakes, *classes = capsys.readouterr().out.splitlines()
        turns = sum(int(line.split()[-2]) for line in classes)
        assert (head, len(classes)) == (f"genius, side 4: {turns} turns of 1 games", 10)
        assert turns > 1
        assert "marks are true" in marks
        assert "mistakes are marked" in mistakes
    ladder.main(["--rulesets", "genius", "--side", "2", "--games", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[3] for line in lines] == list(Level)[1:]


def test_the_curves_of_an_overload_are_drawn(tmp_path: Path) -> None:
    from bench.crowd import Run, Said
    from bench.curves import PANEL, WIDTH, draw
    from bench.overload import curve_of

    run = Run(turns=[Said(at, at + 0.1) for at in range(30)], refused=[12.0], busy=[])
    run.turns.append(Said(29.5))
    assert [len(taken) for _, taken in run.windows()] == [5] * 6
    assert not run.borne, "one was not told"
    curves = [curve_of(name, 60, run) for name in ("sqlite", "postgres")]
    draw(curves, tmp_path / "curves.png", (10, 20), 5)
    with Image.open(tmp_path / "curves.png") as picture:
        assert picture.size == (WIDTH, 2 * PANEL)
