"""A referee with a forum's token and without a network: one line in the log, no traceback."""

import asyncio
import logging
import socket
from datetime import timedelta

import pytest
from loopback.bell import patience

from bot.app import serve
from bot.desk.venue import VenueError
from bot.settings import Settings
from bot.timing import RealTime
from bot.venues.forum import pauses, venue
from bot.venues.forum.connection import ForumConnection
from venues.forum.house import EVERY, MINUTE, RED


async def test_a_forum_that_hangs_up_is_one_line(tmp_path, monkeypatch, caplog):
    """However often it is tried."""
    for module in (venue, pauses):
        for name in ("RETRY_FIRST", "RETRY_MAX"):
            monkeypatch.setattr(module, name, timedelta(milliseconds=1))
    tries, stop = 0, asyncio.Event()

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal tries
        await reader.readuntil(b"\r\n\r\n")
        tries += 1
        if tries == 10:
            stop.set()
        writer.close()

    door = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    settings = Settings(
        nodebb_url=f"http://127.0.0.1:{door.sockets[0].getsockname()[1]}",
        nodebb_token="abc",  # noqa: S106
        nodebb_category=(5,),
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}",
        thinking=False,
    )
    with caplog.at_level(logging.INFO, "bot.venues.forum"):
        async with door, patience():
            await serve(settings, RealTime(), stop)
    told = [record for record in caplog.records if record.name.startswith("bot.venues.forum")]
    assert [record.getMessage() for record in told] == [
        "nodebb: the forum can't be reached (it hung up); I go on trying"
    ]
    assert not told[0].exc_info


async def test_the_reason_is_the_systems_own_words():
    """Nothing of the request is in them, which holds the token."""
    with socket.socket() as nobody:
        # Taken, so that nobody else can listen there.
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        forum = ForumConnection(
            address, {"Authorization": "Bearer abc"}, RealTime(), lambda _: None
        )
        with pytest.raises(
            VenueError, match=r"^the forum can't be reached \(Connection refused\)$"
        ):
            await forum.get("/api/self")
        await forum.close()


async def test_a_database_that_is_moved_away_is_an_error_once(table, tmp_path, caplog):
    """The log has it once, and each match once; the topic hears of it when the file is back."""
    file = tmp_path / "referee.sqlite3"
    with caplog.at_level(logging.WARNING):
        file.rename(tmp_path / "elsewhere")
        table.say(table.forum.ann, RED)
        await table.pass_time(20 * MINUTE, EVERY)
        (tmp_path / "elsewhere").rename(file)
        await table.told("played", step=EVERY)
    said = [(record.levelname, record.getMessage().split(";")[0]) for record in caplog.records]
    lost = f"the database file {file} was deleted or moved away"
    assert said[:2] == [("ERROR", lost), ("WARNING", f"match 1 is out of sync: {lost}")]
    assert [text.split(",")[0] for _, text in said[2:]] == ["the database can be used again"]
