"""Players of matches on Discord who tap on pages of their own, as others type in the channel."""

from dataclasses import dataclass
from datetime import timedelta

from chaos.history import Played, Said
from chaos.ledger import Ledger
from chaos.page import Page, misdated, read_log

EARLIEST = timedelta(seconds=8)
"""By so much a turn may be stamped before it was sent: Discord's present is known to a second and a
half, and a process that stood still for twice its grace stamps what arrived as of its beginning.
"""
LATEST = timedelta(milliseconds=200)


@dataclass(frozen=True, slots=True)
class Tapped:
    """A turn that was sent from a page, under a key, after a message of the channel."""

    page: Page
    log: str
    key: str
    after: int

    @property
    def serial(self) -> int | None:
        """Its number among what pages have sent, once the page knows it."""
        return self.page.sent[self.key].serial


class Tapping:
    """The pages of a run; `address` is where they are served, "" where there are none.

    `ahead` is how far the venue's clock is ahead of this machine's.
    """

    def __init__(self, address: str, ledger: Ledger, ahead: timedelta) -> None:
        self.address = address
        self.complaints: list[str] = []
        self._ledger = ledger
        self._ahead = ahead
        self._pages: dict[int, tuple[str, Page]] = {}
        self._tapped: dict[int, Tapped] = {}
        self._ruled: dict[str, bool] = {}
        self.counted = 0
        """How many turns that were tapped count."""

    def hand(self, played: Played, person: str, link: str) -> None:
        path, _, token = link.removeprefix(f"{self.address}/").partition("#")
        self._pages[id(played)] = person, Page(self.address, path, token, lambda: None)

    def has_page(self, played: Played, said: Said) -> bool:
        held = self._pages.get(id(played))
        return held is not None and held[0] == said.author and said.reads

    async def say(self, played: Played, said: Said, after: int) -> None:
        person, page = self._pages[id(played)]
        log = f"{page.path.replace('/', '.')}.{person}"
        self._tapped[id(said)] = Tapped(page, log, await page.say(said.text), after)

    def was_tapped(self, said: Said) -> bool:
        return id(said) in self._tapped

    def sent_after(self, said: Said) -> int:
        return self._tapped[id(said)].after

    def answered(self, said: Said) -> bool:
        """Whether a turn was ruled; what the page was told is no turn is not kept."""
        tapped = self._tapped[id(said)]
        if tapped.serial is None:
            return tapped.page.is_taken(tapped.key)
        return f"w{tapped.serial}" in self._ruled or bool(self.refusals(said))

    def refusals(self, said: Said) -> tuple[str, ...]:
        tapped = self._tapped[id(said)]
        return tapped.page.refusals(tapped.serial)

    async def look(self) -> None:
        if self._tapped:
            query = "SELECT message, accepted FROM rulings WHERE message LIKE 'w%'"
            rows = await self._ledger.fetch(query)
            self._ruled = {str(message): bool(accepted) for message, accepted in rows}

    async def stamp(self, played: Played) -> None:
        waiting = [one for one in played.said if one.at is None and self.was_tapped(one)]
        if not waiting:
            return
        log = await read_log(self._ledger, self._tapped[id(waiting[0])].log)
        kept = {nonce: (serial, at) for serial, (nonce, at, kind) in log.items() if kind == "said"}
        for said in waiting:
            tapped = self._tapped[id(said)]
            if found := kept.get(f"{tapped.log}/{tapped.key}"):
                said.id, said.at = f"w{found[0]}", found[1]

    async def leave(self, played: Played) -> None:
        await self.stamp(played)
        await self.look()
        self.counted += sum(self._ruled.get(said.id, False) for said in played.said)
        if held := self._pages.pop(id(played), None):
            await held[1].close()
        for said in played.said:
            if said.at is not None and self.was_tapped(said):
                tapped, at = self._tapped[id(said)], said.at - self._ahead
                sent = tapped.page.sent[tapped.key]
                self.complaints += misdated(played.room, sent, at, EARLIEST, LATEST)

    async def close(self) -> None:
        for _, page in self._pages.values():
            await page.close()
