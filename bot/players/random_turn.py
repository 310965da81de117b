"""A legal turn at random, in any game: what is allowed is asked of the ruleset.

The same seed gives the same turn on every machine.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from random import Random

from bot.engine.board import bits
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Action, Colour, Drop, Pass, TakeButton, Turn

_REFUSED = 8
"""How many turns may turn out illegal before others are looked for."""
_EVERY = 3_000
"""How many turns of one number of stones are tried at the most."""


def after_random_turn(ruleset: Ruleset, position: Position, rng: Random) -> Position:
    """The position after a legal turn of any stones, all that are allowed where that can be.

    No turn of stones legal, it takes the button or passes; ValueError if the game is over.
    """
    allowance = ruleset.allowance(position)
    cells = list(bits(ruleset.placeable(position)))
    turns = _drawn(cells, position, ruleset, rng) if allowance.most <= len(cells) else ()
    for turn in turns:
        after = play(ruleset, position, turn)
        if isinstance(after, Position):
            return after
    return _found(ruleset, position, rng)


def _drawn(cells: list[int], position: Position, ruleset: Ruleset, rng: Random) -> Iterator[Turn]:
    """Turns of as many stones as are allowed, drawn at random, now and then the button."""
    allowance = ruleset.allowance(position)
    either, most = allowance.either_colour, allowance.most
    singles = most == 1
    if singles:
        rng.shuffle(cells)
    tries = min(_REFUSED, len(cells) * (1 + either)) if singles else _REFUSED
    for number in range(tries):
        chosen = [cells[number % len(cells)]] if singles else rng.sample(cells, most)
        turn = _turn(chosen, position, rng, either=either)
        if allowance.may_take_button and rng.random() * (len(cells) + 1) < 1:
            turn = Turn((TakeButton(),))
        yield turn


def _turn(cells: list[int], position: Position, rng: Random, *, either: bool) -> Turn:
    mover = position.to_move
    if not either:
        return Turn(tuple(Drop(cell, mover) for cell in cells))
    return Turn(tuple(Drop(cell, Colour(rng.getrandbits(1))) for cell in cells))


def _found(ruleset: Ruleset, position: Position, rng: Random) -> Position:
    """The position after a legal turn of as many stones as can be, else after one of none."""
    allowance = ruleset.allowance(position)
    cells = list(bits(ruleset.placeable(position)))
    rng.shuffle(cells)
    for count in range(min(allowance.most, len(cells)), max(allowance.fewest, 1) - 1, -1):
        if comb(len(cells), count) > _EVERY:
            continue
        for chosen in combinations(cells, count):
            turn = _turn(list(chosen), position, rng, either=allowance.either_colour)
            after = play(ruleset, position, turn)
            if isinstance(after, Position):
                return after
    verbs: list[Action] = [TakeButton()] * allowance.may_take_button
    verbs += [Pass()] * allowance.may_pass
    for verb in verbs:
        after = play(ruleset, position, Turn((verb,)))
        if isinstance(after, Position):
            return after
    raise ValueError("no turn is legal")
