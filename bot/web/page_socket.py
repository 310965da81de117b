"""Where pages connect that are played on, and how all pages of a venue are let go."""

import asyncio
from datetime import timedelta
from typing import Any

from aiohttp import web

from bot.desk.venue import Venue
from bot.timing import break_off
from bot.web.dispatch import Services
from bot.web.messages_in import LONGEST_FRAME
from bot.web.page_connection import PageConnection
from bot.web.page_limits import PageLimits
from bot.web.server import WebServer

LEAVE_TIMEOUT = timedelta(seconds=2)
"""How long pages may take that are let go while the referee goes on."""


class PageSocket:
    """Where pages of one kind connect."""

    def __init__(self, server: WebServer, services: Services) -> None:
        self._server = server
        self._services = services
        self._limits = PageLimits()
        self._open: dict[PageConnection, asyncio.Task[Any] | None] = {}

    async def serve(self, request: web.Request, subject: str) -> web.StreamResponse:
        """Serves a page until it goes; bad request where it asks for no WebSocket."""
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST_FRAME)
        try:
            asks = socket.can_prepare(request).ok
        except ValueError:
            # It names what no answer can name.
            asks = False
        if not asks:
            raise web.HTTPBadRequest
        await socket.prepare(request)
        source = self._server.doors.source(request)
        page = PageConnection(socket, subject, self._services, self._limits)
        self._open[page] = asyncio.current_task()
        try:
            await page.serve(request, source)
        finally:
            del self._open[page]
        return socket

    async def let_go(self, venue: Venue) -> None:
        """Lets the pages of a venue go, which is given up: none is at work here afterwards.

        What takes too long is broken off; what the page was not told to be taken it sends again.
        """
        going = {page: task for page, task in self._open.items() if page.is_at(venue)}
        tasks = {asyncio.create_task(page.let_go()) for page in going}
        tasks |= {task for task in going.values() if task is not None}
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=LEAVE_TIMEOUT.total_seconds())
        await break_off(*late)
