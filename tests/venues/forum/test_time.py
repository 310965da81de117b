"""Time on a forum: nothing is told before a complete read bears it out, and no brief silence."""

import re
from datetime import datetime
from urllib.parse import urlsplit

from bot.venues.forum import venue
from venues.forum.house import BLUE, BOTH, DISCOURSE, EVERY, HOUR, MINUTE, RED, SECOND

GRACE = 30 * SECOND


async def test_a_flag_is_told_after_a_read_made_past_the_deadline_and_the_grace(place):
    begun = await place.start("clock:1m+1m")
    deadline = begun.at + 2 * MINUTE
    told = await place.told("wins", after=begun)
    assert told.at >= deadline + GRACE
    reminder = next(post for post in place.mine() if "turn time is over" in post.raw)
    assert reminder.at >= begun.at + MINUTE + GRACE
    assert not [post for post in place.mine() if post.id > told.id]


async def test_a_brief_silence_is_not_spoken_of_and_charges_nobody(place, forum):
    """Seven minutes without an answer: off duty, the clock stands, and nobody hears of it.

    By then some five minutes lie between two tries, so that it is back within fifteen.
    """
    begun = await place.start("clock:1m+1m")
    forum.faults.down = True
    await place.pass_time(7 * MINUTE)
    forum.faults.down = False
    told = await place.play(forum.ann, f"move: {RED}, still here")
    assert "played" in told.raw
    await place.pass_time(30 * SECOND)
    assert not [one for one in place.mine() if "away" in one.raw or "trouble" in one.raw]
    assert begun.id < told.id


@BOTH
async def test_a_quiet_topic_is_not_read(table, forum):
    """Each read is a view: only what changed is read, and each open topic every 15 minutes."""
    await table.play(forum.ann, f"move: {RED}, and quiet now")
    await table.pass_time(2 * MINUTE)
    seen = len(forum.journal)
    await table.pass_time(13 * MINUTE, EVERY)
    pages = [
        path
        for _, path, _ in forum.journal[seen:]
        if path.startswith(("/api/topic/", f"/t/{table.topic.id}/", f"/t/{table.topic.id}.json"))
    ]
    assert len(pages) <= 2
    assert len(forum.journal) > seen + 30


@DISCOURSE
async def test_a_discourse_is_asked_no_more_than_thirty_times_a_minute(table, forum):
    stamps: list[datetime] = []
    forum.journal_hook = lambda: stamps.append(table.clock.now())
    for number in range(20):
        forum.topic(forum.place, forum.host, f"Topic number {number}", "@referee status")
    await table.pass_time(5 * MINUTE, SECOND)
    assert len(stamps) > 60
    for first, last in zip(stamps, stamps[30:], strict=False):
        assert last - first >= 59 * SECOND


async def test_the_session_cookie_is_not_kept_and_no_other_host_gets_the_token(place, forum):
    await place.start()
    assert forum.cookies == set()
    assert urlsplit(forum.url).hostname == "127.0.0.1"


@BOTH
async def test_after_a_restart_the_clock_stood_and_what_was_seen_binds(place, forum):
    await place.start("clock:1m+5m")
    red = place.say(forum.ann, f"move: {RED}, before the restart")
    played = await place.told("played", after=red)
    await place.close()
    place.clock.advance(HOUR)
    forum.edit(red, "move: A1, after the restart")
    post = place.say(forum.bob, f"move: {BLUE}, while nobody listened")
    await place.open()
    await place.told("**Blue** played", after=post)
    assert "Red 5:00 · Blue 5:00" in (await place.told("I was away for 1:0", after=post)).raw
    await place.told("edited after it was ruled", after=played)
    assert EVERY < MINUTE


async def test_a_return_that_fails_halfway_makes_no_absence_longer(table, forum):
    """An hour after a restart the forum is silent for 20 minutes: those are told, not 80."""
    await table.restart()
    await table.pass_time(HOUR, MINUTE)
    await table.pass_time(MINUTE)
    before = table.mine()[-1]
    forum.faults.down = True
    await table.pass_time(20 * MINUTE, MINUTE)
    # The list is answered; who moderates the category is not.
    forum.faults.status, forum.faults.down = [200, 503], False
    told = await table.told("I was away", after=before)
    length = re.search(r"away for (\d+):\d\d\.", told.raw)
    assert length is not None, told.raw
    assert 19 <= int(length[1]) <= 40


@DISCOURSE
async def test_a_long_round_is_no_absence(table, forum, monkeypatch):
    await table.close()
    monkeypatch.setattr(venue, "MOST_A_MINUTE", 3)
    await table.open()
    await table.pass_time(10 * MINUTE, MINUTE / 4)
    for number in range(40):
        forum.topic(forum.place, forum.fan, f"Topic number {number}", "Hello to everybody.")
    await table.pass_time(40 * MINUTE, MINUTE / 4)
    assert not [one for one in table.mine() if "away" in one.raw]
