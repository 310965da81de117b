"""The composition root: wires everything together, serves the venues, and stops in time."""

import asyncio
import contextlib
import gc
import logging
import os
from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.desk.desk import Desk
from bot.desk.duty import HEARTBEAT_TIMEOUT, Heartbeat, PlannedStop, within
from bot.desk.outbox import Outbox
from bot.desk.pages import PageLinks
from bot.desk.sharing import Sharing
from bot.desk.sparring import Sparring
from bot.desk.thinking import Thinking
from bot.desk.venue import TooFewPartsError, Venue, VenueError
from bot.findings.version import version_text
from bot.metrics.health import Health
from bot.serving.health_socket import answer
from bot.serving.supervisor import keep_told
from bot.settings import Settings
from bot.storage.address import read_address
from bot.storage.connect import sqlite_file
from bot.storage.copying import age_of_copy
from bot.storage.failures import HeldError, StoreError
from bot.storage.lease_rows import LEASE, Holders
from bot.storage.leases import Leases
from bot.storage.migrate import newest
from bot.storage.store import Store, open_store
from bot.storage.tidying import tidy_every_night
from bot.timing import RealTime, Timepiece, break_off, wall_clock
from bot.web.broadcasts import Broadcasts
from bot.web.cup_watch import CupWatchPages
from bot.web.elsewhere import SeatPages
from bot.web.hall.door import HallDoor
from bot.web.hall.pages import HallPages
from bot.web.server import WebServer
from bot.web.watch import WatchPages
from bot.wording.leases import partly_held_text, shards_from_now_text, waits_text
from bot.wording.settings import NO_VENUE

log = logging.getLogger("referee")

_Found = TypeVar("_Found")


def make_venues(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece, web: WebServer | None
) -> list[Venue]:
    """All venues that are set, and the local room where it is open; VenueError if that is none."""
    venues: list[Venue] = []
    if settings.discord_token and not settings.shards:
        from bot.venues.discord.venue import make_discord

        venues += make_discord(settings, desk, store, timepiece)
    if settings.nodebb_url or settings.discourse_url:
        from bot.venues.forum.venue import make_forums

        venues += make_forums(settings, desk, store, timepiece)
    if settings.has_room and web is not None:
        from bot.venues.room.venue import RoomVenue

        venues.append(RoomVenue(settings, desk, store, timepiece, wall_clock, web))
    if not venues and not settings.shards:
        raise VenueError(NO_VENUE, lasting=True)
    return venues


def make_web(
    settings: Settings, desk: Desk, store: Store, leases: Leases, timepiece: Timepiece
) -> tuple[WebServer | None, SeatPages | None]:
    """The web server where there are pages to serve, and those of seats in matches elsewhere."""
    if not settings.has_web:
        return None, None
    server, pages = WebServer(settings, desk, timepiece), desk.page_links
    if settings.shards and pages is not None:
        server.join(Holders(store, timepiece), leases)
        desk.handover.is_shared = True
    # Without an address of its own the pages are those of the local room: its matches have them.
    links = pages or PageLinks(store, "")
    door = HallDoor(store, server.base, timepiece, server.doors.source)
    broadcasts = Broadcasts(desk, server.drawings, links, timepiece)
    WatchPages(server, broadcasts, links.watch_address, door)
    HallPages(server, desk, store, door, timepiece)
    if pages is None:
        return server, None
    CupWatchPages(server, desk, pages, timepiece)
    return server, SeatPages(server, desk, store, pages, timepiece)


async def serve(settings: Settings, timepiece: Timepiece, stop: asyncio.Event) -> None:
    """Referees until `stop` is set; what can be stored is stored when it returns.

    That is within `leave.STOP_TIMEOUT`, whatever hangs. A bot that is in too many servers for one
    connection goes on with as many shards as Discord recommends, where nobody set a number.
    """
    try:
        await _serve_as_set(settings, timepiece, stop)
    except TooFewPartsError as error:
        if settings.shard_count is not None or settings.shards:
            raise
        log.warning("%s", shards_from_now_text(error.wanted))
        shards = tuple(range(error.wanted))
        grown = replace(settings, shard_count=error.wanted, shard_ids=shards)
        await _serve_as_set(grown, timepiece, stop)


async def _serve_as_set(settings: Settings, timepiece: Timepiece, stop: asyncio.Event) -> None:
    store = await _unless_stopped(open_store(settings.database_url), stop)
    if store is None:
        return
    thinking = Thinking(timepiece) if settings.thinking else None
    pages = PageLinks(store, settings.web_url) if settings.web_url else None
    desk = Desk(store, Outbox(store, timepiece, pages=pages is not None), thinking, pages)
    leases = Leases(store, RealTime(), wall_clock)
    try:
        web, seats = make_web(settings, desk, store, leases, timepiece)
        venues = make_venues(settings, desk, store, timepiece, web)
        owned = await _unless_stopped(
            _owned(leases, venues, is_of_fleet=bool(settings.shards)), stop
        )
    except BaseException:
        await store.end()
        raise
    await _serve(settings, store, desk, leases, owned or [], web, seats, timepiece, stop)


