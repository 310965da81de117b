"""The run with cups: channels in which cups are held, and a referee that is killed at each step."""

import asyncio
import sys
from collections.abc import Sequence
from random import Random
from time import monotonic

from chaos.cup_channel import CupChannel
from chaos.cup_history import PlayedCup, Seen, StoredCup, count_steps, read_cup
from chaos.cup_verdict import CupJudge
from chaos.history import Stored
from chaos.ledger import read_matches
from chaos.storm import LONGEST_LIFE, LOOK, Storm
from chaos.undisturbed import play_through
from chaos.verdict import Findings

STEPS = 8
"""The referee is killed after so many steps of the cups at most."""


class CupStorm(Storm):
    """One run on a fresh database; the matches of the cups are judged as all matches are.

    `line` is the last line of the run.
    """

    line = ""
    tables: list[CupChannel]

    async def run(self) -> Findings:
        self._known: set[str] = set()
        found = await super().run()
        self.line = self._cup_judge.counts.line(self.kills, found.lost)
        return found

    def _tables(self) -> list[CupChannel]:
        hall, ledger, plan = self.scene.hall, self.scene.ledger, self.plan
        self._cup_judge = CupJudge(self.judge.findings.complain)
        return [
            CupChannel(hall, number, plan.cup_size, ledger, self.duty, f"{plan.seed} cup {number}")
            for number in range(1, plan.cups + 1)
        ]

    async def _let_live(self, dice: Random) -> None:
        """Until some steps of the cups were stored: just when the next one is being made."""
        if dice.random() < 0.15:
            await asyncio.sleep(dice.uniform(0.05, 2.5))
            return
        await self._until_reached()
        ledger = self.scene.ledger
        last = await count_steps(ledger) + dice.randint(1, STEPS)
        until = monotonic() + LONGEST_LIFE
        while await count_steps(ledger) < last:
            if not self.scene.process.running or monotonic() > until:
                return
            await asyncio.sleep(LOOK)
        await asyncio.sleep(dice.uniform(0.0, 0.3))

    async def _compare(self, *, only_ended: bool) -> None:
        await super()._compare(only_ended=only_ended)
        found = self.judge.findings
        matches = await read_matches(self.scene.ledger)
        for channel in self.tables:
            for cup in channel.cups:
                if cup.name in self._known:
                    continue
                stored = await read_cup(self.scene.ledger, cup.number)
                if only_ended and not cup.done:
                    self._look_for(channel, cup, stored, matches)
                    continue
                self._known.add(cup.name)
                if not cup.number:
                    found.complain("lost", f"{cup.name} was never opened")
                    continue
                known = len(found.said)
                self._judge_cup(channel, cup, stored, matches, self._cup_judge)
                if len(found.said) > known:
                    self._write("cup", [f"{cup.script}", f"{cup.people}"], stored)

    def _look_for(
        self, channel: CupChannel, cup: PlayedCup, stored: StoredCup, matches: Sequence[Stored]
    ) -> None:
        """What is looked for may be there before a cup is over; with a bug, few ever are."""
        found = list[str]()
        if stored.events:
            looking = CupJudge(lambda _, text: found.append(text))
            self._judge_cup(channel, cup, stored, matches, looking)
        for text in found:
            if self.plan.looked_for and self.plan.looked_for in text:
                self.judge.findings.complain("wrong", text)

    def _judge_cup(
        self,
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
        seen = self._seen(channel, stored)
        rooms = {cup.room, *(room for room, _ in seen.threads)}
        lie_there = [one for one in matches if one.room in rooms]
        undisturbed = play_through(cup.script, cup.people, str(starts[0].data["lot"]))
        judge.compare(cup, stored, lie_there, seen, undisturbed)

    def _seen(self, channel: CupChannel, stored: StoredCup) -> Seen:
        hall, name = self.scene.hall, stored.events[0].data["name"]
        here = (one for one in hall.server.threads if one.parent is channel.channel)
        threads = tuple((str(one.id), one.name) for one in here if one.name.startswith(name))
        return Seen(hall.announced_of(f"c{stored.number}."), threads)

    def _complain_of_what_was_not_tried(self) -> None:
        for name in ("cups", "games", "ties", "walkovers", "reminders"):
            if not getattr(self._cup_judge.counts, name):
                text = f"nothing was tried: no {name} in the whole run"
                self.judge.findings.complain("wrong", text)

    def _tell(self) -> None:
        if self.kills % 10 == 0 or self.kills == self.plan.kills:
            cups = sum(len(channel.cups) for channel in self.tables)
            games = sum(len(channel.matches) for channel in self.tables)
            print(f"{self.kills} kills, {cups} cups, {games} games", file=sys.stderr, flush=True)
