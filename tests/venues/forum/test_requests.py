"""What is asked of a forum, and how often; what is made of its refusals."""

import asyncio
import logging
import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from handclock import HandClock
from loopback.bell import patience
from loopback_forums import LoopbackNodeBB
from ports import hanging_up
from storage.kept import sqlite

from bot.app import serve
from bot.desk.venue import VenueError
from bot.limits import SlidingWindow
from bot.settings import Settings
from bot.timing import RealTime
from bot.venues.forum import connection as connections
from bot.venues.forum import venue
from bot.venues.forum.connection import ForumConnection, wanted_pause
from bot.venues.forum.values import number_of
from bot.venues.forum.venue import make_nodebb
from venues.forum.house import BOTH, EVERY, MINUTE, RED, SECOND

NOW = datetime(2026, 11, 22, 21, tzinfo=UTC)


IN_BODY = {"errors": ["slow down"], "extras": {"wait_seconds": 17}}


@pytest.mark.parametrize(
    ("text", "body", "length"),
    [
        *((str(wait), None, wait) for wait in (120, 0)),
        (format_datetime(NOW + 90 * SECOND, usegmt=True), None, 90),
        (format_datetime(NOW - 90 * SECOND, usegmt=True), None, 0),
        *((text, None, None) for text in ("soon", "-5", "")),
        ("3", IN_BODY, 3),
        (None, IN_BODY, 17),
        (None, {"extras": {"wait_seconds": "long"}}, None),
    ],
)
def test_what_a_forum_asks_for_is_read(text, body, length):
    """Discourse says it in the body too."""
    wanted = wanted_pause({} if text is None else {"Retry-After": text}, body, NOW)
    assert wanted == (None if length is None else timedelta(seconds=length))


@pytest.mark.parametrize("number", [2**31, -(2**70), "soon", None])
def test_a_number_that_no_forum_comes_to_is_none(number):
    with pytest.raises((ValueError, TypeError)):
        number_of(number)
    assert number_of("-1") == -1


class Moody:
    def __init__(self) -> None:
        self.clock = HandClock(NOW)
        self.asked: list[str] = []
        self.status: dict[str, int] = {}
        self.retry_after = ""
        self.dated = True

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        response = web.json_response({}, status=self.status.get(request.path, 200))
        response.headers["Date"] = format_datetime(self.clock.now(), usegmt=True)
        if not self.dated:
            response.headers["Date"] = "a while ago"
        if self.retry_after:
            response.headers["Retry-After"] = self.retry_after
        return response


@pytest.fixture
async def moody():
    built = Moody()
    app = web.Application()
    app.router.add_route("*", "/{name}", built.answer)
    async with TestServer(app) as server:
        url = str(server.make_url("")).rstrip("/")
        connection = ForumConnection(url, {}, built.clock, lambda _: None)
        yield built, connection
        await connection.close()


async def refused(connection: ForumConnection) -> bool:
    try:
        await connection.get("/a")
    except VenueError:
        return True
    return False


@pytest.mark.parametrize(
    ("status", "retry_after", "pause"),
    [
        (503, format_datetime(NOW + 2 * MINUTE, usegmt=True), 2 * MINUTE),
        (503, "120", 2 * MINUTE),
        (429, "86400", 10 * MINUTE),
        (429, "9" * 30, 10 * MINUTE),
        (429, format_datetime(NOW + 300 * MINUTE, usegmt=True), 10 * MINUTE),
    ],
)
async def test_nothing_is_asked_before_the_moment_that_the_forum_names_or_for_ten_minutes(
    moody, status, retry_after, pause
):
    server, connection = moody
    server.status["/a"], server.retry_after = status, retry_after
    assert await refused(connection)
    server.status.clear()
    server.clock.advance(pause - SECOND)
    assert await refused(connection)
    assert len(server.asked) == 1
    server.clock.advance(SECOND)
    assert not await refused(connection)


async def test_a_failure_without_a_date_is_backed_off_from_as_well(moody):
    server, connection = moody
    server.status["/a"], server.dated = 502, False
    for _ in range(3):
        assert await refused(connection)
    assert len(server.asked) == 1


async def test_too_many_pictures_stop_pictures_alone(moody):
    server, connection = moody
    server.status["/up"], server.retry_after = 429, "60"

    async def uploads() -> bool:
        try:
            await connection.upload("/up", "file", b"png", "a.png", {})
        except VenueError:
            return False
        return True

    assert not await uploads()
    server.status.clear()
    assert not await uploads()
    assert not await refused(connection)
    assert server.asked == ["/up", "/a"]
    server.clock.advance(59 * SECOND)
    assert not await uploads()
    server.clock.advance(SECOND)
    assert await uploads()


def test_a_window_says_how_long_to_wait():
    window, moments = SlidingWindow(3, MINUTE), (0, 10, 10, 60, 70)
    for at in moments:
        assert window.wait(at * SECOND) == timedelta(0)
        window.take(at * SECOND)
    assert window.wait(70 * SECOND) == timedelta(0)
    window.take(70 * SECOND)
    assert window.wait(75 * SECOND) == 45 * SECOND


async def test_a_profile_that_is_not_shown_holds_up_no_topic(table, forum):
    forum.hides_profiles = True
    asked = table.say(forum.fan, "@referee player player:@bob")
    table.say(forum.host, "@referee match pause")
    await table.told("paused", after=asked)
    told = await table.told("profiles are not shown to me", after=asked)
    assert "the right to view users" in told.raw
    assert "nobody of that name" not in told.raw
    resumed = table.say(forum.fan, "@referee match resume")
    table.say(forum.host, "@referee match resume")
    await table.told("resumed", after=resumed)
    await table.play(forum.ann, f"move: {RED}, all the same", f"played **{RED}**")


