"""`/metrics` and the health over TCP, of a referee at work on a loopback Discord."""

import asyncio
import json
import logging
import os
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import aiohttp
import pytest
from end_to_end.house import DiscordHouse, house
from loopback.bell import patience

from bot.cli.doctor import checks
from bot.serving import web_servers
from bot.wording.doctor import Door, port_served
from metrics.reading import Read

SERVED = re.compile(r"metrics are served at [\d.]+:(\d+)/metrics")
HEARD = {
    "ready": True, "store": True, "lease": True, "venues": {"discord": "heard"}, "out_of_reach": 0,
}  # fmt: skip


class Measured:
    """A house whose referee serves its figures on a port."""

    def __init__(self, place: DiscordHouse, session: aiohttp.ClientSession, port: int) -> None:
        self.place = place
        self.session = session
        self.port = port
        self.address = f"http://127.0.0.1:{port}"

    async def read(self) -> Read:
        async with self.session.get(f"{self.address}/metrics") as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("text/plain; version=")
            return Read(await answer.text())

    async def ready(self) -> tuple[int, dict[str, object]]:
        async with self.session.get(f"{self.address}/health/ready") as answer:
            text = await answer.text()
            assert text.count("\n") == 1
            return answer.status, json.loads(text)

    async def until_ready(self, wanted: int = 200) -> dict[str, object]:
        """What `/health/ready` answers as soon as it does so with a status; time goes on."""
        async with patience():
            while (found := await self.ready())[0] != wanted:
                # The lease is renewed as time passes.
                await self.place.pass_time(1)
                await asyncio.sleep(0.02)
        return found[1]

    async def until_zero(self, gauge: str) -> None:
        async with patience():
            while (await self.read()).value(gauge, venue="discord"):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.02)


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log, in which the referee says where it serves the figures."""
    caplog.set_level(logging.INFO, "bot.metrics")
    return caplog


@asynccontextmanager
async def measured(
    folder: Path, told: pytest.LogCaptureFixture, host: str = "127.0.0.1"
) -> AsyncIterator[Measured]:
    """A house whose referee serves its figures, on a port that the system has chosen."""
    async with house(folder) as place, aiohttp.ClientSession() as session:
        await place.close()
        place.settings = replace(place.settings, metrics_host=host, metrics_port=0)
        await place.open()
        async with patience():
            while not (found := SERVED.search(told.text)):  # noqa: ASYNC110 - it is only logged
                await asyncio.sleep(0.02)
        here = Measured(place, session, int(found[1]))
        await here.until_ready()
        yield here


@pytest.fixture
async def here(tmp_path: Path, told: pytest.LogCaptureFixture) -> AsyncIterator[Measured]:
    async with measured(tmp_path, told) as built:
        yield built


async def test_a_match_is_counted_as_it_was_played(here):
    """Two turns, a taken cell, too many stones, then a resignation: by arithmetic."""
    place = here.place
    await place.start(clock="none")
    before = await here.read()
    assert before.value("referee_open_matches", venue="discord") == 1
    await place.play(place.red, "E5")
    await place.play(place.blue, "E5", "taken")
    await place.play(place.blue, "A1 A2 A3", "Two at most")
    last = await place.play(place.blue, "D3 F7")
    await here.until_zero("referee_outbox_depth")
    read, named = await here.read(), {"venue": "discord"}
    assert read.value("referee_turns_total", **named) == 2
    assert read.value("referee_refusals_total", law="occupied", **named) == 1
    assert read.value("referee_refusals_total", law="too-many", **named) == 1
    assert read.grown(before, "referee_ruling_seconds_count", **named) == 4
    assert read.grown(before, "referee_sending_seconds_count", **named) == 2
    assert read.value("referee_venue_state", state="heard", shard="0", **named) == 1
    assert read.grown(before, "referee_store_seconds_count", use="write") >= 4
    assert read.all("referee_store_failures_total") == {}
    assert read.value("process_resident_memory_bytes") > 10_000_000
    await place.slash(place.red, "match resign", confirm="yes")
    await place.announcement("resigned", after=last)
    await here.until_zero("referee_open_matches")


async def test_ready_says_which_venue_is_not_heard(here):
    """Discord breaks the connection: alive, not ready, and which venue that is; then ready."""
    assert await here.until_ready() == HEARD
    assert (await here.read()).value("referee_ready") == 1
    gateway = here.place.discord.gateway
    gateway.accepting = False
    await gateway.drop()
    assert await here.until_ready(503) == HEARD | {"ready": False, "venues": {"discord": "away"}}
    async with here.session.get(f"{here.address}/health/live") as answer:
        assert (answer.status, await answer.json()) == (200, {"live": True})
    async with here.session.get(f"{here.address}/health/duty") as answer:
        assert (answer.status, await answer.json()) == (503, {"on_duty": False})
    assert (await here.read()).value("referee_ready") == 0
    gateway.accepting = True
    await here.until_ready()


async def test_a_match_that_stands_for_its_room_takes_no_process_off_duty(here):
    """Blue is shut out of the room: a monitor hears of it, and no other process could mend it."""
    place = here.place
    await place.start()
    await place.play(place.red, "E5")
    place.discord.deny(place.room, "view_channel", who=place.blue)
    await place.announcement("It can't go on here")
    assert await here.until_ready(503) == HEARD | {"ready": False, "out_of_reach": 1}
    async with here.session.get(f"{here.address}/health/duty") as answer:
        assert (answer.status, await answer.json()) == (200, {"on_duty": True})


NAMES = {"localhost": 200, "127.0.0.1:80": 200, "club.example": 421, "10.0.0.5": 421}


async def test_on_loopback_it_answers_to_names_of_this_machine(here):
    """A page of another site can't have a browser here read the figures."""
    paths = ("/metrics", "/health/live", "/health/duty", "/health/ready")
    for path, (name, status) in product(paths, NAMES.items()):
        asked = here.session.get(f"{here.address}{path}", headers={"Host": name})
        async with asked as answer:
            assert answer.status == status, (path, name)
            assert "referee" not in await answer.text() or status == 200


