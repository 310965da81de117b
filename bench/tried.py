"""Games tried a second on one processor, and an end solved.

By the processor's time, so that other programs change little.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time

from bench.games import endgame
from bench.table import Row, Table
from bot.players.endgame import limit_of, solver
from bot.players.field import field
from bot.players.game import Game
from bot.players.place import LAWS
from bot.players.search import Search

SIDE, GAMES, TIMES = 5, 1000, 5


def show_tried(table: Table) -> None:
    """A row for each law of Catchup, and one for the end."""
    for law in LAWS:
        seconds = _least(partial(_try_games, law))
        table.add(Row(f"games tried a second, {law}", GAMES / seconds, "/s", least=True))
    late = endgame("genius", limit_of(Game("genius", SIDE)))
    milliseconds = 1000 * _least(lambda: solver(late).best(late))
    table.add(Row("an end of genius solved, CPU", milliseconds, "ms"))


def _try_games(law: str) -> None:
    Search(field(Game(law, SIDE)), Random(1).random).run(GAMES)


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)