async def test_a_purged_album_is_opened_anew(table, forum):
    (album,) = (one for one in forum.topics.values() if "pictures" in one.title)
    del forum.topics[album.id]
    told = await table.play(forum.ann, f"move: {RED}, all the same")
    await table.until(lambda: "![" in told.raw, "the picture")
    told = await table.play(forum.bob, "move: D4 D5, and a picture")
    assert "![" in told.raw


@BOTH
async def test_a_category_that_is_gone_holds_up_no_other(shut, forum, caplog):
    shut.set_also(**{f"{forum.name}_category": (99_999, forum.place)})
    await shut.open()
    await shut.start("clock:9h+9h")
    await shut.play(forum.ann, f"move: {RED}, all the same", f"played **{RED}**")
    if forum.name == "nodebb":  # Discourse lists nothing there, as in an empty one.
        assert "nodebb, category 99999: the forum knows nothing of it" in caplog.text


async def test_an_answer_that_a_topic_never_takes_is_given_up(place, forum):
    place.say(forum.fan, "@referee match status")
    place.topic.deleted = True
    await place.pass_time(5 * MINUTE)
    tries = [path for method, path, _ in forum.journal if method == "POST"]
    assert tries == [f"/api/v3/topics/{place.topic.id}"]
    assert place.mine() == []


async def test_an_answer_that_waits_for_approval_pauses_the_match(table, forum):
    forum.queued_users.add(forum.referee.id)
    table.say(forum.ann, "move: Z9, what do you say?")
    await table.until(lambda: forum.chats, "a word to the host")
    await table.pass_time(2 * MINUTE)
    assert "approval" in forum.chats[0][2]
    assert sum("Z9 is off" in one.raw for one in forum.queue.values()) == 1


async def test_nodebb_is_sent_one_post_at_a_time():
    async with LoopbackNodeBB() as forum:
        api = make_nodebb(Settings(**forum.settings()), HandClock(), lambda _: None)
        one, two = (str(forum.topic(forum.place, forum.host).id) for _ in range(2))
        await asyncio.gather(
            api.reply(one, "The first of three.", None, None),
            api.open_topic(forum.place, "The referee's pictures", "Nothing to be read."),
            api.reply(two, "The third of three.", None, None),
        )
        assert forum.most_posting == 1
        await api.close()


async def test_words_that_are_sent_a_second_time_are_not_doubled(place, forum):
    begun = await place.start("clock:9h+9h")
    forum.refuses_posts = True
    place.say(forum.ann, "E5\n\nmove: E6, I think")
    place.say(forum.fan, "@referee match start red:ann")
    await place.until(lambda: forum.refused_posts, "a try")
    forum.refuses_posts = False
    told = await place.told("two turns", after=begun)
    await place.pass_time(MINUTE)
    assert sum(one.raw.count("two turns") for one in place.mine()) == 1
    (wrong,) = (line for line in told.raw.splitlines() if "**Fan**" in line)
    assert told.raw.count(wrong.partition(": ")[2]) == 1


async def test_a_forum_that_hangs_up_is_one_line(tmp_path, monkeypatch, caplog):
    for module in (venue, connections):
        for name in ("RETRY_FIRST", "RETRY_MAX"):
            monkeypatch.setattr(module, name, timedelta(milliseconds=1))
    stop = asyncio.Event()
    async with hanging_up(10, stop) as url, patience():
        settings = Settings(
            nodebb_url=url,
            nodebb_token="abc",  # noqa: S106
            nodebb_category=(5,),
            database_url=sqlite(tmp_path / "referee.sqlite3"),
            thinking=False,
        )
        with caplog.at_level(logging.INFO, "bot.venues.forum"):
            await serve(settings, RealTime(), stop)
    told = [record for record in caplog.records if record.name.startswith("bot.venues.forum")]
    line = "nodebb: the forum can't be reached (it hung up); I go on trying"
    assert [record.getMessage() for record in told] == [line]
    assert not told[0].exc_info


async def test_the_reason_is_the_systems_own_words():
    with socket.socket() as nobody:
        # Taken, so that nobody else can listen there.
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        headers = {"Authorization": "Bearer abc"}
        forum = ForumConnection(address, headers, RealTime(), lambda _: None)
        with pytest.raises(
            VenueError, match=r"^the forum can't be reached \(Connection refused\)$"
        ):
            await forum.get("/api/self")
        await forum.close()


async def test_a_database_that_is_moved_away_is_an_error_once(table, tmp_path, caplog):
    """The log has it once; the topic hears of it when the file is back."""
    file = tmp_path / "referee.sqlite3"
    with caplog.at_level(logging.WARNING):
        file.rename(tmp_path / "elsewhere")
        table.say(table.forum.ann, RED)
        await table.pass_time(20 * MINUTE, EVERY)
        (tmp_path / "elsewhere").rename(file)
        await table.told("played", step=EVERY)
    said = [(record.levelname, record.getMessage().split(";")[0]) for record in caplog.records]
    lost = f"the database file {file} was deleted or moved away"
    assert said[0] == ("ERROR", lost)
    assert [text.split(",")[0] for _, text in said[1:]] == ["the database can be used again"]
