"""One match and its watchers: each is shown how it stands, and nothing twice; the bytes sent."""

import asyncio
import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from handclock import START
from loopback.bell import patience

from bot.referee.events import MatchOpened, Player, Terms
from bot.referee.fold import opened
from bot.storage.failures import StoreError
from bot.web import frames
from bot.web.broadcasts import BEAT_INTERVAL, SETTLE, Broadcast
from bot.web.frames import StreamFrame
from bot.web.view import MatchView

ANN, BOB = Player("1", "Ann"), Player("2", "Bob")
MATCH = opened(
    MatchOpened(START, ANN, (ANN, BOB), Terms("genius", "genius", 5, ("red", "blue"), None))
)


class Waits:
    """A timepiece whose pauses end when the test says so, each when it has begun."""

    def __init__(self) -> None:
        self._begun: dict[timedelta, asyncio.Queue[asyncio.Future[None]]] = {}

    def monotonic(self) -> timedelta:
        """Nobody asks for more than the pauses."""
        return timedelta(0)

    async def sleep(self, length: timedelta) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._of(length).put_nowait(future)
        await future

    async def end(self, length: timedelta) -> None:
        """Ends a pause of this length, which may have yet to begin."""
        async with patience():
            while (future := await self._of(length).get()).done():
                pass
        future.set_result(None)

    def _of(self, length: timedelta) -> asyncio.Queue[asyncio.Future[None]]:
        return self._begun.setdefault(length, asyncio.Queue())


class Stage:
    """A match whose headline the test sets, broadcast by pauses that it ends."""

    def __init__(self) -> None:
        self.waits = Waits()
        self.headline = "first"
        self.drawn = 0
        self.open = True
        self.failure: Exception | None = None
        self.now = START
        self.broadcast = Broadcast(7, self._draw, lambda: self.now, self.waits)
        self._task = asyncio.create_task(self.broadcast.run())

    async def _draw(self) -> MatchView | None:
        self.drawn += 1
        if self.failure is not None:
            raise self.failure
        view = MatchView.of(7, MATCH, START)
        return replace(view, shown=view.shown | {"headline": self.headline}) if self.open else None

    async def change(self, headline: str) -> None:
        self.headline = headline
        self.broadcast.change()
        await self.waits.end(SETTLE)

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def told(watching: AsyncGenerator[StreamFrame, None]) -> str:
    """The next thing that a watcher is told: the headline of a state, or else that of a beat."""
    return (await both(watching))[1]


async def both(watching: AsyncGenerator[StreamFrame, None]) -> tuple[datetime, str]:
    """The venue's present that a watcher is told next, and the headline of the state after it."""
    async with patience():
        frame = await anext(watching)
    beat, _, state = frame.plain.decode().strip().partition("\n\n")
    kind, _, data = beat.partition("\ndata: ")
    assert kind == "event: beat"
    present = datetime.fromtimestamp(json.loads(data)["now"] / 1000, UTC)
    if not state:
        return present, "beat"
    return present, str(json.loads(state.partition("\ndata: ")[2])["match"]["headline"])


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    built = Stage()
    yield built
    await built.close()


async def test_each_watcher_is_told_each_change_and_that_all_is_connected(stage: Stage) -> None:
    """Two watch, one comes later; after ten silent seconds each is told that it is connected."""
    ann, bob = (stage.broadcast.watch("") for _ in range(2))
    assert [await told(one) for one in (ann, bob)] == ["first", "first"]
    await stage.change("second")
    assert [await told(one) for one in (ann, bob)] == ["second", "second"]
    late = stage.broadcast.watch("")
    assert await told(late) == "second"
    waiting = [asyncio.ensure_future(told(one)) for one in (ann, bob, late)]
    await stage.waits.end(BEAT_INTERVAL)
    assert [await one for one in waiting] == ["beat"] * 3


async def test_a_slow_watcher_is_told_how_it_stands_then(stage: Stage) -> None:
    """While they read the first state two others are made: they are told the last, and no more."""
    slow, fast = (stage.broadcast.watch("") for _ in range(2))
    assert await told(slow) == await told(fast) == "first"
    for headline in ("second", "third"):
        await stage.change(headline)
        assert await told(fast) == headline
    assert await told(slow) == "third"


