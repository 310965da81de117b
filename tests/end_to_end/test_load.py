"""Neither chatter nor more matches than it bears exhaust the referee; and what one turn costs."""

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import CodeType, FrameType

import aiosqlite
import pytest
from discord.utils import snowflake_time
from loopback import Channel, Reset
from loopback.bell import PATIENCE
from loopback.faults import Hang
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.referee.arbiter import rule
from bot.referee.fold import apply
from bot.storage.store import Store
from bot.venues.discord import requests
from end_to_end.failing import MESSAGES, all_stored, answers, play_on, told, until
from end_to_end.house import DiscordHouse


async def test_refusals_to_one_author_are_limited(place):
    """Three in words within ten seconds, then a sign; the turn is answered all the same."""
    await place.start()
    tries = [await place.say(place.red, "Z9") for _ in range(6)]
    await place.discord.wait_until(lambda: all(one.reactions for one in tries[3:]))
    assert [len(answers(place, one)) for one in tries] == [1, 1, 1, 0, 0, 0]
    assert "**E5**" in (await place.play(place.red, "E5")).content
    await place.pass_time(11)
    later = await place.say(place.red, "C3")
    await place.discord.wait_until(lambda: answers(place, later))


async def test_chatter_does_not_delay_the_answer_to_a_turn(place):
    """Discord's five messages in five seconds, and three people who ask for the clock all the time.

    The turn is answered at once, and so is the next one.
    """
    await place.start()
    per = timedelta(seconds=5)
    place.discord.limits.set(MESSAGES, 5, per)
    names = ("Cat", "Dan")
    fans = [place.fan, *(place.discord.user(one, guilds=[place.guild]) for one in names)]
    asked = [await place.order(fan, "clock") for fan in fans for _ in range(5)]
    await place.discord.wait_until(
        lambda: all(one.reactions or answers(place, one) for one in asked)
    )
    async with asyncio.timeout(per.total_seconds() / 2):
        assert "**E5**" in (await place.play(place.red, "E5")).content
        assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content
    assert sum(len(answers(place, one)) for one in asked) == 3


async def test_refusals_of_an_absence_are_in_words_and_do_not_flood(place):
    """Said over minutes, read in a moment: no mere signs, and some answers seconds later."""
    await place.start(clock="none")
    await place.close()
    tries = []
    for _ in range(6):
        place.clock.advance(timedelta(seconds=20))
        tries.append(await place.say(place.red, "Z9"))
    await place.open()
    await until(place, lambda: all(answers(place, one) for one in tries))
    said = [one for one in place.discord.messages(place.room) if one.reference]
    first, last = (snowflake_time(one.id) for one in (said[0], said[-1]))
    # The request of the first may take a while.
    assert last - first > timedelta(seconds=6)
    assert [list(one.reactions) for one in tries] == [[]] * 6


@pytest.mark.thorough
async def test_one_answer_stands_for_the_rest_where_very_much_was_written(place):
    """Twenty-four things in an absence: twelve wait for answers, then one is for what follows."""
    await place.start(clock="none")
    await place.close()
    tries = [await place.say(place.red, "Z9") for _ in range(24)]
    await place.open()
    rest = "this and what follows changed nothing"
    await until(place, lambda: told(place, rest))
    last = next(n for n, one in enumerate(tries) if rest in "".join(answers(place, one)))
    # Those that were answered at once did not wait.
    assert 12 <= last <= 16
    assert all("Z9" in answers(place, one)[0] for one in tries[:last])
    await place.pass_time(20)
    assert not any(answers(place, one) or one.reactions for one in tries[last + 1 :])


async def test_a_refusal_that_was_lost_with_the_process_is_made_up_for(place):
    await place.start()
    place.discord.faults.next(MESSAGES, Reset(), times=9)
    tried = await place.say(place.red, "Z9")
    await place.discord.wait_request("POST", f"/channels/{place.room.id}/messages", number=3)
    await place.close()
    place.discord.faults.clear()
    await place.open()
    await place.discord.wait_until(lambda: answers(place, tried))
    await place.discord.gateway.drop(resumable=False)
    await place.discord.gateway.wait_connected(PATIENCE)
    assert "**E5**" in await play_on(place, place.red, "E5")
    assert len(answers(place, tried)) == 1


async def test_an_answer_by_sign_is_not_repeated_in_words_after_a_restart(place):
    """The new process finds the old one's answers in the room, words and signs alike."""
    await place.start()
    tries = [await place.say(place.red, "Z9") for _ in range(5)]
    await place.discord.wait_until(lambda: all(one.reactions for one in tries[3:]))
    await place.close()
    place.discord.nonces.clear()
    await place.open()
    assert "**E5**" in await play_on(place, place.red, "E5")
    assert [len(answers(place, one)) for one in tries] == [1, 1, 1, 0, 0]


