"""Matches in the local room, over its pages' own connection."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import aiohttp

from chaos.history import Announced, Person, Played, Profile, Said
from chaos.ledger import Ledger
from chaos.page import Log, Page, Tapped, misdated, plain, session_of, stamp
from chaos.timesheet import Timesheet
from chaos.verdict import Answers

A_MOMENT = 3.0
LOOK = 0.2
CLOSE = timedelta(milliseconds=100)
"""Between two clocks of one machine."""
MOST_A_STALL = timedelta(seconds=1)
"""By so much a line may be stamped before it was sent: the process stood still for a moment."""
TOLD, GONE = "told", "gone"
TRIES = 300
SEATS = ("one", "two")
PARTNER = "The referee"


class RoomHall:
    """All rooms of a referee on one port, where nothing goes wrong by itself."""

    def __init__(self, port: int, ledger: Ledger) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.timesheet = Timesheet(timedelta(seconds=0.5))
        self.settings: dict[str, str] = {}
        self.arguments = ("--port", str(port))
        self.complaints: list[str] = []
        self.happened: Counter[str] = Counter()
        self.ledger = ledger
        self.pages: dict[str, dict[str, Page]] = {}
        """The pages of each room by the role of their token."""
        self.kept: dict[str, Log] = {}
        self._port = port

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def rage(self) -> None:
        await asyncio.Event().wait()

    def clear(self) -> None:
        pass

    def place(self, number: int, seed: str) -> RoomPlace:
        return RoomPlace(self, number, Random(seed))

    async def watch(self) -> None:
        refused = datetime.now(UTC)
        while True:
            looked = datetime.now(UTC)
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self._port)
            except OSError:
                self.timesheet.gone(datetime.now(UTC))
                refused = looked
            else:
                writer.close()
                # It may have listened since just after nobody did.
                self.timesheet.reached(refused)
            await asyncio.sleep(LOOK)

    async def close(self) -> None:
        for page in (one for pages in self.pages.values() for one in pages.values()):
            await page.close()

    def announced(self, played: Played) -> list[Announced]:
        """What the host's page showed, with the nonces from the room's log.

        A reminder that was taken back need not have been seen.
        """
        lines = self.pages[played.room]["host"].lines
        return [
            Announced(
                str(serial), at, plain(lines[serial]) if serial in lines else "", nonce, None,
                gone=serial not in lines,
            )
            for serial, (nonce, at, kind) in self.kept.get(played.room, {}).items()
            if (serial in lines and lines[serial]["kind"] == TOLD) or kind == GONE
        ]  # fmt: skip

    def answers(self, said: Said) -> Answers:
        host = self.pages[said.tapped.log]["host"]
        return Answers(host.refusals(int(said.id)) if said.id else ())


class RoomPlace:
    """One table: a new room for each match, with a page for everybody."""

    grace = timedelta(seconds=0.5)

    def __init__(self, hall: RoomHall, number: int, dice: Random) -> None:
        self.happened: Counter[str] = Counter()
        self._hall = hall
        self._number = number
        self._dice = dice
        self._changed = asyncio.Event()
        self._home = f"127.0.1.{number}"

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def open(self, profile: Profile) -> Played:
        """Sends the form until there is a room, opens its pages, and presses Ready."""
        # The form knows no other meaning of a flag.
        profile = replace(profile, calls_host=False)
        while (made := await self._ask(profile)) is None:
            pass
        room, tokens = made["room"], made["tokens"]
        pages = self._hall.pages[room] = {
            role: Page(self._hall.address, f"room/{room}", token, self._changed.set, self._home)
            for role, token in tokens.items()
        }
        names = {role: Person(f"{room}.{role}", f"{name} {self._number}", f"{name} {self._number}")
                 for role, name in (("one", "Ann"), ("two", "Bob"), ("host", "Host"))}  # fmt: skip
        if profile.partner is not None:
            role, name = SEATS[profile.partner], f"{PARTNER} ({profile.level})"
            names[role] = Person(f"{room}.{role}", name, name, program=True)
        people = {one.id: one for one in names.values()}
        people["fan"] = Person(f"{room}.watch", "Spectator", "Spectator")
        players = names["one"], names["two"]
        played = Played(room, profile, names["host"], players, people, self.grace)
        while pages["host"].state.get("status", "waiting") == "waiting":
            if self._dice.random() < 0.3:
                await pages["host"].press("start")
            else:
                for role in pages.keys() & set(SEATS):
                    await pages[role].press("ready")
            await self.news(A_MOMENT)
        return played

    async def say(self, played: Played, said: Said) -> Said:
        page = self._hall.pages[played.room][said.author.rpartition(".")[2]]
        said.tapped = Tapped(page, played.room, await page.say(said.text))
        played.said.append(said)
        # Pages of two people, and so two connections: whoever was first is known by the stamps.
        await asyncio.sleep(0.003)
        return said

    def answered(self, played: Played, said: Said) -> bool:
        serial, host = said.tapped.sent.serial, self._hall.pages[played.room]["host"]
        if serial is None:
            return False
        stands = host.state.get("status") in ("over", "paused")
        return stands or any(line["replyTo"] == serial for line in host.lines.values())

    async def news(self, wait: float) -> None:
        self._changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), wait)

    async def afterthought(self, said: Said) -> None:
        """Nothing can be done to a line in the room."""

    def substitute(self, played: Played) -> Person | None:
        return None

    async def stamp(self, played: Played) -> None:
        self._hall.kept[played.room] = await stamp(self._hall.ledger, played.room, played)

    async def leave(self, played: Played) -> None:
        """Waits until the host's page has seen all that was told, then closes the pages."""
        page = self._hall.pages[played.room]["host"]
        for _ in range(TRIES):
            kept = self._hall.kept[played.room].items()
            if {serial for serial, (_, _, kind) in kept if kind == TOLD} <= page.lines.keys():
                break
            await self.news(LOOK)
            await self.stamp(played)
        for one in self._hall.pages[played.room].values():
            self._judge(played, one)
            await one.close()

    def _judge(self, played: Played, page: Page) -> None:
        """Lines are stamped between their sending and their showing, and shown once."""
        if page.repeated:
            self._hall.complaints.append(f"{played.room}: lines {page.repeated} came twice")
        kept = self._hall.kept.get(played.room, {})
        for sent in page.sent.values():
            if sent.serial is None or sent.heard is None or sent.serial not in kept:
                continue
            at, early = kept[sent.serial][1], MOST_A_STALL + CLOSE
            self._hall.complaints += misdated(played.room, sent, at, early, CLOSE)

    async def _ask(self, profile: Profile) -> dict[str, Any] | None:
        one, other = profile.colours
        form: dict[str, Any] = {
            "format": profile.format,
            "one": {"name": f"Ann {self._number}", "colour": one},
            "two": {"name": f"Bob {self._number}", "colour": other},
            "first": "one",
            "host": f"Host {self._number}",
            "clock": str(profile.control or "none"),
            "side": str(profile.side),
            "options": dict(profile.options),
        }
        if profile.partner is not None:
            form[SEATS[profile.partner]] |= {"name": "", "level": profile.level}
        if profile.dmo:
            form["dmo"] = ("one", "two")[profile.colours.index(profile.dmo)]
        timeout = aiohttp.ClientTimeout(total=A_MOMENT * 4)
        rooms, origin = f"{self._hall.address}/rooms", {"Origin": self._hall.address}
        with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
            async with (
                session_of(self._home) as home,
                home.post(rooms, json=form, timeout=timeout, headers=origin) as answer,
            ):
                if answer.status == 200:
                    return dict(await answer.json())
                self.happened[f"rooms not opened: {answer.status}"] += 1
        await asyncio.sleep(self._dice.uniform(0.3, 1.5))
        return None
