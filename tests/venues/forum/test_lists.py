"""What a round asks a forum for: little, however many matches are open; what it finds by that."""

from datetime import timedelta

import loopback_forums.discourse
import loopback_forums.nodebb
import pytest
from loopback_forums import ForumPost, LoopbackForum, Topic

from bot.venues.forum import rounds, topics, venue
from venues.forum.house import BOTH, DISCOURSE, EVERY, MINUTE, RED, SECOND, ForumHouse

PAGE = 5
"""Topics on a page of a list, here."""
OPENING = "@referee match start red:@ann blue:@bob clock:99h+99h"


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists have pages of a few topics, and nothing stops a test that has many."""
    monkeypatch.setattr(loopback_forums.nodebb, "PAGE", PAGE)
    monkeypatch.setattr(loopback_forums.discourse, "LISTED", PAGE)
    monkeypatch.setattr(loopback_forums.discourse, "MOST_A_MINUTE", 10_000)
    monkeypatch.setattr(venue, "MOST_A_MINUTE", 10_000)


async def opened(place: ForumHouse, forum: LoopbackForum, number: int) -> list[Topic]:
    made = []
    for one in range(number):
        # Two first posts of one stamp would be one and its copy.
        place.clock.advance(SECOND / 1000)
        made.append(forum.topic(forum.place, forum.host, f"Match {one}", OPENING))
    for topic in made:
        await place.told("against", topic=topic)
    await place.pass_time(3 * MINUTE)
    return made


async def begun_in(place: ForumHouse, forum: LoopbackForum) -> tuple[Topic, ForumPost]:
    (place.topic,) = await opened(place, forum, 1)
    place.both_ready()
    return place.topic, await place.told("Both are ready")


async def bury(place: ForumHouse, forum: LoopbackForum) -> None:
    """Three pages of topics that were posted in later, and all is quiet again."""
    for number in range(3 * PAGE):
        place.clock.advance(SECOND)
        forum.topic(forum.place, forum.fan, f"Topic number {number}", "Hello to everybody.")
    await place.pass_time(3 * MINUTE)


def asked(forum: LoopbackForum, since: int, *starts: str) -> list[str]:
    return [path for _, path, _ in forum.journal[since:] if path.startswith(starts)]


PAGES = "/api/topic/", "/t/"
ALONE = "/api/v3/topics/", *PAGES
WHO = "/api/self", "/session/current"


@BOTH
@pytest.mark.parametrize("number", [3, 23])
async def test_a_quiet_round_costs_the_same_however_many_matches(place, forum, monkeypatch, number):
    """Who one is, the head of the list, one page further down: three requests."""
    monkeypatch.setattr(topics, "READ_INTERVAL", timedelta(days=1))
    await opened(place, forum, number)
    seen = len(forum.journal)
    # How many rounds are done in so much time is the machine's.
    while (rounds_gone := len(asked(forum, seen, *WHO))) <= 10:
        await place.pass_time(EVERY, EVERY)
    assert len(forum.journal) - seen <= 3 * (rounds_gone + 1)
    assert not asked(forum, seen, *ALONE)


@BOTH
async def test_quiet_topics_are_read_for_edits_a_few_in_each_round(place, forum, monkeypatch):
    """Twelve are due all the time: no round reads more than its share, and none is left out."""
    monkeypatch.setattr(rounds, "QUIET_AT_ONCE", 2)
    made = await opened(place, forum, 12)
    monkeypatch.setattr(topics, "READ_INTERVAL", EVERY)
    seen = len(forum.journal)
    await place.pass_time(16 * EVERY, EVERY)
    order = "".join(
        "r" if path.startswith(WHO) else "t" * path.startswith(PAGES)
        for _, path, _ in forum.journal[seen:]
    )
    assert max(map(len, order.split("r"))) == 2
    read = {path.split("/")[-1].split("?")[0] for path in asked(forum, seen, *PAGES)}
    assert {key.removesuffix(".json") for key in read} == {str(topic.id) for topic in made}


@BOTH
async def test_what_moves_no_topic_up_is_found_on_its_page(place, forum):
    """A match far down the list: its topic is locked; a turn of before is approved there.

    A walk down the pages takes as many rounds as there are pages.
    """
    topic, begun = await begun_in(place, forum)
    held = forum.enqueue(forum.ann, topic, f"move: {RED}, in good time")
    await bury(place, forum)
    post = forum.approve(held)
    assert topic.last == post.at
    approved_at = place.clock.now()
    assert (await place.told("played", after=begun)).at - approved_at <= 5 * EVERY
    await bury(place, forum)
    topic.locked = True
    locked_at = place.clock.now()
    assert "locked" in await place.whispered(EVERY)
    assert place.clock.now() - locked_at <= 7 * EVERY


@BOTH
async def test_a_topic_that_no_list_has_any_more_is_asked_for_alone(place, forum):
    topic, _ = await begun_in(place, forum)
    await bury(place, forum)
    topic.category = forum.category()
    moved_at = place.clock.now()
    assert "none of the categories" in await place.whispered(EVERY)
    # What is left of this walk, the next one, and the round that asks.
    assert place.clock.now() - moved_at <= 10 * EVERY


@BOTH
async def test_what_is_pinned_hides_nothing(place, forum):
    for topic in [forum.topic(forum.place, forum.host, f"Rule {one}") for one in range(PAGE)]:
        topic.pinned = True
    await place.pass_time(3 * MINUTE)
    (topic,) = await opened(place, forum, 1)
    asked_there = forum.say(forum.fan, topic, "@referee match status")
    await place.told("Not started", topic=topic, after=asked_there)


@DISCOURSE
async def test_a_match_in_a_muted_topic_goes_on(place, forum):
    """No list has it: it is asked for alone, once in each walk."""
    (place.topic,) = await opened(place, forum, 1)
    forum.muted.add(place.topic.id)
    place.both_ready()
    await place.told("Both are ready")


@DISCOURSE
async def test_sixty_requests_a_minute_are_all_keys_together(place, forum, monkeypatch):
    """Another key has used them up: the referee waits as long as it is told to, and goes on."""
    forum.most_a_minute = 60
    await place.start("clock:9h+9h")
    forum.spend()
    seen = len(forum.journal)
    await place.play(forum.ann, f"move: {RED}, my favourite")
    statuses = [status for _, _, status in forum.journal[seen:]]
    assert 0 < statuses.count(429) < 5
    assert set(statuses) == {200, 429}


@DISCOURSE
async def test_an_edit_of_which_there_is_no_revision_is_the_author_s_own(place, forum):
    """In the first minutes Discourse keeps none: it answers 404, and the turn counts."""
    begun = await place.start("clock:9h+9h")
    forum.faults.down = True
    post = place.say(forum.ann, "I am still thinking about this")
    place.clock.advance(5 * SECOND)
    forum.edit(post, f"move: {RED}, my favourite")
    forum.faults.down = False
    assert "played" in (await place.told("played", after=begun)).raw
    assert not any("revisions" in path for _, path, _ in forum.journal)
