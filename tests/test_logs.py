"""The log as JSON: fields, one line a record, and no secret whatever is logged."""

import asyncio
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from end_to_end.house import house as discord_house
from fakes import BLUE, HOST, RED, ROOM, TERMS, house, locked
from venues.room.visitor import house as room_house

from bot.desk.venue import VenueError
from bot.logs.lines import JsonFormatter, about, fields
from bot.logs.redaction import HIDDEN, DiscreetFormatter, hide, secrets_of
from bot.referee.events import MatchOpened
from bot.settings import Settings

TOKEN, PASSWORD = "abc.def.ghi-token", 'hunter"2é\\secret'
SECRETS = secrets_of(
    Settings(discord_token=TOKEN, database_url=f"postgresql+asyncpg://ref:{PASSWORD}@db/matches")
)
SEAT = "OtL9VtGlkPKfdRXEZ0YgV2bAkWqJYI1s"
LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL)


class Lines(logging.Handler):
    def __init__(self, secrets: tuple[str, ...] = SECRETS) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonFormatter(secrets))
        self.texts: list[str] = []
        self.plain: list[str] = []
        """The same for people to read."""

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))
        self.plain.append(DiscreetFormatter("%(message)s", SECRETS).format(record))

    def of(self, logger: str) -> list[dict[str, Any]]:
        read = [json.loads(text) for text in self.texts]
        return [one for one in read if f"{one['logger']}.".startswith(f"{logger}.")]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


def failed() -> ValueError:
    """An error that was raised, with both secrets in it and in its cause."""
    try:
        try:
            raise KeyError(PASSWORD)
        except KeyError as error:
            raise ValueError(f"sent {TOKEN}\nand more") from error
    except ValueError as error:
        return error


KEYS = "0XU1TCjHbqdWl5CkAwRUJA,0XU1TCjHbqdWl5CkAwRUJA"


@pytest.mark.parametrize("level", LEVELS, ids=logging.getLevelName)
def test_no_secret_is_written_wherever_it_comes_from(lines, level):
    link = "https://watch.example.org/watch/0XU1TCjHbqdWl5CkAwRUJA"
    log = logging.getLogger("referee.test")
    log.log(level, "with %s and %s", TOKEN, PASSWORD)
    log.log(level, " ".join([TOKEN, link]))
    for place in ("hall/0XU1TCjHbqdWl5CkAwRUJA/games?x", "cup/0XU1TCjHbqdWl5CkAwRUJA"):
        log.log(level, "GET /%s Authorization: Bearer %s", place, KEYS)
    log.log(level, "%s/match/7#%s", "https://watch.example.org", SEAT)
    log.log(level, "it failed", exc_info=failed(), stack_info=True)
    log.log(level, "%(a)s", {"a": PASSWORD})
    with about(room=TOKEN):
        log.log(level, "a field")
    extra = {"a": TOKEN, "b": {"c": [PASSWORD], TOKEN: 1, "token": "interaction"}, "d": failed()}
    log.log(level, "fields", extra=extra)
    log.log(level, {"token": "interaction"})
    assert len(lines.texts) == 10
    for text in lines.texts:
        assert "token" not in text.replace('"token"', "").replace("'token'", "")
        assert "hunter" not in text
        assert "interaction" not in text
        assert "0XU1TC" not in text
        assert SEAT not in text
        assert json.loads(HIDDEN.join('""')) in json.dumps(json.loads(text), ensure_ascii=False)
    assert "with ••• and •••" in lines.plain
    assert not [text for text in lines.plain if TOKEN in text or "hunter" in text]
    assert hide("nothing to hide", SECRETS) == "nothing to hide"


def test_a_password_is_hidden_as_it_is_written_and_as_it_is_meant():
    settings = Settings(database_url="postgresql+asyncpg://ref:hunter%32secret@127.0.0.1/x?x=1")
    assert hide("hunter%32secret, hunter2secret", secrets_of(settings)) == "•••, •••"


def test_a_record_is_one_line_whatever_it_says():
    ends = "a\nb\r\nc\x0bd\x0ce\x1cf\x85g\u2028h\u2029i\ud800j"
    error, formatter = failed(), JsonFormatter(SECRETS)
    told = (type(error), error, error.__traceback__)
    first = logging.LogRecord("x", logging.INFO, "here.py", 1, "said %s", (ends,), None)
    second = logging.LogRecord("x", logging.ERROR, "here.py", 1, "it failed", (), told)
    second.__dict__[ends] = ends
    second.stack_info = "Stack (most recent call last):\n  here"
    texts = [formatter.format(record) for record in (first, second)]
    for text in texts:
        assert len(text.splitlines()) == 1
        text.encode("ascii")
    one, two = (json.loads(text) for text in texts)
    assert one["event"] == f"said {ends}"
    assert two[ends] == ends
    assert two["exception"].startswith("Traceback (most recent call last):\n")
    assert "ValueError: sent •••\nand more" in two["exception"]
    assert second.exc_info == told


def test_a_line_has_its_fields_in_order_with_their_kinds(lines):
    before = datetime.now(UTC)
    with about(match=7, venue="discord", room="12", message=None), about(message="34"):
        logging.getLogger("bot.desk.ledger").warning("match %s: %s", 7, "x", extra={"tries": 2})
    (line,) = lines.of("bot")
    stamp = datetime.fromisoformat(line.pop("timestamp"))
    assert timedelta(0) <= stamp - before + timedelta(milliseconds=1) < timedelta(minutes=1)
    assert stamp.utcoffset() == timedelta(0)
    assert list(line.items()) == [
        ("level", "warning"), ("logger", "bot.desk.ledger"), ("event", "match 7: x"), ("match", 7),
        ("venue", "discord"), ("room", "12"), ("message", "34"), ("tries", 2),
    ]  # fmt: skip
    assert fields() == {}


