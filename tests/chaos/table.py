"""A channel in which one match after another is played, by two players who follow a script."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from loopback import Channel, Guild, Impossible, LoopbackDiscord, Message, User
from oracle.flood import Colour
from oracle.oracle import Turn

from chaos.script import SIDE, Profile, Script, draw_profile
from chaos.truth import Spoken, Truth

SEATS = {"genius": ("red", "blue"), "mindsports": ("white", "black"), "mures": ("white", "black")}
A_MOMENT = timedelta(seconds=3)
PATIENCE = timedelta(minutes=10)


@dataclass(slots=True)
class Played:
    """A match of the script; `done` once everything was played that was to be."""

    channel: Channel
    profile: Profile
    truth: Truth
    players: tuple[User, User]
    done: bool = False
    answered: set[int] = field(default_factory=set)


class Table:
    """Plays matches in its channel until told to stop."""

    def __init__(self, discord: LoopbackDiscord, guild: Guild, number: int, seed: str) -> None:
        self.discord = discord
        self.channel = discord.text_channel(guild, f"table-{number}")
        self.matches: list[Played] = []
        self.happened: Counter[str] = Counter()
        self.doing = ""
        self._dice = Random(seed)
        people = [discord.user(f"{name} {number}", guilds=[guild]) for name in ("Ann", "Bob")]
        self._host = discord.user(f"Host {number}", guilds=[guild])
        self._fan = discord.user(f"Fan {number}", guilds=[guild])
        self._people = (people[0], people[1])
        self._late: set[asyncio.Task[None]] = set()

    async def play_on(self, stop: Callable[[], bool]) -> None:
        """One match after another."""
        while not stop():
            first, second = self._dice.sample(self._people, 2)
            profile = draw_profile(self._dice)
            script = Script(profile, self._dice)
            played = Played(self.channel, profile, Truth(script.oracle), (first, second))
            self.matches.append(played)
            await self._start(played)
            await self._play(played, script)
            played.done = True
        if self._late:
            await asyncio.gather(*self._late)

    async def _start(self, played: Played) -> None:
        before = max(self.channel.messages, default=0)
        one, other = SEATS[played.profile.format]
        options = {one: played.players[0], other: played.players[1], "side": SIDE}
        options |= {"format": played.profile.format, "clock": played.profile.clock}
        self.doing = "opening a match"
        while (opened := self._announced("Press Ready", before)) is None:
            with contextlib.suppress(Impossible, TimeoutError):
                await self.discord.slash(
                    self.channel, self._host, "match start", **options
                ).wait_acknowledged(A_MOMENT)
            await self._moment(lambda: self._announced("Press Ready", before))
        self.doing = "pressing Ready"
        presses = [("Ready", player) for player in played.players]
        if self._dice.random() < 0.3:
            presses = [("Start now", self._host)]
        while self._announced("▶️", opened.id) is None:
            for label, person in presses:
                with contextlib.suppress(TimeoutError):
                    await self.discord.click(opened, label, person).wait_acknowledged(A_MOMENT)
            await self._moment(lambda: self._announced("▶️", opened.id))

    async def _play(self, played: Played, script: Script) -> None:
        truth, profile, hasty = played.truth, played.profile, False
        while not truth.over():
            turns = len(truth.accepted())
            await self._noise(played, script, hasty=hasty)
            if profile.silent_at == turns:
                self.doing = f"staying silent in turn {turns + 1}"
                before = max(self.channel.messages, default=0)
                await self._until(lambda b=before: self._announced("time ran out", b))
                return
            state = truth.state()
            turn, text = script.legal(state)
            said = await self._say(played, state.to_move, text, turn)
            # The opponent may know the answer before the referee has ruled. But only one: where
            # events overtake each other, nothing tells which of two turns of a player came first.
            hasty = not hasty and self._dice.random() < 0.2
            if hasty:
                self.happened["answers given before the ruling"] += 1
                await asyncio.sleep(0.005)
                continue
            await self._answer_to(said, "a turn")
            await self._afterthought(said)
            await asyncio.sleep(self._dice.uniform(0.0, 0.2))
        self.doing = "waiting for the result"
        last = truth.accepted()[-1].message
        await self._answer_to(last, "the last turn")

    async def _noise(self, played: Played, script: Script, *, hasty: bool) -> None:
        """Tries, talk and other people, which change nothing, even before a `hasty` turn."""
        state = played.truth.state()
        mover: Colour = state.to_move
        waiting: Colour = "second" if mover == "first" else "first"
        if self._dice.random() < 0.25:
            await self._say(played, self._dice.choice([mover, waiting]), script.talk())
        if self._dice.random() < 0.1:
            await self._say(played, None, script.legal(state)[1])
        if self._dice.random() < 0.15:
            tried = await self._say(played, mover, script.illegal(state), reads=True)
            # Whoever has little time does not wait for the answer.
            if not played.profile.limit and self._dice.random() < 0.5:
                await self._answer_to(tried, "a refused try")
                await self._mend(tried, script.legal(state)[1])
        if self._dice.random() < 0.12:
            tried = script.illegal(state, may_overtake=hasty)
            await self._say(played, waiting, tried, reads=True)

    async def _mend(self, refused: Message, text: str) -> None:
        """An edited refused message is no new submission."""
        if self._dice.random() < 0.3:
            self.happened["refused messages edited"] += 1
            await self.discord.edit(refused, text)

    async def _afterthought(self, ruled: Message) -> None:
        """A later edit or deletion of a ruled message changes nothing."""
        chance = self._dice.random()
        if chance < 0.03:
            self.happened["ruled messages edited"] += 1
            await self.discord.edit(ruled, "I take it back")
        elif chance < 0.05:
            self.happened["ruled messages deleted"] += 1
            await self.discord.delete(ruled)

    async def _say(
        self,
        played: Played,
        seat: Colour | None,
        text: str,
        turn: Turn | None = None,
        *,
        reads: bool = False,
    ) -> Message:
        player = self._fan if seat is None else played.players[seat == "second"]
        late = self._dice.random() < 0.06
        said = await self.discord.say(self.channel, player, text, deliver=not late)
        played.truth.spoken.append(Spoken(said, text, seat, reads or turn is not None, turn))
        if late or self._dice.random() < 0.06:
            self.happened["messages told late" if late else "messages told twice"] += 1
            self._deliver_later(said)
        # Two messages of one millisecond would have no order.
        await asyncio.sleep(0.003)
        return said

    def _deliver_later(self, said: Message) -> None:
        async def deliver() -> None:
            await asyncio.sleep(self._dice.uniform(0.01, 0.3))
            if not said.deleted:
                await self.discord.deliver(said)

        task = asyncio.create_task(deliver())
        self._late.add(task)
        task.add_done_callback(self._late.discard)

    async def _answer_to(self, said: Message, what: str) -> None:
        self.doing = f"waiting for the answer to {what}: {said.content!r}"
        await self._until(lambda: answers_to(self.discord, said) or said.reactions)

    async def _until(self, check: Callable[[], object]) -> None:
        await self.discord.wait_until(check, PATIENCE, lambda: f"{self.channel.name}: {self.doing}")

    async def _moment(self, check: Callable[[], object]) -> None:
        with contextlib.suppress(TimeoutError):
            await self.discord.wait_until(check, A_MOMENT)

    def _announced(self, part: str, after: int) -> Message | None:
        bot = self.discord.world.bot
        for key in sorted(self.channel.messages, reverse=True):
            if key <= after:
                return None
            one = self.channel.messages[key]
            if one.author is bot and part in one.content:
                return one
        return None


def answers_to(discord: LoopbackDiscord, said: Message) -> list[Message]:
    """The referee's messages that answer one."""
    later = (one for one in said.channel.messages.values() if one.id > said.id)
    bot = discord.world.bot
    return [
        one
        for one in later
        if one.author is bot and one.reference is not None and one.reference[1] == said.id
    ]
