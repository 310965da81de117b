"""The run: matches, faults, and a referee that is killed until it has been killed often enough."""

import asyncio
import contextlib
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from time import monotonic
from typing import Protocol

from stopwatch import Stopwatch

from chaos.duty import Duty, watch_machine
from chaos.faults import Faults
from chaos.history import Announced, Log, Played, Stored
from chaos.ledger import count_unsent, read_matches
from chaos.process import REPOSITORY, STOPS_WITHIN, Thinkers
from chaos.script import MOMENTS
from chaos.table import Table
from chaos.timesheet import Timesheet
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
BETWEEN_FAULTS = 12.0
ENOUGH_FOR_ALL = 20
"""A run with fewer kills is no fault for what never came up in it; its last line shows the zero."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run is to be; it ends as soon as a complaint has words in it that are `looked_for`."""

    kills: int
    seed: int
    venue: str = "discord"
    faults: bool = True
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
    def doing(self) -> str: ...
    async def play_on(self, stop: Callable[[], bool]) -> None: ...


class Storm:
    """One run on a fresh database."""

    scene: Scene
    duty: Duty
    faults: Faults
    judge: Judge
    tables: Sequence[Playing]

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.happened: Counter[str] = Counter()
        self.kills = 0
        self._over = False
        self._judged: set[str] = set()
        self._slow_stops: list[str] = []

    async def run(self) -> Findings:
        plan = self.plan
        async with opened(plan.venue, self.folder, plan.seed, plan.code, plan.doors) as scene:
            hall, process, sheet = scene.hall, scene.process, scene.timesheet
            self.scene, self.duty = scene, Duty(scene.ledger, sheet)
            dice = Random(f"{plan.seed} faults")
            self.faults = Faults(scene.store, process, sheet, hall.now, dice)
            self.judge = Judge(sheet, hall.answers)
            self.tables = self._tables()
            thinkers = Thinkers(self.folder, process, Random(f"{plan.seed} thinkers"))
            starving = watch_machine(process, sheet, hall.now)
            async with _beside(hall.watch(), self.duty.keep(), starving):
                playing = [
                    asyncio.create_task(one.play_on(lambda: self._over)) for one in self.tables
                ]
                try:
                    async with _beside(thinkers.rage()):
                        await self._rage()
                    if not self._found():
                        await self._calm(playing)
                    if not self._found():
                        await self._judge_all()
                        for one in await thinkers.leave():
                            self.judge.findings.complain("wrong", f"process {one} still thinks")
                finally:
                    for task in playing:
                        task.cancel()
                    await asyncio.gather(*playing, return_exceptions=True)
                    if process.running:
                        await process.kill()
            self.happened["kill -9 of what thinks"] = thinkers.killed
            self._count()
            return self.judge.findings

    def _tables(self) -> Sequence[Playing]:
        moments, seed = [*MOMENTS, *[""] * self.plan.tables], self.plan.seed
        hall, ledger = self.scene.hall, self.scene.ledger
        return [
            Table(hall.place(n, f"{seed} {n}"), ledger, self.duty, f"{seed} {n}", moment)
            for n, moment in enumerate(moments[: self.plan.tables], 1)
        ]

    async def _rage(self) -> None:
        plan, dice = self.plan, Random(f"{self.plan.seed} killer")
        process, faults = self.scene.process, self.faults
        work = [self.scene.hall.rage()] + ([faults.rage(BETWEEN_FAULTS)] if plan.faults else [])
        async with _beside(*work):
            while self.kills < plan.kills:
                before, failing = faults.store_faults, faults.failing
                await process.start()
                await self._let_live(dice)
                await faults.free.wait()
                if dice.random() < 0.08:
                    ended = await self._stop()
                else:
                    ended = await process.kill()
                    self.kills += 1
                    self._tell()
                if not ended:
                    self._forgive(before - failing)
                if plan.looked_for and await self._judge_ended():
                    break
                absence = 4.0 if dice.random() < 0.06 else 0.2
                await asyncio.sleep(dice.uniform(0.0, 2 * absence))
        self.scene.hall.clear()

    async def _let_live(self, dice: Random) -> None:
        """Until a random instant: while starting, soon after, or well after; or its own end."""
        kind = dice.random()
        if kind < 0.15:
            await asyncio.sleep(dice.uniform(0.05, 2.5))
            return
        await self._until_reached()
        process, until = self.scene.process, monotonic() + LONGEST_LIFE
        lives = timedelta(seconds=dice.expovariate(0.7) if kind < 0.75 else dice.uniform(3.0, 8.0))
        # As a machine all its own would have it: on a busy one it would never come to anything.
        watch = Stopwatch(process.pid)
        while process.running and watch.spent() < lives and monotonic() < until:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK)

    async def _until_reached(self) -> None:
        process, until = self.scene.process, monotonic() + REACHED_WITHIN
        while process.running and not self.scene.timesheet.open and monotonic() < until:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK)

    def _forgive(self, before: int) -> None:
        """A start may give up where the store fails meanwhile, and says that this is why."""
        failed = self.faults.failing or self.faults.store_faults > before
        if failed and self.scene.process.last_words.startswith(GIVES_UP):
            self.scene.process.broke_down.pop()
            self.happened["starts given up at a store that failed"] += 1

    async def _stop(self) -> bool:
        process = self.scene.process
        before = len(process.broke_down)
        async with self.faults.none_begins():
            took = await process.stop()
        self.happened["planned stops"] += 1
        if took > STOPS_WITHIN:
            self._slow_stops.append(f"a planned stop took {took}, after start {process.starts}")
        return len(process.broke_down) == before

    async def _calm(self, playing: list[asyncio.Task[None]]) -> None:
        """Lets the referee finish; says who waits for what if it does not."""
        self._over, found = True, self.judge.findings
        await self.scene.process.start()
        begun = seen = monotonic()
        served, waiting = self.duty.served, set(playing)
        while waiting and monotonic() - begun < LONGEST_CALM.total_seconds():
            _, waiting = await asyncio.wait(waiting, timeout=1.0)
            if self.duty.served > served:
                served, seen = self.duty.served, monotonic()
            if monotonic() - seen > LONGEST_IDLENESS:
                found.complain("lost", "the referee is not on duty, and nothing is wrong")
                break
            if self.plan.looked_for and await self._judge_ended():
                return
        for table, task in zip(self.tables, playing, strict=True):
            if task in waiting:
                found.complain("lost", f"stuck, {table.doing}")
            elif (error := task.exception()) is not None:
                found.complain("lost", repr(error))
        for _ in range(100):
            if not await count_unsent(self.scene.ledger):
                break
            await asyncio.sleep(0.1)
        await self._stop()

    async def _judge_ended(self) -> bool:
        """Judges what has ended so far; whether that is found which is looked for."""
        await self._compare(only_ended=True)
        return self._found()

    def _found(self) -> bool:
        wanted = self.plan.looked_for
        return bool(wanted) and any(wanted in text for text in self.judge.findings.said)

    async def _judge_all(self) -> None:
        await self._compare(only_ended=False)
        process, hall = self.scene.process, self.scene.hall
        for text in (*self._slow_stops, *process.broke_down, *hall.complaints):
            self.judge.findings.complain("wrong", text)
        if self.plan.kills >= ENOUGH_FOR_ALL:
            self._complain_of_what_was_not_tried()

    def _complain_of_what_was_not_tried(self) -> None:
        self.judge.findings.complain_of_what_was_not_tried()

    async def _compare(self, *, only_ended: bool) -> None:
        rows: dict[str, list[Stored]] = defaultdict(list)
        for one in await read_matches(self.scene.ledger):
            rows[one.room].append(one)
        found = self.judge.findings
        for table in self.tables:
            rooms: Counter[str] = Counter()
            for played in table.matches:
                place, stored = rooms[played.room], rows[played.room]
                rooms[played.room] += 1
                key = f"{played.room} {place}"
                if key in self._judged or (only_ended and not played.done):
                    continue
                self._judged.add(key)
                if place >= len(stored):
                    found.complain("lost", f"{key}: no such match was stored")
                    continue
                known, made = len(found.said), self.scene.hall.announced(played)
                self.judge.compare(played, stored[place], made)
                if len(found.said) > known:
                    told = list(conversation(played, stored[place], made))
                    self._write("match", told, stored[place])
            for room, number in rooms.items():
                if not only_ended and len(rows[room]) != number:
                    found.complain("lost", f"{room}: {number} matches, {len(rows[room])} rows")

    def _write(self, what: str, begins: list[str], log: Log) -> None:
        """What went wrong is told at length, for whoever has to find out why."""
        path = self.folder / f"{what}-{log.number}.txt"
        write_transcript(path, begins, log, self.scene.timesheet)
        self.judge.findings.said.append(f"{what} {log.number} is told in {path}")

    def _count(self) -> None:
        findings, faults = self.judge.findings, self.faults
        findings.kills, findings.stalls = self.kills, faults.stalls
        findings.store_faults = faults.store_faults
        self.happened["kill -9"] = self.kills
        self.happened["starts"] = self.scene.process.starts
        self.happened["matches"] = sum(len(table.matches) for table in self.tables)
        for counted in (self.scene.hall, faults, *self.tables):
            self.happened.update(counted.happened)

    def _tell(self) -> None:
        if self.kills % 10 == 0 or self.kills == self.plan.kills:
            matches = sum(len(table.matches) for table in self.tables)
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


