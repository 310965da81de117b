"""How people's words and the referee's are written on Discord: its signs are read, and escaped.

Somebody writes `@Ann D7 F8` and Discord sends `<@123> D7 F8`; a custom emoji comes as
`<:nice:99>`. Both only decorate a turn, and so become the one neutral sign for that, whatever they
are called. A text copied from Discord's API has them too, so that records are read with this.
"""

import re
from datetime import datetime

from discord.utils import escape_mentions, format_dt

from bot.engine.plaintext import OBJECT, unseen
from bot.referee.events import Player
from bot.wording.voice import Voice, tidy

_MARKUP = re.compile(r"<@[!&]?[0-9]{1,20}>|<a?:\w{1,40}:[0-9]{1,20}>")
_KEPT = re.compile(r"(\{[^{}]*\}|^\[[A-Za-z]+ .*\]$)", re.MULTILINE)
"""A record's comments and header tags, which are kept as they were written."""


def neutral(text: str) -> str:
    """The text of a message with a neutral sign for each mention and each custom emoji."""
    return _MARKUP.sub(OBJECT, unseen(text))


def neutral_record(text: str) -> str:
    """A file's text with neutral signs, but not in the comments and headers of records."""
    pieces = _KEPT.split(text)
    return "".join(piece if number % 2 else neutral(piece) for number, piece in enumerate(pieces))


# discord.py's escape_markdown leaves links as they are, and numbers at the start of a line.
_MARKDOWN = re.compile(r"([\\`*_~|\[\]])")
_START = re.compile(r"^(\d*)([#>.)-])")
_LINK = re.compile(r"(:|\w\.\w+)(/)")
_JOINER = "\u2060"
"""A sign that can't be seen; no link goes on across it."""


class DiscordVoice(Voice):
    """Discord's markdown, mentions and timestamps."""

    longest_name = 32

    def sees_mended(self, why: str) -> bool:  # noqa: ARG002
        """The gateway tells of rights and rooms, and they are looked at every minute."""
        return True

    def harmless(self, text: str, longest: int) -> str:
        """A person's words without markdown, mention, link, bidi or stacked marks."""
        return harmless(text, longest)

    def mention(self, player: Player) -> str:
        """A mention; it notifies only if the announcement's allowed mentions say so."""
        return f"<@{player.id}>" if player.id.isdigit() else self.name(player)

    def small(self, text: str) -> str:
        return f"-# {text}"

    def countdown(self, at: datetime) -> str:
        """A moment that the reader's client counts down to."""
        return format_dt(at, "R")

    def moment(self, at: datetime, zone: str) -> str:  # noqa: ARG002
        """A moment that the reader's client shows in their own time, and counts down to."""
        return f"{format_dt(at, 'F')} ({format_dt(at, 'R')})"

    def room(self, room: str) -> str:
        """A link to a channel or thread."""
        return f"<#{room}>"

    def command(self, words: str) -> str:
        """A slash command; as code, so that it stays on one line."""
        return f"`/{words}`"

    def role(self, role: str) -> str:
        """A role's mention; nobody is notified, as no announcement allows roles."""
        return f"<@&{role}>"


def harmless(text: str, longest: int) -> str:
    """A person's words on one line: no markdown, mention, link, bidi or stacked marks."""
    line = _START.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", tidy(text, longest)))
    # Tags that Discord fills in (a person, a time, a command) begin so.
    line = escape_mentions(line.replace("<", "‹"))
    return _LINK.sub(f"\\1{_JOINER}\\2", line)
