"""The end of a match in a real Chromium: why it was won, what is taken home, and the next one."""

import json
from pathlib import Path

from playwright.async_api import WebSocketRoute, expect

from venues.room import at_pages as at
from venues.room.browsing import Browsing
from venues.room.visitor import SEED_003

NOTICES_LATE = """
  window.ResizeObserver = class extends ResizeObserver {
    constructor(tell) { super((...sizes) => setTimeout(() => tell(...sizes), 200)); }
  };
"""
BY_THE_BOARD = (
    "B2", "A3 C3", "B3 C4", "E2 D1 E3", "E1 C5", "B4 A2 D4", "A1 C2", "D3 D2 B1", "C1",
)  # fmt: skip
"""Fills the smallest board. Red has A1 B2 B3 C1 C2 C4 C5, which touch, and E1; Blue has C3 D1 D2 D3
D4 E2 E3, as many, but beside it A2 A3 B4, and B1."""


async def test_the_result_is_read_in_the_talk_whatever_comes_above_it(browsing: Browsing) -> None:
    """The offers of the end take their place from the talk, and the result comes right behind them,
    before the page has noticed: whoever read at the talk's end stays there.
    """
    held: list[str | bytes] = []

    def result_last(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "lines" and "wins" in str(said["lines"]):
                held.append(message)
                return
            socket.send(message)
            if said["type"] == "state" and said["match"]["status"] == "over":
                for line in held:
                    socket.send(line)

        server.on_message(heard)

    page = await browsing.page(viewport={"width": 1280, "height": 800})
    await page.route_web_socket("**/socket", result_last)
    await page.add_init_script(NOTICES_LATE)
    await at.start(page)
    await page.click("[data-act=ready]")
    for turn in SEED_003[:6]:
        await at.type_turn(page, turn, f"played {turn}")
    await at.type_turn(page, "match resign confirm:yes", "wins")
    await expect(page.locator("#newest")).to_be_hidden()
    assert len(held) == 1
    ends = [
        await one.evaluate("(box) => box.getBoundingClientRect().bottom")
        for one in (at.told(page).last, page.locator("#lines"))
    ]
    assert ends[0] <= ends[1]


async def test_a_player_asks_for_a_rematch_and_the_host_accepts(browsing: Browsing) -> None:
    """Everybody sees who asks; the new match shows the score so far, and so does its result."""
    room, tokens = await at.opened(browsing, {})
    host, red, blue, watch = [
        await at.enter(browsing, room, tokens[role]) for role in ("host", "one", "two", "watch")
    ]
    await host.click("[data-act=start]")
    await at.type_turn(red, "F6")
    await expect(blue.locator("#headline")).to_contain_text("Blue to move")
    await at.resign(blue)
    await expect(watch.locator("#headline")).to_have_text("Red wins by resignation")
    await expect(watch.locator("#series")).to_be_hidden()
    await blue.focus("[data-act=ask-rematch]")
    await blue.keyboard.press("Enter")
    for page in (host, red, blue, watch):
        await expect(page.locator("#series")).to_have_text("Bob asks for a rematch.")
        await expect(at.told(page).last).to_contain_text("Bob asks for a rematch.")
    await expect(blue.locator("[data-act=no-rematch]")).to_be_visible()
    await expect(watch.locator("#actions button")).to_have_count(0)
    await at.clean(host)
    await host.click("[data-act=decline-rematch]")
    await expect(at.told(blue).last).to_contain_text("The host would rather not")
    await red.click("[data-act=ask-rematch]")
    await host.click("[data-act=accept-rematch]")
    await expect(blue.locator("#headline")).to_contain_text("Blue starts")
    await expect(watch.locator("#series")).to_have_text("Ann 1 – 0 Bob")
    await host.click("[data-act=start]")
    await at.type_turn(blue, "A1")
    await expect(red.locator("#headline")).to_contain_text("Red to move")
    await at.resign(red)
    await expect(watch.locator("#series")).to_have_text("Ann 1 – 1 Bob")
    await watch.click("#tab-turns")
    await watch.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await watch.click("#copy-result")
    await expect(watch.locator("#copy-result")).to_have_text("Copied")
    assert await watch.evaluate("navigator.clipboard.readText()") == (
        "Catchup, match 2: Blue wins by resignation. Blue Bob 1 – Red Ann 1, 1 turn. "
        "Series: Ann 1 – 1 Bob."
    )


async def test_an_end_by_the_board_is_taken_home(tmp_path: Path, browsing: Browsing) -> None:
    """The headline has the reason, the groups that decided are outlined, the race is a file."""
    page = await at.both_seats(browsing, side="3")
    for number, turn in enumerate(BY_THE_BOARD, 2):
        await expect(at.told(page)).to_have_count(number)
        await at.type_turn(page, turn)
    why = "Blue wins by the 2nd-largest group, 3 to 1"
    await expect(page.locator("#headline")).to_have_text(why)
    await expect(page.locator(".seat.blue .tag", has_text="Winner")).to_be_visible()
    await page.click("#tab-turns")
    drawn = page.locator("#picture path")
    over = await drawn.count()
    await page.click("#step-back")
    await expect(page.locator("#past")).to_have_text("Turn 8 of 9")
    # What joins the deciding groups is drawn at the end, and at no turn before it. The
    # earlier board comes a moment later.
    await expect(drawn).not_to_have_count(over)
    assert await drawn.count() < over
    await page.click("#to-now")
    name, race = await at.saved(page, "race", tmp_path)
    assert (name, race[:4]) == ("match-1-race.png", b"\x89PNG")
    name, film = await at.saved(page, "replay", tmp_path)
    assert (name, film[:3]) == ("match-1.gif", b"GIF")
