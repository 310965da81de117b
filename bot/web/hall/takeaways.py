"""What is taken home from a hall: what a search finds, as records or a feed; a board to print.

A server of a hundred thousand matches is written out as it is read, some hundred at a time: neither
the referee nor whoever takes it needs memory for all of them. Names are those that the pages show.
The feed is Atom (RFC 4287), for readers that ask now and then.
"""

import asyncio
import csv
import io
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode
from xml.etree import ElementTree as Xml

from aiohttp import web

from bot.commands.search import Form, SearchError
from bot.engine.record import Entry, Record, write
from bot.engine.turn import Colour
from bot.referee.events import Termination
from bot.servers.results import NO_RESULT, Result
from bot.storage.failures import StoreError
from bot.storage.records import Listed, Records
from bot.storage.results import BETWEEN
from bot.views.printing import printed_board
from bot.web.hall.door import HallDoor, OpenHall
from bot.web.hall.listing import LONGEST_NAME, game_name, line
from bot.web.hall.player_pages import Leaderboards
from bot.web.hall.rendering import whole
from bot.web.server import WebServer
from bot.web.statics import unless_known
from bot.wording import hall as words
from bot.wording.writing import tidy

log = logging.getLogger(__name__)

COLUMNS = (
    "match", "began", "ended", "ruleset", "options", "side", "format", "first", "second",
    "first_colour", "second_colour", "result", "termination", "sparring", "turns", "long_turns",
    "seconds", "cup", "moves",
)  # fmt: skip
"""What is told of a match, in this order."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How that begins which a spreadsheet would work out instead of showing it."""


def told(found: Listed) -> dict[str, object] | None:
    """A match as plain values by the names in `COLUMNS`; None where it can't be read."""
    result = found.result
    if result is None or not found.readable:
        return None
    began = found.ended - timedelta(seconds=found.seconds)
    first, second = (_name(result, colour) for colour in Colour)
    values = (
        found.match, began.isoformat(), found.ended.isoformat(), found.ruleset, found.options,
        found.side, result.format, first, second, *result.colours, _outcome(result),
        result.termination.value, result.sparring, found.turns, found.long_turns, found.seconds,
        found.cup, found.moves,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def as_json_lines(matches: Iterable[Listed]) -> bytes:
    """A line for each match; `moves` is a list of its turns."""
    lines = []
    for values in filter(None, map(told, matches)):
        moves = str(values["moves"])
        lines.append(json.dumps(values | {"moves": moves.split(BETWEEN) if moves else []}))
    return "".join(f"{line}\n" for line in lines).encode()


def as_csv(matches: Iterable[Listed]) -> bytes:
    """A row for each match, without a head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for values in filter(None, map(told, matches)):
        writer.writerow([_plain(value) for value in values.values()])
    return text.getvalue().encode()


def head_of_csv() -> bytes:
    """The names of the columns, before all rows."""
    return (",".join(COLUMNS) + "\r\n").encode()


def as_records(matches: Iterable[Listed]) -> bytes:
    """The records one after the other, as `referee replay` reads them."""
    records = [_record(values) for values in filter(None, map(told, matches))]
    return "".join(f"{record}\n\n" for record in records).encode()


def _record(values: dict[str, object]) -> str:
    colours = str(values["first_colour"]), str(values["second_colour"])
    tags = {
        "Ruleset": values["ruleset"],
        "Options": values["options"],
        "Side": values["side"],
        "Colours": " ".join(colours),
        "First": colours[0],
        "Format": values["format"],
        colours[0].capitalize(): values["first"],
        colours[1].capitalize(): values["second"],
        "Date": str(values["began"])[:10],
        "Result": values["result"],
        "Termination": values["termination"],
        "Match": values["match"],
    }
    moves = str(values["moves"])
    turns = [Entry(tuple(turn.split())) for turn in moves.split(BETWEEN)] if moves else []
    kept = tuple((key, str(value)) for key, value in tags.items() if value != "")
    resigned = values["termination"] == Termination.RESIGNATION
    return write(Record(kept, tuple(turns), resigned)).rstrip("\n")


def _outcome(result: Result) -> str:
    if result.termination in NO_RESULT:
        return "*"
    return "tie" if result.winner is None else result.colours[result.winner]


def _name(result: Result, colour: Colour) -> str:
    return tidy(result.players[colour].name, LONGEST_NAME)


def _plain(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


EXPORTS: dict[str, tuple[Callable[[Iterable[Listed]], bytes], str, bytes]] = {
    "txt": (as_records, "text/plain", b""),
    "jsonl": (as_json_lines, "application/jsonl", b""),
    "csv": (as_csv, "text/csv", head_of_csv()),
}
"""How matches are written, by the end of the file's name; its type, and what stands before all."""


ENTRIES, LONGEST_TITLE = 50, 120
_ATOM = "http://www.w3.org/2005/Atom"
_NOTHING_YET = datetime(1970, 1, 1, tzinfo=UTC)


def feed(found: Sequence[Listed], title: str, address: str, home: str) -> bytes:
    """The feed; `address` is its own, `home` that of the pages, both whole."""
    root = Xml.Element("feed", {"xmlns": _ATOM})
    _add(root, "title", tidy(title, LONGEST_TITLE))
    _add(root, "id", address)
    _add(root, "updated", _stamp(found[0].ended if found else _NOTHING_YET))
    Xml.SubElement(root, "link", {"rel": "self", "href": address})
    Xml.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": home})
    _add(Xml.SubElement(root, "author"), "name", words.REFEREE)
    for one in found:
        _entry(root, one, f"{home}match/{one.match}")
    return bytes(Xml.tostring(root, encoding="utf-8", xml_declaration=True))


def _entry(root: Xml.Element, one: Listed, address: str) -> None:
    shown = line(one)
    entry = Xml.SubElement(root, "entry")
    _add(entry, "id", address)
    _add(entry, "updated", _stamp(one.ended))
    Xml.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": address})
    if not shown["readable"]:
        _add(entry, "title", words.unreadable_text(one.match))
        return
    names = [seat["name"] for seat in shown["seats"]]
    winner = next((seat["name"] for seat in shown["seats"] if seat["won"]), "")
    _add(entry, "title", words.result_line(names, winner, shown["how"]))
    game = words.game_text(game_name(one.ruleset), one.side)
    _add(entry, "summary", f"{game}: {shown['turns']}, {shown['length']}.")


def _add(parent: Xml.Element, name: str, text: str) -> None:
    Xml.SubElement(parent, name).text = text


def _stamp(ended: datetime) -> str:
    return ended.isoformat(timespec="seconds")


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
