"""A topic as somebody saved it: pages of HTML, which may overlap, or plain text → its posts."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.threads.pages import is_page, posts_of
from bot.threads.plain import posts_in
from bot.threads.software import Software
from bot.threads.values import LARGEST_INPUT, Markup, Post, ThreadError, Topic
from bot.wording.threads import NO_POSTS, TOO_LARGE, no_posts_text, one_author_text

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_-]{2,30})", re.IGNORECASE)
_HEAD = 4096
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


def read_topic(saved: Iterable[bytes]) -> Topic:
    """The topic that saved pages show; ThreadError says why they can't be read."""
    pages = list(saved)
    if sum(map(len, pages)) > LARGEST_INPUT:
        raise ThreadError(TOO_LARGE)
    texts = [_decoded(page) for page in pages]
    written = [text for text in texts if text.strip()]
    if any(is_page(text) for text in written):
        topic = _saved(written)
    else:
        topic = Topic(posts_in("\n".join(written)))
    if not topic.posts:
        raise ThreadError(NO_POSTS)
    first = topic.posts[0].author
    if all(post.author.key == first.key for post in topic.posts):
        raise ThreadError(one_author_text(first.name))
    return topic


def _decoded(page: bytes) -> str:
    """The page as text: in UTF-8, or in what the page says of itself.

    Bytes that are no text become signs that are no words of a game.
    """
    for mark, encoding in _MARKS:
        if page.startswith(mark):
            return page.decode(encoding, errors="replace")
    try:
        return page.decode()
    except UnicodeDecodeError:
        told = _CHARSET.search(page[:_HEAD])
    try:
        return page.decode(told[1].decode() if told else "utf-8", errors="replace")
    except LookupError:
        return page.decode(errors="replace")


def _saved(texts: Sequence[str]) -> Topic:
    """The posts of pages of HTML, each once: where pages overlap, the first text seen counts."""
    pages: list[tuple[Software, Sequence[Post]]] = []
    for number, text in enumerate(texts, start=1):
        found = posts_of(text)
        if found is None:
            raise ThreadError(NO_POSTS if len(texts) == 1 else no_posts_text(number))
        pages.append((found[0], _oldest_first(found[1])))
    # A shell puts page10 before page2; the last posts of pages tell how they follow each other.
    pages.sort(key=lambda page: page[1][-1].place)
    kept: dict[tuple[str, str], Post] = {}
    for software, posts in pages:
        for post in posts:
            kept.setdefault((software.name, post.id), post)
    markdown = all(software.markup is Markup.MARKDOWN for software, _ in pages)
    return Topic(tuple(kept.values()), Markup.MARKDOWN if markdown else Markup.BBCODE)


def _oldest_first(posts: Sequence[Post]) -> Sequence[Post]:
    """The posts as the page has them, unless it shows the newest first.

    Mostly, for such a page may repeat the opening post on top; and a post that waited for approval
    may stand among others with a higher number.
    """
    steps = [before.place < after.place for before, after in pairwise(posts)]
    rising = steps.count(True) >= steps.count(False)
    return posts if rising else sorted(posts, key=lambda post: post.place)
