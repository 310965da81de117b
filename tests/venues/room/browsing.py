"""A real Chromium, driven by Playwright, that talks to 127.0.0.1 only."""

import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from loopback.bell import LONGEST
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from programs import find_chromium

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    # All pages are ours: no process in advance for the next site, none for each of them.
    *("--disable-site-isolation-trials", "--renderer-process-limit=1"),
]
PATIENCE_MS = LONGEST / timedelta(milliseconds=1)
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none", "reduced_motion": "reduce"},
    "dark": {"color_scheme": "dark", "forced_colors": "none", "reduced_motion": "reduce"},
    "forced": {"color_scheme": "light", "forced_colors": "active", "reduced_motion": "reduce"},
}
"""The three ways in which every page has to be readable, for `Page.emulate_media`."""
EXPECTED = (
    "status of 413", "status of 422", "WebSocket connection to", "net::ERR_",
    "origin was untrustworthy",
)  # fmt: skip
"""What Chromium complains of that is no page's fault: answers, a room that is away, plain HTTP."""
expect.set_options(timeout=PATIENCE_MS)


class Browsing:
    """What some people's browsers show of one room, and what went wrong on their pages.

    `place` is the room where it is at work in this process.
    """

    def __init__(self, browser: Browser, address: str, place: Any = None) -> None:
        self.browser = browser
        self.address = address
        self.place = place
        self.problems: list[str] = []
        self.foreign: list[str] = []
        self._people: list[BrowserContext] = []

    async def person(self, **options: Any) -> BrowserContext:
        """Somebody's browser, with a memory of its own."""
        options = {"viewport": {"width": 1280, "height": 800}} | options
        context = await self.browser.new_context(**options)
        self._people.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", self._watch)
        return context

    async def page(self, url: str = "", **options: Any) -> Page:
        page = await (await self.person(**options)).new_page()
        await page.goto(url or self.address)
        return page

    async def close(self) -> None:
        """Everybody leaves, and nothing is remembered."""
        for context in self._people:
            await context.close()

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda said: self._complains(said.type, said.text))
        page.on("request", lambda request: self._asked(request.url))

    def _complains(self, kind: str, text: str) -> None:
        if kind == "error" and not any(part in text for part in EXPECTED):
            self.problems.append(text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws"), "blob:", "data:")):
            self.foreign.append(url)


@contextlib.asynccontextmanager
async def chromium(*, windows: bool = False) -> AsyncIterator[Browser]:
    """Chromium: starting it costs more than most tests, so one serves them all."""
    path = find_chromium(windows=windows)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def visiting(browser: Browser, address: str, place: Any = None) -> AsyncIterator[Browsing]:
    """People who visit an address; whatever they do, no page fails or loads from elsewhere."""
    browsing = Browsing(browser, address, place)
    try:
        yield browsing
        assert browsing.problems == []
        assert browsing.foreign == []
    finally:
        await browsing.close()
