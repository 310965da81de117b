"""The web server of the figures: GET and HEAD on three addresses, and nothing else.

Prometheus asks for `/metrics`, a supervisor for `/health/live` and `/health/ready`. On a loopback
address it answers to the names of this machine only, as the local room does: else a page of some
other site could have a browser here read the figures. Where it listens for the network, whoever
reaches the port may read them, under any name: in a container network that name is anybody's.
"""

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.metrics.figures import Figures
from bot.metrics.health import Health
from bot.serving.connections import ConnectionLimits
from bot.serving.hosts import KnownHosts, is_loopback

log = logging.getLogger(__name__)

_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class MetricsServer:
    """The routes; `host` is where it listens."""

    def __init__(self, figures: Figures, health: Health, host: str, limits: ConnectionLimits):
        self._figures = figures
        self._health = health
        self._known = KnownHosts(host) if is_loopback(host) else None
        self._limits = limits
        self.app = web.Application(middlewares=[self._serving])
        self.app.add_routes(
            [
                web.get("/metrics", self._metrics),
                web.get("/health/live", self._live),
                web.get("/health/ready", self._ready),
            ]
        )

    @web.middleware
    async def _serving(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response: web.StreamResponse
        with self._limits.serving(request.transport):
            try:
                if self._known and not self._known.are_asked(request.headers.get("Host", "")):
                    raise web.HTTPMisdirectedRequest
                response = await handler(request)
            except web.HTTPException as error:
                response = web.Response(status=error.status, text=f"{error.reason}\n")
            except Exception:
                log.exception("%s could not be answered", request.path)
                response = web.Response(status=500, text="Internal Server Error\n")
        response.headers.update(_HEADERS)
        return response

    async def _metrics(self, _: web.Request) -> web.Response:
        return web.Response(
            body=self._figures.text(), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def _live(self, _: web.Request) -> web.Response:
        """The process answers, so it is alive."""
        return _line({"live": True}, 200)

    async def _ready(self, _: web.Request) -> web.Response:
        state = self._health.readiness()
        return _line({"ready": state.ready} | asdict(state), 200 if state.ready else 503)


def _line(values: dict[str, object], status: int) -> web.Response:
    text = f"{json.dumps(values)}\n"
    return web.Response(text=text, status=status, content_type="application/json")
