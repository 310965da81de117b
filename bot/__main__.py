"""The `referee` command, and the only place that wires the parts together."""

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from dotenv import dotenv_values

from bot import backup, doctor, duty, games, replay
from bot.deadlines import Deadlines
from bot.desk import Desk
from bot.discretion import DiscreetFormatter, hide, secrets_of
from bot.settings import Settings, SettingsError, read_settings
from bot.storage.failures import StoreError
from bot.storage.store import Store, open_store
from bot.teller import Teller
from bot.venue import Timepiece, Venue, VenueError, uptime

log = logging.getLogger("referee")

STOPS_WITHIN = timedelta(seconds=4.2)
"""A planned stop, however much of it hangs: deploys give a process five seconds at the least."""
NOTES_WITHIN = timedelta(seconds=1.8)
"""Noting the last moment on duty: a little longer than a locked database is waited for."""
ENDS_WITHIN = timedelta(seconds=4.7)
"""The whole process, threads and all."""


class RealTime:
    """The machine's time, which goes on while a laptop sleeps."""

    def monotonic(self) -> timedelta:
        """Time since some fixed moment."""
        return uptime()

    async def sleep(self, length: timedelta) -> None:
        """Returns when that much time has passed."""
        await asyncio.sleep(length.total_seconds())


def wall_clock() -> datetime:
    """The machine's own idea of the present; only the local room's stamps begin with it."""
    return datetime.now(UTC)  # noqa: TID251


def make_venue(settings: Settings, desk: Desk, timepiece: Timepiece) -> Venue:
    """Discord where there is a token, else the local room."""
    if settings.discord_token:
        from bot.venues.discord.venue import DiscordVenue

        return DiscordVenue(settings, desk, timepiece)
    from bot.venues.room.venue import RoomVenue

    return RoomVenue(settings, desk, timepiece, wall_clock)


async def serve(settings: Settings, timepiece: Timepiece, stop: asyncio.Event) -> None:
    """Referees until `stop` is set; what can be stored is stored when it returns.

    That is within `STOPS_WITHIN`, whatever hangs.
    """
    store = await _opened(settings.database_url, stop)
    if store is None:
        return
    desk = Desk(store, Teller(store, timepiece))
    venue = make_venue(settings, desk, timepiece)
    desk.serve(venue)
    tasks = [
        asyncio.create_task(venue.run(), name="venue"),
        asyncio.create_task(Deadlines(desk, timepiece).run(), name="deadlines"),
        asyncio.create_task(duty.keep_noting(desk, venue, timepiece), name="duty"),
        asyncio.create_task(_wait_for(stop), name="stop"),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        try:
            if not await _within(STOPS_WITHIN, _take_leave(store, desk, venue, tasks)):
                log.warning("not all could be brought to its end in time")
        finally:
            store.hang_up()


async def _opened(url: str, stop: asyncio.Event) -> Store | None:
    """The store, which may have to be waited for; None if the stop came first."""
    opening = asyncio.create_task(open_store(url), name="open")
    stopping = asyncio.create_task(_wait_for(stop), name="stop")
    await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if opening.done():
        return opening.result()
    await _within(NOTES_WITHIN, duty.stop(opening))
    return None


async def _take_leave(
    store: Store, desk: Desk, venue: Venue, tasks: list[asyncio.Task[None]]
) -> None:
    try:
        if not await _within(NOTES_WITHIN, duty.note_the_last(desk, venue)):
            log.warning("the last moment on duty could not be noted: the database is silent")
            # Whatever else would be stored now would wait for it too.
            store.hang_up()
    finally:
        venue_task, *others = tasks
        await asyncio.gather(*(duty.stop(task) for task in others))
        # What is being said needs the venue still.
        await desk.close()
        await duty.stop(venue_task)
        await store.close()


async def _within(length: timedelta, work: Coroutine[object, object, None]) -> bool:
    """Whether work was done in time; else it is broken off, and its end not waited for."""
    task = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=length.total_seconds())
    except asyncio.CancelledError:
        task.cancel()
        raise
    if done:
        task.result()
        return True
    task.add_done_callback(lambda task: task.cancelled() or task.exception())
    task.cancel()
    return False


async def _wait_for(stop: asyncio.Event) -> None:
    await stop.wait()


async def _serve_until_signalled(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def signalled() -> None:
        if not stop.is_set():
            # Threads that hang would be waited for when all else is done.
            last = threading.Timer(ENDS_WITHIN.total_seconds(), _end)
            last.daemon = True
            last.start()
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, signalled)
    await serve(settings, RealTime(), stop)


def _end() -> None:
    """Ends the process: what is stored is stored, and nothing else can be done any more."""
    log.critical("something hangs; ending without it")
    os._exit(1)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns the exit status."""
    parser = build_parser()
    given = parser.parse_args(arguments)
    run = getattr(given, "run", None)
    if run is not None:
        return _run_command(run, given)
    try:
        settings = _settings(given)
    except SettingsError as error:
        return _fail(str(error))
    _log_discreetly(settings)
    try:
        asyncio.run(_serve_until_signalled(settings))
    except (StoreError, VenueError) as error:
        return _fail(hide(str(error), secrets_of(settings)))
    except Exception:
        # Told by the log, which keeps secrets, and not by Python, which does not know them.
        log.critical("the referee broke down", exc_info=True)
        return 1
    return 0


def _log_discreetly(settings: Settings) -> None:
    layout = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter(layout, secrets_of(settings)))
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # Alembic and the libraries below speak only when something is wrong.
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _run_command(run: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    try:
        return run(given)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _settings(given: argparse.Namespace) -> Settings:
    try:
        dotenv = {key: value or "" for key, value in dotenv_values(Path(".env")).items()}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise SettingsError(f"the file .env can't be read: {reason}") from None
    settings = read_settings(dotenv | dict(os.environ))
    if given.host is not None:
        settings = replace(settings, room_host=given.host)
    return settings if given.port is None else replace(settings, room_port=given.port)


def _fail(text: str) -> int:
    print(f"referee: {text}", file=sys.stderr)  # noqa: T201
    return 1


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="referee",
        description="Referees death matches on Discord, or in a local room if there is no token.",
    )
    parser.add_argument("--host", help="where the local room listens (setting ROOM_HOST)")
    parser.add_argument("--port", type=int, help="the local room's port (setting ROOM_PORT)")
    commands = parser.add_subparsers(title="commands", metavar="")
    examine = partial(doctor.run, read=_settings, wall_clock=wall_clock)
    for name, module, run, text in (
        ("replay", replay, replay.run, "rule a game from a file or standard input"),
        ("games", games, games.run, "list all games, formats and options"),
        ("doctor", doctor, examine, "check the configuration and say what is missing"),
        ("backup", backup, partial(backup.run, read=_settings), "copy the database while running"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        module.add_arguments(command)
        command.set_defaults(run=run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
