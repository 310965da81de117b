"""Round robin: everybody meets everybody once, by the circle method.

Six players are paired: one stands still, five go round, a place a round, and who stand opposite
meet. First turns alternate, so that for nobody they differ from second turns by more than one. Of
five players one at a time meets nobody: each has one bye.
"""

from collections.abc import Callable, Sequence

from bot.cups import standings
from bot.cups.cup import Cup, CupOver, CupRound, Pairing, PairingResult
from bot.cups.pairing.history import bye, champion, due, kept_apart, last_round, round_of
from bot.cups.standings import Row


def next_round(cup: Cup) -> CupRound | CupOver:
    """The first round that lacks results."""
    ids = cup.ids()
    after = 1 + rounds(len(ids))
    for number in range(last_round(cup) or 1, after):
        if dues := due_in(cup, ids, number):
            return round_of(number, dues)
    return CupOver(champion(cup, order(cup), after))


def order(cup: Cup) -> list[Row]:
    """By points and tie-breaks."""
    return standings.order("round-robin", cup.entrants, cup.results, cup.lots.of_order)


def rounds(size: int) -> int:
    """How many rounds so many players have."""
    return size - 1 + size % 2


def due_in(cup: Cup, ids: Sequence[str], number: int) -> list[Pairing | PairingResult]:
    """What has no result yet in a round of those players; none once their rounds are over."""
    if not 1 <= number <= rounds(len(ids)):
        return []
    places = kept_apart(ids, cup.rules.apart, _meeting(len(ids)), lambda _: 0)
    turned = cup.lots.number(1, *ids[:1]) % 2 == 1
    done = {frozenset((one.first, one.second)) for one in cup.results if one.round == number}
    found: list[Pairing | PairingResult] = []
    for pair in circle(len(ids), number):
        one, other = (places[place] if place < len(ids) else None for place in pair)
        if frozenset((one, other)) in done:
            continue
        if one is None or other is None:
            found.append(bye(number, one or other or ""))
        else:
            pairing = Pairing(other, one) if turned else Pairing(one, other)
            found.append(due(cup, number, pairing))
    return found


def circle(size: int, number: int) -> list[tuple[int, int]]:
    """The pairs of places in a round, who moves first named first; of odd sizes one is no player.

    The last place stands still and has the first turn in every second round. The others meet at
    equal distances on both sides of a gap that goes round; who is at an odd distance above moves
    first, so that each alternates from round to round.
    """
    around, gap = rounds(size), number - 1
    still = (gap, around) if gap % 2 == 0 else (around, gap)
    found = [still]
    for distance in range(1, (around + 1) // 2):
        pair = (gap + distance) % around, (gap - distance) % around
        found.append(pair if distance % 2 else pair[::-1])
    return found


def _meeting(size: int) -> Callable[[int, int], int]:
    """In which round two places meet."""
    found = {
        frozenset(pair): number
        for number in range(1, rounds(size) + 1)
        for pair in circle(size, number)
    }
    return lambda one, other: found[frozenset((one, other))]
