"""What a table asks of the venue it stands at."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from chaos.history import Person, Played, Profile, Said


class Place(Protocol):
    """Where one match after another is held: a channel, or a room of its own for each."""

    grace: timedelta
    """How long after a deadline a turn made in time may still be under way."""

    def now(self) -> datetime:
        """The venue's present."""

    async def open(self, profile: Profile) -> Played:
        """Sets up a match and has both players ready, however often that has to be tried."""

    async def say(self, played: Played, said: Said) -> Said:
        """Somebody writes something: the same, noted as said in the match."""

    def answered(self, played: Played, said: Said) -> bool:
        """Whether a message has been answered, or the match went on without it."""

    async def news(self, wait: float) -> None:
        """Returns when something has changed, or after some seconds."""

    async def afterthought(self, said: Said) -> None:
        """What some people do to a message that was ruled."""

    def substitute(self, played: Played) -> Person | None:
        """Somebody who may take a seat, where seats can be given."""

    async def stamp(self, played: Played) -> None:
        """Takes note of the stamps of what was said."""

    async def leave(self, played: Played) -> None:
        """The match is over."""
