"""What the host settles: by whom, in which dialog, with what is said before it is done."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from referee.tables import both, running

from bot.web.order_forms import form
from venues.room import at_pages as at
from venues.room.browsing import Browsing
from venues.room.visitor import SEED_003, RoomHouse, Visitor, house, order, plain, seated, words


async def test_the_menu_holds_what_may_be_settled_now(place: RoomHouse) -> None:
    """Before the start a player can be replaced; without a clock there is no time to give."""
    room, tokens = await place.open(clock="1m+5m")
    host = await place.visit(room, tokens["host"])
    settled = ("time", "pause", "resume", "replace", "adjudicate", "forfeit", "cancel")

    async def offered(status: str) -> list[str]:
        shown = await host.state(lambda match: match["status"] == status)
        return [one["act"] for one in shown["actions"] if one["act"] in settled]

    assert await offered("waiting") == ["replace", "cancel"]
    await host.act("start")
    assert await offered("running") == [one for one in settled if one != "resume"]
    await host.act("pause")
    assert await offered("paused") == [one for one in settled if one != "pause"]
    _, _, (_, ann, _) = await seated(place)
    shown = await ann.state(lambda match: match["status"] == "running")
    assert not [one for one in shown["actions"] if one["act"] in settled]


def test_undo_takes_what_a_program_answered_with_the_turn_before_it() -> None:
    """Ann slipped and the program has answered: its turn alone it would play again at once."""
    match = both(running(), ("E5", "C3 F3"))
    first, second = match.players
    against_program = replace(match, players=(first, replace(second, level="steady")))
    chosen = [form("undo", 1, one)["fields"][0]["chosen"] for one in (match, against_program)]
    assert chosen == ["1", "2"]


async def test_the_host_gives_time_and_nobody_else_settles_anything(place):
    """As the command does, told in the room with the reason; a wrong length names its field."""
    room, tokens, (host, ann, _) = await seated(place, clock="1m+5m")
    wrong = await order(host, "time", colour="red", amount="soon", reason="")
    assert (wrong["refused"], wrong["field"]) == (True, "amount")
    missing = await order(host, "time", colour="red", amount=" ")
    assert (missing["refused"], missing["field"]) == (True, "amount")
    await order(host, "time", colour="blue", amount="1m", reason="a call")
    told = words(await ann.line("gave", "told"))
    assert "Zoe gave 1:00 to Blue's bank" in told
    assert "a call" in told
    shown = await ann.state(lambda match: match["clock"]["banks"][1] == 360_000)
    assert shown["match"]["clock"]["banks"][0] == 300_000
    fan = await place.visit(room, tokens["watch"])
    for visitor in (ann, fan):
        for act, options in (
            ("time", {"colour": "red", "amount": "1m"}),
            ("forfeit", {"colour": "blue"}),
            ("adjudicate", {"winner": "red"}),
            ("replace", {"colour": "blue", "player": "Eve"}),
        ):
            answer = await order(visitor, act, **options)
            assert answer["refused"] is True
            assert "Only the host" in plain(answer["parts"])


@pytest.mark.parametrize(
    ("act", "options", "question", "winner"),
    [
        ("forfeit", {"colour": "red"}, "Red (Ann) forfeits match 1? Blue (Bob) wins.", 1),
        ("adjudicate", {"winner": "red"}, "Decide match 1: Red (Ann) wins?", 0),
        ("adjudicate", {"winner": "tie"}, "as a tie between Red (Ann) and Blue (Bob)?", None),
    ],
)
async def test_forfeit_and_adjudicate_dialogs_say_what_ends_the_match(
    place, act, options, question, winner
):
    """Each choice names who wins, in the words that the command asks back."""
    _, _, (host, ann, _) = await seated(place)
    shown = await host.state(lambda match: match["status"] == "running")
    (dialog,) = [one["form"] for one in shown["actions"] if one["act"] == act]
    said = {value: says for value, _, says in dialog["fields"][0]["choices"]}
    ((_, chosen),) = options.items()
    assert question in said[chosen]
    assert not said[""]
    await order(host, act, **options, reason="left")
    ended = await ann.state(lambda match: match["status"] == "over")
    assert [seat["winner"] for seat in ended["match"]["seats"]] == [winner == 0, winner == 1]
    # The line may come before the state or after it.
    assert await ann.told("left")


async def test_forfeit_that_is_typed_is_asked_about_as_well(place: RoomHouse) -> None:
    """Nobody sees that it was typed until it counts; with confirm:yes it counts at once."""
    _, _, (host, ann, bob) = await seated(place)
    await host.say("match forfeit red")
    asked = (await host.get("ask"))["action"]
    assert "Red (Ann) forfeits" in asked["ask"]
    assert "confirm:yes" not in asked["ask"]
    await bob.act(asked["act"])
    assert "Only the one who gave the command" in await _said(bob, "Only")
    await ann.says("F6", bob, "played F6", "told")
    await host.act(asked["act"])
    assert await _said(host, "moved on")
    await host.act(asked["act"])
    assert await _said(host, "not open any more")
    await bob.say("match forfeit red")
    assert await _said(bob, "Only the host")
    await host.says("match forfeit blue confirm:yes", bob, "forfeit", "told")
    said = [line["text"] for line in bob.lines() if line["role"] == "host"]
    assert said == ["match forfeit blue confirm:yes"]


async def test_nonsense_and_what_comes_too_fast_change_nothing_and_are_answered(place):
    """By its own key, so that the page does not wait for what became of it."""
    _, _, (host, ann, _) = await seated(place)
    for given in (None, [], "x", {"colour": 7}, {"colour": "red", "match": "9"}):
        order = {"type": "order", "act": "time", "options": given, "key": "k"}
        await host.socket.send_json(order)
        await host.get("taken")
    await host.says("still here", ann, "still here")
    _, _, (host, *_) = await seated(place)
    for number in range(60):
        await host.socket.send_json({"type": "act", "act": "nothing", "key": f"{number}"})
    refused = await host.until(lambda one: one["type"] == "whisper" and one.get("refused"))
    assert "Too many messages at once" in plain([refused["parts"][0]])
    key = refused["key"]
    assert await host.until(lambda one: one["type"] == "taken" and one["key"] == key)


async def test_replace_gives_a_seat_with_a_link_of_its_own(tmp_path: Path) -> None:
    """Cid plays by the new link; Bob's only watches, on an open page and after a restart."""
    async with house(tmp_path) as place:
        room, tokens, (host, ann, bob) = await seated(place)
        missing = await order(host, "replace", colour="blue", player="")
        assert (missing["refused"], missing["field"]) == (True, "player")
        await order(host, "replace", colour="blue", player="Cid")
        assert "Cid" in words(await ann.line("Cid", "told"))
        shown = await host.state(lambda match: match["seats"][1]["name"] == "Cid")
        links = shown["links"]
        assert links["two"] != tokens["two"]
        assert {**links, "two": tokens["two"]} == tokens
        cid = await place.visit(room, links["two"])
        assert (await cid.get("state"))["match"]["seats"][1]["yours"] is True
        await ann.says("F6", cid, "played F6", "told")
        await bob.say("D3 F7")
        line = await host.line("D3 F7", "said")
        assert (line["role"], line["colour"]) == ("watch", "")
        await cid.says("D3 G7", bob, "played D3 G7", "told")
    async with house(tmp_path) as place:
        bob, cid = [await place.visit(room, one) for one in (tokens["two"], links["two"])]
        assert (await bob.get("state"))["roles"] == ["watch"]
        assert (await cid.get("state"))["roles"] == ["two"]
        again = await place.visit(room, tokens["host"])
        assert (await again.get("state"))["links"] == links
        # Who takes over from Cid has a third link.
        await order(again, "replace", colour="blue", player="Dee")
        shown = await again.state(lambda match: match["seats"][1]["name"] == "Dee")
        assert len({shown["links"]["two"], links["two"], tokens["two"]}) == 3


