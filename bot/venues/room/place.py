"""How the store knows a room: it has one venue and one server for all rooms of this process.

A cup is held in a room of its own, `4f0c`, and each of its pairings in one whose id begins with
that, `4f0c-91aa02`. Whoever has a link to the first comes into the others by it.
"""

import secrets

from bot.referee.room import Room
from bot.servers.settings import ROOM_VENUE

SERVER = "local"
VENUE = ROOM_VENUE


def place(room: str) -> Room:
    """The room of an id, as the store knows it."""
    return Room(VENUE, SERVER, room)


def main_room(room: str) -> str:
    """The room that links are to: a cup's own, for the room of one of its pairings."""
    return room.partition("-")[0]


def side_room(room: str) -> str:
    """An id for a new room of a pairing, by the id of the cup's room."""
    return f"{main_room(room)}-{secrets.token_hex(3)}"
