"""The web server of the figures, and its life beside the venues, none of which it ever stops.

Prometheus asks for `/metrics`, a supervisor for `/health/live` and `/health/duty`, a monitor for
`/health/ready`. On a loopback address it answers to the names of this machine only: else a page of
some other site could have a browser here read the figures. Where it listens for the network,
whoever reaches the port may read them, under any name: in a container network that name is
anybody's.

Their port is in use when the referee starts: every match goes on, the log says so, and the port is
tried again until it is free. What happens meanwhile is counted.
"""

import asyncio
import json
import logging
from dataclasses import asdict
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.desk.desk import Desk
from bot.metrics.figures import Figures
from bot.metrics.health import Age, Health, Present
from bot.serving import web_servers
from bot.serving.connections import ConnectionLimits
from bot.serving.hosts import Doors, is_loopback
from bot.serving.web_servers import surrounding
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.wording.web import metrics_port_text, metrics_served_text

log = logging.getLogger(__name__)

_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class MetricsServer:
    """The routes; `host` is where it listens."""

    def __init__(self, figures: Figures, health: Health, host: str, limits: ConnectionLimits):
        self._figures = figures
        self._health = health
        self._doors = Doors(host) if is_loopback(host) else None
        self.app = web.Application(middlewares=[surrounding(limits, self._check, _sentence)])
        self.app.on_response_prepare.append(_add_headers)
        self.app.add_routes(
            [
                web.get("/metrics", self._metrics),
                web.get("/health/live", self._live),
                web.get("/health/duty", self._duty),
                web.get("/health/ready", self._ready),
            ]
        )

    def _check(self, request: web.Request) -> None:
        if self._doors and not self._doors.knows(request.headers.get("Host", "")):
            raise web.HTTPMisdirectedRequest

    async def _metrics(self, _: web.Request) -> web.Response:
        return web.Response(
            body=self._figures.text(), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def _live(self, _: web.Request) -> web.Response:
        """The process answers, so it is alive."""
        return _line({"live": True}, 200)

    async def _duty(self, _: web.Request) -> web.Response:
        on_duty = self._health.readiness().on_duty
        return _line({"on_duty": on_duty}, 200 if on_duty else 503)

    async def _ready(self, _: web.Request) -> web.Response:
        state = self._health.readiness()
        return _line({"ready": state.ready} | asdict(state), 200 if state.ready else 503)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)


def _sentence(status: int, text: str) -> web.Response:
    return web.Response(status=status, text=f"{text or HTTPStatus(status).phrase}\n")


def _line(values: dict[str, object], status: int) -> web.Response:
    text = f"{json.dumps(values)}\n"
    return web.Response(text=text, status=status, content_type="application/json")


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

        async with web_servers.server(app, timepiece) as runner:
            where = await web_servers.listen(runner, host, port, limits, timepiece, refused)
            log.info("%s", metrics_served_text(*where))
            await asyncio.Event().wait()
    except Exception:
        log.exception("the metrics have ended; matches go on")
        await asyncio.Event().wait()
