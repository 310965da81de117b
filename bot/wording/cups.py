"""What is said of a cup's table."""

from bot.cups import tiebreaks
from bot.cups.standings import Row
from bot.wording.phrases import figure_text

_PARTED = {
    tiebreaks.DIRECT.name: "parted by direct meeting: {} against {}",
    tiebreaks.CUT.name: "parted by Buchholz without the worst: {} against {}",
    tiebreaks.BUCHHOLZ.name: "parted by Buchholz: {} against {}",
    tiebreaks.BERGER.name: "parted by Sonneborn-Berger: {} against {}",
    tiebreaks.WINS.name: "parted by wins at the board: {} against {}",
    tiebreaks.LATE.name: "parted by games lost on time: {} against {}",
    # Numbers of twenty digits would say no more than that.
    tiebreaks.LOT.name: "parted by lot",
}


def parted_text(row: Row) -> str:
    """What parted somebody from the one above, who is named first; "" where points did."""
    if row.parted is None:
        return ""
    return _PARTED[row.parted_by].format(*map(figure_text, row.parted))
