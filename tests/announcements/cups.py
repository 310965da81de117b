"""What is said below the table of a cup."""

from fractions import Fraction

from bot.cups import tiebreaks
from bot.cups.results import Entrant
from bot.cups.standings import Row
from bot.wording.cups import parted_text

_MADE = {
    tiebreaks.DIRECT: (2, 1),
    tiebreaks.CUT: (Fraction(13, 2), Fraction(6)),
    tiebreaks.BUCHHOLZ: (Fraction(19, 2), Fraction(8)),
    tiebreaks.BERGER: (Fraction(39, 4), Fraction(7)),
    tiebreaks.WINS: (3, 2),
    tiebreaks.LATE: (0, 2),
    tiebreaks.LOT: (12, 907),
}


def of_the_table():
    for tiebreak, (above, own) in _MADE.items():
        parted = (Fraction(above), Fraction(own))
        row = Row(2, Entrant("bob", "Bob"), 4, tiebreak.name, parted, {}, 2, 0, 1)
        yield "Bob has as many points as Ann, who is above", parted_text(row), (tiebreak,)
