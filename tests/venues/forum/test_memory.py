"""What is kept of a forum: whose it is, how long, and what it still says after a restart."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from growth import sizes
from loopback_forums import LoopbackNodeBB
from storage.kept import sqlite

from bot.storage.forum import SAID, ForumStore, KeptPost, KeptTopic
from bot.storage.store import open_store
from bot.venues.forum.values import host_of
from bot.wording.forum import OTHER_FORUM
from venues.forum.house import BLUE, BOTH, EVERY, HOUR, MINUTE, RED, SECOND

NOW = datetime(2026, 11, 22, 21, tzinfo=UTC)
WEEK = timedelta(days=7)


def post(key: str, topic: str = "5", *, made: datetime = NOW, **extras) -> KeptPost:
    return KeptPost(key, topic, "1", "Ann", SAID, made, made, ("E5",), **extras)


@pytest.fixture
async def store(tmp_path):
    built = await open_store(sqlite(tmp_path / "referee.sqlite3"))
    yield built
    await built.close()


async def test_two_forums_in_one_database_have_nothing_in_common(store):
    one, two = (ForumStore(store, "nodebb", host) for host in ("a.example", "b.example"))
    await one.read("5", 3, NOW, [post("7")], [])
    await one.keep_album(3, "9", 12)
    assert (await two.posts("5"), await two.topic("5")) == ({}, KeptTopic())
    assert await two.album(3) is None
    await two.read("5", 3, NOW + HOUR, [post("7", made=NOW + HOUR)], [])
    await two.answered(["7"], ["7"])
    assert (await one.posts("5"))["7"] == post("7")
    assert await one.topic("5") == KeptTopic(NOW)
    assert await two.topics_read_since(NOW + MINUTE) == {"5"}
    assert await one.topics_read_since(NOW + MINUTE) == set()


async def test_since_when_a_forum_is_served_is_kept(store):
    served = ForumStore(store, "nodebb", "a.example")
    assert await served.served_since(NOW) == NOW
    assert await served.served_since(NOW + HOUR) == NOW
    assert await ForumStore(store, "nodebb", "b.example").served_since(NOW + HOUR) == NOW + HOUR


async def test_what_is_long_over_is_forgotten_and_counts_no_more(store):
    """Only where it is not needed; the topic remembers up to when everything is settled."""
    forum = ForumStore(store, "nodebb", "a.example")
    await forum.read("5", 3, NOW, [post("7", made=NOW - 8 * WEEK), post("8")], [])
    await forum.read("6", 3, NOW, [post("9", "6", made=NOW - 8 * WEEK)], [])
    await forum.read("11", 0, NOW, [post("10", "11", made=NOW - 8 * WEEK)], [])
    assert await forum.topics_read_since(NOW) == {"5", "6"}
    await forum.keep_album(3, "20", 12)
    assert await forum.forget(NOW - WEEK, {"6"}) == ["11", "5"]
    assert set(await forum.posts("5")) == {"8"}
    assert set(await forum.posts("6")) == {"9"}
    assert await forum.posts("11") == {}
    assert await forum.album(3) == ("20", 12)
    assert await forum.topic("5") == KeptTopic(NOW, NOW - WEEK)
    assert await forum.topic("11") == KeptTopic(NOW, NOW - WEEK)
    assert await forum.topic("6") == KeptTopic(NOW)
    assert await forum.forget(NOW - WEEK, {"6"}) == []


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://Forum.Example.org/board", "forum.example.org"),
        ("http://127.0.0.1:4567", "127.0.0.1:4567"),
    ],
)
def test_a_host_is_the_same_however_it_is_written(url, host):
    assert host_of(url) == host


async def test_a_match_of_another_forum_waits_and_is_not_held_on_this_one(place, forum):
    """`NODEBB_URL` names another host with the same database: topics of that number are others."""
    first = forum
    await place.start("clock:10m+10m")
    await place.play(first.ann, f"move: {RED}, my favourite")
    await place.close()
    count = len(place.mine())
    async with LoopbackNodeBB(place.clock.now) as second:
        # Everything there has the numbers that it has on the first one.
        topic = second.topic(second.place, second.host, "Ann against Bob")
        assert topic.id == place.topic.id
        place.visit(second)
        await place.open()
        await place.pass_time(HOUR / 2, MINUTE)
        second.say(second.bob, topic, f"move: {BLUE}, on we go")
        asked = second.say(second.host, topic, "@referee match status")
        told = await place.told("There is no match here", after=asked, topic=topic)
        assert [one.id for one in second.said_by(second.referee, topic)] == [told.id]
        assert second.chats == []
        # A match can be held in it, though the other forum's topic of that number has one.
        second.say(second.host, topic, "@referee match start red:@ann blue:@bob")
        await place.told("against", after=told, topic=topic)
        await place.close()
    place.visit(first)
    assert len(place.mine()) == count
    await place.open()
    await place.play(first.host, "@referee match resume", "resumed")
    assert OTHER_FORUM in "".join(one.raw for one in place.mine())
    assert "**Blue** played" in (await place.play(first.bob, f"move: {BLUE}, at last")).raw


async def test_a_topic_that_is_long_silent_is_forgotten(table, forum):
    topics = [forum.topic(forum.place, forum.fan, f"Talk {number}") for number in range(30)]
    for topic in topics:
        forum.say(forum.fan, topic, "Hello")
    await table.pass_time(3 * EVERY)

    def known() -> list[int]:
        left = sizes()
        return [left["Topics._watched"], left["Reader.read_until"]]

    assert min(known()) > 30
    await table.pass_time(9 * 24 * HOUR, 24 * HOUR)
    # As many as one page of the list names, and that of the match.
    assert max(known()) < 25
    forum.say(forum.fan, topics[0], "@referee match status")
    await table.told("There is no match here", topic=topics[0])


async def test_refusals_are_counted_on_after_a_restart(table, forum):
    off = "is off the board"
    for number in (1, 2):
        table.say(forum.ann, f"move: Z{number}, here I come")
        await table.until(lambda number=number: table.count(off) == number, "a refusal")
    await table.restart()
    table.say(forum.ann, "move: Z3, here I come")
    await table.until(lambda: table.count(off) == 3, "the third refusal")
    table.say(forum.ann, "move: Z4, here I come")
    await table.pass_time(3 * EVERY)
    assert table.count(off) == 3
    await table.play(forum.ann, f"move: {RED}, at last")
    await table.play(forum.bob, f"move: {BLUE}, on we go")
    table.say(forum.ann, "move: Z5, here I come")
    await table.until(lambda: table.count(off) == 4, "a refusal in the next turn")


async def test_of_too_many_posts_with_two_turns_three_are_answered(table, forum):
    for most in (1, 2, 3, 3):
        table.say(forum.ann, "E5\n\nD4 D5 or rather this\n\nmove: E6, I think")
        await table.until(lambda most=most: table.count("two turns") == most, "a refusal")
    await table.pass_time(3 * EVERY)
    assert table.count("two turns") == 3
    await table.play(forum.ann, "move: E6, I am sure now", "played **E6**")


async def test_commands_from_before_the_first_start_are_nobody_s(shut, forum):
    shut.say(forum.fan, "@referee match status")
    shut.clock.advance(2 * SECOND)
    await shut.open()
    shut.clock.advance(10 * SECOND)
    await shut.settle()
    await shut.restart()
    await shut.pass_time(2 * MINUTE)
    assert shut.mine() == []
    begun = await shut.start("clock:9h+9h")
    await shut.play(forum.ann, f"move: {RED}, my favourite")
    await shut.pass_time(2 * MINUTE)
    assert begun.id
    assert not [one for one in shut.mine() if "There is no match" in one.raw]
    assert not [one for one in shut.mine() if "Turn 1" in one.raw]


@pytest.mark.thorough
async def test_a_topic_whose_match_is_long_over_is_forgotten(table, forum, tmp_path):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.play(forum.bob, "@referee match resign confirm:yes", "wins")
    await table.pass_time(MINUTE)
    await table.close()
    table.clock.advance(8 * timedelta(days=1))
    await table.open()
    await table.pass_time(timedelta(days=1) + HOUR, HOUR)
    await table.close()
    assert rows(tmp_path, "forum_posts", "kind <> 'album'") == 0
    # The match's own, and that of its pictures.
    assert rows(tmp_path, "forum_topics", "settled IS NOT NULL") == 2
    await table.open()
    await table.pass_time(MINUTE)
    count = len(table.mine())
    again = await table.start("clock:9h+9h")
    assert again.id < (await table.play(forum.ann, f"move: {RED}, once more")).id
    await table.pass_time(5 * MINUTE)
    # The opening, the start, and the turn: nothing of before is answered anew.
    assert len(table.mine()) == count + 3


async def test_what_was_forgotten_begins_no_match_where_it_is_moved_to(table, forum):
    """Its posts are known no more; whoever replies in the forked topic has it read whole."""
    await table.play(forum.ann, f"move: {RED}, my favourite")
    over = table.say(forum.bob, "@referee match resign confirm:yes")
    await table.told("wins", after=over)
    await table.close()
    table.clock.advance(8 * timedelta(days=1))
    await table.open()
    await table.pass_time(timedelta(days=1) + HOUR, HOUR)
    fresh = forum.topic(forum.place, forum.host, "Forked")
    for post in forum.of(table.topic)[1:]:
        forum.move_post(post, fresh)
    asked = forum.say(forum.host, fresh, "@referee match status")
    count = len(forum.posts)
    await table.told("There is no match", topic=fresh, after=asked)
    await table.pass_time(MINUTE)
    assert len(forum.posts) == count + 1


async def test_no_words_are_kept_of_topics_that_are_none_of_the_referee_s(place, forum, tmp_path):
    """Their posts are known, so that an edit makes no command of one; a call brings their words."""
    await place.pass_time(MINUTE)
    quiet = forum.topic(forum.place, forum.fan, "Of other things", "Hello to everybody.")
    await place.pass_time(3 * EVERY)
    asked = forum.say(forum.host, quiet, "And what is going on here?")
    await place.pass_time(3 * EVERY)
    assert rows(tmp_path, "forum_posts", f"topic = '{quiet.id}'") == 2
    assert rows(tmp_path, "forum_posts", "text <> ''") == 0
    forum.edit(asked, "@referee match status")
    called = forum.say(forum.fan, quiet, "@referee help")
    await place.told("A match in six steps", topic=quiet, after=called)
    await place.pass_time(3 * EVERY)
    assert len(place.mine(quiet)) == 1
    assert rows(tmp_path, "forum_posts", "text <> ''") > 0


@BOTH
@pytest.mark.parametrize(
    ("guests", "public"), [("read", True), ("are kept out", False), ("get no answer", None)]
)
async def test_whether_guests_may_read_a_match_is_noted(place, forum, tmp_path, guests, public):
    if guests == "are kept out":
        forum.private.add(forum.place)
    forum.faults.guests_fail = guests == "get no answer"
    await place.start("clock:9h+9h")
    with closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database:
        ((data,),) = database.execute("SELECT data FROM events WHERE kind = 'MatchOpened'")
    assert json.loads(data).get("public") is public


def rows(folder, table: str, where: str) -> int:
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as connection:
        query = f"SELECT count(*) FROM {table} WHERE {where}"  # noqa: S608
        return int(connection.execute(query).fetchone()[0])
