"""What is said of a cup that is played through by lot."""

from bot.cups.entry import EnteredTwice, TooFewEntrants, TooManyEntrants
from bot.cups.results import Ending, Entrant, PairingResult
from bot.cups.standings import Row
from bot.wording.cup_simulation import entry_problem_text, order_text, round_text


def of_simulations():
    results = (
        PairingResult(2, "a", "e", (1, 1)),
        PairingResult(2, "f", "b", (0, 2)),
        PairingResult(2, "c", None, (2, 0), Ending.BYE),
        PairingResult(2, "d", "g", (2, 0), Ending.WALKOVER),
        PairingResult(2, "h", "i", (0, 2), Ending.WALKOVER),
        PairingResult(2, "j", "k", (0, 0), Ending.BOTH_LOST),
    )
    yield "A round", round_text(2, results, again=False)
    yield "Two who tied", round_text(2, [PairingResult(2, "e", "a", (0, 2))], again=True)
    rows = [
        Row(place, Entrant(name, name), halves, "", None, {}, 0, 0, 0)
        for place, name, halves in ((1, "a", 5), (2, "b", 2), (3, "e", 1))
    ]
    yield "The end", order_text(rows, "a")
    yield "… of a final that both lost", order_text([], None)
    yield "Nobody to meet", entry_problem_text(TooFewEntrants(1, 2))
    yield "Too many", entry_problem_text(TooManyEntrants(2000, 256))
    yield "The same person again", entry_problem_text(EnteredTwice(Entrant("b", "Bob")))
