"""Brackets whose matches are known from the start: a knockout's tree, and a gauntlet's ladder."""

from collections.abc import Sequence
from itertools import count

from bot.cups.cup import Cup
from bot.cups.pairing import groups, knockout
from bot.views.cup_matches import Bracket, Matches, Side
from bot.wording import cup_scenes as words
from renderers.cup_scene import BracketPart, BracketRound, BracketSlot


def knockout_tree(cup: Cup) -> Bracket:
    """The tree from round 1 to the final."""
    matches = Matches(cup)
    return _tree(matches, [matches.side(one) for one in knockout.bracket(cup)], 1)


def tree_after_groups(cup: Cup) -> Bracket:
    """The knockout after the groups; while they play, the places that go on to it."""
    second = groups.second_stage(cup)
    if second is None:
        return _tree(Matches(cup), [_awaited(one) for one in groups.awaited(cup)], 1)
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


def _awaited(place: groups.GroupPlace | None) -> Side:
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