SECOND = timedelta(seconds=1)
POSTS = "POST /channels/*/messages"
ROOMS = 3
"""So many matches that wait make the referee one that does not keep up."""


async def held(place: DiscordHouse, clock: str) -> list[Channel]:
    rooms = [place.room, *(place.channel(f"table-{number}") for number in range(1, ROOMS))]
    for room in rooms:
        await place.start(room, clock=clock)
    return rooms


async def fall_behind(place: DiscordHouse, rooms: list[Channel]) -> None:
    """A turn in each room, of which Discord takes no announcement for some seconds."""
    for _ in rooms:
        place.discord.faults.next(POSTS, Hang())
    for room in rooms:
        await place.discord.say(room, place.red, "E5")
    await place.discord.wait_until(
        lambda: place.discord.faults.injected["hang"] == ROOMS, what="announcements that hang"
    )
    await place.pass_time(3)


async def test_words_go_first_and_the_board_is_put_on_the_same_message(place, monkeypatch):
    """Three announcements hang; a turn elsewhere is told in words at once, and once."""
    monkeypatch.setattr(requests, "REQUEST_TIMEOUT", 3 * SECOND)
    rooms = await held(place, "10m")
    other = place.channel("words")
    await place.start(other, clock="10m")
    await fall_behind(place, rooms)
    said = await place.discord.say(other, place.red, "E5")
    told = await place.announcement("played **E5**", after=said, room=other)
    assert not told.attachments
    await place.pass_while(place.discord.wait_until(lambda: told.attachments, what="the board"))
    played = [one for one in place.discord.messages(other) if "played **E5**" in one.content]
    assert played == [told]
    for room in rooms:
        await told_in(place, room)
    later = await place.discord.say(other, place.blue, "A1")
    assert (await place.announcement("played **A1**", after=later, room=other)).attachments


async def told_in(place: DiscordHouse, room: Channel) -> None:
    """The turn in a room is told once, and the room hears once for how long the clock stood."""
    await place.pass_while(place.announcement("I was away for", room=room))
    texts = [one.content for one in place.discord.messages(room)]
    assert sum("played **E5**" in text for text in texts) == 1
    assert sum("I was away for" in text for text in texts) == 1


TRACED: dict[CodeType, str] = {
    rule.__code__: "rule",
    apply.__code__: "apply",
    Store.load.__code__: "load",
    aiosqlite.Connection._execute.__code__: "hops of one statement",
}


@contextmanager
def traced() -> Iterator[Counter[str]]:
    """Counts rulings, folded events, full loads and transactions in this thread."""
    counted: Counter[str] = Counter()

    def called(frame: FrameType, what: str, _: object) -> None:
        if what == "call" and frame.f_code in TRACED:
            counted[TRACED[frame.f_code]] += 1

    def begun(_: object) -> None:
        counted["transactions"] += 1

    event.listen(Engine, "begin", begun)
    sys.setprofile(called)
    try:
        yield counted
    finally:
        sys.setprofile(None)
        event.remove(Engine, "begin", begun)


async def test_a_turn_is_ruled_twice_at_the_most_and_folded_once_for_each(place):
    """Before the lock and under it; its announcement is written from the match in memory."""
    await place.start()
    await all_stored(place)
    for player, text in ((place.red, "E5"), (place.blue, "C3 F3")):
        with traced() as counted:
            await place.play(player, text)
            await all_stored(place)
        assert 1 <= counted["rule"] <= 2
        assert 1 <= counted["apply"] <= 3
        assert counted["transactions"] == 2
        assert counted["load"] == 0
        # What is stored goes to the writer's thread as a whole.
        assert counted["hops of one statement"] == 0


@pytest.mark.parametrize("talks", [0, 1])
async def test_a_refused_turn_costs_one_transaction_and_talk_one_look(place, talks):
    """That it was refused; whether it has been ruled before is known. Nothing is folded.

    Most of what is said in a room waits for nobody, and the database does not hear of it.
    """
    await place.start()
    await all_stored(place)
    with traced() as counted:
        for _ in range(talks):
            await place.say(place.red, "what a lovely evening")
        await place.play(place.red, "Z9", expect="Z9")
    assert 1 <= counted["rule"] - talks <= 2
    assert counted["apply"] == 0
    assert counted["transactions"] == 1
