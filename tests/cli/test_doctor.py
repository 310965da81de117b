"""`referee doctor`: each thing that can be missing is found, named, and reflected in the status."""

import asyncio
import contextlib
import logging
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord import Client, Intents
from discord.http import Route
from handclock import START
from loopback import Answer, Guild, LoopbackDiscord, Malform
from sqlalchemy import Engine, event
from storage.kept import sqlite
from storage.samples import OPENED
from venues.room.failing_disk import filled, small_disk

from bot.engine.turn import Colour
from bot.parts import Part
from bot.referee import events
from bot.referee.match import Room
from bot.storage import health
from bot.storage.failures import UnusableDatabaseError
from bot.storage.leases import Leases
from bot.storage.store import open_store
from bot.timing import RealTime, wall_clock
from bot.venues.discord import checkup
from bot.venues.discord.commands import build_tree
from bot.venues.discord.interactions import Interactions

SERVES = 54321
"""A user of whom nobody has heard."""


@pytest.fixture
def doctor(no_settings, run, monkeypatch):
    monkeypatch.setenv("WEB_PORT", "0")
    monkeypatch.setattr(Route, "BASE", Route.BASE)

    async def visit(wanted: int = 0) -> list[str]:
        status, out, err = await asyncio.to_thread(run, "doctor")
        assert (status, err) == (wanted, ""), out
        return out.splitlines()

    return visit


def point_at(server: LoopbackDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", server.token)
    monkeypatch.setenv("DISCORD_API_URL", server.api_url)
    monkeypatch.setenv("DISCORD_GATEWAY_URL", server.gateway_url)


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch):
    """A loopback Discord that the settings point at, its time the machine's own."""
    async with LoopbackDiscord() as server:
        point_at(server, monkeypatch)
        yield server


def line(lines: list[str], part: str) -> str:
    (found,) = [one for one in lines if part in one]
    return found


async def test_a_sound_configuration_has_no_cross_and_status_zero(doctor, discord, tmp_path):
    """Every check has a tick, one line each, and nothing was changed or said at the venue.

    That there are no pages is worth knowing, and sound.
    """
    genius = discord.guild("The Genius", bot_permissions=["create_events"])
    discord.text_channel(genius, "death-match")
    discord.commands.put_all(None, offered())
    await (await open_store(sqlite(tmp_path / "referee.sqlite3"))).close()
    lines = await doctor()
    assert "".join(one[0] for one in lines) == f"{'✓' * 12}–"
    assert ", ".join(one[2:].split(":")[0] for one in lines) == (
        "Settings, Database, Matches, Pictures, Token, Message content, Commands, Gateway, "
        "Connections, Users, The Genius, Clock, Pages"
    )
    assert {one.method for one in discord.requests} == {"GET"}
    discord.assert_clean()


@pytest.mark.parametrize(
    ("settings", "recommended", "says"),
    [
        ({}, 3, "– Shards: Discord recommends 3 for so many servers, and none are set."),
        ({"SHARD_COUNT": "2"}, 6, "– Shards: 2 are set, and Discord recommends 6."),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0"}, 2, "✓ Shards: 2 are set; Discord recommends 2."),
        ({"SHARD_COUNT": "4"}, 1, "✓ Shards: 4 are set; Discord recommends 1."),
    ],
)
async def test_shards_are_compared(doctor, discord, monkeypatch, settings, recommended, says):
    discord.text_channel(discord.guild("The Genius"), "death-match")
    discord.gateway.recommended = recommended
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert line(await doctor(), "Shards: ").startswith(says)


@pytest.mark.parametrize(
    ("count", "at_once", "used", "says"),
    [
        ("1", 1, 2, "✓ Connections: 998 of 1,000 may be begun within 4:00:00."),
        # 24 turns of five seconds and a half after the first; then 399 of them.
        ("400", 16, 0, "the last of 400 shards connects 2:12 after the first."),
        ("400", 1, 0, "the last of 400 shards connects 36:34 after the first."),
        ("16", 1, 990, "✗ Connections: only 10 of 1,000 may be begun within 4:00:00, and 16 are"),
    ],
)
async def test_connections_left_and_their_time(
    doctor, discord, monkeypatch, count, at_once, used, says
):
    discord.text_channel(discord.guild("The Genius"), "death-match")
    discord.gateway.max_concurrency, discord.gateway.identifies = at_once, used
    monkeypatch.setenv("SHARD_COUNT", count)
    assert says in line(await doctor(int(says[0] == "✗")), "Connections: ")


