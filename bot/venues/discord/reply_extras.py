"""What goes with the text of a reply: pictures, files and buttons."""

from typing import Any

from bot.commands.request import Reply
from bot.venues.discord.buttons import buttons_view
from bot.venues.discord.messages import Picture, draw


async def files_of(reply: Reply) -> list[Picture]:
    """The files of a reply, its picture among them; drawn once, however often they are sent."""
    files = [Picture(data, name) for name, data in reply.files]
    if reply.scene is not None:
        files.append(await draw(reply.scene, "board"))
    return files


def extras_of(reply: Reply, files: list[Picture]) -> dict[str, Any]:
    """The files and buttons for one try of sending them."""
    extras: dict[str, Any] = {"files": [file.fresh() for file in files]} if files else {}
    if reply.buttons:
        extras["view"] = buttons_view(reply.match, reply.buttons)
    return extras
