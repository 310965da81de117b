"""The measurements can be made, and what has a limit keeps it."""

import re
import subprocess
import sys
from pathlib import Path

from loopback.bell import PATIENCE

ROOT = Path(__file__).parent.parent


def test_the_bench_measures_pictures_reading_ruling_ratings_and_play() -> None:
    """Sizes with their limits, a ratio for each piece of work, and what a review costs others."""
    done = subprocess.run(
        [sys.executable, "-m", "bench"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE.total_seconds(),
    )
    rows = re.findall(r"^(.+?)  +(?:([\d,]+) +)?[\d,.]+ ms +([\d.]+)$", done.stdout, re.MULTILINE)
    sizes = {what: int(size.replace(",", "")) for what, size, _ in rows if size}
    assert len(rows) == 15
    assert all(float(ratio) > 0 for *_, ratio in rows)
    assert sizes["board as PNG"] <= 45_000
    assert re.search(r"^With a review under way .* -?[\d,.]+ ms later", done.stdout, re.MULTILINE)
    sent = r"^While 1,000 watchers are sent .* -?[\d,.]+ ms later"
    assert re.search(sent, done.stdout, re.MULTILINE)
    assert [size <= 2_000_000 for what, size in sizes.items() if "GIF" in what] == [True]