async def _said(visitor: Visitor, part: str) -> str:
    found = await visitor.until(
        lambda one: one["type"] == "whisper" and part in plain(one["parts"])
    )
    return plain(found["parts"])


ALL = ["undo", "time", "pause", "replace", "adjudicate", "forfeit", "cancel", "cup-open"]


async def holds(page: Page, acts: list[str]) -> None:
    buttons = page.locator(".menu.correct button")
    await expect(buttons).to_have_count(len(acts))
    for number, act in enumerate(acts):
        await expect(buttons.nth(number)).to_have_attribute("data-act", act)


async def turns(*pages: Page) -> None:
    for number, turn in enumerate(SEED_003[:3]):
        await at.type_turn(pages[number % len(pages)], turn)
        await expect(at.told(pages[0]).last).to_contain_text(f"played {turn}")


async def test_only_a_host_has_the_menu(browsing: Browsing) -> None:
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
        "paused": [one for one in ALL[1:] if one != "pause"],
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
                resume = page.locator(".primary[data-act=resume]")
                await expect(resume).to_have_count(int(state == "paused"))
            else:
                await expect(page.locator(":is(.menu.correct, [data-act=resume])")).to_have_count(0)


async def test_undo_corrects_a_turn_in_four_clicks(browsing: Browsing) -> None:
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


async def test_undo_takes_back_nothing_that_was_not_said(browsing: Browsing) -> None:
    red, blue = await at.two_players(browsing)
    await at.type_turn(red, "F6", "played F6")
    await at.order(red, "undo")
    await at.type_turn(blue, "D3 F7", "played D3 F7")
    await red.click("#order-go")
    await expect(red.locator("#order-problem")).to_contain_text("moved on meanwhile")
    await red.click("#order-no")
    await at.settle(red, "undo")
    await expect(at.told(blue).last).to_contain_text("took back the last turn")


