"""How announcements are written that somebody else posts: as BBCode or Markdown of any forum."""

import re
from collections.abc import Collection
from datetime import datetime

from bot.referee.events import Player
from bot.threads.markdown import Markup, harmless, harmless_bbcode
from bot.wording.voice import LONGEST_PLAIN, Voice

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
        return self.harmless(room, self.longest_name)

    def command(self, words: str) -> str:
        """A command as it is called elsewhere: nobody takes it in a topic that was saved."""
        return f"“{words}”"

    def harmless(self, text: str, longest: int) -> str:
        """No BBCode or Markdown, mention, link or picture."""
        make = harmless_bbcode if self.markup is Markup.BBCODE else harmless
        return make(text, longest)