async def test_whether_discord_reviews_what_the_referee_reads_is_said(doctor, discord, monkeypatch):
    """By the users who can see it, 10,000 and more, and not by servers any more."""
    discord.text_channel(discord.guild("The Genius"), "death-match")
    few = line(await doctor(), "Users: ")
    assert few.startswith("✓ Users: the referee's servers have about 2 members; from 10,000 users")
    crowded = {"approximate_member_count": 12_500}
    malform = Malform(lambda guilds: [one | crowded for one in guilds])
    discord.faults.next("GET /users/@me/guilds", malform)
    many = line(await doctor(), "Users: ")
    assert many.startswith("– Users: the referee's servers have about 12,500 members. From 10,000")


async def test_shards_that_nobody_serves_are_named(doctor, discord, monkeypatch, tmp_path):
    store = await open_store(sqlite(tmp_path / "referee.sqlite3"))
    here = Leases(store, RealTime(), wall_clock)
    parts = [Part("discord", shard, 4) for shard in (0, 1, 3)]
    await here.acquire(parts, pytest.fail)
    for part in parts:
        await here.renew(part, on_duty=True)
    monkeypatch.setenv("SHARD_COUNT", "4")
    lines = await doctor(1)
    await store.close()
    assert "serving Discord (shards 0, 1 and 3 of 4)." in line(lines, "Referee: at work")
    assert "– Referee: nobody serves Discord (shard 2 of 4)" in line(lines, "nobody serves")


def offered() -> list[dict[str, Any]]:
    tree = build_tree(Client(intents=Intents.none()), cast("Interactions", None))
    return [command.to_dict(tree) for command in tree.get_commands()]


async def test_slash_commands_that_discord_does_not_offer_are_named(doctor, discord):
    """It is no failure: the referee registers them when it runs, and typed commands work."""
    discord.text_channel(discord.guild("The Genius"), "death-match")
    lines = await doctor()
    assert line(lines, "Commands")[0] == "–"
    assert "/match start" in line(lines, "Commands")
    discord.commands.put_all(None, [one for one in offered() if one["name"] != "leaderboard"])
    assert "Discord does not offer /leaderboard. " in line(await doctor(), "Commands")


async def test_a_token_that_is_refused_is_a_failure_and_is_not_shown(doctor, discord, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "not.the-right.token")
    lines = await doctor(1)
    assert line(lines, "Token").startswith("✗ Token: Discord refuses it.")
    assert "not.the-right" not in "".join(lines)


async def test_a_missing_intent_is_a_failure_that_says_where_to_switch_it_on(doctor, discord):
    """Without message content the referee works by mention only; the host should know."""
    discord.gateway.privileged = set()
    discord.text_channel(discord.guild("The Genius"), "death-match")
    lines = await doctor(1)
    assert line(lines, "Message content").startswith("✗ Message content: not granted")
    assert "Message Content Intent" in line(lines, "Message content")


