"""A saved page of a forum → its posts.

Whoever saves page 2 of a topic has the software's whole page: menus, profiles, signatures, what a
post answers, and posts shown again inside others. Of each post, the outermost element that the
software's row names is read, and in it the first body that is not part of something dropped; what
it quotes is not taken for its own.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bot.text.html import LONGEST_HTML, PICTURE, is_dropped, lines_in, shallow
from bot.threads.software import SOFTWARE, STAMPS, Places, Software
from bot.threads.values import NOBODY_KNOWN, Author, Page, Post, read_stamp
from bot.wording import threads
from bot.wording.writing import tidy


def above(node: LexborNode) -> Iterator[LexborNode]:
    """What an element lies in, the innermost first."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def own(post: LexborNode, selector: str) -> LexborNode | None:
    """The first such element of a post that is not in a quote, a preview or a signature."""
    return next((element for element in post.css(selector) if not is_aside(element, post)), None)


def is_aside(node: LexborNode, post: LexborNode) -> bool:
    """Whether an element lies in something of a post that its author does not say there."""
    for outer in above(node):
        if outer.mem_id == post.mem_id:
            return False
        if is_dropped(outer):
            return True
    return True


def is_in(node: LexborNode, outer: LexborNode) -> bool:
    """Whether an element is another, or lies in it."""
    return any(node_above.mem_id == outer.mem_id for node_above in (node, *above(node)))


def values(post: LexborNode, places: Places, body: LexborNode | None = None) -> Iterator[str]:
    """What stands in those places of a post, outside of its author's own words: never empty."""
    for selector, attribute in places:
        for node in post.css(selector) if selector else [post]:
            itself = node.mem_id == post.mem_id
            if not itself and (is_aside(node, post) or (body is not None and is_in(node, body))):
                continue
            value = node.attributes.get(attribute) if attribute else text_of(node)
            if value and value.strip():
                yield value.strip()


def text_of(node: LexborNode) -> str:
    """The first line of an element, without pictures: one shows whether somebody is online."""
    lines = (line.text.replace(PICTURE, "").strip() for line in lines_in(node))
    return next(filter(None, lines), "")


LONGEST_NAME = 60
_MARKUP = re.compile(
    r"<(?:!doctype|html|head|body|div|article|section|main|table|tr|ul|ol|li|p|br)\b", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]{1,18}")
_NUMBER_IN_TEXT = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3}){1,2}(?![0-9])|[0-9]{1,9}")
_NEXT = 'link[rel="next"], a[rel="next"]:not(.h-disabled)'
"""The arrow of vBulletin 5 stands on the last page too, and is disabled there."""
_COUNT = re.compile(r"(?:#\s*|post_)?([0-9]{1,3}(?:[.,\s][0-9]{3}){1,2}|[0-9]{1,9})")
"""A post's place in its topic: `21`, `#21`, `#1,021`, `post_21`; a comment's `#2.1` is none."""


def is_page(text: str) -> bool:
    """Whether a text is HTML."""
    return _MARKUP.search(text) is not None


def read_page(html: str) -> Page | None:
    """The posts of a page and the software it is of; None if it is of none that is known."""
    parsed = LexborHTMLParser(shallow(html))
    pages: dict[str, Page] = {}
    for software in SOFTWARE:
        page = _page(parsed, software)
        seen = pages.get(page.software)
        pages[page.software] = page if seen is None else seen.joined(page)
    best = max(pages.values(), key=lambda page: len(page.posts))
    return best if best.posts else None


def _page(parsed: LexborHTMLParser, software: Software) -> Page:
    posts = tuple(_posts(parsed, software))
    others = (_count(one, software.count, software) for one in _all(parsed, software.others))
    totals = values(parsed.root, software.total) if parsed.root else ()
    numbers = (number for total in totals for number in _NUMBER_IN_TEXT.findall(total)[-1:])
    total = next(map(_whole, numbers), 0)
    return Page(
        software=software.name,
        markup=software.markup,
        posts=_placed(posts, total) if software.counts_as_shown else posts,
        others=frozenset(count for count in others if count is not None),
        number=next(_numbers(parsed, software.page), None),
        last=max(_numbers(parsed, software.pages), default=0),
        total=total,
        goes_on=parsed.css_first(_NEXT) is not None,
    )


