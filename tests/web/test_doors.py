"""Two doors to one match: one player types on Discord, the other taps on a page of their own."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from end_to_end.failing import all_stored, answers, file_of, stored, told, until
from end_to_end.house import DiscordHouse
from end_to_end.people import with_manager
from storage.trouble import held
from venues.room.visitor import Visitor

from web.doors import Doors, doors

LOOPBACK_BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Doors]:
    async with doors(tmp_path) as built:
        yield built


@pytest.fixture
def place(two: Doors) -> DiscordHouse:
    return two.place


def posted(place: DiscordHouse) -> int:
    """How often the referee has posted to a channel."""
    return sum(
        one.method == "POST" and one.path.endswith("/messages") for one in place.discord.requests
    )


def turns(place: DiscordHouse) -> list[tuple[str, str]]:
    query = (
        "SELECT json_extract(data, '$.turn'), json_extract(data, '$.at') FROM events "
        "WHERE kind = 'TurnPlayed' ORDER BY match, number"
    )
    return [(str(turn), str(at)) for turn, at in stored(place, query)]


def kept(place: DiscordHouse) -> dict[str, str]:
    """What pages have sent, with its first stamps."""
    return {
        str(text): str(at)
        for text, at in stored(place, "SELECT text, at FROM room_lines WHERE kind = 'said'")
    }


async def has_arrived(page: Visitor) -> None:
    """Returns once all that a page has sent so far was read: this is answered at once."""
    await page.socket.send_json({"type": "try", "text": "A1"})
    await page.get("tried")


async def lose_discord(place: DiscordHouse) -> None:
    """The gateway is gone, and takes nobody."""
    place.discord.gateway.accepting = False
    await place.discord.gateway.drop(resumable=False)
    await place.discord.gateway.wait_disconnected()


async def test_each_turn_is_told_once_whichever_door_it_took(two, place) -> None:
    board = await place.start()
    page = await two.tapping(board, place.red)
    before = posted(place)
    for number, turn in enumerate(("E5", "C3 F3", "D4", "B2")):
        if number % 2:
            board = await place.play(place.blue, turn)
        else:
            await page.say(turn)
            board = await place.announcement(f"Red** played **{turn}", after=board)
        await page.state(lambda match, turns=number + 1: match["turn"] == turns)
        # The page's stamp is a little ahead of Discord's, whose next one is no later.
        await all_stored(place)
    assert posted(place) - before == 4
    assert [turn for turn, _ in turns(place)] == ["E5", "C3 F3", "D4", "B2"]
    assert not [one for one in place.discord.messages(place.room) if one.author is place.red]


async def test_play_pressed_by_a_fan_shows_where_to_watch(two: Doors, place: DiscordHouse) -> None:
    """*Play* tells a fan that they don't play, and gives the link where the server has that on."""
    board = await place.start()
    off = await place.click(board, "Play", place.fan)
    assert off.content == "You don't play in this match: its turns are made by its two players."
    await place.slash(with_manager(place), "setup", watch="on")
    assert (await two.link(board, place.fan)).startswith(f"{two.address}/watch/")
    assert "/match/" in await two.link(board, place.red)
    plays = await place.click(board, "Play", place.red)
    form = await place.click(plays.message, "Type it", place.red)
    await place.discord.modal_submit(form, {form.fields[0]: "E5"})
    await place.announcement("**Red** played **E5**", after=board)


