"""How the store knows the room of an id: its venue and its server, of which there is one each."""

from bot.referee.room import Room
from bot.storage.room import ROOM_VENUE

SERVER = "local"
VENUE = ROOM_VENUE


def place(room: str) -> Room:
    """The room of an id, as the store knows it."""
    return Room(VENUE, SERVER, room)
