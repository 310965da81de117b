"""Players who know only what is legal: random turns, whole games, and tries to be refused."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from .board import Cell, neighbours
from .flood import Colour, other
from .games import Options, make
from .golden import Golden, turn_text
from .oracle import Oracle, State, Turn

TRIES = 30
EXHAUSTIVE = 3000
PASSES = 6


@dataclass(frozen=True, slots=True)
class Game:
    """A played game: its turns, every position with the empty board first, and if it ended.

    Only Sauce can stay unfinished: both may pass for ever where no stone is legal.
    """

    turns: tuple[Turn, ...]
    states: tuple[State, ...]
    finished: bool


def drop(oracle: Oracle, state: State, places: tuple[Cell, ...], rng: Random) -> Turn:
    """A turn of stones on these cells, in random colours where either is allowed."""
    colours: list[Colour] = ["first", "second"] if oracle.either_colour else [state.to_move]
    return Turn(tuple((cell, rng.choice(colours)) for cell in places))


def favoured(state: State, rng: Random) -> list[Cell]:
    """The empty cells, or half of the time only those beside the mover's own stones."""
    empty = sorted(state.empty)
    if rng.random() < 0.5:
        return empty
    own = {cell for cell, colour in state.stones.items() if colour == state.to_move}
    return [cell for cell in empty if neighbours(state.side)[cell] & own] or empty


def random_drop(oracle: Oracle, state: State, rng: Random) -> Turn | None:
    """A legal turn of stones, or nothing if none was found."""
    allowed = oracle.allowance(state)
    counts = range(max(1, allowed.fewest), allowed.most + 1)
    if not counts:
        return None
    for _ in range(TRIES):
        cells = favoured(state, rng)
        count = min(rng.choice(counts), len(cells))
        turn = drop(oracle, state, tuple(rng.sample(cells, count)), rng)
        if oracle.legal(state, turn):
            return turn
    return found_drop(oracle, state, rng)


def found_drop(oracle: Oracle, state: State, rng: Random) -> Turn | None:
    """A legal turn of stones by trying every set of cells, where they are not too many."""
    empty = rng.sample(sorted(state.empty), len(state.empty))
    allowed = oracle.allowance(state)
    for count in range(max(1, allowed.fewest), allowed.most + 1):
        if comb(len(empty), count) > EXHAUSTIVE:
            continue
        for places in combinations(empty, count):
            turn = drop(oracle, state, places, rng)
            if oracle.legal(state, turn):
                return turn
    return None


def random_turn(oracle: Oracle, state: State, rng: Random) -> Turn:
    """A legal turn of a game that is not over; verbs are rare while stones can be placed."""
    allowed = oracle.allowance(state)
    verbs = [Turn(passing=True)] * allowed.may_pass + [Turn(button=True)] * allowed.may_button
    if verbs and rng.random() < 0.05:
        return rng.choice(verbs)
    turn = random_drop(oracle, state, rng)
    if turn is None and not verbs:
        raise LookupError(f"no legal turn after {state.turns} turns")
    return turn or rng.choice(verbs)


def random_game(oracle: Oracle, seed: int) -> Game:
    """A whole game of random legal turns, the same for the same seed."""
    rng = Random(seed)
    states = [oracle.start()]
    turns: list[Turn] = []
    while not oracle.is_over(states[-1]):
        if len(turns) >= PASSES and all(turn.passing for turn in turns[-PASSES:]):
            return Game(tuple(turns), tuple(states), finished=False)
        turns.append(random_turn(oracle, states[-1], rng))
        states.append(oracle.play(states[-1], turns[-1]))
    return Game(tuple(turns), tuple(states), finished=True)


def random_illegal(oracle: Oracle, state: State, rng: Random) -> dict[str, Turn]:
    """One illegal turn of each kind that the position has, named by what is wrong with it."""
    tries = [*wrong_stones(oracle, state, rng), *wrong_verbs(), *own_law(oracle, state, rng)]
    return {kind: turn for kind, turn in tries if not oracle.legal(state, turn)}


def wrong_verbs() -> Iterator[tuple[str, Turn]]:
    """Every verb there is: those that are legal are for the caller to drop."""
    yield "pass", Turn(passing=True)
    yield "button", Turn(button=True)
    yield "nothing", Turn()


def wrong_stones(oracle: Oracle, state: State, rng: Random) -> Iterator[tuple[str, Turn]]:
    """Turns that break what all games share."""
    allowed = oracle.allowance(state)
    empty = rng.sample(sorted(state.empty), len(state.empty))
    usual = max(allowed.fewest, 1)
    if state.stones:
        taken = rng.choice(sorted(state.stones))
        yield "occupied", drop(oracle, state, (taken, *empty[: usual - 1]), rng)
    if empty:
        yield "repeated", drop(oracle, state, (empty[0], empty[0], *empty[1 : usual - 1]), rng)
    if len(empty) > allowed.most:
        yield "too many", drop(oracle, state, tuple(empty[: allowed.most + 1]), rng)
    if allowed.fewest > 1:
        yield "too few", drop(oracle, state, tuple(empty[: allowed.fewest - 1]), rng)
    outside = (2 * state.side - 2, state.side + 1)
    yield "off the board", drop(oracle, state, (outside, *empty[: usual - 1]), rng)
    if not oracle.either_colour and empty:
        foreign = tuple((cell, other(state.to_move)) for cell in empty[:usual])
        yield "wrong colour", Turn(foreign)


def own_law(oracle: Oracle, state: State, rng: Random) -> Iterator[tuple[str, Turn]]:
    """A turn within the allowance that the ruleset's own law forbids, if one turns up."""
    allowed = oracle.allowance(state)
    counts = range(max(1, allowed.fewest), allowed.most + 1)
    for _ in range(TRIES if counts else 0):
        cells = favoured(state, rng)
        places = rng.sample(cells, min(rng.choice(counts), len(cells)))
        turn = drop(oracle, state, tuple(places), rng)
        if len(places) in counts and not oracle.legal(state, turn):
            yield "own law", turn
            return


def golden(key: str, side: int, options: Options, seed: int) -> Golden:
    """A random game as a golden one; the first finished game from this seed on."""
    oracle = make(key, side, options)
    game = random_game(oracle, seed)
    while not game.finished:
        seed += 1
        game = random_game(oracle, seed)
    lines = tuple(turn_text(turn, coloured=oracle.either_colour) for turn in game.turns)
    last = game.states[-1]
    return Golden(key, side, options, lines, oracle.winner(last) or "tie", oracle.figures(last))
