"""Cups that are played: by a rule that the test gives, or by chance."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.cups.cup import Cup, CupOver, CupRound, Entrant, Lots, PairingResult, Rules
from bot.cups.pairing import SYSTEMS

Drawn = tuple[tuple[str, str | None], ...]
Judge = Callable[[str, str], tuple[int, int]]


def names(count: int) -> list[str]:
    """The ids of so many entrants, the best seed first: s01, s02 …"""
    return [f"s{number:02}" for number in range(1, count + 1)]


def favourite(first: str, second: str) -> tuple[int, int]:
    return (2, 0) if first < second else (0, 2)


def upset(first: str, second: str) -> tuple[int, int]:
    return favourite(second, first)


def cup_of(count: int, rules: Rules | None = None, seed: str = "1") -> Cup:
    return Cup(tuple(Entrant(name, name) for name in names(count)), Lots(seed), rules or Rules())


def steps(system: str, cup: Cup, judge: Judge) -> Iterator[tuple[Cup, CupRound | CupOver]]:
    while True:
        step = SYSTEMS[system].next_round(cup)
        yield cup, step
        if isinstance(step, CupOver):
            return
        played = (
            PairingResult(step.number, one.first, one.second, judge(one.first, one.second))
            for one in step.pairings
        )
        cup = replace(cup, results=(*cup.results, *step.settled, *played))


def played(system: str, cup: Cup, judge: Judge) -> tuple[Cup, str | None]:
    *_, (after, over) = steps(system, cup, judge)
    assert isinstance(over, CupOver)
    return after, over.champion


def pairs_of(results: tuple[PairingResult, ...]) -> Counter[frozenset[str]]:
    rounds = {(one.round, frozenset((one.first, one.second))) for one in results if one.second}
    return Counter(pair for _, pair in rounds)


def every_round(players: list[str], *, bye: bool) -> Iterator[Drawn]:
    """All ways to pair them; of an odd number one has the bye."""
    if not players:
        yield ()
        return
    one, *others = players
    for place, other in enumerate(others):
        rest = others[:place] + others[place + 1 :]
        yield from (((one, other), *more) for more in every_round(rest, bye=bye))
    if bye:
        yield from (((one, None), *more) for more in every_round(others, bye=False))
