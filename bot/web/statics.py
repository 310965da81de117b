"""What never changes while a referee runs: the files of the pages, fonts, icons, headers, themes.

A page has the colours of a theme as CSS variables. Which ink can be read on which ground, the
contrast of two colours says, as WCAG defines it.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from http import HTTPStatus
from importlib.resources import files

from aiohttp import web

from bot.wording.pages import words_script
from bot.wording.web import BUSY, NO_PAGE, READ_ONLY
from renderers import theme as themes
from renderers.svg import turn_icon

READABLE = 4.5
"""The least contrast at which small text is read."""
_BENT = 0.04045
_NAME, _INK, _PAPER = "#6a6256", "#1d2236", "#ffffff"
"""The inks for the names of cells, the quietest first."""


def readable(ground: str, inks: Sequence[str]) -> str:
    """The first of some inks that is read on a ground, else the one that is read best."""
    good = (ink for ink in inks if contrast(ink, ground) >= READABLE)
    return next(good, max(inks, key=lambda ink: contrast(ink, ground)))


def contrast(ink: str, ground: str) -> float:
    """The contrast of two colours such as `#1d2236`: 1 of a colour with itself, at most 21."""
    dark, light = sorted((_luminance(ink), _luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (byte / 255 for byte in bytes.fromhex(colour.removeprefix("#")))
    red, green, blue = (
        share / 12.92 if share <= _BENT else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def style_sheet() -> str:
    """All themes as CSS variables, under `data-theme` of the root; the usual one without it."""
    return "\n".join(
        f"{':root, ' if name == themes.DEFAULT else ''}:root[data-theme={name}] "
        f"{{ {'; '.join(f'{key}: {value}' for key, value in _variables(name).items())} }}"
        for name in themes.names()
    )


def _variables(name: str) -> dict[str, str]:
    """The colours of a theme, and the inks that are read on its cells and tints."""
    colours = themes.load(name).colours
    cell = colours["board.cell"]
    inks = {
        "--board-name": readable(cell, (_NAME, _INK, _PAPER)),
        "--board-ink": readable(cell, (_INK, _PAPER)),
    }
    for colour in themes.COLOURS:
        inks[f"--{colour}-tint-ink"] = readable(colours[f"stones.{colour}.tint"], (_INK, _PAPER))
    return {themes.variable(role): value for role, value in colours.items()} | inks


KINDS = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "otf": "font/otf",
}
A_DAY = "max-age=86400"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
}
_FRAMED = "frame-ancestors *"
"""Says of an answer that other sites may show it in a frame."""
_FONTS = ("Inter-Medium.otf", "Inter-Bold.otf")
_PART = re.compile(rb"<!--([a-z]+)-->")
_OWN_ADDRESS = re.compile(rb'\b((?:href|src)=")/')
_USUAL = {404: NO_PAGE, 405: READ_ONLY, 500: BUSY, 503: BUSY}


@cache
def page_files() -> dict[str, bytes]:
    """The files of the pages by name; in a page `<!--turns-->` stands for the file `turns.html`."""
    folder = files("bot.web") / "page"
    contents = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}

    def part(mark: re.Match[bytes]) -> bytes:
        return contents.get(f"{mark[1].decode()}.html", mark[0])

    made = {"words.js": words_script().encode(), "themes.css": style_sheet().encode()}
    made |= {name: (files("renderers") / "fonts" / name).read_bytes() for name in _FONTS}
    return (
        made
        | _turn_icons()
        | {
            name: _PART.sub(part, data) if name.endswith(".html") else data
            for name, data in contents.items()
        }
    )


def page(base: str, name: str, **parts: str) -> web.Response:
    """A page; `base` is the path at which pages begin, `parts` what stands at its marks."""
    response = page_file(f"{name}.html")
    assert isinstance(response.body, bytes)  # noqa: S101
    based = _OWN_ADDRESS.sub(rb"\1" + base.encode(), response.body)
    response.body = _PART.sub(lambda mark: parts.get(mark[1].decode(), "").encode(), based)
    return response


def page_file(name: str) -> web.Response:
    """A file by its name; HTTPNotFound where there is none."""
    data = page_files().get(name)
    if data is None:
        raise web.HTTPNotFound
    kind = name.rpartition(".")[2]
    lasts = A_DAY if kind == "otf" else "no-cache"
    return web.Response(
        body=data,
        content_type=KINDS[kind],
        charset=None if kind == "otf" else "utf-8",
        headers={"Cache-Control": lasts},
    )


def unless_known(request: web.Request, response: web.Response) -> web.Response:
    """The answer, or that the browser has it already: it asks each time whether it is still so."""
    assert isinstance(response.body, bytes)  # noqa: S101
    tag = f'"{hashlib.sha256(response.body).hexdigest()[:24]}"'
    asked = request.headers.get("If-None-Match", "")
    if tag in (one.strip().removeprefix("W/") for one in asked.split(",")):
        response = web.Response(status=304)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def frame_anywhere(response: web.Response) -> web.Response:
    """Lets other sites show a page in a frame: one that has no button to trick people into."""
    policy = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", _FRAMED)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Gives an answer the strict headers, where it has none of its own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if _FRAMED in response.headers["Content-Security-Policy"]:
        del response.headers["X-Frame-Options"]


def error_page(base: str, status: int, text: str, *, starts: bool = False) -> web.Response:
    """A plain page that says what went wrong; `base` is where the pages begin.

    `starts` says whether there is a start page to go to.
    """
    text = text or _USUAL.get(status) or HTTPStatus(status).phrase
    to_start = f'<p><a href="{base}">To the start page</a></p>' if starts else ""
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>The Referee</title><link rel="stylesheet" href="{base}page/page.css"></head>'
        f'<body class="plain"><main class="notice"><h1>{status}</h1><p>{escape(text)}</p>'
        f"{to_start}</main></body></html>"
    )
    return web.Response(status=status, text=page, content_type="text/html")


def _turn_icons() -> dict[str, bytes]:
    """The icons of a tab: whose turn it is, and whether it is that of the page's own reader."""
    return {
        f"icon-{colour}{'-yours' if yours else ''}.svg": turn_icon(colour, yours=yours).encode()
        for colour in themes.COLOURS
        for yours in (False, True)
    }