async def _serve(
    settings: Settings,
    store: Store,
    desk: Desk,
    leases: Leases,
    venues: list[Venue],
    web: WebServer | None,
    seats: SeatPages | None,
    timepiece: Timepiece,
    stop: asyncio.Event,
) -> None:
    # What was imported stays until the end: no search for garbage needs to visit it again.
    gc.collect()
    gc.freeze()
    await _tell_start(settings.database_url, store)
    for venue in venues:
        desk.serve(venue)
    health = Health(desk, leases)
    if web is not None:
        web.show_health(health.brief)
    heartbeats = [Heartbeat(desk, venue, leases, timepiece) for venue in venues]
    serving = [asyncio.create_task(venue.run(), name=venue.name) for venue in venues]
    # Pages are let go by their venue before their connections are ended.
    serving += [asyncio.create_task(seats.run(), name="seats")] if seats else []
    serving += [asyncio.create_task(web.run(), name="web")] if web else []
    sparring = Sparring(desk, timepiece)
    tasks = [
        asyncio.create_task(sparring.run(), name="sparring"),
        *([asyncio.create_task(desk.thinking.run(), name="thinking")] if desk.thinking else []),
        asyncio.create_task(desk.calls.run(), name="deadlines"),
        asyncio.create_task(desk.recovery.run(), name="recovery"),
        asyncio.create_task(desk.overload.run(), name="overload"),
        asyncio.create_task(desk.cups.run(), name="cups"),
        asyncio.create_task(desk.reminding.run(), name="reminding"),
        *(asyncio.create_task(heartbeat.run(), name="heartbeat") for heartbeat in heartbeats),
        *_sharing(settings, desk, store, leases, timepiece, heartbeats, serving),
        *_tidying(settings, store, timepiece),
        asyncio.create_task(
            answer(settings.database_url, os.getpid(), health.report), name="asked"
        ),
        asyncio.create_task(keep_told(), name="supervisor"),
        *_measuring(settings, desk, store, health, timepiece),
        asyncio.create_task(_until_lost(leases), name="lease"),
        asyncio.create_task(_wait_for(stop), name="stop"),
    ]
    try:
        done, _ = await asyncio.wait([*serving, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await PlannedStop(store, desk, leases, heartbeats, serving, tasks).take_leave()


async def _tell_start(url: str, store: Store) -> None:
    """Tells the log which program this is, and on which database."""
    file, address = sqlite_file(url), read_address(url)
    where = f"{address.host}/{address.url.database}" if file is None else file.absolute()
    with contextlib.suppress(StoreError):
        log.info(
            "referee %s, database %s of schema %s, open matches: %d",
            await asyncio.to_thread(version_text), where, newest(), await store.count_open(),
        )  # fmt: skip


def _sharing(
    settings: Settings,
    desk: Desk,
    store: Store,
    leases: Leases,
    timepiece: Timepiece,
    heartbeats: list[Heartbeat],
    serving: list[asyncio.Task[None]],
) -> list[asyncio.Task[None]]:
    """What takes and gives up shards, where processes share them out."""
    if not settings.shards:
        return []
    from bot.venues.discord.gateway import agreed_shards
    from bot.venues.discord.rooms import VENUE
    from bot.venues.discord.venue import shard_maker

    make = shard_maker(settings, desk, store, timepiece)
    sharing = Sharing(desk, leases, timepiece, make, heartbeats, serving)

    async def share() -> None:
        await sharing.run(VENUE, await agreed_shards(settings.discord_token, timepiece))

    return [asyncio.create_task(share(), name="sharing")]


def _tidying(settings: Settings, store: Store, timepiece: Timepiece) -> list[asyncio.Task[None]]:
    """What frees old pictures every night, where that is set."""
    if settings.tidy_after is None:
        return []
    tidying = tidy_every_night(store, settings.tidy_after, timepiece, wall_clock)
    return [asyncio.create_task(tidying, name="tidying")]


def _measuring(
    settings: Settings, desk: Desk, store: Store, health: Health, timepiece: Timepiece
) -> list[asyncio.Task[None]]:
    """The metrics, where they are set."""
    host, port = settings.metrics_host, settings.metrics_port
    if port is None:
        return []
    from bot.metrics.server import serve_metrics

    file = sqlite_file(settings.database_url)
    backup_age = partial(age_of_copy, file, wall_clock)
    serving = serve_metrics(host, port, desk, store, health, timepiece, backup_age)
    return [asyncio.create_task(serving, name="metrics")]


async def _unless_stopped(
    work: Coroutine[object, object, _Found], stop: asyncio.Event
) -> _Found | None:
    """The result of work, such as opening a locked database; None if a stop came first."""
    working = asyncio.create_task(work, name="start")
    stopping = asyncio.create_task(_wait_for(stop), name="stop")
    await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if working.done():
        return working.result()
    await within(HEARTBEAT_TIMEOUT, break_off(working))
    return None


async def _owned(
    leases: Leases,
    venues: list[Venue],
    *,
    is_of_fleet: bool = False,
) -> list[Venue]:
    """The venues that no other referee serves; HeldError if there is none, and no fleet either."""
    held = await leases.acquire(
        [venue.part for venue in venues],
        lambda holder: log.warning("%s", waits_text(holder, LEASE)),
    )
    owned = [venue for venue in venues if venue.part not in held]
    if held and not owned and not is_of_fleet:
        raise HeldError(*next(iter(held.items())))
    for part, holder in held.items():
        log.warning("%s", partly_held_text(part, holder, [venue.part for venue in owned]))
    return owned


async def _until_lost(leases: Leases) -> None:
    await leases.lost.wait()
    if leases.loss is not None:
        raise leases.loss


async def _wait_for(stop: asyncio.Event) -> None:
    await stop.wait()
