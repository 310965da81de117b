"""What is said of a cup that is played through by lot."""

from collections.abc import Iterator

from announcements.paper import Specimen
from bot.cups.entry import EnteredTwice, TooFewEntrants, TooManyEntrants
from bot.cups.results import Ending, Entrant, PairingResult
from bot.cups.standings import Row
from bot.wording.cup_simulation import entry_problem_text, order_text, round_text


def of_simulations() -> Iterator[Specimen]:
    """`referee cup simulate`: rounds, the order, and why there can be no cup."""
    results = (
        PairingResult(2, "a", "e", (1, 1)),
        PairingResult(2, "f", "b", (0, 2)),
        PairingResult(2, "c", None, (2, 0), Ending.BYE),
        PairingResult(2, "d", "g", (2, 0), Ending.WALKOVER),
        PairingResult(2, "h", "i", (0, 2), Ending.WALKOVER),
        PairingResult(2, "j", "k", (0, 0), Ending.BOTH_LOST),
    )
    yield Specimen("A round", round_text(2, results, again=False))
    again = [PairingResult(2, "e", "a", (0, 2))]
    yield Specimen("Two who tied", round_text(2, again, again=True))
    rows = [
        Row(place, Entrant(name, name), halves, "", None, {}, 0, 0, 0)
        for place, name, halves in ((1, "a", 5), (2, "b", 2), (3, "e", 1))
    ]
    yield Specimen("The end", order_text(rows, "a"))
    yield Specimen("… of a final that both lost", order_text([], None))
    yield Specimen("Nobody to meet", entry_problem_text(TooFewEntrants(1, 2)))
    yield Specimen("Too many", entry_problem_text(TooManyEntrants(2000, 256)))
    twice = EnteredTwice(Entrant("b", "Bob"))
    yield Specimen("The same person again", entry_problem_text(twice))