async def test_nothing_else_is_there_and_nothing_can_be_changed(tmp_path, told):
    async with measured(tmp_path, told, "0.0.0.0") as here:  # noqa: S104
        for path, status in (("/", 404), ("/metrics/x", 404), ("/health", 404)):
            async with here.session.get(f"{here.address}{path}") as answer:
                assert answer.status == status, path
        for method in ("POST", "PUT", "DELETE"):
            async with here.session.request(method, f"{here.address}/metrics") as answer:
                assert answer.status == 405
        async with here.session.head(f"{here.address}/metrics") as answer:
            assert (answer.status, await answer.read()) == (200, b"")
        # Open to the network it may be asked by any name: a container's is anybody's.
        asked = here.session.get(f"{here.address}/metrics", headers={"Host": "referee:9464"})
        async with asked as answer:
            assert answer.status == 200


async def test_a_port_in_use_stops_no_match_and_is_tried_again(tmp_path, caplog):
    """One line says so in plain words; what was played meanwhile is counted all the same."""
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        async with house(tmp_path) as place:
            await place.close()
            place.settings = replace(place.settings, metrics_port=port)
            await place.open()
            await place.start(clock="none")
            await place.play(place.red, "E5")
            assert f"127.0.0.1:{port} can't be used: Address already in use" in caplog.text
            assert caplog.text.count("METRICS_PORT") == 1
            other.close()
            await place.pass_time(web_servers.RETRY_MAX.total_seconds())
            async with aiohttp.ClientSession() as session:
                read = await Measured(place, session, port).read()
                assert read.value("referee_turns_total", venue="discord") == 1


async def test_doctor_knows_the_referee_that_serves_them(here):
    """The port is taken by the referee of this database, which is as it should be."""
    settings = replace(here.place.settings, metrics_port=here.port)
    found = [one async for one in checks(settings)]
    assert port_served(Door.METRICS, f"127.0.0.1:{here.port}", os.getpid()) in found
