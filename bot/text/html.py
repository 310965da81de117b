"""A post's HTML → its own lines: what is quoted, hidden or taken back is not among them.

A forum sends a post as the page shows it, so that no markup of any forum has to be known here.
What the author quotes is somebody else's, a signature stands under every post, and code, details
and spoilers show what might be played: all of that is dropped. A line in which something is struck
through, or hidden in the middle of it, is kept but is `talk`: the rest of it must not become a
turn. So is a table. The lines of a list of several items begin with `ITEM`, as they do in chat.

A parser of HTML asks of many a tag what is open around it. Quotes in quotes a hundred thousand deep
would keep it busy for minutes; browsers stop at some depth, and so does this: what lies deeper than
500 elements is no turn of anybody's, and is taken out first. One pass over the tags; how browsers
cut a text into tags is followed closely enough that a page which a forum made is cut nowhere else.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from selectolax.lexbor import LexborHTMLParser, LexborNode

LONGEST_HTML = 100_000
"""Characters; a longer post is talk."""
LONGEST_ALT = 40
"""Characters of the name of an emoji."""
ITEM = "- "
PICTURE = "\N{REPLACEMENT CHARACTER}"
"""Stands for a picture: a line with one is no turn, whatever its alt text says."""
_EMOJI, _DOUBT = "🙂", "❔"
"""For an emoji of the forum's own, of which only the name is known; the other asks or denies."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DROPPED = _names(
    """
    blockquote aside pre details script style template noscript iframe video audio object svg head
    title textarea select button form
    """
)
_BLOCKS = _names(
    """
    p div br hr ul ol li dl dt dd table thead tbody tr td th h1 h2 h3 h4 h5 h6 section article
    header footer figure figcaption center address main nav body html
    """
)
_LISTS = frozenset(["ul", "ol"])
_STRUCK = frozenset(["s", "del", "strike"])
_EMOJI_NAMES = _names("emoji smilies smilie smiley smile inlineimg")
"""The class of an emoji that is drawn: Discourse and NodeBB, phpBB, XenForo and MyBB, SMF, …"""
_DOUBTS = re.compile(
    r"\?|question|think|thought|hmm|huh|unsure|undecided|confus|doubt|monocle|eyebrow|shrug"
    r"|cross|(?<![a-z])(?:no|x)(?![a-z])|no_|stop|octagonal|thumbs_?down|-1|:[-^]?[/\\sS](?![a-zA-Z])",
    re.IGNORECASE,
)
"""In the name of such an emoji: whatever it stands beside may mean something else, as in chat."""
# Quotes, what a reply answers, code, signatures and notes of edits, as forums name them.
_NOT_SAID = _names(
    """
    quote quotebox quotetitle quoteheader bbcode_quote mycode_quote bbc_standard_quote
    bbc_alternate_quote bbCodeBlock bbCodeBlock--quote bbCodeQuote topslice_quote quote-container
    codebox codeblock codeheader bbc_code code_block mycode_code bbcode_code bbcode_container
    signature message-signature post-signature moderatorbar signature-container
    notice message-lastEdit modified lastedit postedited edited_post post_edit
    post-notice post__edited
    embedded-posts reply-to-tab
    poll poll-container inline-attachment
    """
)
_SPOILER, _SPOILER_BODY = "spoil", "sp-body"
"""In a class: `spoiler`, `bbCodeInlineSpoiler`, `ns-spoiler`, `spoilwrapper`, …; or as it."""
_NOT_SAID_PARTS = frozenset({"post/parent", "post/quote", "post/signature"})
"""NodeBB names the parts of its pages itself."""


@dataclass(frozen=True, slots=True)
class HtmlLine:
    """One line of a post; in `talk` something was taken back or hidden, so it is no turn."""

    text: str
    talk: bool = False


def lines_of(html: str) -> tuple[HtmlLine, ...]:
    """The author's own lines of a post, none of them empty; none at all of one that is too long."""
    if len(html) > LONGEST_HTML:
        return ()
    body = LexborHTMLParser(html).body
    return () if body is None else lines_in(body)


def lines_in(node: LexborNode) -> tuple[HtmlLine, ...]:
    """The same of a post in a page that has been parsed."""
    return tuple(_lines(node))


class _Sign(Enum):
    """What stands between the words: a line ends; something hidden, or a list, begins or is over.

    Lists begin and end with a line.
    """

    BREAK = auto()
    HIDE = auto()
    SHOW = auto()
    LIST = auto()
    END = auto()


def _lines(top: LexborNode) -> Iterator[HtmlLine]:
    words: list[str] = []
    talk, hidden, lists = False, 0, 0
    for step in (*_steps(top), _Sign.BREAK):
        if isinstance(step, str):
            words.append(step)
            talk = talk or bool(hidden and step.strip())
        elif step in (_Sign.HIDE, _Sign.SHOW):
            hidden += 1 if step is _Sign.HIDE else -1
        else:
            if text := " ".join("".join(words).split()):
                yield HtmlLine(f"{ITEM}{text}" if lists else text, talk)
            words, talk = [], False
            lists += (step is _Sign.LIST) - (step is _Sign.END)


