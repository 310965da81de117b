"""A saved page of a forum → its posts.

Whoever saves page 2 of a topic has the software's whole page: menus, profiles, signatures, what a
post answers, and posts shown again inside others. Of each post, the outermost element that the
software's row names is read, and in it the first body that is not part of something dropped.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bot.threads.html import LONGEST_HTML, is_dropped, lines_in
from bot.threads.shallow import shallow
from bot.threads.software import SOFTWARE, STAMPS, Places, Software
from bot.threads.values import Author, Post
from bot.wording.tidy import tidy

LONGEST_NAME = 60
_MARKUP = re.compile(
    r"<(?:!doctype|html|head|body|div|article|section|main|table|tr|ul|ol|li|p|br)\b", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]{1,18}")
_LEAST_MILLISECONDS = 100_000_000_000
"""A stamp below this, in the year 5138, is told in seconds."""


def is_page(text: str) -> bool:
    """Whether a text is HTML."""
    return _MARKUP.search(text) is not None


def posts_of(html: str) -> tuple[Software, tuple[Post, ...]] | None:
    """The posts of a page and the software it is of; None if it is of none that is known."""
    page = LexborHTMLParser(shallow(html))
    found = [(one, tuple(_posts(page, one))) for one in SOFTWARE]
    best = max(found, key=lambda pair: len(pair[1]))
    return best if best[1] else None


def _posts(page: LexborHTMLParser, software: Software) -> Iterator[Post]:
    elements = page.css(software.post)
    known = {element.mem_id for element in elements}
    for element in elements:
        inside = any(above.mem_id in known for above in _above(element))
        number = _NUMBER.search(_found(element, software.number))
        fits = software.fits.match(element.attributes.get("id") or "")
        name = tidy(_found(element, software.author), LONGEST_NAME)
        body = _own(element, software.body)
        if inside or number is None or not fits or not name or body is None:
            continue
        place = _NUMBER.fullmatch(element.attributes.get(software.place) or "")
        key = _found(element, software.author_id)
        yield Post(
            id=number[0],
            author=Author(key if key not in ("", "0") else f"~{name.casefold()}", name),
            lines=lines_in(body) if len(body.html or "") <= LONGEST_HTML else (),
            at=_stamp(element, body),
            place=int((place or number)[0]),
        )


def _above(node: LexborNode) -> Iterator[LexborNode]:
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def _own(post: LexborNode, selector: str) -> LexborNode | None:
    """The first such element of a post that is not in a quote, a preview or a signature."""
    return next((one for one in post.css(selector) if not _is_aside(one, post)), None)


def _is_aside(node: LexborNode, post: LexborNode) -> bool:
    for above in _above(node):
        if above.mem_id == post.mem_id:
            return False
        if is_dropped(above):
            return True
    return True


def _found(post: LexborNode, places: Places) -> str:
    """The first value that is not empty."""
    for selector, attribute in places:
        for node in post.css(selector) if selector else [post]:
            if node.mem_id != post.mem_id and _is_aside(node, post):
                continue
            value = node.attributes.get(attribute) if attribute else _text(node)
            if value and value.strip():
                return value.strip()
    return ""


def _text(node: LexborNode) -> str:
    return " ".join(line.text for line in lines_in(node)[:1])


def _stamp(post: LexborNode, body: LexborNode) -> datetime | None:
    """The first stamp on a post or in it that a machine can read; those of quotes are not its."""
    for node in (post, *post.css(", ".join(f"[{name}]" for name in STAMPS))):
        if node.mem_id != post.mem_id and (_is_aside(node, post) or _is_in(node, body)):
            continue
        for name in STAMPS:
            at = read_stamp(node.attributes.get(name) or "")
            if at is not None:
                return at
    return None


def _is_in(node: LexborNode, body: LexborNode) -> bool:
    return any(above.mem_id == body.mem_id for above in (node, *_above(node)))


def read_stamp(text: str) -> datetime | None:
    """A moment as pages hold it: ISO 8601 with a zone, or seconds or milliseconds since 1970."""
    try:
        if _NUMBER.fullmatch(text):
            number = int(text)
            seconds = number / 1000 if number >= _LEAST_MILLISECONDS else number
            return datetime.fromtimestamp(seconds, UTC)
        at = datetime.fromisoformat(text)
        return None if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
