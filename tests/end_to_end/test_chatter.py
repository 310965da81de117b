"""Chatter can't exhaust the referee."""

import asyncio
from datetime import timedelta

import pytest
from discord.utils import snowflake_time
from loopback import Reset

from end_to_end.failing import ALL_PATIENCE, MESSAGES, answers, play_on, told, until


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
    await place.discord.gateway.wait_connected(ALL_PATIENCE)
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
