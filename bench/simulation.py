"""A cup from start to champion in which the lot decides all games: to see how a system works.

    python -m bench.simulation --system swiss --players 23 --rounds 6

A host wonders whether 23 players and six rounds come out well. The same seed plays the same cup,
and prints the same bytes on every machine.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice, product
from string import ascii_lowercase

from bot.cli.telling import whole_number
from bot.cups.cup import Cup, CupRound, Ending, Entrant, Lots, Pairing, PairingResult, Rules
from bot.cups.entry import MOST, entry_problem
from bot.cups.pairing import SYSTEMS, System
from bot.cups.standings import Row
from bot.wording.cup_phrases import parted_text
from bot.wording.phrases import figure_text

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


def _in_words(played: Simulation, rows: Sequence[Row]) -> str:
    numbers = [0, *(one.number for one in played.rounds)]
    parts = [
        _round_in_words(number, results, again=number == last)
        for last, number, results in zip(numbers, numbers[1:], played.results, strict=False)
    ]
    champion = "Nobody" if played.champion is None else played.champion
    return "\n\n".join([*parts, "\n".join([f"{champion} is champion.", *map(_place, rows)])])


def _round_in_words(number: int, results: Iterable[PairingResult], *, again: bool) -> str:
    head = f"Round {number}, once more after a tie" if again else f"Round {number}"
    return "\n".join([head, *map(_result, results)])


def _result(result: PairingResult) -> str:
    first, second = (figure_text(halves / 2) for halves in result.halves)
    match result.ending:
        case Ending.PLAYED:
            return f"{result.first} – {result.second} {first}:{second}"
        case Ending.BYE:
            return f"{result.first} has a bye"
        case _:
            return f"{result.first} – {result.second} {first}:{second}, not played"


def _place(row: Row) -> str:
    place = f"{row.place}. {row.entrant.name}, points: {figure_text(row.halves / 2)}"
    return "; ".join(filter(None, (place, parted_text(row))))


def _values(played: Simulation, rows: Sequence[Row]) -> dict[str, object]:
    """A round is one entry, however often games of it were tied and played again."""
    numbers = dict.fromkeys(one.number for one in played.rounds)
    return {
        "rounds": [
            _round([one for one in played.rounds if one.number == number]) for number in numbers
        ],
        "order": [row.entrant.id for row in rows],
        "champion": played.champion,
        "left": dict(played.cup.left),
        "lot": played.cup.lots.seed,
    }


def _round(given: Sequence[CupRound]) -> dict[str, object]:
    first, settled = given[0], [one for each in given for one in each.settled]
    byes = [one.first for one in settled if one.ending is Ending.BYE]
    return {
        "pairings": [[one.first, one.second] for one in first.pairings],
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": byes,
        "walkovers": [[one.first, one.second] for one in settled if one.second is not None],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays the cup and prints it."""
    parser = argparse.ArgumentParser(prog="bench.simulation")
    count = whole_number(1, 100_000)
    parser.add_argument("--system", choices=tuple(SYSTEMS), default="swiss")
    parser.add_argument("--players", type=count, default=8)
    parser.add_argument("--rounds", type=whole_number(1, MOST), help="of a swiss cup")
    parser.add_argument("--groups", type=count, default=4)
    parser.add_argument("--through", type=count, default=2, help="go on of each group")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--drop", type=whole_number(0, MOST), default=0, help="leave on the way")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    rules = Rules(chosen.rounds, chosen.groups, chosen.through)
    entered = entrants(chosen.players)
    if problem := entry_problem(chosen.system, entered, rules):
        sys.exit(f"No cup can be held: {problem}")
    system = SYSTEMS[chosen.system]
    played = simulate(system, entered, chosen.seed, rules, chosen.drop)
    rows = system.order(played.cup)
    print(json.dumps(_values(played, rows)) if chosen.json else _in_words(played, rows))


if __name__ == "__main__":
    main()
