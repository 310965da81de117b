"""The parts of a forum's venue on their own: settings, words, nonces, pictures' places, answers."""

import asyncio
import re
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import FrameType

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from handclock import HandClock
from hypothesis import given
from hypothesis import strategies as st
from loopback_forums import LoopbackDiscourse, LoopbackNodeBB
from loopback_forums.markdown import html
from loopback_forums.nodebb import OF_NOBODY

from bot.desk.venue import VenueError
from bot.logs.redaction import secrets_of
from bot.referee.events import Player
from bot.settings import Settings, SettingsError, read_settings
from bot.timing import RealTime
from bot.venues.forum import discourse as reading_of_discourse
from bot.venues.forum.connection import ForumConnection
from bot.venues.forum.nodebb import NodeBB
from bot.venues.forum.venue import make_discourse, make_nodebb
from bot.venues.forum.voice import (
    ForumVoice,
    addressed,
    alt_text,
    answered_by,
    answers_nonce,
    harmless,
    nonce_in,
    signed,
)
from bot.venues.forum.writer import cut
from venues.forum.house import doctor

NODEBB = {
    "NODEBB_URL": "https://f.example/forum/",
    "NODEBB_TOKEN": "sesame",
    "NODEBB_CATEGORY": "5, 8",
}
DISCOURSE = {
    "DISCOURSE_URL": "https://d.example",
    "DISCOURSE_KEY": "sesame-too",
    "DISCOURSE_USER": "referee",
    "DISCOURSE_CATEGORY": "12",
}
USELESS = """
NODEBB_URL=f.example NODEBB_URL=ftp://f.example NODEBB_URL=https://user:secret@f.example
NODEBB_CATEGORY=five NODEBB_CATEGORY=, FORUM_EVERY=0s FORUM_EVERY=11m FORUM_EVERY=60
FORUM_TIMEZONE=Mars/Olympus FORUM_TIMEZONE=../etc/passwd
"""
VOICE = ForumVoice(str, lambda topic: f"/topic/{topic}")


def test_forums_are_read_from_the_settings_and_their_tokens_are_secrets():
    given = {"FORUM_EVERY": "2m", "FORUM_TIMEZONE": "Asia/Seoul"}
    settings = read_settings(NODEBB | DISCOURSE | given)
    assert settings.nodebb_url == "https://f.example/forum"
    assert settings.nodebb_category == (5, 8)
    assert settings.discourse_category == (12,)
    assert settings.forum_every == timedelta(minutes=2)
    assert settings.forum_timezone == "Asia/Seoul"
    assert {"sesame", "sesame-too"} <= set(secrets_of(settings))
    assert "sesame" not in repr(settings)


@pytest.mark.parametrize("missing", [*NODEBB, *DISCOURSE])
def test_a_forum_is_set_whole_or_not_at_all(missing):
    given = NODEBB | DISCOURSE
    given.pop(missing)
    with pytest.raises(SettingsError) as error:
        read_settings(given)
    assert str(error.value).endswith(f"{missing} is not")


@pytest.mark.parametrize("given", USELESS.split())
def test_a_bad_value_is_named(given):
    name, value = given.split("=")
    with pytest.raises(SettingsError) as error:
        read_settings(NODEBB | {name: value})
    told = str(error.value)
    assert told.startswith(name)
    assert "secret" not in f"{told}{error.value!r}"
    assert "\n" not in told


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=20))
def test_an_answer_is_known_by_the_posts_it_answers(posts):
    keys = [str(post) for post in posts]
    raw = signed("Words.\n\n[//]: # (referee 1.2.3)\n\nmore words", answers_nonce(keys))
    assert answered_by(nonce_in(raw)) == tuple(keys)
    assert "referee" not in html(raw)


def test_the_nonce_is_the_last_line_alone():
    assert nonce_in("[//]: # (referee 1.2.3)\n\nand so on") == ""
    assert nonce_in(signed("Words.", "1.2.3") + "\n") == "1.2.3"


@given(st.text(max_size=300))
def test_peoples_words_do_nothing(words):
    said = harmless(words, 200)
    made = html(f"x {said} x")
    for sign in ("<a ", "<img", "<code", "<strong", "<s>", "<blockquote", "<pre"):
        assert sign not in made
    assert "\n" not in said
    assert "://" not in said


