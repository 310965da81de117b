"""What is counted at a desk whose time is moved by hand, by arithmetic; and what is documented."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from fakes import BLUE, HOST, MINUTE, RED, ROOM, TERMS, FakeHouse, FakeVenue, house, leases, locked

from bot.commands.clerk import Clerk
from bot.commands.parsing import read_order
from bot.commands.request import Asker
from bot.desk.backlog import Queue
from bot.desk.desk import Desk
from bot.desk.observing import Observation, Ruled, Shed, TimeCalled, Told
from bot.desk.outbox import Outbox
from bot.desk.venue import VenueError
from bot.metrics.figures import Figures
from bot.metrics.health import Health, Present
from bot.parts import Part
from bot.referee.clock import TimeControl
from bot.referee.ruling import Reason, Refused
from bot.referee.submission import Resign, Resume
from bot.settings import Settings
from bot.storage.database import Use
from metrics.reading import Read

SECOND = timedelta(seconds=1)


class Counted:
    def __init__(self, place: FakeHouse) -> None:
        self.place = place
        self.leases = leases(place)
        health = Health(place.desk, self.leases)
        self._figures = Figures(["fake"])
        self._figures.add(Present(place.desk, health, lambda: None))
        place.desk.observers.append(self._figures.observe)
        place.store.meters.append(self._figures.used)

    def read(self) -> Read:
        return Read(self._figures.text().decode())


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Counted]:
    async with house(tmp_path) as place:
        yield Counted(place)


async def test_turns_and_refusals_are_counted_by_law(here):
    """Two turns; a taken cell, one off the board, a turn when it is the other's; talk is none."""
    await here.place.start()
    before = here.read()
    for player, text in (
        (RED, "E5"), (BLUE, "hello"), (BLUE, "E5"), (BLUE, "F9"), (BLUE, "D3 F7"), (BLUE, "C3"),
    ):  # fmt: skip
        await here.place.hear(player, text)
    read = here.read()
    assert read.value("referee_turns_total", venue="fake") == 2
    assert read.all("referee_refusals_total") == {
        frozenset({("venue", "fake"), ("law", law)}): 1
        for law in ("occupied", "off-board", "not-your-turn")
    }
    assert read.grown(before, "referee_ruling_seconds_count", venue="fake") == 5


async def test_a_message_that_is_heard_twice_is_counted_once(here):
    """By the venue and by the reading of the room, and whatever order they come in."""
    await here.place.start()
    said = here.place.world.say(RED, "E5")
    await asyncio.gather(*(here.place.desk.submit(ROOM, said) for _ in range(3)))
    here.place.desk.duty.leave(here.place.venue)
    missed = here.place.world.say(BLUE, "D3")
    await here.place.desk.duty.come_back(here.place.venue, here.place.clock.now())
    await here.place.submit(missed)
    assert here.read().value("referee_turns_total", venue="fake") == 2


async def test_how_long_a_ruling_takes_begins_when_it_is_heard(here):
    """Ann resigns while Discord is away; a second later it is back, and the ruling took that."""
    place = here.place
    await place.start()
    before = here.read()
    place.desk.duty.leave(place.venue)
    pressed = asyncio.create_task(place.act(RED, Resign()))
    await place.world.until(place.clock.next_wake)
    place.clock.advance(SECOND)
    await place.desk.duty.come_back(place.venue)
    await place.finish(pressed)
    assert here.read().grown(before, "referee_ruling_seconds_sum", venue="fake") == 1
    assert here.read().grown(before, "referee_ruling_seconds_count", venue="fake") == 1


async def test_how_long_sending_takes_begins_when_it_is_stored(here):
    """The venue takes three seconds to show the announcement; meanwhile one waits in the outbox."""
    place = here.place
    await place.start()
    before = here.read()
    place.clock.advance(5 * SECOND)
    place.venue.hung.clear()
    tried = len(place.venue.tried)
    await place.desk.submit(ROOM, place.world.say(RED, "E5"))
    await place.world.until(lambda: len(place.venue.tried) > tried)
    assert here.read().value("referee_outbox_depth", venue="fake") == 1
    place.clock.advance(3 * SECOND)
    place.venue.hung.set()
    await place.settled()
    assert here.read().grown(before, "referee_sending_seconds_sum", venue="fake") == 3
    assert here.read().grown(before, "referee_sending_seconds_count", venue="fake") == 1
    assert here.read().value("referee_outbox_depth", venue="fake") == 0


