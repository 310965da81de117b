"""How the store knows a room: it has one venue and one server for all rooms of this process."""

from bot.referee.room import Room
from bot.storage.room import ROOM_VENUE

SERVER = "local"
VENUE = ROOM_VENUE


def place(room: str) -> Room:
    """The room of an id, as the store knows it."""
    return Room(VENUE, SERVER, room)
