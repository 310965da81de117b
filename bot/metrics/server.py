"""The web server of the figures: GET and HEAD on four addresses, and nothing else.

Prometheus asks for `/metrics`, a supervisor for `/health/live` and `/health/duty`, a monitor for
`/health/ready`. On a loopback address it answers to the names of this machine only: else a page of
some other site could have a browser here read the figures. Where it listens for the network,
whoever reaches the port may read them, under any name: in a container network that name is
anybody's.
"""

import json
from dataclasses import asdict
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.metrics.figures import Figures
from bot.metrics.health import Health
from bot.serving.connections import ConnectionLimits
from bot.serving.hosts import Doors, is_loopback
from bot.serving.middleware import surrounding

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
