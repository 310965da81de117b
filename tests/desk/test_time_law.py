"""Any short history against `docs/time.md`: what the desk stores is what the stamps say.

Two players and a host do things at random; messages arrive or appear late, are edited and told
twice; the referee loses the line, its store, its time or its life. `Evening` plays that through the
desk, and notes what a bystander sees: what was written, and when the referee first heard or read
it. `Law` works out from that alone, by the plain rules, what counts.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from fakes import BLUE, HOST, MINUTE, RED, ROOM, SECOND, TERMS, ZERO, FakeHouse, FakeVenue
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.desk.pages import message_of
from bot.engine.board import board
from bot.referee.clock import TimeControl
from bot.referee.events import (
    FlagFell,
    MatchPaused,
    MatchResumed,
    RulingKept,
    TurnPlayed,
    TurnsUndone,
)
from bot.referee.formats import OnFlag
from bot.referee.ruling import Reason, Refused
from bot.referee.submission import Pause, Resume, Said, Submission, Undo
from bot.storage.failures import StoreError, UnreachableError
from bot.storage.room import SAID, NewLine, RoomStore, page_log

CELLS, TALK, SLIP = [board(5).name(cell) for cell in range(board(5).size)], "hm", "Z9"
PER_MOVE, BANK, GRACE, UNIT = 6 * SECOND, 10 * SECOND, 2 * SECOND, SECOND / 2
NEVER, TICK = datetime.max.replace(tzinfo=UTC), timedelta.resolution
TEXTS = {"talk": TALK, "slip": SLIP}
ABSENCES = ("line", "killed", "store", "stall")
ORDERS = {"pause": Pause(), "resume": Resume(), "undo": Undo()}
DOES = {**dict.fromkeys(TEXTS, "say"), **dict.fromkeys(ORDERS, "order")}
DOES |= dict.fromkeys(ABSENCES, "absence")
KINDS = (*["back"] * 3, *["say"] * 9, *["edit"] * 2, *TEXTS, "again", *ORDERS, *ABSENCES)


class Step(NamedTuple):
    """What happens `gap` half seconds after the step before, or (0) just before time is up.

    The referee hears the message so `late`, and reading the room does not find it for as long as it
    is `hidden`; `rash` is who writes though it is not their turn.
    """

    kind: str
    gap: int = 1
    late: int = 0
    hidden: int = 0
    rash: bool = False
    by_page: bool = False
    pick: int = 1


CHOICES = (KINDS, (1, 2, 3, 5, 9, 20, 40, 0, 0), (0, 0, 1, 4, 12), (0, 0, 0, 2, 4))
CHOICES = (*CHOICES, (False, False, False, True), (False, False, True), range(8))
STEPS = st.lists(st.builds(Step, *map(st.sampled_from, CHOICES)), min_size=9, max_size=14)


SAY, RASH, AGAIN = Step("say"), Step("say", rash=True), Step("again")
BY_PAGE = Step("say", late=4, by_page=True)
ROWS = {
    "in time, and heard after its flag": [Step("say", 0, 12)],
    "in time, and not to be read when it is answered": [Step("say", 0, hidden=4)],
    "after the deadline": [Step("say", 34), Step("resume", 9), SAY],
    "before its turn": [RASH, SAY, RASH],
    "before, in and after a pause": [Step("say", 1, 12), Step("pause"), RASH, Step("resume"), RASH],
    "overtaken by its answer": [Step("say", 1, 12), RASH],
    "told twice": [RASH, AGAIN, SAY, AGAIN._replace(pick=0), Step("undo"), AGAIN],
    "a turn that is edited": [SAY, Step("edit"), AGAIN, Step("undo")],
    "talk that is edited": [Step("talk"), Step("edit"), Step("line"), Step("back"), AGAIN],
    "edited unread": [Step("line"), SAY, Step("edit"), Step("back"), SAY],
    "answered and then edited": [Step("line"), SAY, RASH, Step("edit"), Step("back", 9)],
    "a form, about to be ruled when time is up": [BY_PAGE._replace(gap=0, late=12)],
    "a form, and a typed answer": [BY_PAGE, RASH, SAY],
    "a page's turn, and a typed answer": [BY_PAGE, RASH],
    "a page's turn, and the host's order": [SAY, BY_PAGE, Step("undo")],
    "a page's turn, and the host's order a moment later": [SAY, BY_PAGE, Step("undo", 4)],
    "a page's turn, about to be ruled when time is up": [BY_PAGE._replace(gap=0, late=12)],
    "a page's turn, about to be ruled when the process is killed": [BY_PAGE, Step("killed", 3)],
    **{kind: [SAY, Step(kind, 9, 0, 4), SAY, Step("back", 20)] for kind in ABSENCES},
    "away for a moment": [Step("line", 9), Step("back", 9), Step("back", 0)],
}


@dataclass(eq=False)
class Note:
    """A message, an order, an edit or an absence.

    `at` is its stamp, of a message the one with which the referee heard or read it first. `known`
    is when that was, when an order was answered, or when an absence was over.
    """

    kind: str
    at: datetime
    seat: int = 0
    text: str = ""
    id: str = ""
    known: datetime | None = None
    written: datetime | None = None
    edited: datetime | None = None


class Law:
    """The plain rules, for all that was noted, in the order of the stamps."""

    def __init__(self, begun: datetime, notes: list[Note], seen, told) -> None:
        known, self.seen = [note for note in notes if note.known], seen
        self.notes = sorted(known, key=lambda note: note.at)
        self.mover, self.open, self.begin, self.ruled = 0, begun, begun, begun
        self.banks, self.standing, self.turns, self.events = [BANK, BANK], [], [], []
        self.stands = [(note.at, note.known) for note in notes if note.kind in ABSENCES]
        self.pauses, self.accepted, self.refused, self.kept = [], set(), {}, []
        self.set_aside = set()
        for note in self.notes:
            if note.kind in ("resume", "undo"):
                # The host decides by what the room has seen.
                self.flag(max((at for at in told if at <= note.known), default=begun) - GRACE)
            getattr(self, f"on_{note.kind}", lambda _: None)(note)
        self.flag(NEVER)

    def runs(self, until: datetime):
        """The stretches up to a moment in which the clock of this turn runs."""
        stands = [*self.stands, *((since, seen) for since, _, seen, _ in self.pauses)]
        edges = {edge for span in stands for edge in span if self.begin < edge < until}
        for a, b in pairwise(sorted({min(self.begin, until), until, *edges})):
            if not any(since <= a < end for since, end in stands):
                yield a, b

    def used(self, at: datetime) -> timedelta:
        return sum((b - a for a, b in self.runs(at)), ZERO)

    def deadline(self, before: datetime) -> datetime | None:
        """The last moment that is in time, if it is before another one."""
        left = PER_MOVE + self.banks[self.mover]
        for a, b in self.runs(before):
            if b - a > left:
                return a + left
            left -= b - a
        return None

    def flag(self, at: datetime) -> None:
        """The flag falls if time was up before a moment."""
        if not self.pause and (fell := self.deadline(at)):
            self.events.append((FlagFell, fell))
            self.stop(fell, "flag")

    @property
    def pause(self) -> list:
        return self.pauses[-1] if self.pauses and self.pauses[-1][1] == NEVER else []

    def stop(self, at: datetime, why: str) -> None:
        self.pauses.append([at, NEVER, NEVER, why])
        self.events.append((MatchPaused, at))

    def on_say(self, note: Note) -> None:
        if note.text == TALK or note.id in self.set_aside:
            return
        self.flag(note.at)
        for since, end, _, why in self.pauses:
            if since + (why == "flag") * TICK <= note.at < end:
                # Whoever shows that a flag has fallen has no other answer.
                self.refused[note.id] = None if why == "flag" else {Reason.PAUSED}
                return
        if note.seat != self.mover and (edited := self.answered(note)):
            self.stop(edited.written, "edited")
            self.accepted.add(note.id)
            self.set_aside.add(edited.id)
        elif note.seat != self.mover or note.at < self.open:
            self.refused[note.id] = {Reason.NOT_YOUR_TURN, Reason.SENT_TOO_EARLY}
        elif note.text == SLIP:
            self.refused[note.id] = {Reason.ILLEGAL}
        else:
            self.play(note)

    def answered(self, note: Note) -> Note | None:
        """A message that this one may have answered before it was edited; nobody had read it."""
        for one in self.notes:
            unread = one.at == one.edited and one.known == note.known and one.seat == self.mover
            if unread and self.open <= one.written <= note.at < one.at:
                return None if self.deadline(one.written) else one
        return None

    def play(self, note: Note) -> None:
        self.standing.append((self.mover, list(self.banks), note.id))
        used = self.used(note.at)
        self.banks[self.mover] -= max(ZERO, used - PER_MOVE)
        self.turns.append((note.at, self.mover, note.text, used, self.banks[self.mover]))
        self.accepted.add(note.id)
        self.ruled = max(self.ruled, note.known)
        self.mover, self.open, self.begin = 1 - self.mover, note.at, self.seen.get(note.id, NEVER)
        assert self.ruled <= self.begin <= self.ruled + 1.2 * SECOND, "ruled late"

    def on_pause(self, order: Note) -> None:
        self.flag(order.at)
        if not self.pause:
            self.stop(order.at, "host")

    def on_resume(self, order: Note) -> None:
        if pause := self.pause:
            pause[1:3] = order.at, order.known
            self.events.append((MatchResumed, order.at))
            if pause[3] == "flag":
                self.banks[self.mover], self.begin = ZERO, order.known

    def on_undo(self, order: Note) -> None:
        if self.standing:
            self.mover, self.banks, _ = self.standing.pop()
            self.open, self.begin = order.at, order.known
            self.events.append((TurnsUndone, order.at))
            if self.pause:
                self.pause[3] = "host"

    def on_edit(self, edit: Note) -> None:
        self.kept += [edit.id] if edit.id in [turn for *_, turn in self.standing] else []


class Watched(FakeVenue):
    """Tells of what a reading of the room finds."""

    async def read_since(self, room, after):
        found = await super().read_since(room, after)
        for said in (*found, *self.evening.tapped):
            self.evening.heard(said)
        return found


class Evening(FakeHouse):
    """A history, played through the desk."""

    def __init__(self, folder: Path, *, pages: bool) -> None:
        super().__init__(folder, SECOND)
        self.venue_kind = type("Here", (Watched,), {"evening": self})
        self.with_pages, self.absent, self.to_move = pages, None, 0
        self.notes, self.by_id, self.tapped, self.cells = [], {}, [], iter(CELLS)
        self.on_their_way: dict[Note, asyncio.Task] = {}
        self.answers: dict[Note, list[asyncio.Task]] = {}

    def note(self, kind: str, ago: timedelta = ZERO, **more) -> Note:
        self.notes.append(Note(kind, self.clock.now() - ago, **more))
        return self.notes[-1]

    def heard(self, said: Submission) -> None:
        """The referee heard or read a message; while it is away only talk is done with."""
        note = self.by_id.get(said.message)
        if note and note.known is None and (said.act.text == TALK or not self.absent):
            note.at, note.text, note.known = said.sent_at, said.act.text, self.clock.now()

    async def pass_while(self, check) -> None:
        """Lets time pass, from one who sleeps to the next, once nobody is at work."""
        await asyncio.sleep(0)
        rounds = count()
        while asyncio.get_running_loop()._ready or check():
            assert next(rounds) < 5_000, "nobody comes to rest"
            if not asyncio.get_running_loop()._ready:
                self.clock.advance(self.clock.next_wake() - self.clock.now())
            await asyncio.sleep(0)

    async def quiet(self) -> None:
        await self.pass_while(lambda: False)

    async def match(self):
        return (await self.desk.match(self.number))[1]

    async def runs_out(self) -> datetime | None:
        match = await self.match()
        return match.deadline() if match.status == "running" else None

    async def pass_for(self, length: timedelta) -> None:
        until = self.clock.now() + length
        if not (self.absent and self.absent.kind == "stall"):
            await self.pass_while(lambda: (wake := self.clock.next_wake()) and wake <= until)
        self.clock.advance(until - self.clock.now())
        if self.absent is None:
            await self.quiet()
            runs_out = await self.runs_out()
            by_page = any(note.id not in self.world.said for note in self.on_their_way)
            assert by_page or not runs_out or runs_out >= until - GRACE - 2 * SECOND, "no flag fell"

    def hand_over(self, note: Note) -> None:
        self.on_their_way.pop(note, None)
        said = self.world.said[note.id][1]
        self.heard(said)
        task = asyncio.create_task(self.desk.submit(ROOM, said))
        self.answers.setdefault(note, []).append(task)

    async def flush(self) -> None:
        """What was typed arrives at once."""
        for note in [note for note in self.on_their_way if note.id in self.world.said]:
            self.on_their_way[note].cancel()
            self.hand_over(note)
        await self.quiet()

    def typed(self) -> list[Note]:
        return [note for note in self.by_id.values() if note.id in self.world.said]

    def waits(self, note: Note) -> bool:
        return note in self.on_their_way or not all(it.done() for it in self.answers.get(note, ()))

    async def play(self, steps: list[Step]) -> None:
        early = self.world.say(RED, CELLS[-1])
        self.clock.advance(SECOND)
        control = TimeControl(PER_MOVE, BANK)
        self.number = await self.start(replace(TERMS, control=control, on_flag=OnFlag.CALL_HOST))
        self.begun = self.clock.now()
        self.opened()
        await self.desk.submit(ROOM, early)
        for step in (*steps, Step("back"), Step("killed", 30), Step("back")):
            near = await self.runs_out() if step.gap == 0 and self.absent is None else None
            length = near - self.clock.now() - UNIT if near else UNIT
            await self.pass_for(max(UNIT, step.gap * UNIT or length))
            await getattr(self, f"do_{DOES.get(step.kind, step.kind)}")(step)
        await self.pass_for(MINUTE)

    def opened(self) -> None:
        self.watch_deadlines()
        self.venue.behind = SECOND if self.with_pages else ZERO
        self.desk.page_turns.is_open = lambda _: self.with_pages

    async def do_say(self, step: Step) -> None:
        away, text = self.absent.kind if self.absent else "", TEXTS.get(step.kind, "")
        self.to_move = self.to_move if away == "killed" else (await self.match()).to_move
        seat = self.to_move ^ step.rash
        if any(note.seat == seat and self.waits(note) for note in self.notes):
            return
        note, late = self.note("say", seat=seat, text=text or next(self.cells)), step.late * UNIT
        if step.by_page and not text and (not away or (away == "line" and self.with_pages)):
            self.on_their_way[note] = asyncio.create_task(self.by_page(note, late))
            return
        note.id = self.world.say((RED, BLUE)[seat], note.text).message
        self.by_id[note.id] = note
        if step.hidden and not away:
            hidden, near = self.world.said.pop(note.id), await self.runs_out()
            await self.pass_for(step.hidden * UNIT / 2)
            if not step.rash and near and note.at <= near < self.clock.now():
                # By the stamps it is an answer.
                await self.do_say(Step("say", rash=True))
            await self.pass_for(step.hidden * UNIT / 2)
            self.world.said[note.id] = hidden
        if away not in ("line", "killed"):
            self.on_their_way[note] = asyncio.create_task(self.by_line(note, late))

    async def by_line(self, note: Note, late: timedelta) -> None:
        await self.clock.sleep(late)
        self.hand_over(note)

    async def by_page(self, note: Note, late: timedelta) -> None:
        """Read from a page after a second, kept, and ruled; or from a form, which is not kept."""
        player, note_id = (RED, BLUE)[note.seat], f"i{len(self.notes)}"
        await self.clock.sleep(SECOND if self.with_pages else ZERO)
        with self.desk.expecting(self.number, note.at):
            if self.with_pages:
                room = page_log(self.number, player.id)
                line = NewLine(room, note.at, SAID, note.text, player.id, player.name)
                note_id = message_of((await RoomStore(self.store).add(line)).serial)
            said, note.id = Submission(player, Said(note.text), note.at, note_id), note_id
            self.by_id[note.id] = note
            self.tapped += [said] if self.with_pages else []
            await self.clock.sleep(late)
            self.heard(said)
            await self.desk.submit_to(self.number, said)
        note.known = note.known or self.clock.now()
        self.on_their_way.pop(note, None)

    async def do_edit(self, step: Step) -> None:
        """What is talk of an earlier turn is left as it is."""
        if self.absent is None:
            await self.flush()
            await self.pass_while(lambda: any(map(self.waits, self.notes)))
            opened = (await self.match()).turn_open_at
        typed = [one for one in self.typed() if not one.edited]
        if self.absent:
            typed = [one for one in typed if one.known is None and not self.waits(one)]
        else:
            typed = [one for one in typed if one.text != TALK or one.at >= opened]
        if typed:
            note = typed[-1 - step.pick % len(typed)]
            note.written, note.edited = self.world.said[note.id][1].sent_at, self.clock.now()
            self.world.edit(note.id, next(self.cells) if step.pick % 4 else TALK)
            if self.absent is None:
                self.note("edit", id=note.id).known = self.clock.now()
                for deleted in (False, True):
                    await self.desk.messages_changed(ROOM, note.id, deleted=deleted)

    async def do_again(self, step: Step) -> None:
        known = [one for one in self.typed() if one.known]
        if known and self.absent is None:
            self.hand_over(known[-1 - step.pick % len(known)])
            await self.quiet()

    async def do_order(self, step: Step) -> None:
        if self.absent is None:
            if step.kind != "pause":
                await self.flush()
                await self.pass_while(lambda: any(map(self.waits, self.typed())))
            order = self.note(step.kind, id=f"order-{len(self.notes)}")
            act = Submission(HOST, ORDERS[step.kind], order.at, order.id)
            task = asyncio.create_task(self.desk.submit(ROOM, act))
            await self.pass_while(lambda: not task.done())
            order.known = self.clock.now()

    async def do_absence(self, step: Step) -> None:
        if self.absent:
            return
        noted = min(step.hidden, step.gap) * UNIT if step.kind == "killed" else ZERO
        self.absent = self.note(step.kind, noted)
        for note in list(self.on_their_way):
            if step.kind == "killed" or (step.kind == "line" and note.id in self.world.said):
                self.on_their_way.pop(note).cancel()
                note.known = note.known if note.id in self.world.said else None

        def full(_: object) -> None:
            raise UnreachableError("the disk is full")

        match step.kind:
            case "line":
                self.venue.connected = False
                self.desk.duty.leave(self.venue, self.clock.now())
            case "killed":
                for note in (one for one in self.notes if one.text == TALK):
                    # Edited by now, it would be a turn for the process that comes.
                    self.world.said.pop(note.id, None)
                self.stop()
                await self.quiet()
                await self.kill(heard_before=noted)
            case "store":
                await self.desk.duty.note_duty(self.venue)
                self.store.fence = full
                await self.pass_for(step.hidden * UNIT)
                with suppress(StoreError):
                    await self.desk.duty.note_duty(self.venue)
        if step.kind != "stall":
            await self.quiet()

    def stop(self) -> None:
        for task in (task for tasks in self.answers.values() for task in tasks):
            task.cancel()

    async def do_back(self, _: Step) -> None:
        absence, self.absent = self.absent, None
        if absence is None:
            return
        match absence.kind:
            case "line":
                self.venue.connected = True
                await self.desk.duty.come_back(self.venue)
            case "killed":
                await self.open()
                self.opened()
            case "store":
                self.store.fence = None
                await self.desk.duty.note_duty(self.venue)
            case "stall":
                self.desk.start_over(self.venue, absence.at)
        await self.pass_while(lambda: self.desk.stands_since(self.number))
        absence.known, opened = self.clock.now(), (await self.match()).turn_open_at
        for note in self.by_id.values():
            if note.known is None and note in self.answers:
                note.known = absence.known
            is_there = note.id in self.world.said and not self.waits(note)
            assert note.known or not is_there or note.at <= opened, "a message was not read"


async def agree(steps: list[Step], *, pages: bool) -> None:
    """What the desk stored of a history is what the law makes of it."""
    loop = asyncio.get_running_loop()

    async def done(work, *given):
        return work(*given)

    # The database answers in the loop: a history is the same each time that it is played.
    loop.run_in_executor = lambda _, work, *given: loop.create_task(done(work, *given))
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), pages=pages)
        await evening.open()
        try:
            await evening.play(steps)
            stored = await evening.store.load(evening.number)
        finally:
            evening.stop()
            await evening.close()
    seen = {one.reply_to: one.at for one in reversed(evening.world.announced())}
    told = [one.at for one in evening.world.announced() if "ran out" in one.text]
    law = Law(evening.begun, evening.notes, seen, told)
    log, kinds = stored.events, (FlagFell, MatchPaused, MatchResumed, TurnsUndone)
    turns = [one for one in log if isinstance(one, TurnPlayed)]
    assert [(one.at, one.colour, one.turn, one.used, one.bank) for one in turns] == law.turns
    assert [(type(one), one.at) for one in log if isinstance(one, kinds)] == law.events
    assert [one.message for one in log if isinstance(one, RulingKept)] == law.kept
    ruled = {key: is_turn for key, is_turn in stored.ruled.items() if key.isalnum()}
    assert {key for key, is_turn in ruled.items() if is_turn} == law.accepted
    sure = {key for key, why in law.refused.items() if why}
    assert sure <= ruled.keys() - law.accepted <= law.refused.keys()
    for note, (first, *_) in evening.answers.items():
        if note.id in sure and not first.cancelled() and isinstance(first.result().ruling, Refused):
            assert first.result().ruling.reason in law.refused[note.id]


@pytest.mark.parametrize("row", ROWS)
async def test_every_row_of_the_law(row):
    await agree(ROWS[row], pages="page" in row)


@settings(derandomize=True, max_examples=settings.default.max_examples * 4 // 5)
@given(STEPS, st.booleans())
async def test_what_is_stored_is_what_the_stamps_say(steps, pages):
    await agree(steps, pages=pages)
