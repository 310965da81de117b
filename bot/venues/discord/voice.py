"""How the referee writes on Discord: markdown of its own, and none of anybody else's."""

import unicodedata
from datetime import datetime

from discord.utils import escape_markdown, escape_mentions, format_dt

from bot.referee.events import Player

LONGEST_NAME = 32
LONGEST_QUOTE = 200
MOST_MARKS = 2
"""Combining marks kept on one letter; more is decoration that climbs out of the line."""


class DiscordVoice:
    """Discord's markdown, mentions and timestamps."""

    def mention(self, player: Player) -> str:
        """A mention; it notifies only if the announcement's allowed mentions say so."""
        return f"<@{player.id}>"

    def name(self, player: Player) -> str:
        """The player's name without markdown, mentions, or marks that disturb the line."""
        return harmless(player.name, LONGEST_NAME) or "somebody"

    def quote(self, text: str) -> str:
        """Somebody's words on one line."""
        return f"“{harmless(text, LONGEST_QUOTE)}”"

    def strong(self, text: str) -> str:
        """Bold."""
        return f"**{text}**"

    def small(self, text: str) -> str:
        """Discord's subtext."""
        return f"-# {text}"

    def countdown(self, at: datetime) -> str:
        """A moment that the reader's client counts down to."""
        return format_dt(at, "R")

    def room(self, room: str) -> str:
        """A link to a channel or thread."""
        return f"<#{room}>"

    def role(self, role: str) -> str:
        """A role's mention; nobody is notified, as no announcement allows roles."""
        return f"<@&{role}>"


def harmless(text: str, longest: int) -> str:
    """A person's words on one line: no markdown, no mention, no bidi or stacked marks."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs"):
            kept.append(" " if kind in ("Cc", "Zl", "Zp") else "")
        elif marks <= MOST_MARKS:
            kept.append(sign)
    line = " ".join("".join(kept).split())
    if len(line) > longest:
        line = line[: longest - 1].rstrip() + "…"
    return escape_mentions(escape_markdown(line)).replace("<", "‹").replace("://", ":\u2060//")
