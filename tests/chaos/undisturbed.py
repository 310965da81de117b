"""The same cup where nobody disturbs it: what the referee's own rules make of the script.

Who meets whom is by lot too, and the lot is drawn anew for each cup. So the cup that was disturbed
says its lot, and is played through once more in memory, in one go. The judge is given what comes
out as plain values.
"""

from collections.abc import Sequence

from bot.cups.cup import Cup, CupOver, Ending, Entrant, Lots, Pairing, PairingResult, Rules
from bot.cups.pairing import SYSTEMS
from chaos.cup_history import CupScript, Undisturbed


def play_through(script: CupScript, entrants: Sequence[tuple[str, str]], lot: str) -> Undisturbed:
    """The cup of these entrants, ids and names, the best seed first."""
    ids, system = [key for key, _ in entrants], SYSTEMS[script.system]
    people = tuple(Entrant(key, name) for key, name in entrants)
    settled, played, left = list[PairingResult](), list[PairingResult](), dict[str, int]()
    rounds = []

    def result(number: int, pairing: Pairing) -> PairingResult:
        one, other = pairing.first, pairing.second
        came = script.outcome(ids.index(one), ids.index(other), number)
        return PairingResult(number, one, other, came.halves, Ending(came.ending))

    while True:
        cup = Cup(people, Lots(lot), Rules(**script.rules), (*settled, *played), left)
        step = system.next_round(cup)
        if isinstance(step, CupOver):
            places = tuple((row.place, row.entrant.id) for row in system.order(cup))
            return Undisturbed(tuple(rounds), step.champion, places)
        rounds.append((step.number, tuple((one.first, one.second) for one in step.pairings)))
        settled += step.settled
        if script.leaver is not None and script.leaver[1] == step.number:
            left[ids[script.leaver[0]]] = step.number + 1
        played += [result(step.number, pairing) for pairing in step.pairings]