@pytest.mark.parametrize(
    "words", ["@ann", "\\@ann", "https://x.example/", "www.x.example", ":joy:"]
)
def test_no_mention_link_or_emoji_of_theirs_works(words):
    """A sign that can't be seen stands where the forum would begin to read."""
    said = harmless(words, 100)
    assert "\u2060" in said
    assert words not in said


async def test_only_who_is_called_is_mentioned():
    ann, bob = Player("1", "Ann"), Player("2", "B*b")
    text = f"{VOICE.mention(ann)} and {VOICE.mention(bob)}"

    async def handle(player: str) -> str:
        return {"1": "ann-the-first"}.get(player, "")

    assert await addressed(text, ("1", "2"), handle) == "@ann-the-first and B\\*b"
    assert await addressed(text, (), handle) == "Ann and B\\*b"


def test_alt_text_has_no_brackets():
    assert alt_text("a [b] `c`\nd") == "a (b) 'c' d"


def test_moments_are_told_with_their_zone():
    at = datetime(2026, 11, 22, 14, 5, 30, tzinfo=UTC)
    berlin = read_settings(NODEBB | {"FORUM_TIMEZONE": "Europe/Berlin"})
    nodebb = make_nodebb(berlin, HandClock(), id)
    assert nodebb.moment(at) == "22 Nov 2026, 15:05 CET"
    discourse = make_discourse(read_settings(DISCOURSE), HandClock(), id)
    assert discourse.moment(at) == '[date=2026-11-22 time=14:05 timezone="UTC"]'
    for forum in (nodebb, discourse):
        voice = ForumVoice(forum.moment, str)
        assert voice.moment(at, "America/New_York") == voice.countdown(at) == forum.moment(at)


@pytest.mark.parametrize("kind", [LoopbackNodeBB, LoopbackDiscourse])
async def test_the_doctor_finds_a_good_forum_good_and_says_what_is_missing(kind):
    async with kind() as forum:
        lines = await doctor(forum)
        assert not [line for line in lines if line.startswith("✗")], lines
        assert any("Referee (@referee)" in line for line in lines)
        assert any(f"moderates category {forum.place}" in line for line in lines)
        assert any("move: E5" in line for line in lines)
        assert any("clock" in line for line in lines)
        assert any("version 4.10.3" in line or "version 3.5.0" in line for line in lines)
        assert {method for method, _, _ in forum.journal} == {"GET"}
        name = "nodebb_token" if kind is LoopbackNodeBB else "discourse_key"
        assert any("refuses" in line for line in await doctor(forum, **{name: "wrong"}))
        elsewhere = {f"{forum.name}_category": (forum.place, 99_999)}
        unread = "99999 can't be read: the(re is none of that number| forum knows nothing of it)"
        assert re.search(unread, str(await doctor(forum, **elsewhere)))
        forum.categories[forum.place].clear()
        assert any("does not moderate" in line for line in await doctor(forum))


async def test_the_doctor_names_a_master_token():
    async with LoopbackNodeBB() as forum:
        lines = await doctor(forum, nodebb_token=OF_NOBODY)
    (told,) = [line for line in lines if line.startswith("✗")]
    assert "NODEBB_TOKEN is a master token" in told
    assert "user ID of the referee" in told
    assert "500" not in told


LIMITS = (
    *("max_consecutive_replies", "newuser_max_replies_per_topic", "max_replies_in_first_day"),
    "allow_uppercase_posts",
)


@pytest.mark.parametrize("admin", [True, False])
async def test_the_doctor_of_discourse_names_what_stops_new_players(admin):
    async with LoopbackDiscourse() as forum:
        forum.users[forum.referee.id] = replace(forum.referee, admin=admin)
        lines = await doctor(forum)
        untold = [line for line in lines if "only administrators can read" in line]
        assert bool(untold) is not admin
        (stops,) = untold or [line for line in lines if "may be stopped" in line]
        assert [name for name in LIMITS[:3] if name not in stops] == []
        assert any(LIMITS[3] in line for line in lines)
        assert ("max_consecutive_replies is 3" in stops) is admin


async def test_the_doctor_of_discourse_says_that_nothing_stops_new_players():
    async with LoopbackDiscourse() as forum:
        forum.users[forum.referee.id] = replace(forum.referee, admin=True)
        forum.limits |= dict.fromkeys(LIMITS[:3], "500") | {LIMITS[3]: "true"}
        lines = await doctor(forum)
        assert any(line.startswith("✓") and "stops a new player" in line for line in lines)
        assert any(line.startswith("✓") and LIMITS[3] in line for line in lines)
        forum.limits["approve_post_count"] = "1"
        assert any("wait for approval" in line for line in await doctor(forum))


