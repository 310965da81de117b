"""The watch pages: GET and HEAD, and nothing that could change a match.

Forty people follow a link. Each is served the page, and then one stream of events, which is the
same for all of them (`broadcasts.py`). Whoever has no link finds nothing: a token has 192 bits, and
a match whose server has turned watch pages off is answered as one that does not exist.

Bob pastes the link, and the forum shows title, headline and board. Ann's browser runs no scripts:
she sees how the match stands, the board as a picture and the turns, and asks again by a link.
"""

from collections.abc import Callable
from functools import partial
from html import escape

from aiohttp import web
from cachetools import LRUCache

from bot.referee.match import Match
from bot.serving.places import SharedPlaces
from bot.views.scenes import match_scene
from bot.web.broadcasts import Broadcasts
from bot.web.files import Takeaways
from bot.web.finding import Watched
from bot.web.frames import stream
from bot.web.hall.door import HallDoor, OpenHall
from bot.web.server import WebServer
from bot.web.statics import frame_anywhere, unless_known
from bot.web.view import Json
from bot.wording.web import ALL_MATCHES, FULL, NOTHING, after_turn_text, steps_to, title_text
from renderers.scene import Scene

CURRENT = ' aria-current="true"'


def page_parts(watched: Watched, address: str, turn: int | None = None) -> dict[str, str]:
    """The parts of the page by their marks; `address` is the page's own.

    `turn` is the one after which a browser without scripts shows the board, None for the last.
    """
    scene = match_scene(watched.match, watched.venue.now(), watched.number, watched.look)
    first, second = watched.match.players
    title = title_text(watched.match, (first.name, second.name))
    # As seen from the page, whose address ends with the same word.
    board = f"{watched.token.rpartition('/')[2]}/board.png"
    return {
        "head": _head(watched.match, scene, title, address),
        "match": _match(watched.match, scene, title, board, turn),
    }


def _head(match: Match, scene: Scene, title: str, address: str) -> str:
    """The title, and the OpenGraph description.

    The picture's address differs after each change, since sites that show links keep pictures.
    """
    about: Json = {
        "og:site_name": "The Referee",
        "og:type": "website",
        "og:title": title,
        "og:description": f"{scene.headline}. {scene.caption}.",
        "og:url": address,
        "og:image": f"{address}/board.png?turn={match.position.number}&seen={match.seen}",
        "og:image:type": "image/png",
        "og:image:alt": scene.alt,
        "twitter:card": "summary_large_image",
    }
    lines = [f"<title>{escape(title)} · The Referee</title>"]
    lines += [
        f'<meta property="{key}" content="{escape(str(text))}">' for key, text in about.items()
    ]
    return "\n".join(lines)


def _match(match: Match, scene: Scene, title: str, board: str, turn: int | None) -> str:
    """The match as it stands, or after a turn; `board` is the picture's address."""
    colours, last = match.terms.colours, len(match.turns)
    turns = [
        f'<li><a href="?turn={number}"{CURRENT * (number == turn)}>'
        f"{colours[played.colour].capitalize()} {escape(played.turn)}</a></li>"
        for number, played in enumerate(match.turns, 1)
    ]
    asked = "" if turn is None else f"?turn={turn}"
    alt = scene.alt if turn is None else after_turn_text(turn)
    steps = [
        f'<a href="?turn={number}">{label}</a>'
        for number, label in steps_to(last if turn is None else turn, last)
    ]
    lines = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(scene.headline)}. {escape(scene.caption)}.</p>",
        f'<img src="{board}{asked}" alt="{escape(alt)}">',
        *([f"<p>{' · '.join(steps)}</p>"] if last else []),
        *(["<h2>Turns</h2>", "<ol>", *turns, "</ol>"] if turns else []),
    ]
    return "\n".join(lines)


MOST_WATCHERS = 3000
_SHARE_OF_WATCHERS = 0.75
"""The watchers' share of all connections, where the system grants few; on the others people are
told that all is full."""
_MOST_PAGES = 100
_COMES_BACK = "20"
"""Seconds after which a page that found no place comes again."""
_HALL: web.RequestKey[OpenHall] = web.RequestKey("hall", OpenHall)
"""Under this a request for a match in a hall has that."""
_LONGEST_TURN = 4
"""How many digits a turn's number may have."""