async def test_the_host_gives_a_seat_to_somebody_by_name(two: Doors, place: DiscordHouse) -> None:
    """On a page, by what people call them there: nobody, two of them, a bot, and then one."""
    server, eve = place.discord, place.discord.user("eve")
    server.join(place.guild, eve, nick="Evelyn")
    for name in ("dan", "dan.2"):
        server.join(place.guild, server.user(name), nick="Dan")
    server.join(place.guild, server.user("robot", bot=True))
    board = await place.start()
    host = await two.tapping(board, place.host)
    (shown,) = [one for one in host.seen if one["type"] == "state"][-1:]
    assert "replace" in [action["act"] for action in shown["actions"]]

    async def ordered(name: str) -> tuple[str, str]:
        key, options = f"give to {name}", {"colour": "blue", "player": name}
        order = {"type": "order", "act": "replace", "options": options, "key": key}
        await host.socket.send_json(order)
        answer = await host.until(
            lambda one: one["type"] in ("whisper", "taken") and one.get("key") == key
        )
        return answer.get("field", ""), str(answer.get("parts", ""))

    for name in ("Nobody", "Evel", "Dan"):
        field, told = await ordered(name)
        assert field == "player"
        assert "Nobody here is called just that" in told
    assert "other bot" in (await ordered("robot"))[1]
    assert (await ordered("evelyn"))[1] in ("", "[]")
    told_of = await place.announcement("gave Blue's seat to", after=board)
    assert eve.mention in told_of.content


async def test_a_refusal_is_told_to_the_page_alone(two: Doors, place: DiscordHouse) -> None:
    board = await place.start()
    red, blue = await two.tapping(board, place.red), await two.tapping(board, place.blue)
    before = posted(place)
    await blue.say("A1")
    assert "It is Red's turn" in str((await blue.line("Red's turn", "refusal"))["parts"])
    await red.say("E5 D5")
    await red.line("", "refusal")
    assert posted(place) == before
    await red.say("E5")
    await place.announcement("played **E5", after=board)
    assert {line["text"] for line in blue.lines()} == {"A1", ""}
    assert posted(place) == before + 1


async def test_a_turn_sent_twice_is_ruled_once(two: Doors, place: DiscordHouse) -> None:
    """The only page is gone before it heard of its turn, which counts; then it sends it again."""
    board = await place.start()
    link = await two.link(board, place.red)
    page = await two.visit(link)
    await page.get("state")
    for _ in range(2):
        await page.say("E5", "a-key")
    await page.close()
    await place.announcement("played **E5", after=board)
    again = await two.visit(link)
    await again.get("state")
    await again.say("E5", "a-key")
    await again.until(lambda one: one.get("key") == "a-key" and one["type"] == "taken")
    await place.play(place.blue, "C3 F3")
    assert [turn for turn, _ in turns(place)] == ["E5", "C3 F3"]
    await has_arrived(again)
    assert [line["text"] for line in again.lines()] == ["E5"]


async def test_a_turn_kept_before_the_end_is_ruled_in_its_place(two, place) -> None:
    """Red's turn is stored and not ruled when the referee ends; Blue had typed before it, and
    types after it. Each counts by its stamp, and Red's by its first one.
    """
    page = await two.tapping(await place.start(), place.red)
    await lose_discord(place)
    early = await place.say(place.blue, "A1")
    place.clock.advance(timedelta(seconds=20))
    await page.say("E5")
    await page.line("E5", "said")
    place.clock.advance(timedelta(seconds=20))
    late = await place.say(place.blue, "C3 F3")
    await place.close()
    place.clock.advance(timedelta(hours=1))
    place.discord.gateway.accepting = True
    await place.open()
    await until(place, lambda: answers(place, late), "the last turn to be ruled")
    assert "It is Red's turn" in answers(place, early)[0]
    assert [turn for turn, _ in turns(place)] == ["E5", "C3 F3"]
    assert turns(place)[0][1] == kept(place)["E5"]
    assert len(told(place, "played **E5")) == 1


