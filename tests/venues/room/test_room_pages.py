"""The room's pages, its form, where it can be reached, and who is kept out."""

import re
import socket
from datetime import timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request
from handclock import HandClock
from playwright.async_api import expect

from bot.serving.hosts import Doors
from bot.venues.room.reach import Reach, reach
from venues.room.at_pages import enter, link, opened, whole_form
from venues.room.browsing import Browsing, visiting
from venues.room.visitor import FORM, RoomHouse, house

FOLDER = files("bot.web") / "page"


async def test_the_start_page_and_all_it_loads_come_from_the_package(place: RoomHouse) -> None:
    """Every file that the page names is served, with strict headers, and none is external."""
    page = await place.session.get(f"{place.address}/")
    text = await page.text()
    assert page.status == 200
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    named = set(re.findall(r'(?:src|href)="(/[^"]+)"', text))
    for script in (file for file in FOLDER.iterdir() if file.name.endswith(".js")):
        named |= {f"/page/{name}" for name in re.findall(r'"\./([a-z]+\.js)"', script.read_text())}
    css = (FOLDER / "page.css").read_text()
    named |= {f"/page/{name}" for name in re.findall(r'url\("([^"]+)"\)', css)}
    assert {"/page/page.js", "/page/board.js", "/page/Inter-Bold.otf", "/example.svg"} <= named
    for path in named:
        answer = await place.session.get(f"{place.address}{path}")
        assert answer.status == 200, path
        assert await answer.read()


def test_no_page_file_names_another_host() -> None:
    for file in FOLDER.iterdir():
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, file.name
        assert "https://" not in text, file.name
        assert "innerHTML" not in text, file.name
        assert not re.search(r"<script(?![^>]*src=)|\son[a-z]+=|\sstyle=", text), file.name


async def test_what_is_not_there_is_a_plain_page_and_a_rebound_name_gets_none(place):
    for path, part in (
        ("/room/nobody", "There is no such room"),
        ("/page/secrets.txt", "nothing here"),
        ("/page/..%2fserver.py", "nothing here"),
        ("/pictures/none.png", "nothing here"),
        ("/font/Comic.otf", "nothing here"),
        ("/anything", "nothing here"),
    ):
        answer = await place.session.get(f"{place.address}{path}")
        assert answer.status == 404, path
        assert part in await answer.text()
        assert "Content-Security-Policy" in answer.headers
    port = place.address.rpartition(":")[2]
    for name, statuses in (
        (f"localhost:{port}", {200}),
        (f"127.0.0.1:{port}", {200}),
        (f"evil.example:{port}", {421}),
        (f"127.0.0.1.evil.example:{port}", {421}),
        ("192.168.0.7", {421}),
        ("", {400, 421}),
        ("[::", {400, 421}),
    ):
        answer = await place.session.get(f"{place.address}/", headers={"Host": name})
        assert answer.status in statuses, name


@pytest.mark.parametrize(
    ("host", "name", "known"),
    [
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "LOCALHOST.", True),
        ("127.0.0.1", "127.0.0.2", True),
        ("::1", "::1", True),
        ("127.0.0.1", "10.0.0.5", False),
        ("127.0.0.1", "club.example", False),
        ("0.0.0.0", "10.0.0.5", True),  # noqa: S104
        ("0.0.0.0", "club.example", False),  # noqa: S104
        ("club.example", "club.example", True),
    ],
)
def test_the_room_answers_to_its_own_names_only(host: str, name: str, known: bool) -> None:
    assert Doors(host).knows(f"[{name}]:80" if ":" in name else name) is known


async def test_a_form_from_another_site_opens_nothing(place: RoomHouse) -> None:
    for origin in ("https://evil.example", "null", "", "http://127.0.0.1:1"):
        answer = await place.ask(FORM, Origin=origin)
        assert answer.status == 403
        assert "another site" in await answer.text()
    assert place.desk.open_matches("room", "local") == []


async def test_tokens_are_unguessable_and_kept_as_hashes_only(tmp_path: Path) -> None:
    async with house(tmp_path) as place:
        _, tokens = await place.open()
        _, others = await place.open()
        assert set(tokens) == {"host", "one", "two", "watch"}
        assert len({*tokens.values(), *others.values()}) == 8
        assert min(map(len, tokens.values())) >= 32
    assert not any(token.encode() in kept_in(tmp_path) for token in tokens.values())


