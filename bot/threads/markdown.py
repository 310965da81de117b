"""People's words in a forum's markup: none of their markup, mentions, links or pictures works.

Forums link bare addresses, mention whoever stands behind an at sign (NodeBB even behind a
backslash) and draw what stands between colons. A sign that can't be seen, put behind each of those,
prevents it; BBCode needs nothing but that sign behind an opening bracket too.
"""

import re
from enum import StrEnum

from bot.wording.voice import tidy

_JOINER = "\u2060"
_MARKDOWN = re.compile(r"([\\`*_~|\[\]{}()<>#&$!^=+])")
_START = re.compile(r"^(\s*\d*)([-+.)>=#:])")
_HOLDS = re.compile(r"([@:.])(?=\S)")
_BRACKET = re.compile(r"(\[)(?=\S)")
_PRIVATE = re.compile("[\ue000-\uf8ff]")


class Markup(StrEnum):
    """How forums write bold, names and pictures, in what is posted next."""

    BBCODE = "bbcode"
    MARKDOWN = "markdown"


def harmless(text: str, longest: int) -> str:
    """A person's words on one line of Markdown: no markup, mention, link, picture or command."""
    line = _START.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", one_line(text, longest)))
    return _HOLDS.sub(f"\\1{_JOINER}", line)


def harmless_bbcode(text: str, longest: int) -> str:
    """The same on one line of BBCode."""
    line = _BRACKET.sub(f"\\1{_JOINER}", one_line(text, longest))
    return _HOLDS.sub(f"\\1{_JOINER}", line)


def one_line(text: str, longest: int) -> str:
    """A person's words without line ends, and without signs that have no meaning to people."""
    return _PRIVATE.sub("", tidy(text, longest))