async def test_a_turn_that_came_too_early_is_answered_after_a_kill(two, place) -> None:
    """Blue tapped a moment before Red's turn, by the stamps, and the referee was killed when it had
    ruled Red's. Blue's page is told why its own does not count, though the turn is another by now.
    """
    board = await place.start()
    page = await two.tapping(board, place.blue)
    await page.say("C3 F3")
    await page.line("Red's turn", "refusal")
    await page.close()
    place.clock.advance(timedelta(seconds=1))
    await place.play(place.red, "E5")
    await place.close()
    with closing(sqlite3.connect(file_of(place))) as database, database:
        database.execute("DELETE FROM room_lines WHERE kind = 'refusal'")
        database.execute("DELETE FROM rulings WHERE message LIKE 'w%'")
    place.clock.advance(timedelta(minutes=1))
    await place.open()
    page = await two.visit(await two.link(board, place.blue))
    refused = await page.line("", "refusal")
    assert "That was sent before Blue's turn began" in str(refused["parts"])
    assert [turn for turn, _ in turns(place)] == ["E5"]


async def test_a_turn_waits_for_discord_and_is_charged_nothing(two, place) -> None:
    """The page is connected, and Discord is not, for an hour: the bank is as full as it was."""
    page = await two.tapping(await place.start(), place.red)
    await place.pass_time(10)
    await lose_discord(place)
    place.clock.advance(timedelta(minutes=30))
    await page.say("E5")
    await page.line("E5", "said")
    place.clock.advance(timedelta(minutes=30))
    assert not told(place, "played")
    place.discord.gateway.accepting = True
    await until(place, lambda: told(place, "played **E5"), "the turn to be ruled")
    assert "Banks: Red 5:00 · Blue 5:00" in (await place.announcement("I was away")).content
    ((turn, at),) = turns(place)
    assert (turn, at) == ("E5", kept(place)["E5"])


async def test_no_stamp_is_taken_before_discord_was_heard(two: Doors, place: DiscordHouse) -> None:
    """The referee starts while Discord answers nothing: its present is 2015 until then."""
    board = await place.start()
    link = await two.link(board, place.red)
    await place.close()
    place.clock.advance(timedelta(minutes=1))
    await place.discord.cut()
    opening = asyncio.create_task(place.open())
    await two.opened()
    page = await two.visit(link)
    await page.say("E5", "a-key")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await page.get("welcome")
    place.discord.mend()
    await place.pass_while(opening)
    await until(place, lambda: told(place, "played **E5"), "the turn to be ruled")
    assert datetime.fromisoformat(turns(place)[0][1]) > LOOPBACK_BEGAN


async def test_a_turn_in_the_haze_comes_after_the_one_that_was_seen(two, place) -> None:
    """After a start Discord's present is known to the second only, cut off: Red's turn, typed at
    59.9 s, is stamped later than that. Blue has seen it and taps: later still.
    """
    link = await two.link(await place.start(clock="none"), place.blue)
    await place.close()
    cut = place.clock.now().replace(microsecond=0) + timedelta(seconds=59.9)
    place.clock.advance(cut - place.clock.now())
    await place.say(place.red, "E5")
    await place.open()
    board = await place.announcement("played **E5")
    page = await two.visit(link)
    await page.get("state")
    await page.say("C3 F3")
    await place.announcement("played **C3 F3", after=board)
    (_, red), (_, blue) = turns(place)
    assert red < blue


async def test_a_turn_from_a_page_comes_after_it_was_opened(two, place) -> None:
    """Blue types out of turn while no page is open, and is refused. Red's page connects at once
    and sends a turn, as after a broken line: it is no earlier than what has been ruled by then,
    though the process was last certainly reading before that.
    """
    board = await place.start()
    link = await two.link(board, place.red)
    await place.pass_time(2, 0.05)
    early = await place.say(place.blue, "C3 F3")
    await place.discord.wait_until(lambda: answers(place, early))
    assert "It is Red's turn" in answers(place, early)[0]
    place.clock.advance(timedelta(seconds=0.01))
    await (await two.visit(link)).say("E5")
    await place.announcement("played **E5", after=board)
    ((_, at),) = turns(place)
    assert datetime.fromisoformat(at) > early.created_at


