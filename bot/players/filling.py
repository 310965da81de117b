"""Play of any game: the stones that won most often when the board was filled at random.

Somebody wants two programs to play Plur, which no search here knows. This player knows of a game
what its ruleset says: what is allowed, where a stone may lie, and who has won a full board. It has
the board filled at random some times, the empty cells shared evenly, asks each time who has won,
and counts for each cell, and each colour that it may get there, how often that went with a win
(all moves as first). It places as many stones as are allowed, on the cells that won most.

It looks no turn ahead, and a full board is all it knows: it can't tell a turn that feeds the rival
from one that doesn't. The same seed gives the same turn on every machine.
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


def after_likely_turn(ruleset: Ruleset, position: Position, rng: Random, fills: int) -> Position:
    """The position after the stones that won most often in so many boards filled at random."""
    allowance = ruleset.allowance(position)
    drops = _ranked(ruleset, position, rng, fills)
    if allowance.may_take_button and rng.random() * (len(drops) + 1) < 1:
        after = play(ruleset, position, Turn((TakeButton(),)))
        if isinstance(after, Position):
            return after
    for skipped in range(min(_REFUSED, len(drops))):
        after = play(ruleset, position, Turn(_first(drops[skipped:], allowance.most)))
        if isinstance(after, Position):
            return after
    return after_random_turn(ruleset, position, rng)


def _first(drops: list[Drop], most: int) -> tuple[Drop, ...]:
    """The first drops on different cells."""
    chosen: dict[int, Drop] = {}
    for drop in drops:
        chosen.setdefault(drop.cell, drop)
        if len(chosen) == most:
            break
    return tuple(chosen.values())


def _ranked(ruleset: Ruleset, position: Position, rng: Random, fills: int) -> list[Drop]:
    """The stones that may be placed, most often won with first."""
    mover, size = position.to_move, position.board.size
    won, lay = ([[start] * size for _ in Colour] for start in (1.0, 2.0))
    for _ in range(fills):
        filled, placed = _filled(ruleset, position, rng)
        winner = ruleset.winner(filled)
        worth = 0.5 if winner is None else float(winner is mover)
        for cell, colour in placed:
            won[colour][cell] += worth
            lay[colour][cell] += 1
    colours = tuple(Colour) if ruleset.allowance(position).either_colour else (mover,)
    ranked = [
        (won[colour][cell] / lay[colour][cell], rng.random(), cell, colour)
        for cell in bits(ruleset.placeable(position))
        for colour in colours
    ]
    return [Drop(cell, colour) for _, _, cell, colour in sorted(ranked, reverse=True)]


def _filled(
    ruleset: Ruleset, position: Position, rng: Random
) -> tuple[Position, list[tuple[int, int]]]:
    """The board with stones wherever they may lie, by turns or of any colour, and which they are.

    Stones may keep others away, so that where one may lie is asked anew for each.
    """
    cells = list(bits(ruleset.placeable(position)))
    rng.shuffle(cells)
    stones, occupied = list(position.stones), position.occupied
    either, colour = ruleset.either_colour, int(position.to_move)
    lots = rng.getrandbits(len(cells)) if either else 0
    placed = []
    for number, cell in enumerate(cells):
        if not ruleset.may_lie(position.board, occupied, cell):
            continue
        if either:
            colour = lots >> number & 1
        stones[colour] |= 1 << cell
        occupied |= 1 << cell
        placed.append((cell, colour))
        colour = 1 - colour
    number = position.number + len(placed)
    filled = Position(
        position.board,
        (stones[0], stones[1]),
        position.to_move,
        number,
        position.claimed,
        position.button,
    )
    return ruleset.settle(filled), placed


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