class WatchPages:
    """The watch pages on a server; `address` gives the public address behind a token.

    Where there is a `door`, they are those of matches in halls as well.
    """

    def __init__(
        self,
        server: WebServer,
        broadcasts: Broadcasts,
        address: Callable[[str], str],
        door: HallDoor | None = None,
    ) -> None:
        self._server = server
        self._broadcasts = broadcasts
        self._address = address
        self._door = door
        self._places = SharedPlaces(min(MOST_WATCHERS, int(server.most * _SHARE_OF_WATCHERS)))
        self._takeaways, self._reviews = Takeaways(), broadcasts.reviews
        self._pages: LRUCache[str, tuple[Watched, dict[str, str]]] = LRUCache(_MOST_PAGES)
        in_hall = ["/hall/{slug}/match/{number}"] if door else []
        for path in ("/watch/{token}", *in_hall):
            server.add(
                [
                    web.get(path, self._page),
                    web.get(f"{path}/events", self._events, allow_head=False),
                    web.get(f"{path}/turns/{{turn}}", self._turn),
                    web.get(f"{path}/board.png", self._board),
                    web.get(f"{path}/record.txt", self._record),
                    web.get(f"{path}/replay.gif", self._film),
                    web.get(f"{path}/race.png", self._race),
                    web.get(f"{path}/review", self._review, allow_head=False),
                ]
            )
        server.app.on_cleanup.append(self._close)

    async def _close(self, _: web.Application) -> None:
        """Ends what pages are told, and gives up drawing files that people asked for."""
        await self._broadcasts.close()
        await self._takeaways.close()

    async def _page(self, request: web.Request) -> web.Response:
        """The page, with what a pasted link and a browser without scripts show of the match."""
        watched = await self._watched(request)
        if not self._places.has_room(self._server.doors.source(request), watched.number):
            # A page without its stream would stay empty.
            raise web.HTTPServiceUnavailable(text=FULL, headers={"Refresh": _COMES_BACK})
        overlay = "overlay" in request.query
        parts = self._parts(watched)
        turn = _number(request.query.get("turn", ""))
        if turn is not None and turn <= len(watched.match.turns):
            # A browser without scripts steps through the match.
            parts = page_parts(watched, self._address(watched.token), turn)
        hall = request.get(_HALL)
        if hall is not None:
            parts |= {"hall": f'<a class="quiet" href="../">{ALL_MATCHES}</a>'}
        page = self._server.page("overlay" if overlay else "watch", **parts)
        if watched.match.over and not overlay:
            # It stays as it is, unless its host or `my forget` changes it.
            page = unless_known(request, page)
        if hall is not None:
            hall.say_whether_listed(page)
        return frame_anywhere(page) if overlay or "embed" in request.query else page

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """The stream: how the match stands, each change of it, and that all is connected."""
        watched = await self._watched(request)
        source = self._server.doors.source(request)

        def end() -> None:
            if request.transport is not None:
                request.transport.abort()

        with self._places.take(source, watched.number, end) as free:
            if not free:
                raise web.HTTPServiceUnavailable(text=FULL)
            return await stream(request, partial(self._broadcasts.watch, watched))

    async def _turn(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        turn = _number(request.match_info["turn"])
        position = None if turn is None else await self._broadcasts.after(watched, turn)
        if position is None:
            raise web.HTTPNotFound
        return web.json_response(position, headers={"Cache-Control": "no-store"})

    async def _board(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        asked = request.query.get("turn")
        turn = None if asked is None else _number(asked)
        if asked is not None and turn is None:
            raise web.HTTPNotFound
        name = f"match-{watched.number}" + ("" if turn is None else f"-turn-{turn}")
        return _to_keep(await self._takeaways.board(watched, turn), "image/png", f"{name}.png")

    async def _record(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        data = await self._takeaways.record(watched)
        return _to_keep(data, "text/plain", f"match-{watched.number}.txt", saved=True)

    async def _film(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        data = await self._takeaways.film(watched)
        return _to_keep(data, "image/gif", f"match-{watched.number}.gif", saved=True)

    async def _race(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        data = await self._takeaways.race(watched)
        return _to_keep(data, "image/png", f"match-{watched.number}-race.png", saved=True)

    async def _review(self, request: web.Request) -> web.Response:
        watched = await self._watched(request)
        return await self._reviews.answer(watched, self._server.doors.source(request))

    def _parts(self, watched: Watched) -> dict[str, str]:
        """The match in its page: worked out once for all who open the page meanwhile."""
        before, parts = self._pages.get(watched.token, (None, {}))
        if before != watched:
            parts = page_parts(watched, self._address(watched.token))
            self._pages[watched.token] = watched, parts
        return dict(parts)

    async def _watched(self, request: web.Request) -> Watched:
        asked = request.match_info
        if "/" in asked.get("token", ""):
            # A match in a hall has its own address, with the hall's limits.
            raise web.HTTPNotFound(text=NOTHING)
        if self._door is not None and "slug" in asked:
            self._door.check_match(request)
            request[_HALL] = await self._door.find(asked["slug"])
        token = f"{asked['slug']}/{asked['number']}" if "slug" in asked else asked["token"]
        watched = await self._broadcasts.find(token)
        if watched is None:
            raise web.HTTPNotFound(text=NOTHING)
        return watched


def _number(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_TURN):
        return None
    return int(text)


def _to_keep(data: bytes | None, kind: str, name: str, *, saved: bool = False) -> web.Response:
    """A file of the match; one that is `saved` is not meant to be shown in the browser."""
    if data is None:
        raise web.HTTPNotFound
    how = "attachment" if saved else "inline"
    headers = {
        "Content-Disposition": f'{how}; filename="{name}"',
        "Cache-Control": "no-cache",
        # Other sites show the picture where a link is pasted.
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return web.Response(body=data, content_type=kind, headers=headers)