async def test_channels_that_lack_a_permission_are_listed_by_discords_names(doctor, discord):
    """Where the referee may speak but not work: a failure; where it is kept out: only listed.

    Where no thread can be opened matches can be held, but not with `where:thread`, which the
    invite link is for too.
    """
    guild: Guild = discord.guild("The Genius")
    for name, deny in {
        "death-match": (),
        "no-files": ("attach_files", "add_reactions"),
        "news": ("send_messages", "create_public_threads"),
        "secret": ("view_channel", "create_public_threads"),
        "arena": ("create_public_threads",),
        "hall": ("send_messages_in_threads",),
    }.items():
        discord.text_channel(guild, name, deny=deny)
    discord.forum_channel(guild, "posts", deny=["send_messages_in_threads"])
    lines = await doctor(1)
    fit = "✓ The Genius: matches can be held in #death-match, #arena, #hall."
    assert line(lines, "can be held") == fit
    assert line(lines, "no-files") == "✗ The Genius, #no-files lacks: Attach Files, Add Reactions."
    assert line(lines, "#news").startswith("– The Genius, #news lacks: ")
    assert line(lines, "#secret") == "– The Genius: kept from the referee: #secret."
    assert line(lines, "#posts") == "✗ The Genius, #posts lacks: Send Messages in Threads."
    for name, lacking in (("arena", "Create Public Threads"), ("hall", "Send Messages in Threads")):
        assert line(lines, f"#{name} lacks").endswith(f"for where:thread: {lacking}.")


async def test_a_gateway_that_cannot_be_opened_is_a_failure(doctor, discord, monkeypatch):
    discord.text_channel(discord.guild("The Genius"), "death-match")

    async def told() -> str:
        lines = await doctor(1)
        (found,) = [one for one in lines if "Gateway" in one]
        assert "DISCORD_GATEWAY_URL" in found
        return found

    discord.gateway.accepting = False
    assert "status 503" in await told()
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "ws://127.0.0.1:9/")
    assert (await told()).startswith("✗ Gateway: it can't be opened (Connection refused)")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "nonsense")
    assert "✗ Gateway" in await told()
    monkeypatch.setattr(checkup, "GATEWAY_TIMEOUT", timedelta(milliseconds=200))
    for greet, words in ((None, "no answer"), ("hello", "does not greet"), ("[]", "does not")):
        async with stranger(greet) as address:
            monkeypatch.setenv("DISCORD_GATEWAY_URL", address)
            assert words in await told()
    assert not discord.gateway.identifies


@contextlib.asynccontextmanager
async def stranger(greet: str | None) -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if greet is not None:
            await socket.send_str(greet)
        await socket.receive()
        return socket

    app = web.Application()
    app.router.add_get("/", serve)
    async with TestServer(app, host="127.0.0.1") as server:
        yield str(server.make_url("/")).replace("http", "ws")


async def test_a_server_whose_list_of_events_is_closed_is_told(doctor, discord):
    discord.text_channel(discord.guild("Open", bot_permissions=["create_events"]), "arena")
    discord.text_channel(discord.guild("Closed"), "arena")
    (found,) = [one for one in await doctor() if "Create Events" in one]
    assert found.startswith("– Closed lacks: Create Events.")


async def test_a_server_without_any_fit_channel_is_a_failure(doctor, discord):
    assert "scope=bot" in line(await doctor(1), "Servers: the referee is in none")
    discord.text_channel(discord.guild("The Genius"), "news", deny=["send_messages"])
    assert line(await doctor(1), "no channel").startswith("✗ The Genius: there is no channel")


async def test_names_of_servers_and_channels_cannot_steer_the_terminal(doctor, discord):
    discord.text_channel(discord.guild("\x1b[2J\u202eGenius\n✓ Fake"), "a\x07b")
    lines = await doctor()
    assert all(sign.isprintable() for one in lines for sign in one)
    assert not any(one.startswith("✓ Fake") for one in lines)


async def test_a_wrong_clock_is_told_and_no_failure(doctor, monkeypatch):
    """Five minutes behind Discord: a note, since no ruling depends on the machine's clock."""
    async with LoopbackDiscord(lambda: datetime.now(UTC) + timedelta(minutes=5)) as server:
        server.text_channel(server.guild("The Genius"), "death-match")
        point_at(server, monkeypatch)
        lines = await doctor()
    told = line(lines, "Clock")
    assert told.startswith("– Clock: this machine's is ")
    assert "behind Discord's" in told


async def test_a_discord_that_fails_or_is_not_there_is_one_line(doctor, discord, monkeypatch):
    guild = discord.guild("The Genius")
    discord.text_channel(guild, "death-match")
    discord.faults.next(f"GET /guilds/{guild.id}", Answer(403))
    assert line(await doctor(1), "The Genius").startswith("✗ Server 1, The Genius: Discord refused")
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9/api/v10")
    told = line(await doctor(1), "Token")
    assert told.startswith("✗ Token: not tried, since Discord could not be asked (")
    assert "DISCORD_API_URL" in told


