"""How announcements are written that somebody else posts: as BBCode or Markdown of any forum."""

import re
from collections.abc import Collection
from datetime import datetime

from bot.referee.events import Player
from bot.threads.markdown import harmless, harmless_bbcode
from bot.threads.markup import Markup

LONGEST_NAME = 40
LONGEST_PLAIN = 1000
_HANDLE = re.compile(r"\w(?:[\w.-]{0,38}\w)?")


class ThreadVoice:
    """BBCode or Markdown; of people, those who are `called` are mentioned, others are named."""

    def __init__(self, markup: Markup, called: Collection[str] = ()) -> None:
        self.markup = markup
        self._called = called

    def mention(self, player: Player) -> str:
        """The player behind an at sign, where the name can stand there."""
        if player.id in self._called and _HANDLE.fullmatch(player.name):
            return f"@{player.name}"
        return self.name(player)

    def name(self, player: Player) -> str:
        """The player's name, with nothing in it that does anything."""
        return self._harmless(player.name, LONGEST_NAME) or "somebody"

    def quote(self, text: str) -> str:
        """Somebody's words on one line."""
        return f"“{self._harmless(text, LONGEST_PLAIN)}”"

    def plain(self, text: str) -> str:
        """Our words with somebody's among them, on one line."""
        return self._harmless(text, LONGEST_PLAIN)

    def strong(self, text: str) -> str:
        """Bold."""
        return f"[b]{text}[/b]" if self.markup is Markup.BBCODE else f"**{text}**"

    def small(self, text: str) -> str:
        """Fine print, in italics."""
        return f"[i]{text}[/i]" if self.markup is Markup.BBCODE else f"*{text}*"

    def countdown(self, at: datetime) -> str:
        """The moment itself: no forum counts down."""
        return f"{at:%Y-%m-%d %H:%M} UTC"

    def room(self, room: str) -> str:
        """Rooms have no names here."""
        return self._harmless(room, LONGEST_NAME)

    def command(self, words: str) -> str:
        """A command as it is called elsewhere: nobody takes it in a topic that was saved."""
        return f"“{words}”"

    def role(self, role: str) -> str:
        """Forums have groups, which are not asked for."""
        return self._harmless(role, LONGEST_NAME)

    def _harmless(self, text: str, longest: int) -> str:
        make = harmless_bbcode if self.markup is Markup.BBCODE else harmless
        return make(text, longest)
