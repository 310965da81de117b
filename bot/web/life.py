"""The life of the watch pages: they are served beside the venues, and stop none of them.

Their port is in use when the referee starts: every match goes on, the log says so, and the port is
tried again until it is free.
"""

import logging
from datetime import timedelta

from bot.desk.desk import Desk
from bot.desk.watch_pages import WatchPages
from bot.serving import connections, listening
from bot.settings import Settings
from bot.timing import Timepiece
from bot.web.broadcasts import Broadcasts
from bot.web.server import MOST_WATCHERS, WatchServer
from bot.wording.watch import served_text, watch_port_text

log = logging.getLogger(__name__)


async def serve_watch_pages(
    settings: Settings,
    desk: Desk,
    pages: WatchPages,
    timepiece: Timepiece,
) -> None:
    """Serves the watch pages of all venues until cancelled; whatever fails here ends no match."""
    broadcasts = Broadcasts(desk, pages, timepiece)
    try:
        await _serve(settings, broadcasts, pages, timepiece)
    except Exception:
        log.exception("the watch pages have ended; matches go on")
        await timepiece.sleep(timedelta.max)
    finally:
        await broadcasts.close()


async def _serve(
    settings: Settings, broadcasts: Broadcasts, pages: WatchPages, timepiece: Timepiece
) -> None:
    connections.allow_more_files()
    most = connections.most_connections(MOST_WATCHERS * 2)
    limits = connections.ConnectionLimits(most, idle=most // 2)
    watch = WatchServer(broadcasts, pages.address, limits)

    def refused(why: str) -> None:
        log.warning("%s", watch_port_text(settings.watch_host, settings.watch_port, why))

    try:
        async with listening.server(watch.app, timepiece) as runner:
            host, port = settings.watch_host, settings.watch_port
            where = await listening.listen(runner, host, port, limits, timepiece, refused)
            log.info("%s", served_text(settings.watch_url, *where))
            await timepiece.sleep(timedelta.max)
    finally:
        await watch.close()