async def test_pause_resume_adjudicate_reopen_and_cancel(browsing: Browsing) -> None:
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
    await holds(page, [one for one in ALL[1:] if one != "pause"])
    await at.order(page, "cancel")
    await expect(note).to_contain_text("Red (Ann) against Blue (Bob), without a result?")
    await page.click("#order-go")
    await expect(page.locator("#headline")).to_contain_text("Cancelled")


async def test_what_the_room_is_told_is_not_whispered_too(place: RoomHouse) -> None:
    for typed in (False, True):
        _, _, (_, ann, bob) = await seated(place)
        await (ann.say("match resign confirm:yes") if typed else ann.act("resign"))
        await bob.line("resign", "told")
        await ann.say("match status")
        await ann.get("whisper")
        assert "You resigned" not in str(ann.seen)
        assert words(ann.lines()[-1])


MENU = "[data-key=correct]"


async def choose(page: Page, act: str) -> None:
    await at.order(page, act)
    await expect(page.locator("#order")).to_be_visible()


async def test_time_is_given_in_a_dialog_by_keyboard(browsing: Browsing) -> None:
    """A wrong length leads back to its field; then it is told, and the focus is at the menu."""
    page = await at.both_seats(browsing, clock="1m+5m")
    await page.focus(MENU)
    await page.keyboard.press("Enter")
    await page.focus("[data-act=time]")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Whose bank")).to_be_focused()
    await page.keyboard.press("Tab")
    amount = page.get_by_label("How much")
    await expect(amount).to_be_focused()
    await page.keyboard.type("soon")
    await page.keyboard.press("Enter")
    await expect(page.locator("#order-problem")).to_contain_text("soon")
    await expect(amount).to_be_focused()
    await expect(amount).to_have_attribute("aria-invalid", "true")
    await amount.fill("-30s")
    await page.keyboard.press("Enter")
    await expect(page.locator("#order")).to_be_hidden()
    await expect(at.told(page).last).to_contain_text("took 0:30 from Red's bank")
    await expect(page.locator(MENU)).to_be_focused()


async def test_a_forfeit_says_who_wins_before_it_counts(browsing: Browsing) -> None:
    """Close goes on, and so does Esc; a colour has to be chosen, and its name is said."""
    red, blue = await at.two_players(browsing)
    note = red.locator("#order-note")
    for leaves in ("Close", "Escape"):
        await choose(red, "forfeit")
        await expect(note).not_to_contain_text("Bob")
        await red.get_by_label("Who forfeits").select_option("blue")
        await expect(note).to_contain_text("Blue (Bob) forfeits match 1? Red (Ann) wins.")
        if leaves == "Escape":
            await red.keyboard.press("Escape")
        else:
            await red.click("#order-no")
        await expect(red.locator("#order")).to_be_hidden()
        await expect(red.locator(MENU)).to_be_focused()
    await at.type_turn(red, "E5", "played E5", blue)
    # Whatever happens closes the menu: first this turn, on the page of Red as well.
    await expect(red.locator("#headline")).to_contain_text("Blue to move")
    await choose(red, "forfeit")
    await red.click("#order-go")
    await expect(red.locator("#order-problem")).to_contain_text("Who forfeits")
    await red.get_by_label("Who forfeits").select_option("blue")
    await red.get_by_label("Reason").fill("left the table")
    await red.click("#order-go")
    await expect(at.told(blue).last).to_contain_text("left the table")
    await expect(blue.locator("#headline")).to_contain_text("Red")
    await expect(red.locator(":focus")).to_have_count(1)


async def test_replace_gives_a_seat_to_somebody_else(browsing: Browsing) -> None:
    red, blue = await at.two_players(browsing)
    await choose(red, "replace")
    await red.get_by_label("Who leaves").select_option("blue")
    await red.get_by_label("Who takes the seat").fill("Cid")
    await red.click("#order-go")
    await expect(red.locator(".seat.blue .name")).to_contain_text("Cid")
    await expect(blue.locator("#speaks")).to_contain_text("Spectator")
    await expect(blue.locator("#own-name")).to_be_visible()
    cid = await browsing.page(await at.link(red, "Blue: Cid"))
    await expect(cid.locator("#speaks")).to_contain_text("Cid")
    await at.type_turn(red, "E5", "played E5", cid)
    await at.type_turn(cid, "D4", "played D4", blue)


async def test_the_dialogs_are_clean(browsing: Browsing) -> None:
    page = await at.both_seats(browsing, clock="1m+5m")
    for act in ("time", "replace", "adjudicate"):
        await choose(page, act)
        await at.clean_in_every_look(page)
        await page.click("#order-go")
        await expect(page.locator("[aria-invalid=true]")).to_be_focused()
        await at.clean_in_every_look(page)
        await page.click("#order-no")
    await at.type_turn(page, "E5", "played E5")
    await choose(page, "undo")
    await at.clean_in_every_look(page)
