"""How the referee writes in the local room: as on all pages."""

from bot.web.pieces import PageVoice


class RoomVoice(PageVoice):
    """The room's way of writing."""

    def room(self, room: str) -> str:
        """A room by its id; its address is for those who have a seat."""
        return f"room {room}"
