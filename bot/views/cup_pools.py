"""The bracket of a double elimination, which is no fixed tree: the rounds as they were drawn.

Ann and Bob have not lost and meet in round 3; Cid and Dora have lost once and meet in round 3 as
well. Each stands in a part of its own, and lines come from the matches that they won there. When
one of each is left, their match is the final.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.cups.cup import Cup
from bot.cups.pairing.elimination import exits, losses
from bot.views.cup_matches import Bracket, Matches, RunningPairing
from bot.wording import cup_scenes as words
from renderers.cup_scene import BracketMatch, BracketPart, BracketRound

LIVES = 2
_FINAL = 2
"""The part of the final; those before it are of that many losses."""


class _Met(NamedTuple):
    """Who meet in a round, the better seed first; `other` is None in a bye."""

    round: int
    part: int
    one: str
    other: str | None


def drawn_rounds(cup: Cup, running: Sequence[RunningPairing]) -> Bracket:
    """A part for those without a loss, one for those with one, and the final."""
    matches = Matches(cup)
    found: tuple[dict[int, list[BracketMatch]], ...] = ({}, {}, {})
    won: dict[tuple[int, str], int] = {}
    for number, met in enumerate(_all_met(cup, running), 1):
        sides = [
            matches.side(entrant, won.get((met.part, entrant or "")))
            for entrant in (met.one, met.other)
        ]
        # Who comes from a match of this part stands above, so that rounds go down the picture.
        sides.sort(key=lambda side: side.slot.feeder is None)
        match, coming = matches.match(number, met.round, *sides)
        if coming.entrant is not None:
            won[met.part, coming.entrant] = number
        found[met.part].setdefault(met.round, []).append(match)
    titles = (words.UNBEATEN, words.ONE_LOSS, words.FINAL)
    parts = (_part(*pair) for pair in zip(titles, found, strict=True))
    left = [one for one, out in exits(cup, LIVES).items() if not out]
    return Bracket(tuple(parts), left[0] if len(left) == 1 else None)


def _part(title: str, rounds: dict[int, list[BracketMatch]]) -> BracketPart:
    named = (
        BracketRound(words.drawn_round_title(number), tuple(matches))
        for number, matches in rounds.items()
    )
    return BracketPart(title, tuple(named))


def _all_met(cup: Cup, running: Sequence[RunningPairing]) -> list[_Met]:
    """All who met or meet now, by rounds, parts and seeds, as they were drawn."""
    seed = {one: place for place, one in enumerate(cup.ids())}
    lost = losses(cup)
    pairs: list[tuple[int, str, str | None]] = [
        *((result.round, result.first, result.second) for result in cup.results),
        *((number, pairing.first, pairing.second) for number, pairing in running),
    ]
    found: set[_Met] = set()
    for number, first, second in pairs:
        one, other = first, second
        if second is not None:
            one, other = sorted((first, second), key=seed.__getitem__)
        found.add(_Met(number, _part_of(lost, number, one, other), one, other))
    return sorted(found, key=lambda met: (met.round, met.part, seed[met.one]))


def _part_of(lost: Mapping[str, Sequence[int]], number: int, one: str, other: str | None) -> int:
    """By losses before that round; where two are left of whom one has lost, it is the final."""
    before = {entrant: sum(at < number for at in rounds) for entrant, rounds in lost.items()}
    left = sum(count < LIVES for count in before.values())
    is_final = left == 2 and other is not None and before[one] + before[other] > 0
    return _FINAL if is_final else min(before[one], 1)
