"""How the referee writes on Discord: it uses markdown, and escapes it in people's words."""

import re
from datetime import datetime

from discord.utils import escape_mentions, format_dt

from bot.referee.events import Player
from bot.wording.voice import Voice
from bot.wording.writing import tidy

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
