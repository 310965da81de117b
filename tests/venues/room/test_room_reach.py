"""Links that can be sent: the host is told which ones open on this machine only, and what to do."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.venues.room.reach import Reach, reach
from venues.room.at_pages import link, start, told
from venues.room.browsing import visiting
from venues.room.process import referee
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
    assert reach(host, port) == expected


@pytest.mark.parametrize(("host", "is_open"), [("127.0.0.1", False), ("0.0.0.0", True)])  # noqa: S104
async def test_this_machine_alone_is_no_address_to_send(host: str, *, is_open: bool) -> None:
    """The machine's address in its network is named, if it is in one, and never a loopback one."""
    found = reach(host, 8080)
    assert found.open is is_open
    assert not found.address.startswith("http://127.")
    for remote, sent in (("127.0.0.1", found.address if is_open else ""), ("172.17.0.1", "")):
        assert found.shown(remote)["address"] == sent


@pytest.mark.real_time
async def test_the_host_is_warned_of_links_for_this_machine(
    tmp_path: Path, browser: Browser
) -> None:
    """With the setting that opens the room to the network; players are shown nothing of it."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, here="none")
            note = page.locator("#reach")
            await expect(note).to_be_visible()
            await expect(note).to_contain_text("ROOM_HOST=0.0.0.0")
            to_red = await link(page, "Red: Ann")
            assert to_red.startswith(running.address)
            red = await browsing.page(to_red)
            await expect(red.locator("#link-state")).to_have_text("Connected")
            await expect(red.locator("#links")).to_be_hidden()
            assert browsing.problems == []


@pytest.mark.real_time
async def test_links_of_an_open_room_hold_the_address_in_the_network(
    tmp_path: Path, browser: Browser
) -> None:
    """The host looks at 127.0.0.1; what they copy opens from elsewhere."""
    async with house(tmp_path, host="0.0.0.0") as place:  # noqa: S104
        port = place.address.rpartition(":")[2]
        expected = reach("0.0.0.0", int(port)).address  # noqa: S104
        if not expected:
            pytest.skip("this machine is in no network")
        async with visiting(browser, f"http://127.0.0.1:{port}") as browsing:
            page = await browsing.page()
            await start(page, here="none")
            await expect(page.locator("#reach")).to_contain_text(expected)
            sent = await link(page, "Blue: Bob")
            assert sent.startswith(f"{expected}/room/")
        async with visiting(browser, expected) as browsing:
            blue = await browsing.page(sent)
            await expect(blue.locator("#speaks")).to_contain_text("Bob")


@pytest.mark.real_time
async def test_both_seats_start_at_once(tmp_path: Path, browser: Browser) -> None:
    """Nobody presses Ready: the board waits for the first stone, and a rematch for one press."""
    with referee(tmp_path) as running:
        async with visiting(browser, running.address) as browsing:
            page = await browsing.page()
            await start(page, at_once=True)
            await expect(told(page).last).to_contain_text("Both are ready")
            await expect(page.locator("[data-act=ready]")).to_have_count(0)
            await page.click("button[data-cell=E5]")
            await page.click("#play-here")
            await expect(told(page).last).to_contain_text("played E5")
            assert browsing.problems == []
