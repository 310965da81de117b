"""Games tried a second on one processor, and an end solved, with the players as they lie here and
compiled, in processes of their own: a process has either.

By the processor's time, so that other programs change little.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from bench.table import Row, Table

SIDE, GAMES, TIMES = 5, 1000, 5
EIGHTFOLD = 8.0
"""How much faster than before compiled players were to be."""
_PLAIN = "plain"


def show_tried(table: Table) -> list[str]:
    """The rows of both; what there is to say where no compiled players are installed."""
    here, compiled = _measured(_PLAIN), _measured()
    _rows(table, "", here)
    if not compiled["compiled"]:
        return ["No compiled players are installed: make players-wheel, and install the wheel."]
    _rows(table, ", compiled", compiled)
    for law, games in here["tried"].items():
        times = compiled["tried"][law] / games
        table.add(Row(f"{law} compiled, against not", times, "×", wanted=EIGHTFOLD, least=True))
    return []


def _rows(table: Table, how: str, measured: dict[str, Any]) -> None:
    for law, games in measured["tried"].items():
        table.add(Row(f"games tried a second, {law}{how}", games, "/s", least=True))
    table.add(Row(f"an end of genius solved, CPU{how}", 1000 * measured["solved"], "ms"))


def _measured(*arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.tried", *arguments]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(TIMES):
        begun = process_time()
        work()
        times.append(process_time() - begun)
    return min(times)


def main() -> None:
    """Measures in this process; `plain` hides compiled players from it."""
    if _PLAIN in sys.argv[1:]:
        sys.modules["referee_players"] = None  # type: ignore[assignment]
    from random import Random

    from bench.games import endgame
    from bot.players.compiled import Compiled, state
    from bot.players.field import field
    from bot.players.game import Game
    from bot.players.place import LAWS
    from bot.players.search import Search
    from bot.players.solver import limit_of, solver

    def tried(law: str) -> float:
        return GAMES / _least(lambda: Search(field(Game(law, SIDE)), Random(1).random).run(GAMES))

    late = endgame("genius", limit_of(Game("genius", SIDE)))
    found = {
        "compiled": state() is Compiled.USED,
        "tried": {law: tried(law) for law in LAWS},
        "solved": _least(lambda: solver(late).best(late)),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
