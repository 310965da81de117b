"""The life of the metrics: they are counted and served beside the venues, and stop none of them.

Their port is in use when the referee starts: every match goes on, the log says so, and the port is
tried again until it is free. What happens meanwhile is counted.
"""

import asyncio
import logging

from bot.desk.desk import Desk
from bot.metrics.figures import Figures
from bot.metrics.health import Health
from bot.metrics.present import Age, Present
from bot.metrics.server import MetricsServer
from bot.serving import listening
from bot.serving.connections import ConnectionLimits
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.wording.web import metrics_port_text, metrics_served_text

log = logging.getLogger(__name__)

MOST_CONNECTIONS = 50


async def serve_metrics(
    host: str,
    port: int,
    desk: Desk,
    store: Store,
    health: Health,
    timepiece: Timepiece,
    backup_age: Age,
) -> None:
    """Counts and serves until cancelled; whatever fails here ends no match."""
    try:
        figures = Figures({standing.part.venue for standing in desk.standings()})
        figures.add(Present(desk, health, backup_age))
        desk.observers.append(figures.observe)
        store.meters.append(figures.used)
        limits = ConnectionLimits(MOST_CONNECTIONS)
        app = MetricsServer(figures, health, host, limits).app

        def refused(why: str) -> None:
            log.warning("%s", metrics_port_text(host, port, why))

        async with listening.server(app, timepiece) as runner:
            where = await listening.listen(runner, host, port, limits, timepiece, refused)
            log.info("%s", metrics_served_text(*where))
            await asyncio.Event().wait()
    except Exception:
        log.exception("the metrics have ended; matches go on")
        await asyncio.Event().wait()