async def test_a_watcher_who_comes_late_is_told_the_present(stage: Stage) -> None:
    """Bob thinks for four minutes; the page of who comes then has his clock as it is then."""
    early = stage.broadcast.watch("")
    assert await both(early) == (START, "first")
    stage.now += timedelta(minutes=4)
    late = stage.broadcast.watch("")
    assert await both(late) == (stage.now, "first")
    waiting = [asyncio.ensure_future(both(one)) for one in (early, late)]
    stage.now += timedelta(minutes=1)
    await stage.waits.end(BEAT_INTERVAL)
    assert [await one for one in waiting] == [(stage.now, "beat")] * 2


async def test_a_watcher_who_comes_back_is_not_told_what_they_have(stage: Stage) -> None:
    watching = stage.broadcast.watch("")
    async with patience():
        had = (await anext(watching)).id
    again = stage.broadcast.watch(had)
    assert await told(again) == "beat"
    await stage.change("second")
    assert await told(again) == "second"


async def test_changes_that_come_together_are_drawn_once(stage: Stage) -> None:
    """A ruling and its announcement change the match twice within a moment."""
    watching = stage.broadcast.watch("")
    assert await told(watching) == "first"
    drawn = stage.drawn
    stage.broadcast.change()
    stage.broadcast.change()
    await stage.change("second")
    assert await told(watching) == "second"
    assert stage.drawn == drawn + 1


@pytest.mark.parametrize("failure", [StoreError("it is locked"), RuntimeError("a slip of ours")])
async def test_a_state_that_can_not_be_drawn_leaves_watchers_with_the_last(stage, failure, caplog):
    """They hear that all is connected; when it can be drawn again, they are shown it."""
    watching = stage.broadcast.watch("")
    assert await told(watching) == "first"
    stage.failure = failure
    await stage.change("second")
    assert await told(watching) == "beat"
    stage.failure = None
    await stage.change("third")
    assert await told(watching) == "third"
    [line] = [one for one in caplog.records if "could not be drawn" in one.message]
    # A database that is away is no fault of the program: nobody needs a traceback.
    assert (line.exc_info is None) is isinstance(failure, StoreError)


async def test_all_leave_when_nobody_may_watch_any_more(stage: Stage) -> None:
    """A manager turns the watch pages off: within ten seconds the streams have ended."""
    watching = stage.broadcast.watch("")
    assert await told(watching) == "first"
    stage.open = False
    ending = asyncio.ensure_future(anext(watching, None))
    await stage.waits.end(BEAT_INTERVAL)
    async with patience():
        assert await ending is None
    assert stage.broadcast.watchers == 0


def unpacked(stream: bytes) -> str:
    """What a browser makes of a stream that has not ended yet."""
    return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(stream).decode()


def test_packed_frames_mean_the_same_on_every_connection() -> None:
    """Somebody who joins at the third frame reads the third and the fourth, and nothing else."""
    told = [
        frames.event("state", {"board": "Ж" * 5000, "turn": turn}, str(turn)) for turn in range(4)
    ]
    for first in range(4):
        stream = frames.head(packed=True) + b"".join(one.packed for one in told[first:])
        assert unpacked(stream) == b"".join(one.plain for one in told[first:]).decode()
        # Each is complete when it has arrived, without what comes after it.
        assert unpacked(frames.head(packed=True) + told[first].packed) == told[first].plain.decode()
    assert len(told[0].packed) < len(told[0].plain) / 20


def test_an_event_is_one_line_of_json_with_its_name_and_id() -> None:
    """Whatever a player is called: a line break would end the event."""
    data = {"name": "Ann\n\nevent: state\ndata: {}"}
    kind, name, body, *rest = frames.event("state", data, "ab").plain.decode().split("\n")
    assert (kind, name, rest) == ("id: ab", "event: state", ["", ""])
    assert json.loads(body.removeprefix("data: ")) == data


def test_the_same_state_has_the_same_id_whenever_it_is_told() -> None:
    """Whoever comes back is not sent what they have; the present is told with it, and apart."""
    first, later, other = (frames.state({"turn": turn}) for turn in (3, 3, 4))
    assert first.id == later.id != other.id
    told = frames.beat(1000).followed_by(first)
    assert told.id == first.id
    assert told.plain == b'event: beat\ndata: {"now":1000}\n\n' + first.plain
    assert unpacked(frames.head(packed=True) + told.packed) == told.plain.decode()


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("br;q=1.0, GZIP;q=0.5", True), ("", False), ("identity", False)],
)
def test_packed_bytes_are_for_those_who_take_them(accepted: str, packed: bool) -> None:
    """A monitor's plain client is sent plain text."""
    assert frames.takes_packed({"Accept-Encoding": accepted}) is packed
    assert frames.takes_packed({}) is False
