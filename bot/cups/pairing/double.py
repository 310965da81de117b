"""Double: who has lost twice is out.

Those without a loss are drawn among each other in every round, and so are those with one loss: the
best seed meets the worst, the second the last but one, and of an odd number one of the best has a
bye. When one of each is left they play the final, and once more if the one without a loss loses it.
"""

from bot.cups.cup import Cup, CupOver, CupRound
from bot.cups.pairing.draw import draw
from bot.cups.pairing.elimination import Decided, by_exit, losses, meet
from bot.cups.pairing.history import round_of
from bot.cups.standings import Row


def next_round(cup: Cup) -> CupRound | CupOver:
    """The first round that is not decided. Who is alone among those with as many losses waits."""
    lost = losses(cup)
    number = 1
    while True:
        never, once = (
            [one for one in cup.ids() if sum(at < number for at in lost[one]) == wanted]
            for wanted in (0, 1)
        )
        pairs = [*_pairs(cup, number, never), *_pairs(cup, number, once)]
        if not pairs:
            left = [*never, *once]
            if len(left) < 2:
                return CupOver(next(iter(left), None))
            pairs = [(left[0], left[1])]
        met = [meet(cup, number, *pair) for pair in pairs]
        if dues := [one for one in met if not isinstance(one, Decided)]:
            return round_of(number, dues)
        number += 1


def order(cup: Cup) -> list[Row]:
    """By how far each came."""
    return by_exit(cup, lives=2)


def _pairs(cup: Cup, number: int, pool: list[str]) -> list[tuple[str, str | None]]:
    """Who of a pool meet in a round: as it was paired, or else as it is drawn now."""
    if len(pool) < 2:
        return []
    results = [one for one in cup.results if one.round == number]
    paired = {
        frozenset((one.first, one.second)): (one.first, one.second)
        for one in results
        if one.first in pool
    }
    # The host may have had one of them meet somebody of the others, who is named first.
    met = any(one.second in pool for one in results)
    return (
        [*paired.values()] if paired or met else draw(cup, number, pool, {}, early=True, fold=True)
    )