async def test_without_a_token_the_rooms_port_is_looked_at(doctor, monkeypatch):
    assert line(await doctor(), "Token").startswith("– Token: none")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("WEB_PORT", str(taken.getsockname()[1]))
        assert "stop what listens there" in line(await doctor(1), "✗ Pages")
    monkeypatch.setenv("WEB_PORT", "0")
    monkeypatch.setenv("WEB_URL", "https://referee.example.org/")
    assert "people come to https://referee.example.org." in line(await doctor(), "✓ Pages")
    monkeypatch.setenv("WEB_HOST", "no such host")
    await doctor(1)


async def test_the_metrics_port_is_looked_at_where_it_is_set(doctor, monkeypatch):
    assert "Metrics" not in "".join(await doctor())
    monkeypatch.setenv("METRICS_PORT", "0")
    assert "127.0.0.1:0 is free." in line(await doctor(), "✓ Metrics")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("METRICS_PORT", str(taken.getsockname()[1]))
        assert "stop what listens there" in line(await doctor(1), "✗ Metrics")
    monkeypatch.setenv("METRICS_PORT", "0")
    monkeypatch.setenv("METRICS_HOST", "0.0.0.0")  # noqa: S104
    assert "your whole network" in line(await doctor(), "– Metrics")


async def test_each_state_of_a_database_is_told_apart(doctor, tmp_path, monkeypatch):
    file = tmp_path / "referee.sqlite3"
    assert "is made at the first start" in line(await doctor(), "Database")
    assert not file.exists()

    sqlite3.connect(file).close()
    file.touch()
    assert "but empty" in line(await doctor(), "Database")

    await (await open_store(f"sqlite+aiosqlite:///{file}")).close()
    for version, status_wanted, words in (
        ("0001", 1, "from before the first release (schema 0001)"),
        ("9999", 1, "of a newer version of the referee"),
    ):
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE alembic_version SET version_num = ?", (version,))
        assert words in line(await doctor(status_wanted), "Database")

    data = bytearray(file.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    file.write_bytes(data)
    await doctor(1)
    file.write_bytes(b"what is this? " * 400)
    assert "no database" in line(await doctor(1), "Database")

    for url, words in (
        (f"sqlite+aiosqlite:///{tmp_path}/none/referee.sqlite3", "there is no folder"),
        (f"sqlite+aiosqlite:///{tmp_path}", "is no file"),
        ("sqlite+aiosqlite://", "in memory only"),
        ("nonsense", "DATABASE_URL can't be used"),
    ):
        monkeypatch.setenv("DATABASE_URL", url)
        assert words in line(await doctor(1), "Database")


async def test_open_matches_that_cannot_be_read_are_a_failure(doctor, tmp_path):
    store = await open_store(sqlite(tmp_path / "referee.sqlite3"))
    for room in "abcd":
        await store.open_match(Room("discord", "1", room), OPENED)
    assert line(await doctor(), "Matches") == "✓ Matches: 4 open, and each can be read."
    await store.append(4, 1, (events.MatchEnded(START, None, events.Termination.CANCELLED),))
    off_the_board = events.TurnPlayed(START, Colour.FIRST, "Z9")
    await store.append(3, 1, (events.MatchStarted(START), off_the_board))
    await store.write(
        lambda connection: connection.exec_driver_sql(
            "UPDATE events SET data = '{}' WHERE match IN (1, 4)"
        )
    )
    await store.close()
    lines = await doctor(1)
    told = "✗ Matches: 2 of 3 open ones can't be read and stand still: 1, 3."
    assert told in line(lines, "Matches")


async def test_another_programs_database_is_a_failure_and_is_not_touched(doctor, tmp_path):
    """Its tables may be called as ours, its schemas counted as ours; the start refuses it too."""
    file = tmp_path / "referee.sqlite3"
    notes, matches, events = map("CREATE TABLE {} (x);".format, ("notes", "matches", "events"))
    counted = f"{notes} CREATE TABLE alembic_version AS SELECT '%s' AS version_num"
    for script in (notes, matches + events, counted % "0001", counted % "abcdef"):
        file.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(file)) as database:
            database.executescript(script)
        before = file.read_bytes()
        assert "is another program's" in line(await doctor(1), "Database")
        with pytest.raises(UnusableDatabaseError, match="another program's"):
            await open_store(f"sqlite+aiosqlite:///{file}")
        assert file.read_bytes() == before


