"""The `doctor` command: looks at the configuration and says in plain words what is missing.

Nothing is changed, here or at the venue. Exit status: 0 if nothing is wrong, else 1.
"""

import argparse
import asyncio
import errno
import http.client
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Any

from dotenv.parser import parse_stream

from bot.cli.telling import plain, reached_here
from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.findings.database import Finding, Holder, Mark
from bot.logs.redaction import hide, secrets_of
from bot.parts import FLEET, Part
from bot.serving.health_socket import ask
from bot.settings import FIELDS, KNOWN_NAMES, Settings, SettingsError, settings_given
from bot.storage.health import at_work, examine_as_owner, is_missing
from bot.timing import RealTime, wall_clock
from bot.views.scenes import table
from bot.wording import doctor as say
from bot.wording.doctor import Door
from renderers.png import png

_ANSWER_TIMEOUT = timedelta(seconds=5)
"""How long a referee may take to answer: it may be busy."""
_SIGNS = {
    Door.WEB: ("/robots.txt", "/watch/"),
    Door.METRICS: ("/metrics", "referee_turns"),
}
"""The path that is asked for at each port, and a word that only a referee would answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `doctor` takes: nothing of its own."""
    parser.set_defaults()


def run(arguments: argparse.Namespace) -> int:
    """Prints a line for each check; returns the exit status."""
    # The libraries' own log lines would only repeat what a failed check says.
    silence = logging.NullHandler()
    logging.getLogger().addHandler(silence)
    try:
        return _look(arguments)
    finally:
        logging.getLogger().removeHandler(silence)


def _look(arguments: argparse.Namespace) -> int:
    odd = list(_odd_lines(Path(".env")))
    for finding in odd:
        _print(finding, ())
    useless = any(finding.mark is Mark.BAD for finding in odd)
    try:
        settings = settings_given(arguments)
    except SettingsError as error:
        for problem in error.problems:
            _print(say.settings_useless(problem), ())
        return 1
    if not useless:
        _print(say.SETTINGS_READ, ())
    status = asyncio.run(_print_all(settings))
    return 1 if useless else status


def _odd_lines(file: Path) -> Iterator[Finding]:
    """The lines of `.env` that set nothing, or what another line sets; none where it is no text."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
    seen: dict[str, int] = {}
    for binding in parse_stream(StringIO(text)):
        name, written = binding.key, binding.original.string
        line = binding.original.line + written[: -len(written.lstrip()) or None].count("\n")
        if binding.error or (name is not None and binding.value is None):
            yield say.line_unread(line)
            continue
        if name is None:
            continue
        if name not in KNOWN_NAMES:
            near = get_close_matches(name.upper(), FIELDS, 1)
            yield say.line_unknown(line, name, near[0] if near else "")
        elif name in seen:
            yield say.line_again(line, name, seen[name])
        seen.setdefault(name, line)


async def _print_all(settings: Settings) -> int:
    secrets = secrets_of(settings)
    status = 0
    async for finding in checks(settings):
        _print(finding, secrets)
        if finding.mark is Mark.BAD:
            status = 1
    return status


async def checks(settings: Settings) -> AsyncIterator[Finding]:
    """The findings of every check, in the order in which a start needs what is checked."""
    answers = await asyncio.to_thread(ask, settings.database_url)
    # Of a file that was moved away from a referee at work, that referee tells.
    gone = any(answer.trouble for answer in answers.values()) and is_missing(settings.database_url)
    for finding in [] if gone else await examine_as_owner(settings.database_url):
        yield finding
    running = await at_work(settings.database_url, RealTime(), answers)
    for holder in running:
        yield say.referee_at_work(holder)
    for pid, answer in answers.items():
        if answer.trouble:
            yield say.referee_in_trouble(pid, answer.trouble)
    unserved = _unserved(settings, running)
    if unserved:
        yield say.shards_unserved(unserved)
    yield _picture()
    forums = bool(settings.nodebb_url or settings.discourse_url)
    if forums:
        from bot.venues.forum.checkup import check_up as check_forums

        async for finding in check_forums(settings, wall_clock):
            yield finding
    if settings.discord_token:
        from bot.venues.discord.checkup import check_up

        async for finding in check_up(settings, wall_clock):
            yield finding
    elif not forums:
        yield say.NO_TOKEN
    if settings.has_web:
        host, port = settings.web_host, settings.web_port
        yield await asyncio.to_thread(_port, Door.WEB, host, port, running, settings.web_url)
    else:
        yield say.NO_WEB
    if settings.metrics_port is not None:
        host, port = settings.metrics_host, settings.metrics_port
        yield await asyncio.to_thread(_port, Door.METRICS, host, port, running)


def _unserved(settings: Settings, running: list[Holder]) -> tuple[Part, ...]:
    """The shards that nobody serves, while others are served."""
    served = {part for holder in running for part in holder.parts}
    # Of a fleet that shares them out, each has a place that says how many there are.
    agreed = (part.shards for part in served if part.venue == FLEET)
    count = settings.shard_count or next(agreed, None)
    if not running or not settings.discord_token or count is None:
        return ()
    parts = (Part("discord", shard, count) for shard in range(count))
    return tuple(part for part in parts if part not in served)


def _picture() -> Finding:
    ruleset = RULESETS["genius"]
    try:
        scene = table(ruleset, Position(board(5)), ("red", "blue"), ("Ann", "Bob"))
        size = len(png(scene))
    except Exception as error:
        return say.pictures_fail(str(error) or type(error).__name__)
    return say.pictures_drawn(size // 1000)


def _port(door: Door, host: str, port: int, running: list[Holder], url: str = "") -> Finding:
    """Whether something can be served at an address, or a referee at work serves it there."""
    address, error = f"{host}:{port}", _bind(host, port)
    if error is None:
        if url:
            return say.port_for_all(address, url)
        return (say.port_free if _only_here(host) else say.port_open)(door, address)
    page, sign = _SIGNS[door]
    taken = error.errno == errno.EADDRINUSE
    if taken and running and sign in _answer(host, port, page):
        return say.port_served(door, url or address, running[0].pid)
    return say.port_taken(door, address, str(error.strerror))


def _bind(host: str, port: int) -> OSError | None:
    """Why nothing can listen there; None where it can."""
    try:
        family, kind, address = _address(host, port)
        with socket.socket(family, *kind) as probe:
            # The server asks for the port in the same way: one just given back counts as free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return error
    return None


def _only_here(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    return ipaddress.ip_address(_address(host, 0)[2][0]).is_loopback


def _address(host: str, port: int) -> tuple[Any, tuple[Any, Any], tuple[Any, ...]]:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    return family, (kind, protocol), address


def _answer(host: str, port: int, path: str) -> str:
    """The answer at a port, which tells a referee from some other program; "" for no answer.

    A referee at work may use another port than the one that is set now.
    """
    reached, seconds = reached_here(_address(host, port)[2][0]), _ANSWER_TIMEOUT.total_seconds()
    asked = http.client.HTTPConnection(reached, port, seconds)
    try:
        asked.request("GET", path)
        return asked.getresponse().read().decode(errors="replace")
    except (OSError, ValueError, http.client.HTTPException):
        return ""
    finally:
        asked.close()


def _print(finding: Finding, secrets: tuple[str, ...]) -> None:
    print(f"{finding.mark} {plain(hide(finding.text, secrets))}")  # noqa: T201