def write_transcript(path: Path, begins: Sequence[str], log: Log, sheet: Timesheet) -> Path:
    """What was said, the events as they are stored, and when the referee was on duty."""
    events = [
        f"{number} {event.at:%H:%M:%S.%f} {event.kind} {event.data}"
        for number, event in enumerate(log.events)
    ]
    duty = sheet.told(log.events[0].at, log.events[-1].at)
    path.write_text("\n".join([*begins, "", *events, "", *duty]) + "\n")
    return path


def conversation(played: Played, stored: Stored, made: Sequence[Announced]) -> Iterator[str]:
    """All that was said and announced in a match."""
    yield f"{played.profile}\n"
    told = [
        (one.at, one.id, "referee", f"{one.nonce} {one.pinged or ''} {one.text}") for one in made
    ]
    for said in played.in_order():
        who = played.people[said.author].name if said.author in played.people else said.author
        ruled = stored.rulings.get(said.id, "")
        if said.at is not None:
            told.append((said.at, said.id, who, f"[{ruled}] {said.text!r} {said.order or ''}"))
    for at, key, who, text in sorted(told):
        yield f"{at:%H:%M:%S.%f} {key} {who}: {' / '.join(text.splitlines())}"
    yield from (f"{one.text!r} was never stamped" for one in played.said if one.at is None)
