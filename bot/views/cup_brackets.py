"""The brackets of cups: a knockout's tree, a gauntlet's ladder, the rounds of a double elimination.

Ann and Bob tied, then Ann won with the first turn changed: two results of round 2, and one match,
"Ann 1½, Bob ½". Who comes to the next match is said by this one: Ann, or "winner of 5" while it is
played, or nobody where both lost.

In a double, which is no fixed tree, Ann and Bob have not lost and meet in round 3; Cid and Dora
have lost once and meet in round 3 as well. Each stands in a part of its own, and lines come from
the matches that they won there. When one of each is left, their match is the final.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple

from bot.cups.cup import Cup, Ending, Pairing, PairingResult
from bot.cups.pairing import groups, knockout
from bot.cups.pairing.elimination import Decided, decision, exits, losses
from bot.wording import cup_pictures as words
from renderers.cup_scene import BracketMatch, BracketPart, BracketRound, BracketSlot


class RunningPairing(NamedTuple):
    """A pairing that is played now, and in which round; also one that is played again."""

    round: int
    pairing: Pairing


class Bracket(NamedTuple):
    """The trees of a bracket, and who has won the cup, if anybody has."""

    parts: tuple[BracketPart, ...]
    champion: str | None


@dataclass(frozen=True, slots=True)
class Side:
    """Who comes to a match: an entrant, or nobody (a bye), or somebody who is awaited."""

    slot: BracketSlot
    entrant: str | None = None


class Matches:
    """The matches of a cup, each by its round and who meets in it."""

    def __init__(self, cup: Cup, seeds: Mapping[str, str] | None = None) -> None:
        """`seeds` stand beside names: the place in the cup, if nothing else is said."""
        self._cup = cup
        self._names = {entrant.id: entrant.name for entrant in cup.entrants}
        self._seeds = seeds or {one: str(place) for place, one in enumerate(cup.ids(), 1)}
        self._games: dict[tuple[int, frozenset[str]], list[PairingResult]] = {}
        for result in cup.results:
            met = frozenset({result.first, result.second or result.first})
            self._games.setdefault((result.round, met), []).append(result)

    def side(self, entrant: str | None, feeder: int | None = None) -> Side:
        """Somebody, or nobody, who comes from a match of that number, or from none."""
        if entrant is None:
            return Side(BracketSlot(awaited=words.NOBODY, bye=True, feeder=feeder))
        slot = BracketSlot(self._names[entrant], self._seeds[entrant], feeder=feeder)
        return Side(slot, entrant)

    def match(
        self, number: int, round_number: int, one: Side, other: Side
    ) -> tuple[BracketMatch, Side]:
        """The match, `number` being its own; and who comes from it to the next one."""
        met = frozenset(side.entrant for side in (one, other) if side.entrant is not None)
        games = self._games.get((round_number, met), [])
        decided = decision(self._cup, games) if games else _without_game(one, other)
        slots = _scored(one, games, decided), _scored(other, games, decided)
        if decided is None:
            coming = Side(BracketSlot(awaited=_awaited(number, one, other), feeder=number))
        else:
            coming = self.side(decided.winner, number)
        return BracketMatch(number, slots), coming


def _without_game(one: Side, other: Side) -> Decided | None:
    """Whoever meets nobody goes on, before that is told as a result."""
    sides = (one, other)
    if not any(side.slot.bye for side in sides):
        return None
    is_known = all(side.slot.bye or side.entrant for side in sides)
    return Decided(one.entrant or other.entrant) if is_known else None


def _awaited(number: int, one: Side, other: Side) -> str:
    """Who comes from a match that is not decided: if nobody is met in it, whoever is awaited."""
    alone = one if other.slot.bye else other if one.slot.bye else None
    return alone.slot.awaited if alone else words.winner_of(number)


def _scored(side: Side, games: Sequence[PairingResult], decided: Decided | None) -> BracketSlot:
    """The side with what it scored in those games; a bye has no score."""
    met = [game for game in games if game.second is not None]
    if side.entrant is None or not met:
        return side.slot
    played = [_halves(game, side.entrant) for game in met if game.ending is Ending.PLAYED]
    score = words.score_of(
        sum(played) if played else None,
        walkover=any(
            game.ending is Ending.WALKOVER and _halves(game, side.entrant) for game in met
        ),
        lost=any(game.ending is Ending.BOTH_LOST for game in met),
    )
    winner = decided is not None and decided.winner == side.entrant
    return replace(side.slot, score=score, winner=winner, faint=bool(decided and not winner))


def _halves(game: PairingResult, entrant: str) -> int:
    """The half points of somebody who met an opponent, from all games of a best of three."""
    return (game.games or game.halves)[game.second == entrant]


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


def knockout_tree(cup: Cup) -> Bracket:
    """The tree from round 1 to the final."""
    matches = Matches(cup)
    return _tree(matches, [matches.side(one) for one in knockout.bracket(cup)], 1)


def tree_after_groups(cup: Cup) -> Bracket:
    """The knockout after the groups; while they play, the places that go on to it."""
    second = groups.second_stage(cup)
    if second is None:
        return _tree(Matches(cup), [_awaited_side(one) for one in groups.awaited(cup)], 1)
    seeds = {one: words.group_place(*by) for one, by in second.by.items()}
    matches = Matches(second.cup, seeds)
    return _tree(matches, [matches.side(one) for one in second.slots], second.number)


def gauntlet_ladder(cup: Cup) -> Bracket:
    """The champion of each time against one challenger after the other, from top to bottom."""
    matches = Matches(cup)
    champion, *challengers = map(matches.side, cup.ids())
    found = []
    for number, challenger in enumerate(challengers, 1):
        match, champion = matches.match(number, number, champion, challenger)
        found.append(match)
    return _whole((BracketRound("", tuple(found)),), champion)


def _awaited_side(place: groups.GroupPlace | None) -> Side:
    if place is None:
        return Side(BracketSlot(bye=True))
    return Side(BracketSlot(awaited=words.awaited_place(*place)))


def _tree(matches: Matches, coming: Sequence[Side], number: int) -> Bracket:
    """The tree over those sides, of which each meets the one below it; `number` is its round."""
    numbers, rounds = count(1), []
    while len(coming) > 1:
        met = [
            matches.match(next(numbers), number, *pair)
            for pair in zip(coming[::2], coming[1::2], strict=True)
        ]
        title = words.tree_round_title(len(met))
        rounds.append(BracketRound(title, tuple(match for match, _ in met)))
        coming = [side for _, side in met]
        number += 1
    return _whole(rounds, coming[0])


def _whole(rounds: Sequence[BracketRound], last: Side) -> Bracket:
    """A bracket of one part; who comes from its last match is champion."""
    return Bracket((BracketPart("", tuple(rounds)),), last.entrant)
