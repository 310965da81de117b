"""How a venue writes what wording leaves open: people, moments, emphasis."""

from abc import ABC, abstractmethod
from datetime import datetime

from bot.referee.events import Player
from bot.wording.writing import moment_text

LONGEST_NAME = 40
LONGEST_QUOTE = 200
LONGEST_PLAIN = 1000


class Voice(ABC):
    """A venue's way of writing; every method returns text that is safe to post there."""

    longest_name = LONGEST_NAME
    longest_quote = LONGEST_QUOTE
    least = 0
    """How many characters a post needs, where that is more than a turn may have."""
    thread, post = "thread", "forum post"
    """What a new place for one match is called, by the two ways to ask for it."""
    where = "thread"
    """Which of them is advised where the room is taken; "" where there are none."""

    place = "room"
    """What is called here where a match is held."""
    moving = ""
    """What `host move` has to be given where nothing asks for it."""

    def own(self, text: str) -> str:
        """A sentence that is the same at every venue, with its examples as they are here."""
        return text

    def sees_mended(self, why: str) -> bool:  # noqa: ARG002
        """Whether a match that was paused for that goes on by itself once it is mended."""
        return False

    @abstractmethod
    def harmless(self, text: str, longest: int) -> str:
        """Words on one line, cut to a length, with nothing in them that does anything."""

    def name(self, player: Player) -> str:
        """A player's name, shown harmlessly."""
        return self.harmless(player.name, self.longest_name) or "somebody"

    def quote(self, text: str) -> str:
        """Words a person typed, shown harmlessly and cut to a sensible length."""
        return f"“{self.harmless(text, self.longest_quote)}”"

    def plain(self, text: str) -> str:
        """A sentence of ours that repeats words a person typed, shown harmlessly."""
        return self.harmless(text, LONGEST_PLAIN)

    def mention(self, player: Player) -> str:
        """A player, so that they are notified where the announcement allows it."""
        return self.name(player)

    def strong(self, text: str) -> str:
        """Emphasis: Markdown's, where a venue has no other."""
        return f"**{text}**"

    @abstractmethod
    def small(self, text: str) -> str:
        """Fine print, as its own line."""

    @abstractmethod
    def countdown(self, at: datetime) -> str:
        """A moment that the reader's own client counts down to: *in 5 minutes*."""

    def moment(self, at: datetime, zone: str) -> str:
        """A moment that lies ahead, by the reader's own clock, or else in a zone that is named."""
        return moment_text(at, zone)

    @abstractmethod
    def room(self, room: str) -> str:
        """A room by its id, as a link where the venue has them."""

    @abstractmethod
    def command(self, words: str) -> str:
        """How a command is given here: `match resign` → */match resign*."""

    def role(self, role: str) -> str:
        """A role by its id, where the venue has them; nobody is notified."""
        return self.harmless(role, self.longest_name)