async def test_how_late_time_is_called_begins_after_deadline_and_grace(here):
    """A minute and a bank of a minute: the bank opens on time, the flag is called 7 s late."""
    settled = replace(TERMS, control=TimeControl(MINUTE, MINUTE))
    place = here.place
    number = await place.start(settled)
    place.clock.advance(MINUTE + place.venue.grace + timedelta.resolution)
    await place.desk.calls.call(number)
    place.clock.advance(MINUTE + 7 * SECOND)
    await place.desk.calls.call(number)
    await place.settled()
    read = here.read()
    for call, late in (("notice", 0), ("flag", 7)):
        named = {"venue": "fake", "call": call}
        assert read.value("referee_time_call_lateness_seconds_count", **named) == 1
        total = read.value("referee_time_call_lateness_seconds_sum", **named)
        assert total == pytest.approx(late, abs=1e-5)


async def test_open_matches_and_who_is_heard_are_those_of_the_moment(here):
    """A match is open until its end has been told; a venue is heard, away, or returns."""
    place = here.place
    assert here.read().value("referee_open_matches", venue="fake") == 0
    await place.start()
    assert here.read().value("referee_open_matches", venue="fake") == 1
    await place.act(RED, Resign())
    assert here.read().value("referee_open_matches", venue="fake") == 0
    assert states(here.read()) == {"heard"}
    place.venue.connected = False
    place.desk.duty.leave(place.venue)
    assert states(here.read()) == {"away"}
    place.desk.presence(place.venue).begin_return()
    assert states(here.read()) == {"returning"}


async def test_a_match_that_nobody_can_hold_is_not_ready(here):
    """The referee may not write in its room: not ready, until it may again."""
    place = here.place

    def ready() -> bool:
        return replace(Health(place.desk, leases(place)).readiness(), lease=True).ready

    place.desk.watchers.append(lambda *_: place.world.bell.ring())
    await place.start()
    assert ready()
    place.venue.refusals = [VenueError("I may not write here", lasting=True)]
    await place.hear(RED, "E5")
    await place.settled()
    assert not ready()
    await place.act(HOST, Resume())
    await place.pass_until(ready)


async def test_each_shard_of_a_venue_has_its_own_state(tmp_path):
    """Shard 0 of 2 is heard and shard 1 is not: one series each, and the JSON names both."""
    async with house(tmp_path) as place:
        place.venue.part, other = Part("fake", 0, 2), FakeVenue(place.world)
        other.part, other.connected = Part("fake", 1, 2), False
        desk = Desk(place.store, Outbox(place.store, place.clock))
        desk.serve(place.venue)
        desk.serve(other)
        health = Health(desk, leases(place))
        figures = Figures(["fake"])
        figures.add(Present(desk, health))
        read = Read(figures.text().decode())
        assert read.value("referee_venue_state", venue="fake", shard="0", state="heard") == 1
        assert read.value("referee_venue_state", venue="fake", shard="1", state="away") == 1
        assert read.value("referee_open_matches", venue="fake") == 0
        assert health.readiness().venues == {"fake 0/2": "heard", "fake 1/2": "away"}
        assert not health.readiness().ready


async def test_a_database_that_fails_is_counted_by_what_it_was_asked(tmp_path):
    """Another program holds the file: the turn is not stored, and no turn is counted."""
    async with house(tmp_path, timedelta(seconds=0.05)) as place:
        here = Counted(place)
        await place.start()
        before = here.read()
        async with locked(place):
            said = place.world.say(RED, "E5")
            heard = asyncio.create_task(place.desk.submit(ROOM, said))
            await place.world.until(lambda: not place.desk.can_store())
            failed = {"use": "write", "kind": "unreachable"}
            read = here.read()
            assert read.value("referee_store_failures_total", **failed) >= 1
            assert read.value("referee_store_usable") == 0
            assert read.value("referee_turns_total", venue="fake") == 0
        await place.finish(heard)
        await place.settled()
        read = here.read()
        assert read.value("referee_turns_total", venue="fake") == 1
        assert read.value("referee_store_usable") == 1
        assert read.grown(before, "referee_store_seconds_count", use="write") > 0


