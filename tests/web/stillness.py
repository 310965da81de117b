"""How far the board and what may be pressed move on a page, as a match goes through its states."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from playwright.async_api import Page, expect

SCREENS = {360: 740, 390: 844, 768: 1024, 1024: 768, 1280: 800, 1440: 900, 1920: 1080}
"""The heights of the screens that pages are looked at on, by their widths."""

BOXES = """async () => {
  await document.fonts.ready;
  scrollTo(0, 0);
  const boxes = {};
  // What lists hold goes with what is read there; what is open lies over the page.
  const passing = ".cell, .lines *, .turn-list *, dialog *, .menu div *, .popup > div *";
  for (const node of document.querySelectorAll("#board, button, summary, input, select, a[href]")) {
    const shown = node.checkVisibility({ visibilityProperty: true });
    if (!shown || node.matches(passing)) continue;
    const { act, key, what } = node.dataset;
    const label = node.getAttribute("aria-label") || node.textContent;
    const name = node.id || act || key || (what && `${node.closest("[id]").id} ${what}`) || label;
    const { left, top, right, bottom } = node.getBoundingClientRect();
    boxes[name.trim()] = [left, top, right, bottom];
  }
  return boxes;
}"""
"""The boxes, in the page, of the board and of all that may be pressed just now, by their names."""

Box = Sequence[float]


class Stillness:
    """What moved on some pages, in each state, against where it was first seen."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self.pages = pages
        self.moved: dict[str, dict[str, dict[str, float]]] = {}
        self._first: dict[str, dict[str, Box]] = {name: {} for name in self.pages}

    async def each(self, do: Callable[[Page], Awaitable[Any]]) -> None:
        await asyncio.gather(*map(do, self.pages.values()))

    async def show(self, part: str, text: str) -> None:
        await self.each(lambda page: expect(page.locator(part)).to_contain_text(text))

    async def look(self, state: str) -> None:
        boxes = await asyncio.gather(*(page.evaluate(BOXES) for page in self.pages.values()))
        self.moved[state] = {
            name: self._compared(name, seen) for name, seen in zip(self.pages, boxes, strict=True)
        }

    def _compared(self, page: str, seen: dict[str, Box]) -> dict[str, float]:
        assert "board" in seen
        first = self._first[page]
        distances = {
            name: max(abs(now - then) for now, then in zip(box, first[name], strict=True))
            for name, box in seen.items()
            if name in first
        }
        self._first[page] = seen | first
        return {name: round(far, 1) for name, far in distances.items() if far >= 0.05}

    def table(self) -> str:
        """State × page: the pixels by which the one moved that moved most."""
        wide = max(map(len, self.moved))
        lines = [" " * wide + "".join(f"{name:>8}" for name in self.pages)]
        for state, pages in self.moved.items():
            most = "".join(f"{max(pages[name].values(), default=0.0):8.1f}" for name in self.pages)
            lines.append(f"{state:{wide}}{most}")
        return "\n".join(lines)

    def problems(self) -> list[str]:
        """Each thing that moved, with where and when."""
        return [
            f"{state}, {page}: {moved}"
            for state, pages in self.moved.items()
            for page, moved in pages.items()
            if moved
        ]


def screen(wide: int, **options: Any) -> dict[str, Any]:
    """What a browser is opened with to have a screen of this width."""
    return {"viewport": {"width": wide, "height": SCREENS[wide]}} | options
