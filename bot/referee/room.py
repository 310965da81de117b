"""Where a match is held."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Room:
    """A place where a match is held: the venue's name, its server and the room there."""

    venue: str
    server: str
    id: str
