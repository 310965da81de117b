"""Pages behind nginx and Caddy with TLS on a domain, with a path and without, as documented."""

import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from ports import free_port
from venues.room.process import Running, referee, stopped
from venues.room.visitor import FORM, Visitor, at_the_room, browser

from web.proxies import DOMAIN, FOREIGN, Proxy, proxy

pytestmark = [pytest.mark.proxies, pytest.mark.real_time]


@dataclass
class Site:
    """A referee that is reached through a proxy."""

    session: aiohttp.ClientSession
    url: str
    """Its address on the web."""
    proxy: Proxy
    folder: Path
    referee: Running

    async def open(self) -> tuple[str, dict[str, str]]:
        asked = {"json": FORM, "headers": {"Origin": self.url[: self.url.find("/", 8)]}}
        async with self.session.post(f"{self.url}rooms", **asked) as made:
            assert made.status == 200, await made.text()
            answer = await made.json()
        return answer["room"], answer["tokens"]

    async def visit(self, room: str, token: str) -> Visitor:
        socket = await at_the_room(self.session, self.url.rstrip("/"), room)
        await socket.send_json({"type": "hello", "tokens": [token], "after": 0})
        return Visitor(socket, count())


class _Here(aiohttp.abc.AbstractResolver):
    """Every name is this machine."""

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> list[Any]:
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": 2, "proto": 0,
                 "flags": 0}]  # fmt: skip

    async def close(self) -> None:
        pass


@pytest_asyncio.fixture(params=["nginx", "nginx /club", "caddy", "caddy /club", "compose"])
async def site(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Site]:
    name, _, path = request.param.partition(" ")
    port, inner = free_port(), free_port()
    url = f"https://{DOMAIN}:{port}{path}"
    settings = {"WEB_URL": url, "LOG_LEVEL": "DEBUG"}
    with referee(tmp_path, port=str(inner), **settings) as running:
        assert running.address == url
        async with proxy(name, tmp_path, port, inner, path) as server:
            connector = aiohttp.TCPConnector(ssl=server.trust, resolver=_Here())
            async with browser(connector=connector) as session:
                yield Site(session, f"{url}/", server, tmp_path, running)


async def test_a_match_is_played_and_watched_through_a_proxy(site: Site) -> None:
    """Both seats by WebSocket, a watcher by stream; no token stands in any log."""
    room, tokens = await site.open()
    host, ann, bob = [await site.visit(room, tokens[role]) for role in ("host", "one", "two")]
    assert (await host.get("welcome"))["reach"]["address"] == site.url.rstrip("/")
    for visitor in (ann, bob):
        await visitor.act("ready")
    await ann.line("Both are ready")
    await ann.say("F6")
    await bob.line("played F6")
    await bob.say("match watch")
    link = re.search(r"https://\S+/watch/[\w-]+", await bob.whisper())
    assert link is not None
    async with site.session.get(link[0]) as page:
        assert page.status == 200
        scripts = re.findall(r'(?:src|href)="(/[^"]+)"', await page.text())
    origin = site.url[: site.url.find("/", 8)]
    assert scripts
    for path in scripts:
        async with site.session.get(f"{origin}{path}") as file:
            assert file.status == 200, path
    async with site.session.get(f"{link[0]}?embed") as page:
        assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
    async with site.session.get(f"{link[0]}/events") as stream:
        assert await _last_turn(stream) == ["F6"]
        # Nothing holds a turn back on its way to a watcher.
        await bob.say("D3 F7")
        assert sorted(await _last_turn(stream)) == ["D3", "F7"]
    secrets = [*tokens.values(), link[0].rpartition("/")[2]]
    for log in (site.proxy.log, site.folder / "referee.log"):
        text = log.read_text()
        assert [secret for secret in secrets if secret in text] == [], log


async def test_a_foreign_name_and_a_foreign_page_are_refused(site: Site) -> None:
    """The proxy passes the name on; 421 says that this server does not answer to it."""
    foreign = site.url.replace(DOMAIN, FOREIGN)
    try:
        async with site.session.get(foreign) as answer:
            assert answer.status == 421
            assert "under that name" in await answer.text()
    except aiohttp.ClientConnectorSSLError:
        # Caddy has no certificate for that name, where nobody gave it one.
        assert site.proxy.makes_certificates
    headers = {"Origin": "https://evil.example"}
    async with site.session.post(f"{site.url}rooms", json=FORM, headers=headers) as answer:
        assert answer.status == 403


async def test_no_link_is_logged_while_the_referee_is_away(site: Site) -> None:
    """It is started again, and the pages that are open ask for it: a proxy logs what fails."""
    await stopped(site.referee)
    link = f"{site.url}watch/{'s' * 22}"
    for path in (link, f"{link}/events", f"{link}?embed"):
        async with site.session.get(path) as answer:
            assert answer.status == 502
    assert "s" * 22 not in site.proxy.log.read_text()


async def _last_turn(stream: aiohttp.ClientResponse) -> list[str]:
    """The stones of the last turn in the next state that a stream tells."""
    kind = ""
    while True:
        line = (await stream.content.readline()).decode().rstrip("\n")
        assert not stream.content.at_eof()
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind == "state":
            cells: list[str] = json.loads(line.removeprefix("data: "))["match"]["last"]
            if cells:
                return cells
