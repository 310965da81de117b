"""What goes wrong between Discord and the referee, all the time and now and then. Seeded."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any

from loopback import LoopbackDiscord, Malform

from chaos.timesheet import Timesheet

_RATES = """
5xx=0.02 5xx_after=0.015 408=0.008 429=0.02 429_no_via=0.006 reset=0.015 reset_after=0.015
delay=0.06 hang=0.0015 hang_after=0.0015 duplicate=0.05 reorder=0.03
gateway_drop=0.006 gateway_expire=0.003 gateway_reconnect=0.003
"""
RATES = {name: float(rate) for name, rate in (one.split("=") for one in _RATES.split())}
REPEATED_FOR = timedelta(seconds=10)
"""discord.py repeats a failed request by itself, blindly, well within those minutes."""


class Weather:
    """Faults by chance at every request and event, and bigger ones every few seconds."""

    def __init__(self, discord: LoopbackDiscord, timesheet: Timesheet, dice: Random) -> None:
        self.happened: Counter[str] = Counter()
        self._discord = discord
        self._timesheet = timesheet
        self._dice = dice

    async def rage(self) -> None:
        self._discord.faults.random(self._dice.randrange(2**32), RATES)
        kinds: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("gateway broken, to be resumed", partial(self._sever, resumable=True)),
            ("gateway broken, session lost", partial(self._sever, resumable=False)),
            ("reconnect asked for", self._reconnect),
            ("resume host answers 503", self._no_resuming),
            ("gateway answers 503", self._no_gateway),
            ("line cut", self._cut),
            ("gateway silent", self._silence),
            ("malformed event", self._malform),
            ("nonces forgotten", self._forget),
        ]
        while True:
            await asyncio.sleep(self._dice.uniform(1.0, 5.0))
            name, break_it = self._dice.choice(kinds)
            self.happened[name] += 1
            self._timesheet.happened(name, self._discord.clock())
            await break_it()
            self._timesheet.happened(name, self._discord.clock())

    def clear(self) -> None:
        gateway = self._discord.gateway
        gateway.accepting = gateway.resume_host_up = True
        gateway.thaw()
        self._discord.faults.clear()
        self._discord.mend()
        self._discord.nonce_window = timedelta(minutes=5)

    async def _sever(self, *, resumable: bool) -> None:
        self._discord.gateway.sever(resumable=resumable)

    async def _reconnect(self) -> None:
        self._discord.gateway.reconnect()

    async def _no_resuming(self) -> None:
        self._discord.gateway.resume_host_up = False
        self._discord.gateway.sever(resumable=True)
        await self._wait(0.5, 3.0)
        self._discord.gateway.resume_host_up = True

    async def _no_gateway(self) -> None:
        self._discord.gateway.accepting = False
        self._discord.gateway.sever(resumable=self._dice.random() < 0.5)
        await self._wait(0.3, 2.0)
        self._discord.gateway.accepting = True

    async def _cut(self) -> None:
        await self._discord.cut()
        await self._wait(0.1, 1.5)
        self._discord.mend()

    async def _silence(self) -> None:
        self._discord.gateway.freeze()
        await self._wait(0.2, 2.0)
        self._discord.gateway.thaw()

    async def _malform(self) -> None:
        def change(payload: dict[str, Any]) -> dict[str, Any]:
            return payload | {"author": None, "id": "not a number"}

        self._discord.faults.next("MESSAGE_CREATE", Malform(change))

    async def _forget(self) -> None:
        """Discord remembers a nonce for some minutes: for older announcements they have passed."""
        nonces, latest = self._discord.nonces, self._discord.clock() - REPEATED_FOR
        for key, made in list(nonces.items()):
            if made.created_at < latest and not key[1].startswith("r"):
                del nonces[key]

    async def _wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self._dice.uniform(least, most))
