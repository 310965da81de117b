"""How a venue writes what wording leaves open: people, moments, emphasis."""

from datetime import datetime
from typing import Protocol

from bot.referee.events import Player


class Voice(Protocol):
    """A venue's way of writing; every method returns text that is safe to post there."""

    def mention(self, player: Player) -> str:
        """A player, so that they are notified where the announcement allows it."""

    def name(self, player: Player) -> str:
        """A player's name, shown harmlessly."""

    def quote(self, text: str) -> str:
        """Words a person typed, shown harmlessly and cut to a sensible length."""

    def plain(self, text: str) -> str:
        """A sentence of ours that repeats words a person typed, shown harmlessly."""

    def strong(self, text: str) -> str:
        """Emphasis."""

    def small(self, text: str) -> str:
        """Fine print, as its own line."""

    def countdown(self, at: datetime) -> str:
        """A moment that the reader's own client counts down to: *in 5 minutes*."""

    def room(self, room: str) -> str:
        """A room by its id, as a link where the venue has them."""

    def command(self, words: str) -> str:
        """How a command is given here: `match resign` → */match resign*."""

    def role(self, role: str) -> str:
        """A role by its id, where the venue has them; nobody is notified."""