async def test_the_database_is_looked_at_without_holding_up_whoever_writes(doctor, tmp_path):
    """A referee at work can write while the file is checked and while its matches are read."""
    file = tmp_path / "referee.sqlite3"
    store = await open_store(sqlite(file))
    await store.open_match(Room("discord", "1", "a"), OPENED)
    await store.close()
    written = []

    def write(*context: object) -> None:
        statement = str(context[2])
        if "quick_check" in statement or "FROM events" in statement:
            noted = (statement[:20], START.isoformat())
            with contextlib.closing(sqlite3.connect(file, timeout=0)) as referee, referee:
                insert = "INSERT INTO duty (venue, shards, shard, at) VALUES (?, 1, 0, ?)"
                referee.execute(insert, noted)
            written.append(statement)

    event.listen(Engine, "before_cursor_execute", write)
    try:
        await doctor()
    finally:
        event.remove(Engine, "before_cursor_execute", write)
    assert len(written) == 2


async def test_a_full_disk_beside_a_referee_is_a_failure(doctor, tmp_path_factory, monkeypatch):
    """Its journal takes one more page without growing: a transaction taken back succeeds."""
    with small_disk(tmp_path_factory.mktemp("mounted") / "disk") as folder:
        store = await open_store(sqlite(folder / "referee.sqlite3"))
        monkeypatch.setenv("DATABASE_URL", sqlite(folder / "referee.sqlite3"))
        await store.open_match(Room("discord", "1", "a"), OPENED)
        async with filled(None, folder):
            lines = await doctor(1)
        assert line(lines, "Database") == "✗ Database: the disk is full."
        assert line(lines, "Matches: ") == "✓ Matches: 1 open, and each can be read."
        assert "writable" in line(await doctor(), "Database")
        await store.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid(), reason="root gives files away")
async def test_a_database_is_looked_at_with_the_rights_of_whoever_serves(doctor, monkeypatch):
    """A backup was copied back as root: root may write it, and the service could not start."""
    with tempfile.TemporaryDirectory() as home:
        file = f"{home}/referee.sqlite3"
        monkeypatch.setenv("DATABASE_URL", sqlite(Path(file)))
        os.chown(home, SERVES, SERVES)
        for mode in (0o644, 0o600):
            os.chmod(file, mode)
            lines = await doctor(1)
            assert f"looked at as {SERVES}" in line(lines, "User: ")
            assert f"{file} belongs to root, and the user who serves may not" in line(lines, "✗")
        os.chown(file, SERVES, SERVES)
        assert "reached, writable, whole" in line(await doctor(), "✓ Database")
        assert {os.stat(f"{home}/{name}").st_uid for name in os.listdir(home)} == {SERVES}
        # Nor does a container always let root be another user.
        command = (sys.executable, "-m", "bot", "doctor")
        ours = {**os.environ, "PYTHONPATH": str(Path(health.__file__).parents[2])}
        bare = ("setpriv", "--bounding-set", "-setuid", "--inh-caps", "-setuid", *command)
        asked = await asyncio.to_thread(
            subprocess.run, bare, capture_output=True, text=True, check=False, env=ours
        )
        assert "you are root, and" in line(asked.stdout.splitlines(), "User: "), asked.stderr
    assert (os.getuid(), os.geteuid(), os.getegid()) == (0, 0, 0)


async def test_a_database_that_somebody_holds_is_a_failure(doctor, tmp_path, monkeypatch):
    monkeypatch.setattr(health, "LOCK_TIMEOUT", timedelta(milliseconds=50))
    file = tmp_path / "referee.sqlite3"
    sqlite(file)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        assert "another program holds" in line(await doctor(1), "Database")
    finally:
        holder.close()


