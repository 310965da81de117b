"""The run: matches, faults, and a referee that is killed until it has been killed often enough."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from time import monotonic
from typing import Protocol

from stopwatch import Stopwatch

from chaos.duty import Duty, watch_machine
from chaos.faults import Faults
from chaos.history import Played, Stored
from chaos.ledger import count_unsent, read_matches
from chaos.process import REPOSITORY, STOPS_WITHIN
from chaos.script import MOMENTS
from chaos.table import Table
from chaos.thinkers import Thinkers
from chaos.transcript import conversation, write_transcript
from chaos.venues import Scene, opened
from chaos.verdict import Findings, Judge

TABLES = 8
LOOK = 0.05
REACHED_WITHIN, LONGEST_LIFE = 60.0, 15.0
GIVES_UP = "referee: the database can't be"
"""How a start's last line begins that found no usable store."""
LONGEST_CALM = timedelta(minutes=30)
LONGEST_IDLENESS = 300.0
"""Seconds without a note of duty, in calm, after which nobody waits any longer."""
BETWEEN_FAULTS, BETWEEN_MOMENTS = 12.0, 1.0
ENOUGH_FOR_ALL = 20
"""A run with fewer kills is no fault for what never came up in it; its last line shows the zero."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run is to be; it ends as soon as a complaint has words in it that are `looked_for`."""

    kills: int
    seed: int
    venue: str = "discord"
    faults: bool = True
    trembles: bool = False
    looked_for: str = ""
    code: Path = REPOSITORY
    tables: int = TABLES
    doors: int = 1
    cups: int = 0
    cup_size: int = 8


class Playing(Protocol):
    """People at a table, or in a channel; `doing` says what they wait for."""

    matches: list[Played]
    happened: Counter[str]

    @property
    def doing(self) -> str:
        """What is waited for."""

    async def play_on(self, stop: Callable[[], bool]) -> None:
        """Play until told to stop."""