async def test_metrics_of_waiting_acts_and_shed_questions(here):
    """Acts in three matches have waited for three seconds; then `history` is asked."""
    place, clerk = here.place, Clerk(here.place.desk, here.place.store, here.place.venue)
    for match in (1, 2, 3):
        place.desk.backlog.add(Queue.ACTS, match, match)
    assert here.read().value("referee_behind") == 0
    place.clock.advance(3 * SECOND)
    asker = Asker(RED, ROOM, place.clock.now())
    assert "ask again in 10 s" in (await clerk.carry_out(read_order("history"), asker)).text
    assert "ask again" not in (await clerk.carry_out(read_order("help"), asker)).text
    read = here.read()
    assert read.value("referee_waiting", queue="acts") == 3
    assert read.value("referee_waiting", queue="announcements") == 0
    assert read.value("referee_oldest_waiting_seconds", queue="acts") == 3
    assert read.value("referee_behind") == 1
    assert read.value("referee_questions_shed_total", question="history") == 1


async def test_no_label_names_a_person_a_match_or_a_room(here):
    await here.place.start()
    for player, text in ((RED, "E5"), (BLUE, "Z99"), (BLUE, "E5"), (BLUE, "D3 F7")):
        await here.place.hear(player, text)
    await here.place.act(HOST, Resign())
    laws = {"occupied", "off-board", "not-a-player"}
    assert {value for name, value in here.read().labels() if name == "law"} <= laws
    assert {name for name, _ in here.read().labels()} == {
        *("venue", "law", "call", "use", "kind", "state", "shard", "queue", "question")
    }


async def test_an_observer_that_fails_holds_up_nothing(here, caplog):
    """The turn is ruled, stored and announced, the other observers are told, the log says so."""
    await here.place.start()
    seen: list[Observation] = []

    def breaks(_: object) -> None:
        raise ValueError("too many series")

    here.place.desk.observers.append(breaks)
    here.place.store.meters.append(breaks)
    here.place.desk.observers.append(seen.append)
    await here.place.hear(RED, "E5")
    assert [turn.turn for turn in (await here.place.match()).turns] == ["E5"]
    assert "**E5**" in here.place.world.texts()[-1]
    assert len(seen) == 2
    assert "too many series" in caplog.text


def states(read: Read) -> set[str]:
    return {dict(labels)["state"] for labels in read.all("referee_venue_state")}


PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")


def documented() -> dict[str, tuple[str, frozenset[str]]]:
    """Each figure of the page with its kind and its labels."""
    table = PAGE.split("<!-- metrics -->")[1].split("<!-- /metrics -->")[0]
    found = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]*)\|", table, re.MULTILINE)
    return {name: (kind, frozenset(re.findall(r"`(\w+)`", labels))) for name, kind, labels in found}


def existing(text: str) -> dict[str, tuple[str, frozenset[str]]]:
    """Each figure of an answer with its kind and its labels."""
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    labels: dict[str, set[str]] = {name: set() for name in kinds}
    for series, listed in re.findall(r"^(\w+)(?:\{(.*)\})? ", text, re.MULTILINE):
        name = series if series in kinds else re.sub(r"_(bucket|sum|count)$", "", series)
        labels[name] |= set(re.findall(r'(\w+)="', listed)) - {"le"}
    return {name: (kind, frozenset(labels[name])) for name, kind in kinds.items()}


async def test_documented_metrics_are_those_that_exist(tmp_path):
    """Names, kinds and labels; every figure has been seen with its labels once."""
    second = timedelta(seconds=1)
    async with house(tmp_path) as place:
        figures = Figures(["fake"])
        health = Health(place.desk, leases(place))
        figures.add(Present(place.desk, health, lambda: second))
        figures.observe(Ruled("fake", Refused(Reason.OVER), second))
        figures.observe(Told("fake", second))
        figures.observe(TimeCalled("fake", flag=True, late=second))
        figures.observe(Shed("match replay"))
        figures.used(Use(writes=True, took=second))
        found = existing(figures.text().decode())
    assert len(found) > 15
    assert documented() == found


def test_the_figures_of_two_referees_do_not_mix():
    one, other = Figures(["fake"]), Figures(["fake"])
    one.observe(Told("fake", timedelta(seconds=1)))
    assert 'referee_sending_seconds_count{venue="fake"} 1.0' in one.text().decode()
    assert 'referee_sending_seconds_count{venue="fake"} 0.0' in other.text().decode()


def test_the_address_on_the_page_is_the_usual_one():
    """Loopback, and off until a port is set."""
    assert (Settings().metrics_host, Settings().metrics_port) == ("127.0.0.1", None)
    assert f"`METRICS_HOST`, which is `{Settings().metrics_host}`" in PAGE
