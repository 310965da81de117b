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
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Any

from bot.cli.here import reached_here
from bot.engine.board import board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.findings import machine
from bot.findings.finding import Finding
from bot.findings.lease import Holder, RefereeAtWork, ShardsUnserved
from bot.findings.mark import Mark
from bot.logs.redaction import hide, secrets_of
from bot.parts import Part
from bot.settings import Settings, SettingsError
from bot.storage.health import at_work, examine
from bot.timing import RealTime
from bot.views.scenes import table
from bot.wording.doctor import finding_text
from renderers.png import png

_ANSWER_TIMEOUT = timedelta(seconds=5)
"""For the referee to answer: it may be busy."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `doctor` takes: nothing of its own."""
    parser.set_defaults()


def run(
    arguments: argparse.Namespace,
    *,
    read: Callable[[argparse.Namespace], Settings],
    wall_clock: Callable[[], datetime],
) -> int:
    """Prints a line for each check; returns the exit status."""
    try:
        settings = read(arguments)
    except SettingsError as error:
        _print(machine.SettingsUseless(error.problem), ())
        return 1
    # What the libraries would say below a failed check is said by the check.
    silence = logging.NullHandler()
    logging.getLogger().addHandler(silence)
    try:
        return asyncio.run(_print_all(settings, wall_clock))
    finally:
        logging.getLogger().removeHandler(silence)


async def _print_all(settings: Settings, wall_clock: Callable[[], datetime]) -> int:
    secrets = secrets_of(settings)
    status = 0
    async for finding in checks(settings, wall_clock):
        _print(finding, secrets)
        if finding.mark is Mark.BAD:
            status = 1
    return status


async def checks(settings: Settings, wall_clock: Callable[[], datetime]) -> AsyncIterator[Finding]:
    """Every check, in the order in which the parts are needed."""
    yield machine.SettingsRead()
    for stored in await examine(settings.database_url):
        yield stored
    running = await at_work(settings.database_url, RealTime())
    for holder in running:
        yield RefereeAtWork(holder)
    unserved = _unserved(settings, running)
    if unserved:
        yield ShardsUnserved(unserved)
    yield _picture()
    forums = bool(settings.nodebb_url or settings.discourse_url)
    if forums:
        from bot.venues.forum.checkup import check_up as check_forums

        async for of_forum in check_forums(settings, wall_clock):
            yield of_forum
    if settings.discord_token:
        from bot.venues.discord.checkup import check_up

        async for of_discord in check_up(settings, wall_clock):
            yield of_discord
    elif not forums:
        yield machine.NoToken()
        yield await asyncio.to_thread(_port, settings.room_host, settings.room_port, running)
    if settings.watch_url:
        yield await asyncio.to_thread(_watch_port, settings, running)
    if settings.metrics_port is not None:
        yield await asyncio.to_thread(
            _metrics_port, settings.metrics_host, settings.metrics_port, running
        )


def _unserved(settings: Settings, running: list[Holder]) -> tuple[Part, ...]:
    """The shards that nobody serves, while others are served."""
    if not running or not settings.discord_token or settings.shard_count is None:
        return ()
    served = {part for holder in running for part in holder.parts}
    count = settings.shard_count
    parts = (Part("discord", shard, count) for shard in range(count))
    return tuple(part for part in parts if part not in served)


def _picture() -> Finding:
    ruleset = RULESETS["genius"]
    try:
        scene = table(ruleset, Position(board(5)), ("red", "blue"), ("Ann", "Bob"))
        size = len(png(scene))
    except Exception as error:
        return machine.PicturesFail(str(error) or type(error).__name__)
    return machine.PicturesDrawn(size // 1000)


def _port(host: str, port: int, running: list[Holder]) -> Finding:
    error = _bind(host, port)
    if error is not None:
        ours = [one for one in running if "room" in one.venues]
        taken = error.errno == errno.EADDRINUSE
        if taken and ours and "formats" in _answer(host, port, "/formats.json"):
            return machine.RoomServed(host, port, ours[0].pid)
        return machine.RoomTaken(host, port, str(error.strerror))
    return machine.RoomFree(host, port) if _only_here(host) else machine.RoomOpen(host, port)


def _watch_port(settings: Settings, running: list[Holder]) -> Finding:
    url, host, port = settings.watch_url, settings.watch_host, settings.watch_port
    error = _bind(host, port)
    if error is None:
        return machine.WatchFree(url, host, port)
    taken = error.errno == errno.EADDRINUSE
    if taken and running and "/watch/" in _answer(host, port, "/robots.txt"):
        return machine.WatchServed(url, running[0].pid)
    return machine.WatchTaken(host, port, str(error.strerror))


def _metrics_port(host: str, port: int, running: list[Holder]) -> Finding:
    error = _bind(host, port)
    if error is None:
        return (
            machine.MetricsFree(host, port) if _only_here(host) else machine.MetricsOpen(host, port)
        )
    taken = error.errno == errno.EADDRINUSE
    if taken and running and "referee_turns" in _answer(host, port, "/metrics"):
        return machine.MetricsServed(host, port, running[0].pid)
    return machine.MetricsTaken(host, port, str(error.strerror))


def _bind(host: str, port: int) -> OSError | None:
    """Why nothing can listen there; None where it can."""
    try:
        family, kind, address = _address(host, port)
        with socket.socket(family, *kind) as probe:
            # As the server will ask for it: a port just given back is free.
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
    """What is answered there, by which a referee is told from some other program; "" for nothing.

    A referee at work may have been given another port than the one that is set.
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
    text = hide(finding_text(finding), secrets)
    # Servers and channels have names that people chose: nothing of them steers a terminal.
    plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    print(f"{finding.mark} {plain}")  # noqa: T201
