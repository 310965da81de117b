"""Play of any game: the stones that won most often when the board was filled at random.

This player knows of a game what its ruleset says: what is allowed, where a stone may lie, and who
has won a full board. It has the board filled at random some times, the empty cells shared evenly,
asks each time who has won, and counts for each cell, and each colour that it may get there, how
often that went with a win (all moves as first). It places as many stones as are allowed, on the
cells that won most.

It looks no turn ahead, and a full board is all it knows: it can't tell a turn that feeds the rival
from one that doesn't. The same seed gives the same turn on every machine.
"""

from collections.abc import Iterator
from random import Random

from bot.engine.board import bits
from bot.engine.legality import play
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour, Drop, TakeButton, Turn
from bot.players.random_turn import after_random_turn

_REFUSED = 8
"""How many turns may turn out illegal before others are looked for."""


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
    mover, cells = position.to_move, list(bits(ruleset.placeable(position)))
    boards = [
        (stones, _worth(ruleset, position, stones))
        for stones in _filled(ruleset, position, cells, rng, fills)
    ]
    ranked = []
    for colour in tuple(Colour) if ruleset.either_colour else (mover,):
        lay = [(stones[colour], worth) for stones, worth in boards]
        for cell in cells:
            worths = [worth for mine, worth in lay if mine >> cell & 1]
            share = (1 + sum(worths)) / (2 + len(worths))
            ranked.append((share, rng.random(), cell, colour))
    ranked.sort(reverse=True)
    return [Drop(cell, colour) for _, _, cell, colour in ranked]


def _worth(ruleset: Ruleset, position: Position, stones: tuple[int, int]) -> float:
    """What part of the game the player to move has won if the board is filled so."""
    filled = Position(
        position.board,
        stones,
        position.to_move,
        position.number + 1,
        position.claimed,
        position.button,
    )
    winner = ruleset.winner(ruleset.settle(filled))
    return 0.5 if winner is None else float(winner is position.to_move)


def _filled(
    ruleset: Ruleset, position: Position, cells: list[int], rng: Random, fills: int
) -> Iterator[tuple[int, int]]:
    """The stones of both players on boards that are filled: by lot, and evenly if each has own."""
    if ruleset.crowds:
        for _ in range(fills):
            yield _filled_one_by_one(ruleset, position, cells, rng)
        return
    one, other = position.stones
    if ruleset.either_colour:
        for _ in range(fills):
            lots = rng.getrandbits(position.board.size)
            yield one | position.empty & lots, other | position.empty & ~lots
        return
    # Shuffling for each board would take longer than all else: cells are paired once.
    rng.shuffle(cells)
    pairs = list(zip(cells[::2], cells[1::2], strict=False))
    odd = 1 << cells[-1] if len(cells) % 2 else 0
    firsts = sum(1 << cell for cell, _ in pairs)
    swaps = [1 << cell | 1 << beside for cell, beside in pairs]
    for _ in range(fills):
        mine, lots = firsts, rng.getrandbits(len(swaps)) if swaps else 0
        for number in bits(lots):
            mine ^= swaps[number]
        theirs = position.empty & ~mine & ~odd
        mine |= odd
        if position.to_move is Colour.FIRST:
            yield one | mine, other | theirs
        else:
            yield one | theirs, other | mine


def _filled_one_by_one(
    ruleset: Ruleset, position: Position, cells: list[int], rng: Random
) -> tuple[int, int]:
    """By turns, where stones keep others away: it is asked anew for each cell."""
    rng.shuffle(cells)
    stones, occupied, colour = list(position.stones), position.occupied, position.to_move
    for cell in cells:
        if ruleset.may_lie(position.board, occupied, cell):
            stones[colour] |= 1 << cell
            occupied |= 1 << cell
            colour = colour.other
    return stones[0], stones[1]
