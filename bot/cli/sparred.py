"""Games between programs, one process or many: the same games whoever plays them."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import TypeVar

from bot.players.field import after, over, won
from bot.players.game import Game
from bot.players.programs import spar

MOST_GAMES = 100_000
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Played:
    """One game: whether the first program named began, the part of it that it won, its turns."""

    began: bool
    worth: float
    turns: int


@dataclass(frozen=True, slots=True)
class SparringSeries:
    """Which programs play what, from a seed; the first begins the first game, then they alternate.

    The games of another seed are others.
    """

    one: str
    other: str
    start: Game
    seed: int


def played(series: SparringSeries, games: int, jobs: int) -> Iterator[Played]:
    """The games in order, shared by so many processes."""
    return shared(partial(_play, series), games, jobs)


def shared(play: Callable[[int], Outcome], games: int, jobs: int) -> Iterator[Outcome]:
    """What comes of each game in order, by its number; so many processes share them."""
    if jobs == 1:
        yield from map(play, range(games))
        return
    # Ctrl-C reaches each of the processes, which is to end it without a word.
    quietly = (signal.SIGINT, signal.SIG_DFL)
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, signal.signal, quietly) as pool:
        yield from pool.map(play, range(games), chunksize=1)


def _play(series: SparringSeries, number: int) -> Played:
    began = number % 2 == 0
    names = (series.one, series.other) if began else (series.other, series.one)
    turns = spar(*names, series.start, series.seed * MOST_GAMES + number)
    game = series.start
    for turn in turns:
        game = after(game, turn)
    # One that would never end is nobody's.
    first = won(game) if over(game) else 0.5
    return Played(began, first if began else 1.0 - first, len(turns))
