"""The host's menu in a real Chromium: every act of it, and what it says before it is done."""

from playwright.async_api import Page, expect

from venues.room import at_pages as at
from venues.room.browsing import Browsing
from venues.room.visitor import SEED_003, RoomHouse, seated, words

ALL = ["undo", "time", "pause", "replace", "adjudicate", "forfeit", "cancel", "cup-open"]


async def holds(page: Page, acts: list[str]) -> None:
    """The host's menu of a page comes to hold these acts."""
    buttons = page.locator(".menu.correct button")
    await expect(buttons).to_have_count(len(acts))
    for number, act in enumerate(acts):
        await expect(buttons.nth(number)).to_have_attribute("data-act", act)


async def turns(*pages: Page) -> None:
    """Three turns are played."""
    for number, turn in enumerate(SEED_003[:3]):
        await at.type_turn(pages[number % len(pages)], turn)
        await expect(at.told(pages[0]).last).to_contain_text(f"played {turn}")


async def test_only_a_host_has_the_menu(browsing: Browsing) -> None:
    """The roles by the states: waiting, running, paused, over."""
    room, tokens = await at.opened(browsing, {"clock": "1m+5m"})
    pages = {
        roles: await at.enter(browsing, room, *map(tokens.get, roles.split()))
        for roles in ("host", "host one", "two", "watch")
    }
    host, ann, bob = [
        await browsing.place.visit(room, tokens[one]) for one in ("host", "one", "two")
    ]
    states = {
        "waiting": ["replace", "cancel", "cup-open"],
        "running": ALL[1:],
        "paused": [one.replace("pause", "resume") for one in ALL[1:]],
        "over": ["reopen", "cup-open"],
    }
    for state, acts in states.items():
        match state:
            case "running":
                await ann.act("ready")
                await bob.act("ready")
            case "paused":
                await host.act("pause")
            case "over":
                await ann.act("resign")
        for roles, page in pages.items():
            if "host" in roles:
                await holds(page, acts)
                await expect(page.locator(".menu.correct summary")).to_be_visible()
            else:
                await expect(page.locator(".menu.correct")).to_have_count(0)


async def test_a_turn_is_corrected_in_four_clicks(browsing: Browsing) -> None:
    """Which turns go, who is to move then, and what the clocks show is said before."""
    red, blue = await at.two_players(browsing, clock="1m+5m")
    await turns(red, blue)
    await at.order(red, "undo")
    note = red.locator("#order-note")
    await expect(note).to_contain_text("Take back the last turn of match 1? Red (Ann) is")
    chosen = red.get_by_label("From which turn on")
    labels = await chosen.locator("option").all_inner_texts()
    played = zip((3, 2, 1), ("Red", "Blue", "Red"), reversed(SEED_003[:3]), strict=True)
    assert labels == [f"Turn {number}: {colour} {turn}" for number, colour, turn in played]
    await chosen.select_option(label=labels[1])
    await expect(note).to_contain_text("last 2 turns of match 1? Blue (Bob) is to move then.")
    await expect(note).to_contain_text("banks of 5:00 for Red and 5:00 for Blue")
    await red.click("#order-go")
    await expect(at.told(blue).last).to_contain_text("took back the last 2 turns")
    await expect(blue.locator("#headline")).to_contain_text("Blue to move")
    await expect(red.locator("#order")).to_be_hidden()
    # The announcement says it: nobody whispers it besides.
    await expect(red.locator("li.whisper", has_text="Taken back")).to_have_count(0)


async def test_nothing_is_taken_back_that_was_not_said(browsing: Browsing) -> None:
    """Bob plays while the dialog is open: it says so, and his turn stays."""
    red, blue = await at.two_players(browsing)
    await at.type_turn(red, "F6")
    await expect(at.told(red).last).to_contain_text("played F6")
    await at.order(red, "undo")
    await at.type_turn(blue, "D3 F7")
    await expect(at.told(blue).last).to_contain_text("played D3 F7")
    await red.click("#order-go")
    await expect(red.locator("#order-problem")).to_contain_text("moved on meanwhile")
    await red.click("#order-no")
    await at.settle(red, "undo")
    await expect(at.told(blue).last).to_contain_text("took back the last turn")


async def test_pause_end_and_reopen(browsing: Browsing) -> None:
    """The clock stands until Resume; an end is decided, taken back, and the match cancelled."""
    page = await at.both_seats(browsing, clock="1m+5m")
    note, last = page.locator("#order-note"), at.told(page).last
    await at.order(page, "pause")
    await expect(note).to_have_text(
        "The clock stands, and no turn counts until the host resumes the match."
    )
    await page.click("#order-go")
    await expect(last).to_contain_text("paused the match")
    await at.order(page, "resume")
    await expect(note).to_contain_text("Red (Ann) is to move. The clock goes on with")
    await page.click("#order-go")
    await expect(last).to_contain_text("resumed the match")
    await at.order(page, "adjudicate")
    await page.get_by_label("Who wins").select_option("blue")
    await expect(note).to_contain_text("Decide match 1: Blue (Bob) wins?")
    await page.click("#order-go")
    await expect(page.locator("#headline")).to_contain_text("Blue wins")
    await at.order(page, "reopen")
    await expect(note).to_contain_text("that is taken back. It stands as before its end, paused")
    await expect(note).to_contain_text("Red (Ann) is to move then.")
    await page.click("#order-go")
    await expect(page.locator("#order-problem")).to_contain_text("Reason")
    await page.get_by_label("Reason").fill("the wrong colour")
    await page.click("#order-go")
    await expect(last).to_contain_text("reopened the match")
    await holds(page, [one.replace("pause", "resume") for one in ALL[1:]])
    await at.order(page, "cancel")
    await expect(note).to_contain_text("Red (Ann) against Blue (Bob), without a result?")
    await page.click("#order-go")
    await expect(page.locator("#headline")).to_contain_text("Cancelled")


async def test_what_the_room_is_told_is_not_whispered_too(place: RoomHouse) -> None:
    """Ann resigns, by button and by typing: the announcement says it, and nothing besides."""
    for typed in (False, True):
        _, _, (_, ann, bob) = await seated(place)
        await (ann.say("match resign confirm:yes") if typed else ann.act("resign"))
        await bob.line("resign", "told")
        await ann.say("match status")
        await ann.get("whisper")
        assert "You resigned" not in str(ann.seen)
        assert words(ann.lines()[-1])
