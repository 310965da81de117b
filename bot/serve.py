"""What `referee` does when no command is given: it referees, and says why when it can't go on."""

import argparse
import asyncio
import logging
import os
import signal
import threading
import time
from datetime import timedelta

from bot.app import serve
from bot.cli.telling import fail
from bot.desk.venue import VenueError
from bot.logs.lines import set_up_logging
from bot.logs.redaction import secrets_of
from bot.settings import Settings, SettingsError, settings_given
from bot.storage.failures import LeaseLostError, StoreError
from bot.timing import RealTime
from bot.wording.leases import lost_text

log = logging.getLogger("referee")

EXIT_TIMEOUT = timedelta(seconds=4.7)
"""How long the whole process may take to end, with its threads."""


def referee(arguments: argparse.Namespace) -> int:
    """Referees until it is stopped; returns the exit status."""
    try:
        settings = settings_given(arguments)
    except SettingsError as error:
        return fail(str(error))
    set_up_logging(settings)
    try:
        _run(settings)
    except LeaseLostError as error:
        return _end(settings, lost_text(error.holder))
    except (StoreError, VenueError) as error:
        return _end(settings, str(error))
    except Exception:
        # The log tells of the error, since it hides secrets; Python does not know them.
        log.critical("the referee broke down", exc_info=True)
        return 1
    return 0


def _end(settings: Settings, why: str) -> int:
    """Says why the referee ends: as a line of its log, where a program reads that."""
    if settings.log_format == "json":
        log.critical("%s", why)
        return 1
    return fail(why, secrets_of(settings))


def _run(settings: Settings) -> None:
    """Referees until the process is told to end by SIGINT, SIGTERM or SIGHUP."""
    runner = asyncio.Runner()
    try:
        runner.run(_serve_until_signalled(settings))
    finally:
        try:
            runner.close()
        except RuntimeError as error:
            # Where no thread can be started, nothing can wait for the running ones either.
            log.warning("the threads are not waited for: %s", error)


async def _serve_until_signalled(settings: Settings) -> None:
    """Referees until a signal; then ends within `EXIT_TIMEOUT`, whatever hangs."""
    stop, signalled = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()
    # The thread is started now: when the signal comes, the system may refuse new threads.
    last = threading.Thread(target=_end_after, args=(signalled,), name="last resort", daemon=True)
    try:
        last.start()
    except RuntimeError as error:
        log.warning("what hangs at the stop will be waited for: %s", error)

    def on_signal() -> None:
        signalled.set()
        stop.set()

    numbers = [signal.SIGINT, signal.SIGTERM]
    # The terminal was closed; `nohup` has it ignored, and Windows has none.
    hang_up = getattr(signal, "SIGHUP", None)
    if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
        numbers.append(hang_up)
    for number in numbers:
        try:
            loop.add_signal_handler(number, on_signal)
        except NotImplementedError:
            # Windows: what Python calls by itself may not touch the loop.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(on_signal))
    await serve(settings, RealTime(), stop)


def _end_after(signalled: threading.Event) -> None:
    """Ends the process some time after a signal, if it still runs."""
    signalled.wait()
    time.sleep(EXIT_TIMEOUT.total_seconds())
    # All that could be stored has been stored, and nothing more can be done.
    log.critical("something hangs; ending without it")
    os._exit(1)
