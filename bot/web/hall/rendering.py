"""Makes the pages from their templates, and sends no page twice to whoever has it.

Names come from people: the templates escape whatever they are given. A page that is asked for again
and is as it was is answered in one line (ETag); others are packed where the browser unpacks them.
"""

import asyncio
from collections.abc import Mapping
from functools import cache

from aiohttp import web
from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.web.hall.door import OpenHall
from bot.web.statics import unless_known
from bot.wording import hall as words

SMALLEST_PACKED = 1024
"""Bytes from which on packing is worth it."""


@cache
def templates() -> Environment:
    """The templates; a name that one of them misses is an error, never an empty place."""
    made = Environment(
        loader=PackageLoader("bot.web.hall", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["words"] = words
    return made


def prepare() -> None:
    """Reads all templates, which takes a tenth of a second, before anybody waits for it."""
    for name in templates().list_templates():
        templates().get_template(name)


async def page(
    request: web.Request, base: str, hall: OpenHall, name: str, parts: Mapping[str, object]
) -> web.Response:
    """A page of a hall; `base` is the path before all pages."""

    def made() -> bytes:
        template = templates().get_template(f"{name}.html")
        shown = {"base": base, "root": hall.root, "hall": hall.hall, "here": name}
        return template.render(**shown, **parts).encode()

    # Beside the rulings, not between them.
    response = whole(request, await asyncio.to_thread(made), "text/html")
    hall.say_whether_listed(response)
    return response


def whole(request: web.Request, body: bytes, kind: str) -> web.Response:
    """An answer that the browser keeps, and asks whether it is still so; packed if large."""
    made = web.Response(body=body, content_type=kind, charset="utf-8")
    response = unless_known(request, made)
    response.headers["Vary"] = "Accept-Encoding"
    if response is made and len(body) >= SMALLEST_PACKED:
        response.enable_compression()
    return response
