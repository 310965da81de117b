"""Prints what is measured, and writes it to `bench/latest.json` where it is asked to.

Times are medians of at least five, with the least and the most beside them. Where other programs
took more than a tenth of the processors meanwhile it says so, and saves nothing. What is saved is
also a line of `bench/history.md`, one for each version.

Times depend on the machine, so those of single pieces of work are also given as a ratio to a
yardstick of the same run: the time zlib takes to pack the pixels of one board. The other figures
are of a referee at work: how soon 99 of 100 turns are told, without and with a review being made in
the process that thinks, and while a thousand people watch another match; whether the partner keeps
its clock; and of a referee as a process of its own on a loopback Discord, how many turns a second
it holds, and what thousands of open matches cost it, and how much later turns are told while a
cup's round is posted. What is wanted stands beside a figure; nothing here fails because of it.
"""

import argparse
import zlib
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random

from bench.at_work import show_cup, show_flags, show_hall, show_load, show_start
from bench.clocks import show_clock
from bench.games import SETUP, endgame, record, results
from bench.history import note
from bench.leaderboard import MATCHES as ENDED
from bench.leaderboard import leaderboard
from bench.load import Stage
from bench.path import show_path
from bench.pictures import drawn
from bench.quiet import MOST, Others
from bench.ruling import ruling
from bench.rulings import ROUNDS, slow_rulings
from bench.table import Row, Table, timed
from bench.tried import show_tried
from bench.watching import WATCHERS, watched_rulings
from bot.engine.reading import read
from bot.engine.record import Record, write
from bot.engine.replaying import Replay, replay
from bot.engine.rulesets import DEFAULT, RULESETS
from bot.players.endgame import limit_of, open_cells, solver
from bot.players.field import field
from bot.players.game import Game
from bot.players.levels import Level, choose
from bot.players.search import Search
from bot.servers.ratings import standings
from bot.views.film import HOLD, pace, replay_film, replay_race
from bot.views.scenes import replay_scene
from renderers.chart import chart
from renderers.gif import gif
from renderers.png import picture, png

GAMES, MATCHES, GAMES_TRIED = 50, 1000, 300
OTHERS_SOLVED = 8
"""Open cells of a position of any other game than the usual one that is solved."""
GROUPS = (
    "pictures",
    "games",
    "players",
    "clock",
    "rulings",
    "load",
    "many",
    "flags",
    "cups",
    "hall",
    "path",
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    chosen = _parser().parse_args(arguments)
    pixels = picture(replay_scene(replay(record(1), SETUP))).tobytes()
    others, yardstick = Others(), timed(lambda: zlib.compress(pixels)).median
    print(f"Yardstick: packing {len(pixels):,} bytes of pixels, {_length(yardstick)}\n")
    heads = f"{'bytes':>10}{'median':>16}{'ratio':>9}{'spread':>16}   wanted"
    print(f"{'a full random game at side 5':<40}{heads}")
    table = Table(yardstick)
    said = [line for group in chosen.only for line in _show(group, table, chosen)]
    print("", *said, sep="\n")
    share = others.share()
    if share > MOST:
        print(f"Other programs took {share:.0%} of the processors meanwhile: nothing is saved.")
    elif chosen.save and set(chosen.only) == set(GROUPS):
        table.save(chosen.save)
        measure = Row("the yardstick", 1000 * yardstick, "ms")
        note(chosen.save.with_name("history.md"), [measure, *table.rows])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measures the referee.")
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=GROUPS)
    parser.add_argument("--rate", type=Stage.plan, default="5:10,20:10,40:20,80:20,100:20,60:60")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of twenty rulings")
    parser.add_argument("--sparring", type=int, default=200, help="games against the partner")
    parser.add_argument("--watchers", type=int, default=WATCHERS, help="of one match")
    parser.add_argument("--matches", type=int, default=500, help="under way in the load")
    parser.add_argument("--many", type=int, default=10_000, help="open at a start")
    parser.add_argument("--flags", type=int, default=1_000, help="that fall within ten seconds")
    parser.add_argument(
        "--save", type=Path, help="where to write the figures, if all were measured"
    )
    return parser