async def test_a_page_shows_no_name_that_was_to_be_forgotten(two, place) -> None:
    """Red asks to be forgotten while Blue still has the page of their match open: it is closed, and
    its link, behind which the name was read, leads nowhere.
    """
    board = await place.start()
    link = await two.link(board, place.blue)
    page = await two.visit(link)
    await page.get("state")
    await place.order(place.host, "match forfeit colour:red confirm:yes")
    await place.pass_while(page.state(lambda match: match["status"] == "over"))
    await place.order(place.red, "my forget confirm:yes")
    while (await page.socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass
    again = await (await two.visit(link)).socket.receive()
    assert place.red.name not in str(again.data)


async def test_one_player_at_both_doors_at_once_makes_one_turn(two, place) -> None:
    """Typed and tapped within the haze: one of them is ruled, and the other is out of turn."""
    board = await place.start()
    page = await two.tapping(board, place.red)
    said, _ = await asyncio.gather(place.say(place.red, "D4"), page.say("E5"))
    await place.announcement("played", after=board)

    def refused() -> bool:
        by_page = [line for line in page.lines() if line["kind"] == "refusal"]
        return bool(by_page) or any("Blue's turn" in text for text in answers(place, said))

    reading = asyncio.create_task(page.line("", "refusal"))
    await until(place, refused, "one of them to be refused")
    reading.cancel()
    assert len(turns(place)) == 1
    assert len(told(place, "Red** played")) == 1


async def test_no_flag_falls_while_a_turn_made_in_time_waits(two, place) -> None:
    """Tapped a second before the deadline, and the database takes nothing until it is past."""
    board = await place.start(clock="1m")
    page = await two.tapping(board, place.red)
    left = board.created_at + timedelta(seconds=59) - place.clock.now()
    await place.pass_time(left.total_seconds())
    async with held(file_of(place)):
        await page.say("E5")
        await has_arrived(page)
        # Past the deadline and the grace, and for as long as calling time takes.
        await place.pass_time(10, 0.4, hanging=1)
    await place.announcement("played **E5", after=board)
    assert not told(place, "ran out")
    assert [turn for turn, _ in turns(place)] == ["E5"]


async def test_a_host_s_order_comes_after_the_turn_that_was_tapped_before_it(two, place) -> None:
    """Tapped, and the database takes nothing for a while; then the host gives time in the channel.
    The turn is ruled first, though it is still to be kept when the order is heard.
    """
    board = await place.start(clock="1m+5m")
    page = await two.tapping(board, place.red)
    place.clock.advance(timedelta(seconds=1))
    async with held(file_of(place)):
        await page.say("E5")
        await has_arrived(page)
        place.clock.advance(timedelta(seconds=1))
        await place.order(place.host, "match time colour:red amount:+30s")
        await place.pass_time(10, 0.4, hanging=1)
    await place.pass_time_until("gave", after=board)
    kinds = [kind for (kind,) in stored(place, "SELECT kind FROM events ORDER BY number")]
    assert kinds.index("TurnPlayed") < kinds.index("TimeChanged")


async def test_a_page_is_about_its_own_match_whatever_is_held_there_now(two, place) -> None:
    """Ann has resigned, and plays again in the same channel; the pages of the first are open."""
    board = await place.start()
    page, host = await two.tapping(board, place.red), await two.tapping(board, place.host)
    await page.act("resign")
    await page.state(lambda match: match["status"] == "over")
    await place.start()
    await page.say("match resign confirm:yes")
    assert "over" in await page.whisper()
    await page.say("match record")
    (file,) = (await page.get("whisper"))["files"]
    assert file["name"] == "match-1.txt"
    await host.act("pause")
    assert "over" in await host.whisper()
    changed = "SELECT kind FROM events WHERE match = 2 AND kind IN ('MatchEnded', 'MatchPaused')"
    assert stored(place, changed) == []
