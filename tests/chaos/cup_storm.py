"""The run with cups: channels in which cups are held, and a referee that is killed at each step."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from random import Random
from time import monotonic

from chaos.cup_channel import CupChannel
from chaos.cup_history import PlayedCup, Seen, StoredCup, count_steps, read_cup
from chaos.cup_verdict import CupCounts, CupJudge
from chaos.duty import Duty
from chaos.history import Announced, Stored
from chaos.ledger import read_matches
from chaos.storm import LONGEST_LIFE, LOOK, REACHED_WITHIN, Playing, Storm
from chaos.transcript import write_transcript
from chaos.undisturbed import play_through
from chaos.venues import Scene
from chaos.verdict import Findings, Judge

STEPS = 8
"""The referee is killed after so many steps of the cups at most."""


class CupStorm(Storm):
    """One run on a fresh database; the matches of the cups are judged as all matches are."""

    line = ""

    async def run(self) -> Findings:
        self._cup_judge: CupJudge | None = None
        self._channels: list[CupChannel] = []
        self._known: set[str] = set()
        found = await Storm.run(self)
        counts = CupCounts() if self._cup_judge is None else self._cup_judge.counts
        self.line = counts.line(self.kills, found.lost)
        return found

    def _tables(self, scene: Scene, duty: Duty) -> Sequence[Playing]:
        hall, plan = scene.hall, self.plan
        self._channels = [
            CupChannel(
                hall.discord, hall.server, number, plan.cup_size, scene.ledger, duty,
                f"{plan.seed} cup {number}",
            )
            for number in range(1, plan.cups + 1)
        ]  # fmt: skip
        return self._channels

    async def _let_live(self, scene: Scene, dice: Random) -> None:
        """Until some steps of the cups were stored: just when the next one is being made."""
        if dice.random() < 0.15:
            await asyncio.sleep(dice.uniform(0.05, 2.5))
            return
        process, until = scene.process, monotonic() + REACHED_WITHIN
        while process.running and not scene.timesheet.open and monotonic() < until:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK)
        last = await count_steps(scene.ledger) + dice.randint(1, STEPS)
        until = monotonic() + LONGEST_LIFE
        while await count_steps(scene.ledger) < last:
            if not process.running or monotonic() > until:
                return
            await asyncio.sleep(LOOK)
        await asyncio.sleep(dice.uniform(0.0, 0.3))

    async def _compare(
        self, scene: Scene, tables: Sequence[Playing], judge: Judge, *, only_ended: bool
    ) -> None:
        await Storm._compare(self, scene, tables, judge, only_ended=only_ended)
        self._cup_judge = cup_judge = self._cup_judge or CupJudge(judge.findings.complain)
        matches = await read_matches(scene.ledger)
        for channel in self._channels:
            for cup in channel.cups:
                if cup.name in self._known:
                    continue
                if only_ended and not cup.done:
                    await self._look_for(scene, channel, cup, matches, judge)
                    continue
                self._known.add(cup.name)
                if not cup.number:
                    judge.findings.complain("lost", f"{cup.name} was never opened")
                    continue
                known = len(judge.findings.said)
                stored = await read_cup(scene.ledger, cup.number)
                self._judge_cup(scene, channel, cup, stored, matches, cup_judge)
                if len(judge.findings.said) > known:
                    path = write_transcript(
                        self.folder / f"cup-{cup.number}.txt",
                        [f"{cup.script}", f"{cup.people}"],
                        stored,
                        scene.timesheet,
                    )
                    judge.findings.said.append(f"{cup.name} is told in {path}")

    async def _look_for(
        self,
        scene: Scene,
        channel: CupChannel,
        cup: PlayedCup,
        matches: Sequence[Stored],
        judge: Judge,
    ) -> None:
        """What is looked for may be there before a cup is over; with a bug, few ever are."""
        found = list[str]()
        stored = await read_cup(scene.ledger, cup.number)
        if stored.events:
            looking = CupJudge(lambda _, text: found.append(text))
            self._judge_cup(scene, channel, cup, stored, matches, looking)
        for text in found:
            if self.plan.looked_for and self.plan.looked_for in text:
                judge.findings.complain("wrong", text)

    def _judge_cup(
        self,
        scene: Scene,
        channel: CupChannel,
        cup: PlayedCup,
        stored: StoredCup,
        matches: Sequence[Stored],
        judge: CupJudge,
    ) -> None:
        starts = [event for _, event in stored.of("CupStarted")]
        if not starts:
            judge.complain("lost", f"{cup.name} was never started")
            return
        seen = self._seen(scene, channel, stored)
        rooms = {cup.room, *(room for room, _ in seen.threads)}
        lie_there = [one for one in matches if one.room in rooms]
        undisturbed = play_through(cup.script, cup.people, str(starts[0].data["lot"]))
        judge.compare(cup, stored, lie_there, seen, undisturbed)

    def _seen(self, scene: Scene, channel: CupChannel, stored: StoredCup) -> Seen:
        """What the referee said of a cup, and the threads that it opened since the card."""
        discord = scene.hall.discord
        told = tuple(
            Announced(str(one.id), one.created_at, one.content, str(one.nonce), None)
            for one in discord.posted
            if one.author is discord.world.bot and str(one.nonce).startswith(f"c{stored.number}.")
        )
        threads = tuple(
            (str(one.id), one.name)
            for one in scene.hall.server.threads
            if one.parent is channel.channel and one.name.startswith(stored.events[0].data["name"])
        )
        return Seen(told, threads)

    def _complain_of_what_was_not_tried(self, found: Findings) -> None:
        assert self._cup_judge is not None
        counts = self._cup_judge.counts
        for name in ("cups", "games", "ties", "walkovers", "reminders"):
            if not getattr(counts, name):
                found.complain("wrong", f"nothing was tried: no {name} in the whole run")

    def _tell(self, tables: Sequence[Playing]) -> None:
        if self.kills % 10 == 0 or self.kills == self.plan.kills:
            cups = sum(len(channel.cups) for channel in self._channels)
            games = sum(len(table.matches) for table in tables)
            print(f"{self.kills} kills, {cups} cups, {games} games", file=sys.stderr, flush=True)
