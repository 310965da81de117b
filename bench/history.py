"""One line for each version in `bench/history.md`: the figures that people feel."""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from bench.table import Row

COLUMNS = {
    "the yardstick": "the yardstick, ms",
    "processor's time for a turn": "a turn, ms of the processor",
    "turns a second held": "turns a second",
    "a board as PNG, CPU over whole games": "a board, ms of the processor",
    "the last board of a game as PNG": "the last board, ms",
    "a turn ruled, text to events, CPU": "a ruling, µs",
    "first ruling, 10,000 matches open": "first ruling with 10,000 open, s",
    "… what they take of memory": "their memory, MB",
}
_HEAD = (
    "# What each version measured",
    "",
    "Written by `make bench`, on no machine in particular: the yardstick tells how fast it was.",
    "",
    f"| version | {' | '.join(COLUMNS.values())} |",
    f"|---|{'---|' * len(COLUMNS)}",
)


def note(file: Path, rows: Sequence[Row]) -> None:
    """Writes the line of this version, in the place of an earlier one."""
    values = {row.what: f"{row.value:,.3g}" for row in rows}
    this = f"| {version('death-match-referee')} |"
    line = f"{this} {' | '.join(values.get(what, '') for what in COLUMNS)} |"
    before = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    kept = [one for one in before[len(_HEAD) :] if not one.startswith(this)]
    file.write_text("\n".join([*_HEAD, *kept, line, ""]), encoding="utf-8")
