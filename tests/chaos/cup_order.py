"""Who has how many points, and who is left of a knockout: the judge's own arithmetic."""

from __future__ import annotations

from collections import Counter

from chaos.cup_history import PlayedCup, StoredCup
from chaos.cup_script import BYE, CupScript


def points_of(stored: StoredCup) -> Counter[str]:
    points = Counter[str]()
    settled = [
        one for _, event in stored.of("RoundPaired") for one in event.data.get("settled", ())
    ]
    for result in (*settled, *(event.data["result"] for _, event in stored.of("PairingDecided"))):
        points[str(result["first"])] += result["halves"][0]
        if result.get("ending") != BYE:
            points[str(result["second"])] += result["halves"][1]
    return points


def champion_of(played: PlayedCup) -> int:
    """Who is left of a knockout, by the bracket: 0 meets 7, 3 meets 4, 1 meets 6, 2 meets 5."""
    script, left = played.script, _bracket(played.script.size)
    number = 0
    while len(left) > 1:
        number += 1
        pairs = zip(left[::2], left[1::2], strict=True)
        left = [_winner(script, one, other, number) for one, other in pairs]
    return left[0]


def _bracket(size: int) -> list[int]:
    places = [0]
    while len(places) < size:
        places = [who for one in places for who in (one, 2 * len(places) - 1 - one)]
    return places


def _winner(script: CupScript, one: int, other: int, number: int) -> int:
    halves = script.outcome(one, other, number).halves
    return min(one, other) if halves[0] == halves[1] else one if halves[0] > halves[1] else other
