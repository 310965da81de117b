"""The run: matches, weather, and a referee that is killed until it has been killed often enough."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from loopback import LoopbackDiscord
from loopback.snowflakes import real_clock

from chaos.ledger import read_ledger, unsent
from chaos.process import STOPS_WITHIN, RefereeProcess
from chaos.table import Played, Table
from chaos.timesheet import Timesheet
from chaos.transcript import write_transcript
from chaos.verdict import Findings, Judge
from chaos.weather import Weather

TABLES = 8
VENUE_AHEAD = timedelta(minutes=7)
"""The machine's wall clock is wrong by so much, as the venue sees it."""
CALM = timedelta(minutes=4)
"""How long everything may take that is left to do when the storm is over."""


def venue_clock() -> datetime:
    """Discord's time."""
    return real_clock() + VENUE_AHEAD


class Storm:
    """One run on a fresh database."""

    def __init__(self, kills: int, seed: int, folder: Path) -> None:
        self.kills = 0
        self.happened: Counter[str] = Counter()
        self._wanted = kills
        self._seed = seed
        self._folder = folder
        self._dice = Random(f"{seed} killer")
        self._over = False

    async def run(self) -> Findings:
        """Everything, and what was found."""
        async with LoopbackDiscord(clock=venue_clock) as discord:
            guild = discord.guild("The Genius")
            tables = [Table(discord, guild, n, f"{self._seed} {n}") for n in range(1, TABLES + 1)]
            referee = RefereeProcess(discord, self._folder)
            weather = Weather(discord, referee, Random(f"{self._seed} weather"))
            timesheet = Timesheet(discord)
            sheet = asyncio.create_task(timesheet.keep())
            playing = [asyncio.create_task(one.play_on(lambda: self._over)) for one in tables]
            try:
                await self._rage(discord, referee, weather)
                stuck = await self._calm(referee, playing, tables)
            finally:
                for task in (sheet, *playing):
                    task.cancel()
                await asyncio.gather(sheet, *playing, return_exceptions=True)
                if referee.running:
                    await referee.kill()
            self._count(discord, referee, weather, tables)
            return self._judge(discord, timesheet, referee, tables, stuck)

    async def _rage(
        self, discord: LoopbackDiscord, referee: RefereeProcess, weather: Weather
    ) -> None:
        raging = asyncio.create_task(weather.rage())
        try:
            while self.kills < self._wanted:
                await referee.start()
                await self._let_live(discord)
                if self._dice.random() < 0.08:
                    await self._stop(referee)
                else:
                    await referee.kill()
                    self.kills += 1
                    self._tell(discord)
                absence = 4.0 if self._dice.random() < 0.06 else 0.2
                await asyncio.sleep(self._dice.uniform(0.0, 2 * absence))
        finally:
            raging.cancel()
            await asyncio.gather(raging, return_exceptions=True)
            weather.clear()

    async def _let_live(self, discord: LoopbackDiscord) -> None:
        """Until a random instant: while starting, soon after, or well after."""
        kind = self._dice.random()
        if kind < 0.15:
            await asyncio.sleep(self._dice.uniform(0.05, 2.5))
            return
        known = set(discord.gateway.sessions)
        with contextlib.suppress(TimeoutError):
            await discord.wait_until(
                lambda: set(discord.gateway.sessions) - known, timedelta(seconds=20)
            )
        soon, later = self._dice.expovariate(0.7), self._dice.uniform(3.0, 8.0)
        await asyncio.sleep(soon if kind < 0.8 else later)

    async def _stop(self, referee: RefereeProcess) -> None:
        took = await referee.stop()
        self.happened["planned stops"] += 1
        if took > STOPS_WITHIN:
            self.happened["planned stops that took too long"] += 1

    async def _calm(
        self,
        referee: RefereeProcess,
        playing: Sequence[asyncio.Task[None]],
        tables: Sequence[Table],
    ) -> list[str]:
        """Lets the referee finish; says who waits for what if it does not."""
        self._over = True
        await referee.start()
        _, waiting = await asyncio.wait(playing, timeout=CALM.total_seconds())
        stuck = [
            f"{table.channel.name}: stuck, {table.doing}"
            for table, task in zip(tables, playing, strict=True)
            if task in waiting
        ]
        failed = (task.exception() for task in set(playing) - waiting)
        stuck += [repr(error) for error in failed if error is not None]
        for _ in range(100):
            if not unsent(referee.database):
                break
            await asyncio.sleep(0.1)
        await self._stop(referee)
        return stuck

    def _judge(
        self,
        discord: LoopbackDiscord,
        timesheet: Timesheet,
        referee: RefereeProcess,
        tables: Sequence[Table],
        stuck: Sequence[str],
    ) -> Findings:
        judge = Judge(discord, timesheet)
        for text in stuck:
            judge.orphan(text)
        rows = read_ledger(referee.database)
        for table in tables:
            stored = [row for row in rows if row.room == table.channel.id]
            if len(stored) != len(table.matches):
                judge.orphan(
                    f"{table.channel.name}: {len(table.matches)} matches, {len(stored)} rows"
                )
            for played, row in zip(table.matches, stored, strict=False):
                known = len(judge.findings.said)
                judge.compare(played, row)
                if len(judge.findings.said) > known:
                    path = write_transcript(self._folder, discord, played, row)
                    judge.findings.said.append(f"match {row.number} is told in {path}")
        if self.happened["planned stops that took too long"]:
            judge.findings.said.append("a planned stop took more than five seconds")
        judge.findings.said += referee.broke_down
        judge.findings.said += discord.unknown_requests
        judge.findings.said += [repr(one) for one in discord.violations]
        self.happened["matches"] = sum(len(table.matches) for table in tables)
        return judge.findings

    def _count(
        self,
        discord: LoopbackDiscord,
        referee: RefereeProcess,
        weather: Weather,
        tables: Sequence[Table],
    ) -> None:
        self.happened["kill -9"] = self.kills
        self.happened["starts"] = referee.starts
        for counted in (
            discord.faults.injected,
            weather.happened,
            *(one.happened for one in tables),
        ):
            self.happened.update(counted)

    def _tell(self, discord: LoopbackDiscord) -> None:
        if self.kills % 10 == 0 or self.kills == self._wanted:
            said = len(discord.posted)
            print(f"{self.kills} kills, {said} messages", file=sys.stderr, flush=True)


__all__ = ["Findings", "Played", "Storm"]
