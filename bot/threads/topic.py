"""A topic as somebody saved it: pages of HTML, which may overlap, or plain text → its posts."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.threads import values
from bot.threads.files import text_of_file
from bot.threads.markup import Markup
from bot.threads.pages import is_page, read_page
from bot.threads.plain import posts_in
from bot.wording import threads

_BEGINS = (
    re.compile(r"<!doctype\s+html\b", re.IGNORECASE),
    re.compile(r"<html[\s>]", re.IGNORECASE),
)


def read_topic(saved: Iterable[bytes]) -> values.Topic:
    """The topic that saved pages show; ThreadError says why they can't be read."""
    files = list(saved)
    if sum(map(len, files)) > values.LARGEST_INPUT:
        raise values.ThreadError(threads.TOO_LARGE)
    written = [text for text in map(text_of_file, files) if text.strip()]
    if any(is_page(text) for text in written):
        topic = _saved(written)
    else:
        posts = posts_in("\n".join(written))
        topic = values.Topic(posts, len(posts))
    if not topic.posts:
        raise values.ThreadError(threads.NO_POSTS)
    _check_authors(topic.posts)
    return topic


def _check_authors(posts: Sequence[values.Post]) -> None:
    authors = (post.author for post in reversed(posts) if post.author != values.NOBODY_KNOWN)
    names = {author.key: author.name for author in authors}
    if not names:
        raise values.ThreadError(threads.NO_AUTHORS)
    if len(names) == 1:
        raise values.ThreadError(threads.one_author_text(*names.values()))


def _one_by_one(text: str) -> Sequence[str]:
    """The pages of a text: somebody may have pasted one behind another, in any order."""
    for begin in _BEGINS:
        starts = [match.start() for match in begin.finditer(text)]
        if len(starts) > 1:
            return [
                text[: starts[1]],
                *(text[one:two] for one, two in pairwise((*starts[1:], None))),
            ]
    return (text,)


def _saved(texts: Sequence[str]) -> values.Topic:
    """The posts of pages of HTML, each once: where pages overlap, the first text seen counts."""
    pages: list[values.Page] = []
    for number, text in enumerate(texts, start=1):
        read = [page for part in _one_by_one(text) if (page := read_page(part)) is not None]
        if not read:
            raise values.ThreadError(
                threads.NO_POSTS if len(texts) == 1 else threads.no_posts_text(number)
            )
        pages += read
    counted = all(post.count is not None for page in pages for post in page.posts)
    pages = [replace(page, posts=_oldest_first(page.posts, counted)) for page in pages]
    # A shell puts page10 before page2; the last posts of pages tell how they follow each other.
    pages.sort(key=lambda page: _place(page.posts[-1], counted))
    gaps = _gaps(pages, counted)
    certain: set[tuple[str, str]] = set()
    by_id: dict[tuple[str, str], values.Post] = {}
    for page in pages:
        for post in page.posts:
            key = (page.software, post.id)
            by_id.setdefault(key, post if counted else replace(post, count=None))
            if _is_certain(gaps, page, post):
                certain.add(key)
    markdown = all(page.markup is Markup.MARKDOWN for page in pages)
    markup = Markup.MARKDOWN if markdown else Markup.BBCODE
    posts = list(by_id.values())
    if counted:
        # A page with the newest posts may have the opening one too.
        posts.sort(key=lambda post: _place(post, counted))
    return values.Topic(tuple(posts), len(certain), markup, gaps)


def _place(post: values.Post, counted: bool) -> int:
    """What posts are put in order by: their places in the topic, else the forum's numbers."""
    return int(post.id) if post.count is None or not counted else post.count


def _oldest_first(posts: tuple[values.Post, ...], counted: bool) -> tuple[values.Post, ...]:
    """The posts as the page has them, unless it shows the newest first.

    Mostly, for such a page may repeat the opening post on top; and a post that waited for approval
    may stand among others with a higher number.
    """
    places = [_place(post, counted) for post in posts]
    steps = [before < after for before, after in pairwise(places)]
    rising = steps.count(True) >= steps.count(False)
    return posts if rising else tuple(sorted(posts, key=lambda post: _place(post, counted)))


def _gaps(pages: Sequence[values.Page], counted: bool) -> values.Gaps | None:
    """What of the topic no page shows.

    Where a topic has numbers for posts that nobody sees any more, it is whole if it has as many
    posts as its pages say. What is missing behind the last post, the pages tell otherwise.
    """
    shown: Collection[int] = {page.number for page in pages if page.number is not None}
    last, total = max(page.last for page in pages), max(page.total for page in pages)
    behind = values.Gaps(values.PAGES, ((max(shown, default=len(pages)) + 1, 0),))
    if counted:
        places = {_place(post, counted) for page in pages for post in page.posts}
        places = places.union(*(page.others for page in pages))
        gaps = None if len(places) >= total > 0 else _between(values.POSTS, places, total)
        if gaps or total:
            return gaps
        behind = values.Gaps(values.POSTS, ((max(places) + 1, 0),))
        shown = range(1, max(shown, default=last) + 1)
    return _between(values.PAGES, shown, last) or (behind if pages[-1].goes_on else None)


def _between(unit: str, shown: Collection[int], last: int) -> values.Gaps | None:
    """The gaps between numbers up to the last there is; none where no number is known."""
    spans = tuple(
        (before + 1, after - 1)
        for before, after in pairwise((0, *sorted(shown), max(last, *shown, 0) + 1))
        if after > before + 1
    )
    return values.Gaps(unit, spans, last) if spans and shown else None


def _is_certain(gaps: values.Gaps | None, page: values.Page, post: values.Post) -> bool:
    """Whether a post stands before all that is missing."""
    place = post.count if gaps and gaps.unit == values.POSTS else page.number
    return gaps is None or (place or 0) < gaps.spans[0][0]
