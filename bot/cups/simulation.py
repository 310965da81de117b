"""A cup from start to champion in which the lot decides all games: to see how a system works.

A host wonders whether 23 players and six rounds come out well. The same seed plays the same cup.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice, product
from string import ascii_lowercase

from bot.cups.cup import Cup, CupRound, Pairing, Rules
from bot.cups.lots import Lots
from bot.cups.pairing import System
from bot.cups.results import Entrant, PairingResult

_TIES, _FIRST_WINS, _LATE = 10, 55, 8
"""Of 100 games so many are tied, and so many more are won by who moves first; every eighth that is
not tied is lost on time."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What was given out round by round, what came of each, and the cup at its end."""

    rounds: tuple[CupRound, ...]
    results: tuple[tuple[PairingResult, ...], ...]
    cup: Cup
    champion: str | None


def entrants(players: int) -> tuple[Entrant, ...]:
    """Entrants named a to z, aa to zz, and so on."""
    names = (map("".join, product(ascii_lowercase, repeat=length)) for length in count(1))
    return tuple(Entrant(name, name) for name in islice(chain.from_iterable(names), players))


def simulate(
    system: System, entered: Sequence[Entrant], seed: str, rules: Rules, leaving: int = 0
) -> Simulation:
    """Plays a cup. Before each round but the first one of those in it leaves, `leaving` in all."""
    cup = Cup(tuple(entered), Lots(seed), rules)
    rounds: list[CupRound] = []
    results: list[tuple[PairingResult, ...]] = []
    while isinstance(step := system.next_round(cup), CupRound):
        is_new = bool(rounds) and step.number > rounds[-1].number
        leaves = is_new and step.pairings and step.number not in cup.left.values()
        if leaves and len(cup.left) < leaving:
            cup = replace(cup, left={**cup.left, _leaver(cup, step): step.number})
            continue
        rounds.append(step)
        results.append((*(_played(cup, step.number, one) for one in step.pairings), *step.settled))
        cup = replace(cup, results=(*cup.results, *results[-1]))
    return Simulation(tuple(rounds), tuple(results), cup, step.champion)


def _leaver(cup: Cup, step: CupRound) -> str:
    """Who of those that are to play drew the smallest lot."""
    playing = [one for pairing in step.pairings for one in (pairing.first, pairing.second)]
    return min(playing, key=lambda one: cup.lots.number(step.number, one, "leaves"))


def _played(cup: Cup, number: int, pairing: Pairing) -> PairingResult:
    """The lot of a game; the second game of two who tied is another game than the first."""
    first, second = pairing.first, pairing.second
    game = str(sum(result.round == number for result in cup.results))
    lot = cup.lots.number(number, first, second, "plays", game)
    late, drawn = lot // 100 % _LATE == 0, lot % 100
    if drawn < _TIES:
        return PairingResult(number, first, second, (1, 1))
    if drawn < _TIES + _FIRST_WINS:
        return PairingResult(number, first, second, (2, 0), late=(0, int(late)))
    return PairingResult(number, first, second, (0, 2), late=(int(late), 0))
