"""Links that can be sent: the host is told which ones open on this machine only, and what to do."""

import socket

import pytest
from aiohttp.test_utils import make_mocked_request
from playwright.async_api import expect

from bot.serving.hosts import Doors
from bot.venues.room.reach import Reach, reach
from venues.room.at_pages import enter, link, opened
from venues.room.browsing import Browsing, visiting
from venues.room.visitor import house

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("host", "port", "expected"),
    [
        ("192.168.1.20", 8080, Reach("http://192.168.1.20:8080", open=True)),
        ("fd00::7", 80, Reach("http://[fd00::7]:80", open=True)),
        ("table.local", 8080, Reach("http://table.local:8080", open=True)),
    ],
)
async def test_a_room_is_reached_where_it_listens(host: str, port: int, expected: Reach) -> None:
    """An address of its own is the one to send, whatever the machine has besides."""
    assert reach(host, port, "") == expected


@pytest.mark.parametrize(("host", "is_open"), [("127.0.0.1", False), ("0.0.0.0", True)])  # noqa: S104
async def test_this_machine_alone_is_no_address_to_send(host: str, *, is_open: bool) -> None:
    """The machine's address in its network is named, if it is in one, and never a loopback one."""
    found = reach(host, 8080, "")
    assert found.open is is_open
    assert not found.address.startswith("http://127.")
    for remote, sent in (("127.0.0.1", found.address if is_open else ""), ("172.17.0.1", "")):
        assert found.shown(remote)["address"] == sent


async def test_a_room_with_an_address_on_the_web_is_reached_there() -> None:
    """Behind a proxy too, which asks from wherever it is."""
    found = reach("127.0.0.1", 8080, "https://example.org/referee")
    for remote in ("127.0.0.1", "172.17.0.1"):
        assert found.shown(remote) == {"address": "https://example.org/referee", "note": ""}


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
async def test_all_addresses_are_those_of_both_families(tmp_path) -> None:
    """`::` is heard at IPv4 as well, and who comes from there is known by that address."""
    async with house(tmp_path, host="::") as place:
        port = place.address.rpartition(":")[2]
        for host in ("127.0.0.1", "[::1]"):
            async with place.session.get(f"http://{host}:{port}/robots.txt") as answer:
                assert answer.status == 200
    assert reach("::", 8080, "").shown("::ffff:127.0.0.1") == reach("::", 8080, "").shown("::1")


async def test_a_proxy_is_known_where_both_families_are_served() -> None:
    """Its IPv4 address is written as one of IPv6 there."""
    doors = Doors("::", proxies=("127.0.0.0/8",))
    for proxy, source in (("::ffff:127.0.0.1", "203.0.113.7"), ("::ffff:192.0.2.1", "192.0.2.1")):
        request = make_mocked_request("GET", "/", headers={"X-Forwarded-For": "203.0.113.7"})
        assert doors.source(request.clone(remote=proxy)) == source


@pytest.mark.thorough
async def test_the_host_is_warned_of_links_for_this_machine(browsing: Browsing) -> None:
    """With the setting that opens the room to the network; players are shown nothing of it."""
    room, tokens = await opened(browsing, {})
    page = await enter(browsing, room, tokens["host"])
    note = page.locator("#reach")
    await expect(note).to_be_visible()
    await expect(note).to_contain_text("WEB_HOST=0.0.0.0")
    to_red = await link(page, "Red: Ann")
    assert to_red.startswith(browsing.address)
    red = await browsing.page(to_red)
    await expect(red.locator("#link-state")).to_have_text("Connected")
    await expect(red.locator("#links")).to_be_hidden()


@pytest.mark.thorough
async def test_links_of_an_open_room_hold_the_address_in_the_network(tmp_path, browser):
    """The host looks at 127.0.0.1; what they copy opens from elsewhere."""
    async with house(tmp_path, host="0.0.0.0") as place:  # noqa: S104
        port = place.address.rpartition(":")[2]
        expected = reach("0.0.0.0", int(port), "").address  # noqa: S104
        if not expected:
            pytest.skip("this machine is in no network")
        async with visiting(browser, f"http://127.0.0.1:{port}", place) as browsing:
            room, tokens = await place.open()
            page = await enter(browsing, room, tokens["host"])
            await expect(page.locator("#reach")).to_contain_text(expected)
            sent = await link(page, "Blue: Bob")
            assert sent.startswith(f"{expected}/room/")
        async with visiting(browser, expected) as browsing:
            blue = await browsing.page(sent)
            await expect(blue.locator("#speaks")).to_contain_text("Bob")