def _numbers(parsed: LexborHTMLParser, selector: str) -> Iterator[int]:
    """The elements that are nothing but a number."""
    found = (_COUNT.fullmatch(text_of(one)) for one in _all(parsed, selector))
    return (_whole(number[1]) for number in found if number)


def _posts(parsed: LexborHTMLParser, software: Software) -> Iterator[Post]:
    elements = parsed.css(software.post)
    ids = {element.mem_id for element in elements}
    gone = {element.mem_id for element in _all(parsed, software.gone)}
    for element in elements:
        inside = any(outer.mem_id in ids for outer in above(element))
        number = _NUMBER.search(next(values(element, software.number), ""))
        fits = software.fits.match(element.attributes.get("id") or "")
        body = own(element, software.body)
        if not inside and number is not None and fits and body is not None:
            yield _post(element, software, number[0], body, gone)


def _post(
    element: LexborNode, software: Software, number: str, body: LexborNode, gone: Collection[int]
) -> Post:
    is_gone = bool(gone) and (
        any(one.mem_id in gone for one in (element, *above(element)))
        or any(one.mem_id in gone and not is_in(one, body) for one in element.css("*"))
    )
    is_long = len(body.html or "") > LONGEST_HTML
    unread = threads.GONE if is_gone else threads.TOO_LONG if is_long else ""
    author = _author(element, software, body)
    return Post(
        id=number,
        author=author,
        lines=() if unread else lines_in(body),
        at=_stamp(element, body),
        count=_count(element, software.count, software, body),
        unread=unread or (threads.NO_AUTHOR if author == NOBODY_KNOWN else ""),
    )


def _author(element: LexborNode, software: Software, body: LexborNode) -> Author:
    name = tidy(next(values(element, software.author, body), ""), LONGEST_NAME)
    if not name:
        return NOBODY_KNOWN
    key = next(values(element, software.author_id, body), "")
    return Author(key if key not in ("", "0") else f"~{name.casefold()}", name)


def _count(
    element: LexborNode, places: Places, software: Software, body: LexborNode | None = None
) -> int | None:
    """A post's place in its topic, from 1."""
    found = (_COUNT.fullmatch(value) for value in values(element, places, body))
    first = next((_whole(match[1]) for match in found if match), None)
    return None if first is None else first + 1 - software.first_count


def _placed(posts: tuple[Post, ...], total: int) -> tuple[Post, ...]:
    """The posts with their places in the topic, where they are counted as they are shown.

    The opening post stands on top in either order. Where the newest reply comes next, the total
    tells its place; without one nobody knows how many are missing.
    """
    replies = [(post.count, int(post.id)) for post in posts if post.count and post.count > 1]
    rises = [(one[0] < two[0]) == (one[1] < two[1]) for one, two in pairwise(replies)]
    if 2 * sum(rises) >= len(rises):
        return posts
    if total < max(count for count, _ in replies):
        return tuple(replace(post, count=None) for post in posts)
    return tuple(
        replace(post, count=total + 2 - post.count) if post.count and post.count > 1 else post
        for post in posts
    )


def _whole(digits: str) -> int:
    return int("".join(filter(str.isdecimal, digits)))


def _all(parsed: LexborHTMLParser, selector: str) -> list[LexborNode]:
    return parsed.css(selector) if selector else []


def _stamp(post: LexborNode, body: LexborNode) -> datetime | None:
    """The first stamp on a post or in it that a machine can read; those of quotes are not its."""
    for node in (post, *post.css(", ".join(f"[{name}]" for name in STAMPS))):
        if node.mem_id != post.mem_id and (is_aside(node, post) or is_in(node, body)):
            continue
        for name in STAMPS:
            at = read_stamp(node.attributes.get(name) or "")
            if at is not None:
                return at
    return None
