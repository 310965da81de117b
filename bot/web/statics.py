"""The files of the pages, the headers of every answer, and the page that says what is wrong."""

import re
from html import escape
from importlib.resources import files

from aiohttp import web

from bot.wording.pages import words_script
from renderers import theme as themes
from renderers.svg import turn_icon

KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
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
}
_FONTS = ("Inter-Medium.otf", "Inter-Bold.otf")


_PART = re.compile(rb"<!--([a-z]+)-->")


class PageFiles:
    """The files of the pages.

    In a page, the mark `<!--turns-->` stands for the file `turns.html`.
    """

    def __init__(self) -> None:
        folder = files("bot.web") / "page"
        contents = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}

        def part(mark: re.Match[bytes]) -> bytes:
            return contents.get(f"{mark[1].decode()}.html", mark[0])

        self._files = (
            {"words.js": words_script().encode()}
            | _turn_icons()
            | {
                name: _PART.sub(part, data) if name.endswith(".html") else data
                for name, data in contents.items()
            }
        )

    def served(self, name: str) -> web.Response | None:
        """A file by its name; None where there is none."""
        data = self._files.get(name)
        if data is None:
            return None
        return web.Response(
            body=data,
            content_type=KINDS[name.rpartition(".")[2]],
            charset="utf-8",
            headers={"Cache-Control": "no-cache"},
        )


def font(name: str) -> web.Response | None:
    """One of the pictures' own fonts; None where there is none."""
    if name not in _FONTS:
        return None
    data = (files("renderers") / "fonts" / name).read_bytes()
    return web.Response(body=data, content_type="font/otf", headers={"Cache-Control": A_DAY})


def error_page(status: int, text: str, after: str = "") -> web.Response:
    """A plain page that says what went wrong; `after` is HTML of our own."""
    page = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<title>The Referee</title><link rel="stylesheet" href="/page/page.css"></head>'
        f'<body class="plain"><main class="notice"><h1>{status}</h1><p>{escape(text)}</p>'
        f"{after}</main></body></html>"
    )
    return web.Response(status=status, text=page, content_type="text/html")


def _turn_icons() -> dict[str, bytes]:
    """The icons of a tab: whose turn it is, and whether it is that of the page's own reader."""
    return {
        f"icon-{colour}{'-yours' if yours else ''}.svg": turn_icon(colour, yours=yours).encode()
        for colour in themes.COLOURS
        for yours in (False, True)
    }
