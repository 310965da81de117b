"""The pages that are open, by what they are about, and the match that each shows.

Red moves, and five pages are open in the room. The match is drawn once, and each page is sent what
it may see of it. A room whose last page closes is forgotten until somebody opens it again.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from bot.desk.desk import Desk
from bot.desk.tables import OpenMatch
from bot.storage.failures import DamagedMatchError
from bot.web.drawing import Drawings
from bot.web.kinds import Around, Held, PageKind, Participant
from bot.web.view import Json, MatchView
from bot.wording.room import DAMAGED_ROOM

log = logging.getLogger(__name__)


class OpenPage(Protocol):
    """One open page."""

    participant: Participant
    host_token: str
    """The host's token, "" for everybody else's page."""

    def show(self, view: MatchView, around: Around, here: frozenset[str]) -> None:
        """Shows how the match stands now, what is known beside it, and who has a page open."""

    def show_cup(self, shown: Json, pictures: Sequence[str]) -> None:
        """Shows how the cup of the room stands, with its pictures."""

    def tell(self, text: str) -> None:
        """Tells this page alone."""

    def go(self) -> None:
        """Closes the connection; the page comes back by itself."""


class ToDraw:
    """What waits to be drawn, each subject once: a turn is shown before any cup that has changed.

    A cup of 256 starts: its rooms change hundreds of times in a second, and each is drawn as it
    stands when its place comes.
    """

    def __init__(self) -> None:
        self._turns: dict[str, None] = {}
        self._cups: dict[str, None] = {}
        self._any = asyncio.Event()

    def add(self, subject: str, *, is_turn: bool) -> None:
        """Something about a subject has changed."""
        (self._turns if is_turn else self._cups)[subject] = None
        self._any.set()

    async def next(self) -> tuple[str, bool]:
        """What is to be drawn next, and whether that is a turn."""
        await self._any.wait()
        is_turn = bool(self._turns)
        waiting = self._turns if is_turn else self._cups
        subject = next(iter(waiting))
        del waiting[subject]
        if not self._turns and not self._cups:
            self._any.clear()
        return subject, is_turn


class OpenPages:
    """All open pages of one kind; shows them every change of their match."""

    def __init__(self, desk: Desk, drawings: Drawings, kind: PageKind) -> None:
        self._kind = kind
        self._pages: dict[str, set[OpenPage]] = defaultdict(set)
        self._arriving: Counter[str] = Counter()
        self._matches: dict[str, Held] = {}
        self._views: dict[str, MatchView] = {}
        self._to_draw = ToDraw()
        self.drawings = drawings
        desk.watchers.append(self._changed)
        desk.rewritten.append(self._rewritten)

    @contextmanager
    def arriving(self, subject: str) -> Iterator[None]:
        """While a page is welcomed, and may send what it could not before."""
        self._arriving[subject] += 1
        try:
            yield
        finally:
            self._arriving[subject] -= 1
            self._arriving += Counter()

    def is_open(self, subject: str) -> bool:
        """Whether a page about something is open, or about to be."""
        return bool(self._pages.get(subject)) or subject in self._arriving

    def match(self, subject: str) -> Held | None:
        """The match of some pages as it stands; None where none is open."""
        return self._matches.get(subject)

    async def run(self) -> None:
        """Draws and shows what has changed, one after the other; no ruling waits for a drawing."""
        while True:
            subject, is_turn = await self._to_draw.next()
            try:
                await (self._draw(subject) if is_turn else self._draw_cup(subject))
            except Exception:
                # A page that fails never holds up the others.
                log.exception("%s: pages could not be shown their match", subject)

    def host_tokens(self, subject: str) -> frozenset[str]:
        """The tokens of the hosts who have pages open."""
        return frozenset(page.host_token for page in self._pages.get(subject, ())) - {""}

    async def enter(self, page: OpenPage) -> None:
        """Adds a page, and shows all pages beside it that it is there."""
        subject = page.participant.subject
        self._pages[subject].add(page)
        if subject not in self._matches:
            try:
                held = await self._kind.latest(subject)
            except DamagedMatchError as error:
                log.warning("%s: %s", subject, error)
                page.tell(DAMAGED_ROOM)
                return
            await self._kind.entered(subject, held)
            if held is not None:
                self._matches.setdefault(subject, held)
                await self._draw(subject)
                return
        self.show(subject)

    def leave(self, page: OpenPage) -> None:
        """Removes a page."""
        subject = page.participant.subject
        self._pages[subject].discard(page)
        if self._pages[subject]:
            self.show(subject)
        else:
            self._pages.pop(subject)
            self._matches.pop(subject, None)
            self._views.pop(subject, None)
            self._kind.left(subject)

    def tell(self, text: str) -> None:
        """Tells all pages something that can't be stored."""
        for page in self._all():
            page.tell(text)

    def close(self) -> None:
        for page in self._all():
            page.go()

    def show(self, subject: str) -> None:
        """Shows the pages anew what may have changed beside their match."""
        view, held = self._views.get(subject), self._matches.get(subject)
        pages = tuple(self._pages.get(subject, ()))
        self._show_cup(pages)
        if view is None or held is None:
            return
        here = frozenset(person for page in pages for person in page.participant.persons)
        if not self._kind.talks():
            # Where people type in a room of their own, nobody without a page is away.
            here |= {player.id for player in held.match.players}
        around = self._kind.around(subject, held)
        for page in pages:
            page.show(view, around, here)

    def _show_cup(self, pages: Collection[OpenPage]) -> None:
        cups = self._kind.cups
        for page in pages if cups is not None else ():
            shown = cups.shown(page.participant) if cups is not None else None
            if shown is not None:
                page.show_cup(*shown)

    def any_open(self, belongs: Callable[[str], bool]) -> bool:
        """Whether a page of any of some rooms is open."""
        return any(map(belongs, (*self._pages, *self._arriving)))

    def cup_changed(self, belongs: Callable[[str], bool]) -> None:
        """A cup has changed: the pages of its rooms are shown it, once it is drawn."""
        for subject in filter(belongs, tuple(self._pages)):
            self._to_draw.add(subject, is_turn=False)

    def _all(self) -> list[OpenPage]:
        return [page for pages in self._pages.values() for page in pages]

    def _changed(self, live: OpenMatch) -> None:
        subject = self._kind.subject(live.room, live.id)
        if not self._pages.get(subject):
            return
        held = Held(live.id, live.match, live.room)
        self._kind.changed(subject, held)
        shown = self._matches.get(subject)
        if shown is not None and shown.number > live.id and held.match.over:
            # The news of a match's end may come when its rematch is open already.
            return
        self._matches[subject] = held
        self._to_draw.add(subject, is_turn=True)

    def _rewritten(self, numbers: Collection[int]) -> None:
        """Pages that show a name which is to be forgotten are closed: they load what is left."""
        for subject, held in list(self._matches.items()):
            if held.number in numbers:
                del self._matches[subject]
                self._views.pop(subject, None)
                for page in self._pages.get(subject, ()):
                    page.go()

    async def _draw_cup(self, subject: str) -> None:
        if self._kind.cups is not None:
            await self._kind.cups.draw(subject)
        self.show(subject)

    async def _draw(self, subject: str) -> None:
        held = self._matches.get(subject)
        if held is None:
            self.show(subject)
            return
        look = await self._kind.look(held.room)
        view = await self.drawings.of(
            held.number, held.match, lambda: self._kind.now(held.room), look
        )
        # It may have changed meanwhile, and then waits to be drawn; or nobody looks any more.
        if self._matches.get(subject) is held:
            self._views[subject] = view
            self.show(subject)