@dataclass(slots=True)
class Storm:
    plan: Plan
    folder: Path
    happened: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    _over: bool = False
    _judged: set[str] = field(default_factory=set)
    _slow_stops: list[str] = field(default_factory=list)

    async def run(self) -> Findings:
        plan = self.plan
        async with opened(plan.venue, self.folder, plan.seed, plan.code, plan.doors) as scene:
            duty = Duty(scene.ledger, scene.timesheet)
            tables = self._tables(scene, duty)
            dice = Random(f"{plan.seed} faults")
            faults = Faults(scene.store, scene.process, scene.timesheet, scene.now, dice)
            judge = Judge(scene.timesheet, scene.hall.answers)
            thinkers = Thinkers(self.folder, scene.process, Random(f"{plan.seed} thinkers"))
            starving = watch_machine(scene.process, scene.timesheet, scene.now)
            async with _beside(scene.hall.watch(), duty.keep(), starving):
                playing = [asyncio.create_task(one.play_on(lambda: self._over)) for one in tables]
                try:
                    async with _beside(thinkers.rage()):
                        await self._rage(scene, tables, faults, judge)
                    if not self._found(judge):
                        await self._calm(scene, duty, faults, playing, tables, judge)
                    if not self._found(judge):
                        await self._judge(scene, tables, judge)
                        for one in await thinkers.leave():
                            judge.findings.complain("wrong", f"process {one} still thinks")
                finally:
                    for task in playing:
                        task.cancel()
                    await asyncio.gather(*playing, return_exceptions=True)
                    if scene.process.running:
                        await scene.process.kill()
            self.happened["kill -9 of what thinks"] = thinkers.killed
            self._count(scene, faults, tables, judge.findings)
            return judge.findings

    def _tables(self, scene: Scene, duty: Duty) -> Sequence[Playing]:
        moments, seed = [*MOMENTS, *[""] * self.plan.tables], self.plan.seed
        return [
            Table(scene.place(n, f"{seed} {n}"), scene.ledger, duty, f"{seed} {n}", moment)
            for n, moment in enumerate(moments[: self.plan.tables], 1)
        ]

    async def _rage(
        self, scene: Scene, tables: Sequence[Playing], faults: Faults, judge: Judge
    ) -> None:
        plan, dice = self.plan, Random(f"{self.plan.seed} killer")
        work = [scene.rage()] + ([faults.rage(BETWEEN_FAULTS)] if plan.faults else [])
        work += [faults.tremble(BETWEEN_MOMENTS)] if plan.trembles else []
        async with _beside(*work):
            while self.kills < plan.kills:
                before, failing = faults.store_faults, faults.failing
                await scene.process.start()
                await self._let_live(scene, dice)
                await faults.free.wait()
                if dice.random() < 0.08:
                    ended = await self._stop(scene, faults)
                else:
                    ended = await scene.process.kill()
                    self.kills += 1
                    self._tell(tables)
                if not ended:
                    self._forgive(scene, faults, before - failing)
                if plan.looked_for and await self._judge_ended(scene, tables, judge):
                    break
                absence = 4.0 if dice.random() < 0.06 else 0.2
                await asyncio.sleep(dice.uniform(0.0, 2 * absence))
        scene.clear()

    async def _let_live(self, scene: Scene, dice: Random) -> None:
        """Until a random instant: while starting, soon after, or well after; or its own end."""
        kind = dice.random()
        if kind < 0.15:
            await asyncio.sleep(dice.uniform(0.05, 2.5))
            return
        process, until = scene.process, monotonic() + REACHED_WITHIN
        while process.running and not scene.timesheet.open and monotonic() < until:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK)
        lives = timedelta(seconds=dice.expovariate(0.7) if kind < 0.75 else dice.uniform(3.0, 8.0))
        # As a machine all its own would have it: on a busy one it would never come to anything.
        watch, until = Stopwatch(process.pid), monotonic() + LONGEST_LIFE
        while process.running and watch.spent() < lives and monotonic() < until:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK)

    def _forgive(self, scene: Scene, faults: Faults, before: int) -> None:
        """A start may give up where the store fails meanwhile, and says that this is why."""
        failed = faults.failing or faults.store_faults > before
        if failed and scene.process.last_words.startswith(GIVES_UP):
            scene.process.broke_down.pop()
            self.happened["starts given up at a store that failed"] += 1

    async def _stop(self, scene: Scene, faults: Faults) -> bool:
        before = len(scene.process.broke_down)
        async with faults.none_begins():
            took = await scene.process.stop()
        self.happened["planned stops"] += 1
        if took > STOPS_WITHIN:
            self._slow_stops.append(
                f"a planned stop took {took}, after start {scene.process.starts}"
            )
        return len(scene.process.broke_down) == before

    async def _calm(
        self,
        scene: Scene,
        duty: Duty,
        faults: Faults,
        playing: list[asyncio.Task[None]],
        tables: Sequence[Playing],
        judge: Judge,
    ) -> None:
        self._over = True
        await scene.process.start()
        begun = seen = monotonic()
        served, waiting = duty.served, set(playing)
        while waiting and monotonic() - begun < LONGEST_CALM.total_seconds():
            _, waiting = await asyncio.wait(waiting, timeout=1.0)
            if duty.served > served:
                served, seen = duty.served, monotonic()
            if monotonic() - seen > LONGEST_IDLENESS:
                judge.findings.complain("lost", "the referee is not on duty, and nothing is wrong")
                break
            if self.plan.looked_for and await self._judge_ended(scene, tables, judge):
                return
        for table, task in zip(tables, playing, strict=True):
            if task in waiting:
                judge.findings.complain("lost", f"stuck, {table.doing}")
            elif (error := task.exception()) is not None:
                judge.findings.complain("lost", repr(error))
        for _ in range(100):
            if not await count_unsent(scene.ledger):
                break
            await asyncio.sleep(0.1)
        await self._stop(scene, faults)

    async def _judge_ended(self, scene: Scene, tables: Sequence[Playing], judge: Judge) -> bool:
        await self._compare(scene, tables, judge, only_ended=True)
        return self._found(judge)

    def _found(self, judge: Judge) -> bool:
        wanted = self.plan.looked_for
        return bool(wanted) and any(wanted in text for text in judge.findings.said)

    async def _judge(self, scene: Scene, tables: Sequence[Playing], judge: Judge) -> None:
        await self._compare(scene, tables, judge, only_ended=False)
        found = judge.findings
        for text in (*self._slow_stops, *scene.process.broke_down, *scene.complaints()):
            found.complain("wrong", text)
        if self.plan.kills >= ENOUGH_FOR_ALL:
            self._complain_of_what_was_not_tried(found)

    def _complain_of_what_was_not_tried(self, found: Findings) -> None:
        found.complain_of_what_was_not_tried()

    async def _compare(
        self, scene: Scene, tables: Sequence[Playing], judge: Judge, *, only_ended: bool
    ) -> None:
        rows: dict[str, list[Stored]] = defaultdict(list)
        for one in await read_matches(scene.ledger):
            rows[one.room].append(one)
        for table in tables:
            rooms: Counter[str] = Counter()
            for played in table.matches:
                place, stored = rooms[played.room], rows[played.room]
                rooms[played.room] += 1
                key = f"{played.room} {place}"
                if key in self._judged or (only_ended and not played.done):
                    continue
                self._judged.add(key)
                if place >= len(stored):
                    judge.findings.complain("lost", f"{key}: no such match was stored")
                    continue
                known = len(judge.findings.said)
                judge.compare(played, stored[place], scene.hall.announced(played))
                if len(judge.findings.said) > known:
                    made = scene.hall.announced(played)
                    told = list(conversation(played, stored[place], made))
                    path = self.folder / f"match-{stored[place].number}.txt"
                    write_transcript(path, told, stored[place], scene.timesheet)
                    judge.findings.said.append(f"match {stored[place].number} is told in {path}")
            for room, number in rooms.items():
                if not only_ended and len(rows[room]) != number:
                    text = f"{room}: {number} matches, {len(rows[room])} rows"
                    judge.findings.complain("lost", text)

    def _count(
        self, scene: Scene, faults: Faults, tables: Sequence[Playing], findings: Findings
    ) -> None:
        findings.kills, findings.stalls = self.kills, faults.stalls
        findings.store_faults = faults.store_faults
        self.happened["kill -9"] = self.kills
        self.happened["starts"] = scene.process.starts
        self.happened["matches"] = sum(len(table.matches) for table in tables)
        for counted in (scene.happened(), faults.happened, *(one.happened for one in tables)):
            self.happened.update(counted)

    def _tell(self, tables: Sequence[Playing]) -> None:
        if self.kills % 10 == 0 or self.kills == self.plan.kills:
            matches = sum(len(table.matches) for table in tables)
            print(f"{self.kills} kills, {matches} matches", file=sys.stderr, flush=True)


@contextlib.asynccontextmanager
async def _beside(*work: object) -> AsyncIterator[None]:
    """Runs something meanwhile; where it fails, so does what it runs beside."""
    tasks = [asyncio.ensure_future(one) for one in work]  # type: ignore[call-overload]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(done, Exception):
                print(f"beside the referee: {done!r}", file=sys.stderr, flush=True)


__all__ = ["Plan", "Storm"]
