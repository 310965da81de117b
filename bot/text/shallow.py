"""A page without what is nested too deeply for any reader, so that reading it takes linear time.

A parser of HTML asks of many a tag what is open around it. Quotes in quotes a hundred thousand deep
would keep it busy for minutes; browsers stop at some depth, and so does this. What lies deeper than
500 elements is no turn of anybody's. One pass over the tags; how browsers cut a text into tags is
followed closely enough that a page which a forum made is cut nowhere else.
"""

import re
from collections import Counter

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