def test_extra_fields_of_a_record_replace_nothing(lines):
    """A field of a library that is called as one of ours is, or that can't be shown."""

    class Unshown:
        def __str__(self) -> str:
            raise RuntimeError

    log = logging.getLogger("referee.test")
    log.info("said", extra={"event": "e", "level": "l", "timestamp": "t", "logger": "n"})
    log.info("said", extra={"nan": float("nan"), "big": 1 << 70, "set": {1}, "match": 9})
    log.info("said", extra={"odd": Unshown()})
    one, two, three = lines.of("referee.test")
    assert (one["event"], one["level"], one["logger"]) == ("said", "info", "referee.test")
    assert (two["nan"], two["big"], two["set"], two["match"]) == ("nan", 1 << 70, [1], 9)
    assert "could not be written: RuntimeError" in three["event"]
    record = logging.LogRecord("x", logging.INFO, "here.py", 1, "%d turns", (TOKEN,), None)
    four = json.loads(JsonFormatter(SECRETS).format(record))
    assert four["event"] == "a line of here:1 could not be written: TypeError"


async def test_log_lines_of_a_message_name_it(tmp_path, lines):
    async with house(tmp_path) as place:
        await place.start()
        place.venue.refusals = [VenueError("busy")]
        said = place.world.say(RED, "E5")
        await place.finish(asyncio.create_task(place.submit(said)))
        (line,) = [one for one in lines.of("bot.desk.composing") if "busy" in one["event"]]
        about = {key: line[key] for key in ("match", "venue", "room", "message")}
        assert about == {"match": 1, "venue": "fake", "room": ROOM.id, "message": said.message}


async def test_a_failure_that_strikes_all_matches_names_each(tmp_path, lines):
    """The database is locked in the middle of a turn: the line of another match is its own."""
    other = replace(ROOM, id="other room")
    async with house(tmp_path, timedelta(seconds=0.05)) as place:
        await place.start()
        await place.desk.open(other, MatchOpened(place.clock.now(), HOST, (BLUE, RED), TERMS))
        await place.settled()
        async with locked(place):
            heard = asyncio.create_task(place.desk.submit(ROOM, place.world.say(RED, "E5")))
            await place.world.until(lambda: not place.desk.can_store())
        await place.finish(heard)
        lost = [one for one in lines.of("bot.desk.ledger") if "out of sync" in one["event"]]
        assert {(one["match"], one["room"]) for one in lost} == {(1, ROOM.id), (2, other.id)}
        assert not any("message" in one for one in lost)


async def test_log_lines_of_libraries_name_the_message(tmp_path, lines):
    """On Discord, at DEBUG: the request that shows a turn has match, venue, room and message."""
    async with discord_house(tmp_path) as place:
        lines.setFormatter(JsonFormatter(secrets_of(place.settings)))
        await place.start()
        said = await place.discord.say(place.room, place.red, "E5")
        await place.announcement("played", after=said)
        await place.slash(place.blue, "match status")
        sent = [one for one in lines.of("discord.http") if "messages" in one["event"]]
        expected = {"match": 1, "venue": "discord", "room": str(place.room.id)}
        named = [one for one in sent if one.get("message") == str(said.id)]
        assert named
        assert all(expected.items() <= one.items() for one in named)
        assert any(one.get("message", "").startswith("i") for one in lines.of("discord"))
        assert place.settings.discord_token not in "\n".join(lines.texts)
        assert not [token for token in place.discord.interactions if token in "".join(lines.texts)]


def ran(folder: Path, **settings: str) -> tuple[int, list[str]]:
    given = {key: text for key, text in os.environ.items() if not key.startswith(("LOG", "DISC"))}
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env=given | {"PYTHONPATH": str(root)} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr.splitlines()


@pytest.mark.thorough
def test_log_format_chooses_text_or_json(tmp_path):
    address = f"sqlite+aiosqlite:///{tmp_path}/none/referee.sqlite3"
    status, told = ran(tmp_path, DATABASE_URL=address)
    assert (status, len(told), told[0].startswith("referee: ")) == (1, 1, True)
    status, lines = ran(tmp_path, DATABASE_URL=address, LOG_FORMAT="json")
    assert (status, len(lines)) == (1, 1)
    line = json.loads(lines[0])
    assert (line["level"], line["logger"]) == ("critical", "referee")
    assert f"referee: {line['event']}" == told[0]


async def test_with_json_the_room_prints_nothing_beside(tmp_path, lines, capsys):
    """A container's log is of both streams, and a program reads it."""
    async with room_house(tmp_path, log_format="json") as place:
        await place.open()
    assert capsys.readouterr().out == ""
    said = " ".join(one["event"] for one in lines.of("bot.venues.room"))
    assert re.search("The room is open at .* Every match is kept", said, re.DOTALL)


def test_the_page_shows_a_log_line_as_it_is(lines):
    page = (Path(__file__).parents[1] / "docs" / "running.md").read_text(encoding="utf-8")
    (example,) = (json.loads(text) for text in re.findall(r"```json\n(.*)\n```", page))
    named = {key: example[key] for key in ("match", "venue", "room", "message")}
    with about(**named):
        logging.getLogger(example["logger"]).warning("%s", example["event"])
    (line,) = lines.of("bot")
    assert list(line) == list(example)
    assert line | {"timestamp": example["timestamp"]} == example
    table = re.findall(r"^\| (`.*`) \|", page.partition("## The log")[2], re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(table)) == [*example, "exception"]
