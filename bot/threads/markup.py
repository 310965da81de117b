"""BBCode or Markdown of any forum: what is announced is written in it, people's words do nothing.

Forums link bare addresses, mention whoever stands behind an at sign (NodeBB even behind a
backslash) and draw what stands between colons. A sign that can't be seen, put behind each of those,
prevents it; BBCode needs nothing but that sign behind an opening bracket too.
"""

import re
from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from bot.referee.events import Player
from bot.wording.voice import LONGEST_PLAIN, Voice
from bot.wording.writing import tidy

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


_HANDLE = re.compile(r"\w(?:[\w.-]{0,38}\w)?")


class ThreadVoice(Voice):
    """BBCode or Markdown; of people, those who are `called` are mentioned, others are named."""

    longest_quote = LONGEST_PLAIN

    def __init__(self, markup: Markup, called: Collection[str] = ()) -> None:
        self.markup = markup
        self._called = called

    def mention(self, player: Player) -> str:
        """The player behind an at sign, where the name can stand there."""
        if player.id in self._called and _HANDLE.fullmatch(player.name):
            return f"@{player.name}"
        return self.name(player)

    def strong(self, text: str) -> str:
        return f"[b]{text}[/b]" if self.markup is Markup.BBCODE else f"**{text}**"

    def small(self, text: str) -> str:
        return f"[i]{text}[/i]" if self.markup is Markup.BBCODE else f"*{text}*"

    def countdown(self, at: datetime) -> str:
        """The moment itself: no forum counts down."""
        return f"{at:%Y-%m-%d %H:%M} UTC"

    def room(self, room: str) -> str:
        return self.harmless(room, self.longest_name)

    def command(self, words: str) -> str:
        """A command as it is called elsewhere: nobody takes it in a topic that was saved."""
        return f"“{words}”"

    def harmless(self, text: str, longest: int) -> str:
        """No BBCode or Markdown, mention, link or picture."""
        make = harmless_bbcode if self.markup is Markup.BBCODE else harmless
        return make(text, longest)