async def test_a_database_server_that_is_away_is_told_without_its_password(doctor, monkeypatch):
    for url in (
        "postgresql+asyncpg://referee:hunter2secret@127.0.0.1:9/referee",
        "postgresql+asyncpg://referee:hunter%32secret@127.0.0.1:9/referee",
        "postgresql+asyncpg://referee:x@hunter2secret@127.0.0.1:9/referee",
        "postgresql+asyncpg://referee:x@127.0.0.1/hunter2secret@127.0.0.1:9/referee",
        "postgresql+asyncpg://referee:hunter2secret@127.0.0.1:port/referee",
        "postgresql+asyncpg://127.0.0.1:9/referee?password=hunter2secret",
        "mysql://referee:hunter2secret@127.0.0.1/referee",
    ):
        monkeypatch.setenv("DATABASE_URL", url)
        lines = await doctor(1)
        assert line(lines, "Database").startswith("✗ ")
        assert "secret" not in "".join(lines), lines


async def test_settings_that_cannot_be_used_are_named(doctor, tmp_path, monkeypatch):
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    lines = await doctor(1)
    assert lines == ["✗ Settings: LOG_LEVEL=LOUD: it is DEBUG, INFO, WARNING or ERROR."]
    monkeypatch.setenv("ROOM", "open")
    assert [one[0] for one in await doctor(1)] == ["✗", "✗"]
    monkeypatch.delenv("ROOM")
    monkeypatch.delenv("LOG_LEVEL")
    monkeypatch.setenv("DISCORD_TOKEN", "hunter2\nsecret")
    lines = await doctor(1)
    assert ("is no token" in lines[0], "hunter2" in lines[0]) == (True, False)
    monkeypatch.setenv("DISCORD_TOKEN", "abcdef")
    for url in ("nonsense", "http://someone:hunter2secret@127.0.0.1:9/api/v10"):
        monkeypatch.setenv("DISCORD_API_URL", url)
        lines = await doctor(1)
        assert "not tried" in line(lines, "Token")
        assert "hunter2" not in "".join(lines)
    monkeypatch.delenv("DISCORD_TOKEN")
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    lines = await doctor(1)
    assert "can't be read" in lines[0]
    assert os.listdir(tmp_path) == [".env"]


async def test_lines_of_the_file_that_set_nothing_are_named(doctor, tmp_path, monkeypatch):
    """By number, and without what they would have set: that may be a secret.

    Nothing else is said of them, by the library that reads the file neither.
    """
    monkeypatch.setattr(logging.root, "handlers", [])
    file = """# The referee

LOG_LEVEL=INFO
DISCORD_TOKN=hush
export ROMO=on
EDITOR=hush
POSTGRES_PASSWORD=hush
WEB_PROXIES="hush
THINKING
LOG_LEVEL=DEBUG
THINKING=on
"""
    (tmp_path / ".env").write_text(file)
    lines = await doctor(1)
    assert [one for one in lines if ".env" in one] == [
        "✗ .env, line 4: there is no setting DISCORD_TOKN. Did you mean DISCORD_TOKEN?",
        "✗ .env, line 5: there is no setting ROMO. Did you mean ROOM?",
        "– .env, line 6: EDITOR is no setting of the referee's.",
        "✗ .env, line 8: it can't be read: a setting is NAME=value, and quotes come in pairs.",
        "✗ .env, line 9: it can't be read: a setting is NAME=value, and quotes come in pairs.",
        "✗ .env, line 10: LOG_LEVEL is set in line 3 already; line 10 counts.",
    ]
    assert "hush" not in "".join(lines)
    assert "Settings: read" not in "".join(lines)
    # Also where a setting can't be used, as a start would say.
    (tmp_path / ".env").write_text("LOG_LEVEL=LOUD\nROMO=on\n")
    first, second = await doctor(1)
    assert (first[:16], second[:11]) == ("✗ .env, line 2: ", "✗ Settings:")