@pytest.mark.parametrize("good", [False, True])
async def test_the_doctor_of_nodebb_tells_of_the_queue_and_which_right_lifts_the_limit(good):
    async with LoopbackNodeBB() as forum:
        forum.post_queue = int(not good)
        forum.change(forum.referee, global_moderator=good)
        lines = await doctor(forum)
    (queue,) = [line for line in lines if "for approval" in line and "token" not in line]
    (limit,) = [line for line in lines if "pictures are taken" in line]
    assert {queue[0], limit[0]} == {"✓" if good else "–"}
    assert ("global moderator" in limit) is not good


async def test_a_topic_is_read_page_by_page_and_whole():
    async with LoopbackNodeBB() as forum:
        topic = forum.topic(forum.place, forum.host)
        for number in range(60):
            forum.say(forum.ann, topic, f"Post number {number}")
        api = nodebb_of(forum)
        whole = await api.read(str(topic.id), None, None)
        assert len(whole.posts) == 61
        assert whole.since is None
        views = topic.views
        await api.read(str(topic.id), forum.of(topic)[-1].at, whole.posts.keys())
        assert topic.views == views + 1
        await api.close()


async def test_a_purged_topic_is_gone_and_a_cut_line_is_worth_another_try():
    async with LoopbackNodeBB() as forum:
        api = nodebb_of(forum)
        with pytest.raises(VenueError) as gone:
            await api.record("999999")
        assert gone.value.lasting
        forum.faults.down = True
        with pytest.raises(VenueError) as cut:
            await api.record("1")
        assert not cut.value.lasting
        assert forum.referee.token not in str(cut.value)
        await api.close()


def nodebb_of(forum: LoopbackNodeBB) -> NodeBB:
    return make_nodebb(Settings(**forum.settings()), HandClock(), lambda _: None)


def test_a_fence_that_is_cut_is_closed():
    """Else the line with the nonce would be shown as code."""
    lines = "1. D7 F8\n" * 600
    short = cut(f"**Ann**: all of it\n\n```text\n{lines}```\n\n```text\n{lines}```")
    assert len(short) <= 8000
    assert short.endswith("…\n```")
    assert short.count("\n```") == 4
    assert cut(f"{'a' * 7000}\n") == f"{'a' * 7000}\n"
    assert cut("a" * 9000).endswith("a…")


async def test_who_moves_on_is_counted_among_the_requests():
    """Thirty a minute are thirty, also where every address is answered with another."""
    clock, asked = HandClock(), []

    async def answer(request: web.Request) -> web.Response:
        asked.append(clock.monotonic())
        if request.path == "/old.json":
            raise web.HTTPMovedPermanently("/new.json")
        return web.json_response({})

    app = web.Application()
    app.router.add_get("/{name}", answer)
    async with TestServer(app) as server:
        url = str(server.make_url("")).rstrip("/")
        connection = ForumConnection(url, {}, clock, lambda _: None, most=4)
        await connection.get("/old.json")
        await connection.get("/old.json")
        third = asyncio.create_task(connection.get("/old.json"))
        while not third.done():
            clock.advance(timedelta(seconds=1))
            await asyncio.sleep(0.001)
        assert asked[:4] == [timedelta(0)] * 4
        assert asked[4] >= timedelta(minutes=1)
        await third
        await connection.close()


async def steps_of_reading(posts: int) -> int:
    """How many lines are run to read a topic of so many posts, but for the asking."""
    async with LoopbackDiscourse() as forum:
        topic = forum.topic(forum.place, forum.fan, "Long", "Hello.")
        for _ in range(posts):
            forum.say(forum.fan, topic, "Hello.")
        discourse = make_discourse(Settings(**forum.settings()), RealTime(), id)
        steps = 0

        def count(frame: FrameType, kind: str, _: object) -> object:
            nonlocal steps
            steps += kind == "line"
            return count if frame.f_code.co_filename == reading_of_discourse.__file__ else None

        before = sys.gettrace()
        sys.settrace(count)
        try:
            reading = await discourse.read(str(topic.id), None, None)
        finally:
            sys.settrace(before)
            await discourse.close()
        assert len(reading.posts) == posts + 1
        return steps


async def test_a_topic_four_times_as_long_takes_four_times_the_steps():
    assert await steps_of_reading(400) < 5 * await steps_of_reading(100)
