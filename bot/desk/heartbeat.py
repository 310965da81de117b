"""Notes, every few seconds, when the referee was last on duty at a venue.

After a crash this is where the clocks stand still from: at most a few seconds early, which is in
the players' favour.
"""

import asyncio
import logging
from datetime import timedelta

from bot.desk.desk import Desk
from bot.desk.venue import Venue
from bot.storage.failures import StoreError
from bot.storage.store import Store
from bot.timing import Timepiece

log = logging.getLogger(__name__)

EVERY = timedelta(seconds=3)


async def note(desk: Desk, store: Store, venue: Venue) -> None:
    """Stores that the venue was heard, if it was, in all its matches.

    Where one has fallen behind, nobody knows after a crash which: no clock may have run since.
    """
    heard = venue.heard_at()
    if heard is not None and venue.on_duty():
        behind = desk.behind_since(venue)
        await store.on_duty(venue.name, heard if behind is None else min(heard, behind))


async def note_the_last(desk: Desk, store: Store, venue: Venue) -> None:
    """Notes once more at a planned stop; without it clocks stand still from the note before."""
    try:
        await note(desk, store, venue)
    except StoreError as error:
        log.warning("the last moment on duty could not be noted: %s", error)


async def keep_noting(desk: Desk, store: Store, venue: Venue, timepiece: Timepiece) -> None:
    """Runs until cancelled; a store that can't be used now is tried again."""
    while True:
        try:
            await note(desk, store, venue)
        except StoreError as error:
            log.warning("%s", error)
        except Exception:
            # A note that is missing costs nobody anything; a referee that stops does.
            log.exception("the time on duty could not be noted")
        await timepiece.sleep(EVERY)


async def stop(task: asyncio.Task[object]) -> None:
    """Cancels a task and waits for its end."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
