"""Prints what pictures weigh and cost, and how fast games are read, ruled, remembered and played.

Times depend on the machine, so each is also given as a ratio to a yardstick of the same run: the
time zlib takes to pack the pixels of one board. The last four rows are a referee at work: 99 of 100
turns are told so soon after they were heard, without and with a review being made in the process
that thinks, and while a thousand people watch another match. There are no thresholds: read it
before and after a change.
"""

import time
import zlib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random

from bench.games import SETUP, endgame, record, results
from bench.rulings import slow_rulings
from bench.watching import WATCHERS, watched_rulings
from bot.engine.reading import read
from bot.engine.record import Record, write
from bot.engine.replaying import Replay, replay
from bot.players.endgame import Endgame
from bot.players.levels import Level, choose
from bot.players.place import LAWS, Game, Place
from bot.players.search import Search
from bot.servers.ratings import standings
from bot.views.film import HOLD, pace, replay_film, replay_race
from bot.views.scenes import replay_scene
from renderers.chart import chart
from renderers.gif import gif
from renderers.png import picture, png

GAMES, MATCHES, GAMES_TRIED = 50, 1000, 1000
_ENOUGH = 0.3
"""Seconds for which each piece of work is repeated."""


def best(work: Callable[[], object]) -> float:
    """The shortest time that a piece of work took, in seconds."""
    times: list[float] = []
    while not times or sum(times) < _ENOUGH:
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


class Rows:
    """The table: what was measured, what it weighs, and how long it took beside the yardstick."""

    def __init__(self, yardstick: float) -> None:
        self._yardstick = yardstick
        print(f"{'a full random game at side 5':<34}{'bytes':>10}{'time':>12}{'ratio':>9}")

    def add(self, what: str, taken: float, size: int | None = None) -> None:
        """A row of so many seconds."""
        weight = "" if size is None else f"{size:,}"
        print(f"{what:<34}{weight:>10}{_length(taken):>12}{taken / self._yardstick:>9.2f}")

    def show(self, what: str, work: Callable[[], object], size: int | None = None) -> None:
        """A row of the shortest time that a piece of work took."""
        self.add(what, best(work), size)


def main() -> None:
    """Measures and prints."""
    game = replay(record(1), SETUP)
    scene = replay_scene(game)
    pixels = picture(scene).tobytes()
    yardstick = best(lambda: zlib.compress(pixels))
    print(f"Yardstick: packing {len(pixels):,} bytes of pixels, {_length(yardstick)}\n")
    rows = Rows(yardstick)
    _show_pictures(rows, game)
    records = [record(seed) for seed in range(GAMES)]
    _show_games(rows, records)
    _show_players(rows)
    summary = _show_rulings(rows)
    turns = sum(len(one.turns) for one in records)
    a_turn = best(lambda: [replay(one, SETUP) for one in records]) / turns
    drawn = best(lambda: png(scene)) / a_turn
    print(f"\nDrawing a board costs as much as ruling {drawn:,.0f} turns.")
    print(summary)


def _show_pictures(rows: Rows, game: Replay) -> None:
    scene, scenes, race = replay_scene(game), replay_film(game), replay_race(game)
    film = partial(gif, scenes, pace(scenes), HOLD)
    rows.show("board as PNG", lambda: png(scene), len(png(scene)))
    rows.show(f"film of {len(scenes)} positions as GIF", film, len(film()))
    rows.show("race as PNG", lambda: chart(race), len(chart(race)))


def _show_games(rows: Rows, records: list[Record]) -> None:
    text = "\n".join(write(one) for one in records)
    turns = sum(len(one.turns) for one in records)
    rows.show(f"{GAMES} games read from text", lambda: read(text), len(text))
    ruled = f"{GAMES} games ruled, {turns} turns"
    rows.show(ruled, lambda: [replay(one, SETUP) for one in records])
    remembered = list(results(MATCHES))
    rows.show(f"{MATCHES} matches rated", lambda: standings(remembered))


def _show_players(rows: Rows) -> None:
    tried = Search(Place(Game("genius", 5)), Random(1).random)
    rows.show(f"{GAMES_TRIED} games tried on an empty board", lambda: tried.run(GAMES_TRIED))
    rows.show("a first turn of strong", lambda: choose(Game("genius", 5), Level.STRONG, 1))
    for law in LAWS:
        late = endgame(law)
        what = f"{late.empty.bit_count()} empty cells solved, {law}"
        rows.show(what, lambda late=late: Endgame(late).winning(late))  # type: ignore[misc]


def _show_rulings(rows: Rows) -> str:
    """The rows of a referee at work; what they come to in words."""
    idle, busy = slow_rulings()
    rows.add("99 of 100 turns are told within", idle)
    rows.add("the same, a review under way", busy)
    before, meanwhile = watched_rulings()
    rows.add(f"the same, {WATCHERS:,} watch another match", before)
    rows.add("… and are sent a turn of it", meanwhile)
    review = f"{_length(busy - idle)} later than without one"
    sent = f"{_length(meanwhile - before)} later than while they are sent nothing"
    return (
        f"With a review under way 99 of 100 turns are told {review} (wanted: 50.0 ms at most).\n"
        f"While {WATCHERS:,} watchers are sent a turn 99 of 100 others are told {sent}."
    )


def _length(seconds: float) -> str:
    """A short time in milliseconds."""
    return f"{timedelta(seconds=seconds) / timedelta(milliseconds=1):,.1f} ms"


if __name__ == "__main__":
    main()