def _show(group: str, table: Table, chosen: argparse.Namespace) -> list[str]:
    """The rows of a group; what there is to say of them in the end."""
    match group:
        case "pictures":
            _show_pictures(table, replay(record(1), SETUP))
        case "games":
            return _show_games(table, [record(seed) for seed in range(GAMES)])
        case "players":
            _show_players(table)
            show_tried(table)
        case "clock":
            show_clock(table, chosen.sparring)
        case "rulings":
            return _show_rulings(table, chosen.rounds, chosen.watchers)
        case "load":
            return show_load(table, chosen.rate, chosen.matches)
        case "many":
            show_start(table, chosen.many)
        case "flags":
            show_flags(table, chosen.flags)
        case "cups":
            show_cup(table)
        case "hall":
            show_hall(table)
        case "path":
            show_path(table)
    return []


def _show_pictures(table: Table, game: Replay) -> None:
    scene, scenes, race = replay_scene(game), replay_film(game), replay_race(game)
    film = partial(gif, scenes, pace(scenes), HOLD)
    last, wanted = timed(lambda: png(scene)), timedelta(milliseconds=10)
    table.time("the last board of a game as PNG", last, len(png(scene)), wanted)
    table.time("a board as PNG, CPU over whole games", *drawn(), timedelta(milliseconds=2))
    table.repeat(f"film of {len(scenes)} positions as GIF", film, len(film()))
    table.repeat("race as PNG", lambda: chart(race), len(chart(race)))


def _show_games(table: Table, records: list[Record]) -> list[str]:
    text = "\n".join(write(one) for one in records)
    turns = sum(len(one.turns) for one in records)
    table.repeat(f"{GAMES} games read from text", lambda: read(text), len(text))
    ruled = f"{GAMES} games ruled, {turns} turns"
    table.repeat(ruled, lambda: [replay(one, SETUP) for one in records])
    remembered = list(results(MATCHES))
    table.repeat(f"{MATCHES} matches rated", lambda: standings(remembered))
    micros = ruling() / timedelta(microseconds=1).total_seconds()
    table.add(Row("a turn ruled, text to events, CPU", micros, "µs", wanted=45))
    asked = f"leaderboard of {ENDED:,} matches, CPU"
    table.time(asked, leaderboard(), wanted=timedelta(milliseconds=20))
    a_turn = timed(lambda: [replay(one, SETUP) for one in records]).median / turns
    boards = drawn()[0] / a_turn
    return [f"Drawing a board costs as much as ruling {boards:,.0f} turns."]


def _show_players(table: Table) -> None:
    for law in RULESETS:
        empty = Game(law, SETUP.side)
        tried = Search(field(empty), Random(1).random)
        table.repeat(f"{GAMES_TRIED} games tried, {law}", lambda of=tried: of.run(GAMES_TRIED))  # type: ignore[misc]
        late = endgame(law, limit_of(empty) if law == DEFAULT else OTHERS_SOLVED)
        what = f"{open_cells(late)} open cells solved, {law}"
        table.repeat(what, lambda late=late: solver(late).best(late))  # type: ignore[misc]
    table.repeat("a first turn of strong", lambda: choose(Game("genius", 5), Level.STRONG, 1))


def _show_rulings(table: Table, rounds: int, watchers: int) -> list[str]:
    idle, busy = slow_rulings(rounds)
    table.time("99 of 100 turns are told within", idle)
    table.time("the same, a review under way", busy)
    before, meanwhile = watched_rulings(rounds, watchers)
    table.time(f"the same, {watchers:,} watch another match", before)
    table.time("… and are sent a turn of it", meanwhile)
    review = f"{_length(busy - idle)} later than without one"
    sent = f"{_length(meanwhile - before)} later than while they are sent nothing"
    return [
        f"With a review under way 99 of 100 turns are told {review} (wanted: 50.0 ms at most).",
        f"While {watchers:,} watchers are sent a turn 99 of 100 others are told {sent}.",
    ]


def _length(seconds: float) -> str:
    """A short time in milliseconds."""
    return f"{timedelta(seconds=seconds) / timedelta(milliseconds=1):,.1f} ms"


if __name__ == "__main__":
    main()