def _steps(top: LexborNode) -> Iterator[str | _Sign]:
    """The words below a node and the signs between them, in their order.

    No recursion: whoever writes a post decides how deep it is nested.
    """
    waiting: list[LexborNode | str | _Sign] = list(_children(top))
    while waiting:
        node = waiting.pop()
        if isinstance(node, str | _Sign):
            yield node
        elif node.is_text_node:
            yield node.text_content or ""
        elif node.tag == "img":
            yield f" {_picture(node)} "
        elif node.is_element_node:
            before, after = _around(node)
            yield before
            if after is not None:
                waiting.append(after)
                waiting += _children(node)


def _picture(node: LexborNode) -> str:
    """An emoji is drawn as a picture, and is the sign that it stands for."""
    attributes = node.attributes
    alt = attributes.get("alt") or ""
    if _EMOJI_NAMES.isdisjoint((attributes.get("class") or "").split()) or len(alt) > LONGEST_ALT:
        return PICTURE
    if alt and not alt.isascii():
        return alt
    words = f"{alt} {(attributes.get('title') or '')[:LONGEST_ALT]}"
    return _DOUBT if _DOUBTS.search(words) else _EMOJI


def _children(node: LexborNode) -> Iterator[LexborNode]:
    """The last one first."""
    child = node.last_child
    while child is not None:
        yield child
        child = child.prev


def is_dropped(node: LexborNode) -> bool:
    """Whether nothing in an element is said by the post's author, here and openly."""
    tag, attributes = node.tag or "", node.attributes
    names = (attributes.get("class") or "").split()
    return (
        tag in _DROPPED
        or not _NOT_SAID.isdisjoint(names)
        or attributes.get("component") in _NOT_SAID_PARTS
        or (tag in _BLOCKS and _is_spoiler(names))
    )


def _is_spoiler(names: list[str]) -> bool:
    return any(_SPOILER in name.casefold() or name == _SPOILER_BODY for name in names)


def _around(node: LexborNode) -> tuple[str | _Sign, str | _Sign | None]:
    """What an element begins and ends with; it ends with None where all of it is dropped."""
    if is_dropped(node):
        return _Sign.BREAK, None
    tag, attributes = node.tag or "", node.attributes
    struck = tag in (*_STRUCK, "table") or "line-through" in (attributes.get("style") or "")
    if struck or _is_spoiler((attributes.get("class") or "").split()):
        return _Sign.HIDE, _Sign.SHOW
    if tag in _LISTS and sum(child.tag == "li" for child in _children(node)) > 1:
        return _Sign.LIST, _Sign.END
    return (_Sign.BREAK, _Sign.BREAK) if tag in _BLOCKS else ("", "")


DEEPEST = 500
_BLANK = r"[ \t\n\f\r]"
_ATTRIBUTE = (
    rf"(?:{_BLANK}|/)*+[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+"
    rf"(?:{_BLANK}*+={_BLANK}*+"
    r"(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^ \t\n\f\r>\"'][^ \t\n\f\r>]*+)?+)?+"
)
_TAG = re.compile(
    r"<!--(?:-?>|(?s:.*?)(?:--!?>|\Z))|<[!?][^>]*+(?:>|\Z)"
    rf"|<(?P<end>/?)(?P<name>[a-zA-Z][^ \t\n\f\r/>]*+)(?:{_ATTRIBUTE})*+(?:{_BLANK}|/)*+(?:>|\Z)"
)
_VOID = frozenset(
    (
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr", "path", "use", "circle"),
    )
)
"""Elements without an end tag; of vector graphics, those that have one and nothing in it."""
_RAW = {
    name: re.compile(f"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "iframe", "noframes", "xmp")
}
_CLOSES_ITSELF = frozenset(["p", "li", "dt", "dd", "option", "tr", "td", "th"])


def shallow(html: str) -> str:
    """The page without all that lies deeper than `DEEPEST` elements."""
    pieces: list[str] = []
    nesting = _Nesting()
    start = end = 0
    while (tag := _TAG.search(html, end)) is not None:
        end = tag.end()
        name = (tag["name"] or "").casefold()
        if not name:
            continue
        was_deep = nesting.too_deep
        if tag["end"]:
            nesting.close(name)
        elif name not in _VOID:
            nesting.open(name)
            if name in _RAW and not nesting.in_picture:
                over = _RAW[name].search(html, end)
                end = len(html) if over is None else over.start()
        if was_deep and not nesting.too_deep:
            # The tag that ends the last element which is too deep goes with it.
            start = end
        elif nesting.too_deep and not was_deep:
            pieces.append(html[start : tag.start()])
    if not nesting.too_deep:
        pieces.append(html[start:])
    return "".join(pieces)


class _Nesting:
    """The elements that are open."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._count: Counter[str] = Counter()

    @property
    def too_deep(self) -> bool:
        return len(self._open) > DEEPEST

    @property
    def in_picture(self) -> bool:
        """Whether a vector graphic is open, in which a title or style is like any element."""
        return bool(self._count["svg"] or self._count["math"])

    def open(self, name: str) -> None:
        if name in _CLOSES_ITSELF and self._open and self._open[-1] == name:
            return
        self._open.append(name)
        self._count[name] += 1

    def close(self, name: str) -> None:
        """Ends the innermost element of a name with all in it; a stray end tag ends nothing."""
        while self._count[name]:
            last = self._open.pop()
            self._count[last] -= 1
            if last == name:
                return
