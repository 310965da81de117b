"""What is taken home from a hall: exports of what a search finds, a feed of the last, a board."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode

from aiohttp import web

from bot.commands.search import Form, SearchError
from bot.storage.failures import StoreError
from bot.storage.records import Records
from bot.views.printing import printed_board
from bot.web.hall.door import HallDoor, OpenHall
from bot.web.hall.exports import EXPORTS
from bot.web.hall.feed import ENTRIES, feed
from bot.web.hall.people import Leaderboards
from bot.web.hall.rendering import whole
from bot.web.server import WebServer
from bot.web.statics import unless_known
from bot.wording import hall as words

log = logging.getLogger(__name__)

LONGEST_WRITE = timedelta(seconds=30)
"""How long whoever takes an export home may take nothing of it."""


class HallTakeaways:
    """The files of all halls on a server."""

    def __init__(
        self, server: WebServer, door: HallDoor, people: Leaderboards, records: Records
    ) -> None:
        self._server = server
        self._door = door
        self._people = people
        self._records = records
        server.add(
            [
                web.get("/hall/{slug}/results.atom", self._feed),
                web.get("/hall/{slug}/board.pdf", self._board),
                web.get("/hall/{slug}/export.{kind:txt|jsonl|csv}", self._export, allow_head=False),
            ]
        )

    async def _feed(self, request: web.Request) -> web.Response:
        """The last of the matches that a search finds, as a feed."""
        async with self._door.enter(request) as hall:
            form = await self._searched(request, hall)
            try:
                async with self._records.patiently():
                    newest = replace(form.search, order="newest")
                    found = await self._records.page(hall.shelf, newest, 0, ENTRIES)
            except TimeoutError:
                raise web.HTTPServiceUnavailable(text=words.TOO_LONG) from None
        home = f"{self._server.outside(request)}{hall.root}"
        query = f"?{urlencode(form.fields)}" if form.fields else ""
        title = words.feed_text(hall.hall.name)
        made = feed(found, title, f"{home}results.atom{query}", home)
        return whole(request, made, "application/atom+xml")

    async def _board(self, request: web.Request) -> web.Response:
        """A board to print, as its address says."""
        async with self._door.enter(request):
            try:
                made = await asyncio.to_thread(printed_board, request.query)
            except ValueError as error:
                raise web.HTTPBadRequest(text=str(error)) from None
        named = {"Content-Disposition": 'attachment; filename="board.pdf"'}
        answer = web.Response(body=made, content_type="application/pdf", headers=named)
        return unless_known(request, answer)

    async def _export(self, request: web.Request) -> web.StreamResponse:
        """All matches that a search finds, written out as they are read."""
        kind = request.match_info["kind"]
        write, content, begin = EXPORTS[kind]
        async with self._door.enter_to_export(request) as hall:
            form = await self._searched(request, hall)
            headers = {
                "Content-Type": f"{content}; charset=utf-8",
                "Content-Disposition": f'attachment; filename="matches.{kind}"',
                "Cache-Control": "no-store",
            }
            response = web.StreamResponse(headers=headers)
            response.enable_compression()
            try:
                await response.prepare(request)
                await response.write(begin)
                async for found in self._records.stream(hall.shelf, form.search):
                    data = await asyncio.to_thread(write, found)
                    async with asyncio.timeout(LONGEST_WRITE.total_seconds()):
                        await response.write(data)
                await response.write_eof()
            except (ConnectionError, TimeoutError, StoreError) as error:
                # Half of it must not look like all of it.
                log.warning("an export was broken off: %s", error or "nobody took it")
                if request.transport is not None:
                    request.transport.abort()
            return response

    async def _searched(self, request: web.Request, hall: OpenHall) -> Form:
        """The search of an address that shows no form; HTTPBadRequest says what is wrong."""
        try:
            return (await self._people.search(request.query, hall.shelf))[0]
        except SearchError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
