"""The room's pages, its form, and who is kept out."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from bot.serving.hosts import Doors
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
    """Nothing is loaded from elsewhere, and nothing is inline that the policy would forbid."""
    for file in FOLDER.iterdir():
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, file.name
        assert "https://" not in text, file.name
        assert "innerHTML" not in text, file.name
        assert not re.search(r"<script(?![^>]*src=)|\son[a-z]+=|\sstyle=", text), file.name


async def test_what_is_not_there_is_a_plain_page(place: RoomHouse) -> None:
    """Unknown rooms, files, pictures and fonts are 404 with a sentence."""
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


async def test_a_rebound_name_is_refused(place: RoomHouse) -> None:
    """A page that reaches the room under a name of its own gets nothing."""
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
    """Loopback names always, addresses where it is open to the network, others never."""
    assert Doors(host).knows(f"[{name}]:80" if ":" in name else name) is known


async def test_a_form_from_another_site_opens_nothing(place: RoomHouse) -> None:
    """A foreign or missing Origin is refused before the form is read."""
    for origin in ("https://evil.example", "null", "", "http://127.0.0.1:1"):
        answer = await place.ask(FORM, Origin=origin)
        assert answer.status == 403
        assert "another site" in await answer.text()
    assert place.desk.open_matches("room", "local") == []


async def test_tokens_are_unguessable_and_kept_as_hashes_only(tmp_path: Path) -> None:
    """Four different tokens of at least 128 bits, none of them to be found in the database."""
    async with house(tmp_path) as place:
        _, tokens = await place.open()
        _, others = await place.open()
        assert set(tokens) == {"host", "one", "two", "watch"}
        assert len({*tokens.values(), *others.values()}) == 8
        assert min(map(len, tokens.values())) >= 32
    assert not any(token.encode() in kept_in(tmp_path) for token in tokens.values())


def kept_in(folder: Path) -> bytes:
    """All that the database's files hold."""
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_every_format_and_option_on_offer_comes_with_its_sentence(tmp_path: Path) -> None:
    """Those of the README, word by word."""
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    async with house(tmp_path) as place:
        answer = await place.session.get(f"{place.address}/formats.json")
        offered = (await answer.json())["formats"]
    for one in offered:
        assert f"| `{one['key']}` | {one['about']} |" in readme
        for option in one["options"]:
            assert f"| `{option['key']}` | {option['about']} |" in readme
    assert sum(len(one["options"]) for one in offered) == 6
