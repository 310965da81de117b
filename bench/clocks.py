"""Whether the sparring partner keeps its clock: many games at a desk, ten of them at once.

The desk, the database's file, the clocks and the process that thinks are real. Whoever plays
against the partner answers each of its turns at once with any legal one, so that it has to think
almost all the time.
"""

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

from bench.rulings import TERMS, Table, at_work
from bench.table import Row
from bench.table import Table as Rows
from bot.desk.desk import Desk
from bot.desk.sparring import Sparring
from bot.desk.tables import OpenMatch
from bot.desk.thinking import Thinking
from bot.engine.notation import write_turn
from bot.players.levels import Level
from bot.players.random_turn import after_random_turn
from bot.referee.clock import read_control
from bot.referee.events import MatchOpened, Player, Termination
from bot.referee.match import Match, Room
from bot.referee.partner import partner
from bot.referee.submission import Said, StartNow, Submission
from bot.timing import RealTime

AT_ONCE = 10
_PERSON = Player("one", "Ann")
_PARTNER = Player("referee", f"Referee ({Level.STRONG})", Level.STRONG)


@dataclass(frozen=True, slots=True)
class ClockedGames:
    """What came of games: those that the partner lost on time, and its longest turn."""

    on_time: int
    longest: timedelta


def clocked(clock: str, games: int) -> ClockedGames:
    """Games of `strong` at side 5 on a clock as a host types it; ten are under way at once."""
    return asyncio.run(_Games(clock, games).played())


def show_clock(table: Rows, games: int) -> None:
    """Rows for ten seconds a turn, and for ten seconds in all."""
    for clock in ("10s+0", "0+10s"):
        found = clocked(clock, games)
        table.add(Row(f"{games} games on {clock}: lost on time", found.on_time, "", wanted=0))
        longest = found.longest / timedelta(seconds=1)
        table.add(Row("… the partner's longest turn", longest, "s", wanted=10))


class _Games:
    """All games, and who plays them against the partner."""

    def __init__(self, clock: str, games: int) -> None:
        self._terms = replace(TERMS, control=read_control(clock))
        self._games = games
        self._moved: dict[int, asyncio.Event] = {}

    async def played(self) -> ClockedGames:
        """Plays all of them."""
        timepiece = RealTime()
        thinking = Thinking(timepiece)
        async with at_work(thinking) as (desk, table):
            desk.watchers.append(self._on_change)
            work = [
                asyncio.create_task(Sparring(desk, timepiece).run()),
                asyncio.create_task(desk.calls.run()),
            ]
            try:
                left = asyncio.Queue[int]()
                for number in range(self._games):
                    left.put_nowait(number)
                seats = (self._seat(desk, table, left) for _ in range(AT_ONCE))
                ended = [match for played in await asyncio.gather(*seats) for match in played]
            finally:
                for task in work:
                    task.cancel()
                await asyncio.gather(*work, return_exceptions=True)
        return _summed(ended)

    def _on_change(self, live: OpenMatch) -> None:
        if live.id in self._moved:
            self._moved[live.id].set()

    async def _seat(self, desk: Desk, table: Table, left: asyncio.Queue[int]) -> list[Match]:
        """One place at which a game is played after the other, as long as there are any."""
        ended = list[Match]()
        while not left.empty():
            ended.append(await self._game(desk, table, left.get_nowait()))
        return ended

    async def _game(self, desk: Desk, table: Table, number: int) -> Match:
        """A game in a room of its own; the partner begins every other one."""
        players = (_PERSON, _PARTNER) if number % 2 else (_PARTNER, _PERSON)
        room, random = Room("table", "bench", f"game-{number}"), Random(number)
        opened = MatchOpened(table.now(), _PERSON, players, self._terms)
        match_number = await desk.open(room, opened)
        moved = self._moved[match_number] = asyncio.Event()
        await desk.submit(room, Submission(_PERSON, StartNow(), table.now()))
        while True:
            moved.clear()
            held = await desk.match(match_number)
            if held is None:
                raise RuntimeError(f"match {match_number} is gone")
            match = held[1]
            if match.over:
                return match
            if not match.telling.room_knows or match.to_move is partner(match):
                await moved.wait()
                continue
            turn = after_random_turn(match.ruleset, match.position, random).turn
            if turn is None:
                raise RuntimeError("there is no turn")
            said = Said(write_turn(match.spelling, turn))
            await desk.submit(room, Submission(_PERSON, said, table.now(), str(random.random())))


def _summed(ended: list[Match]) -> ClockedGames:
    lost, turns = 0, [timedelta(0)]
    for match in ended:
        seat = partner(match)
        end = match.ended
        lost += end is not None and end.termination is Termination.TIME and end.winner is not seat
        turns += [one.used for one in match.turns if one.colour is seat and one.used is not None]
    return ClockedGames(lost, max(turns))
