"""A small Discord on 127.0.0.1 for the real discord.py to connect to.

    async with LoopbackDiscord() as discord:
        guild = discord.guild("Genius")
        room = discord.text_channel(guild, "match")
        red = discord.user("Red", guilds=[guild])
        ...  # start a client on discord.api_url and discord.gateway_url, with discord.token
        await discord.gateway.wait_connected()
        await discord.say(room, red, "D7 F8")
        board = await discord.wait_message(room)

The client may live in this event loop, in another thread or in another process.
"""

from .errors import Impossible
from .faults import Answer, Delay, Drop, Duplicate, Hang, Malform, Reorder, Reset
from .interactions import InteractionResult
from .server import LoopbackDiscord
from .world import Channel, Guild, Message, User

__all__ = [
    "Answer",
    "Channel",
    "Delay",
    "Drop",
    "Duplicate",
    "Guild",
    "Hang",
    "Impossible",
    "InteractionResult",
    "LoopbackDiscord",
    "Malform",
    "Message",
    "Reorder",
    "Reset",
    "User",
]