def kept_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_every_format_and_option_on_offer_comes_with_its_sentence(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    async with house(tmp_path) as place:
        answer = await place.session.get(f"{place.address}/formats.json")
        offered = (await answer.json())["formats"]
    for one in offered:
        assert f"| `{one['key']}` | {one['about']} |" in readme
        for option in one["options"]:
            assert f"| `{option['key']}` | {option['about']} |" in readme
    assert sum(len(one["options"]) for one in offered) == 6


BLACK, WHITE = {"name": "Ann", "colour": "black"}, {"name": "Bob", "colour": "white"}
CATENA: dict[str, Any] = {"format": "catena", "one": BLACK, "two": WHITE}


WRONG: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"clock": "soon"}, "clock", "clock:soon: “soon” is no length of time. Write 90s, 5m, 2h"),
    ({"side": "99"}, "side", "side:99: a board has a side from 2 to 13."),
    ({"format": "chess"}, "format", "There is no format “chess”"),
    ({"first": "Zoe"}, "first", "Who starts is"),
    ({"dmo": "Zoe"}, "dmo", "The DMO is player 1 or player 2"),
    ({"two": {"name": "Bob", "colour": "red"}}, "colour-two", "two different colours"),
    ({"one": {"name": "Ann", "colour": "pink"}}, "colour-one", "The colours are"),
    (CATENA | {"options": {"komi": "lots"}}, "option-komi", "komi=lots"),
    (CATENA | {"options": {"scoring": "longest", "komi": "3"}}, "option-komi", "komi"),
    (
        {"format": "brink", "options": {"margin": "x"}},
        "option-margin",
        "brink allows a whole number",
    ),
    ({"options": {"<b>": "1"}}, "option-<b>", "has no option"),
    ({"host": "x" * 500}, "", "200 letters at most"),
    ({"side": ["5"]}, "", "200 letters at most"),
)
"""What is changed in a form, the field that is wrong, and words of what is said about it."""


async def test_a_refused_form_says_why_and_names_its_field(tmp_path: Path) -> None:
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        for changes, field, part in WRONG:
            # One address opens only so many rooms at once.
            clock.advance(timedelta(minutes=1))
            answer = await place.ask(FORM | changes)
            told = await answer.json()
            assert answer.status == 422, changes
            assert part in told["error"]
            assert told.get("field", "") == field
        assert place.desk.open_matches("room", "local") == []


async def test_the_focus_goes_to_what_is_wrong(browsing: Browsing) -> None:
    """It is marked, described by the sentence, and never hidden in a closed part of the form."""
    page = await browsing.page()
    await whole_form(page)
    folded, clock = page.locator(".more").first, page.locator("#form [name=clock]")
    submit = page.locator("#form [type=submit]")
    await page.evaluate("document.forms.form.elements.clock.value = 'soon'")
    await submit.focus()
    await page.keyboard.press("Enter")
    await expect(clock).to_be_focused()
    await expect(clock).to_have_attribute("aria-invalid", "true")
    await expect(clock).to_have_accessible_description(
        await page.locator("#form-problem").inner_text()
    )
    await expect(page.locator("#form-problem")).to_contain_text("“soon”")
    await clock.fill("1m+5m")
    await page.evaluate("document.forms.form.elements.side.value = 99")
    await folded.evaluate("(node) => { node.open = false; }")
    await submit.press("Enter")
    await expect(page.locator("#form [name=side]")).to_be_focused()
    await page.fill("#form [name=side]", "5")
    # What a field does is told again when the problem is gone.
    await page.select_option("#format", "catena")
    komi = page.locator("[name=option-komi]")
    about = await komi.get_attribute("aria-describedby")
    await komi.fill("lots")
    await submit.press("Enter")
    await expect(komi).to_be_focused()
    await expect(komi).to_have_attribute("aria-describedby", f"form-problem {about}")
    await komi.fill("")
    await clock.fill("soon")
    await submit.press("Enter")
    await expect(clock).to_be_focused()
    await expect(komi).to_have_attribute("aria-describedby", str(about))
    await clock.fill("")
    await page.fill("[name=topic-page]", "F6")
    await page.locator("#topic [type=submit]").press("Enter")
    await expect(page.locator("[name=topic-page]")).to_be_focused()
    await expect(page.locator("[name=topic-page]")).to_have_attribute("aria-invalid", "true")
    await submit.press("Enter")
    await expect(page.locator("#link-state")).to_have_text("Connected")


@pytest.mark.parametrize(("host", "is_open"), [("127.0.0.1", False), ("0.0.0.0", True)])  # noqa: S104
async def test_a_room_is_reached_where_it_listens_or_at_its_address_on_the_web(host, *, is_open):
    found = reach(host, 8080, "")
    assert found.open is is_open
    assert not found.address.startswith("http://127.")
    for remote, sent in (("127.0.0.1", found.address if is_open else ""), ("172.17.0.1", "")):
        assert found.shown(remote)["address"] == sent
    found = reach("127.0.0.1", 8080, "https://example.org/referee")
    for remote in ("127.0.0.1", "172.17.0.1"):
        assert found.shown(remote) == {"address": "https://example.org/referee", "note": ""}
    for listens, port, sent in (
        ("192.168.1.20", 8080, "http://192.168.1.20:8080"),
        ("fd00::7", 80, "http://[fd00::7]:80"),
        ("table.local", 8080, "http://table.local:8080"),
    ):
        assert reach(listens, port, "") == Reach(sent, open=True)


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
            await expect((await browsing.page(sent)).locator("#speaks")).to_contain_text("Bob")
