"""Channels, threads and posts as rooms: what the referee may do there, and making new ones."""

import discord

from bot.storage.store import Room
from bot.venue import THREAD, VenueError
from bot.venues.discord.mishaps import as_venue_errors

VENUE = "discord"
Place = discord.abc.GuildChannel | discord.Thread
HISTORY = "Read Message History"
_NEEDED = {
    "view_channel": "View Channel",
    "attach_files": "Attach Files",
    "read_message_history": HISTORY,
    "add_reactions": "Add Reactions",
}
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
)
"""What the invite link asks for."""


def room_of(guild: int | None, channel: int | None) -> Room:
    """The room of a channel."""
    return Room(VENUE, str(guild or 0), str(channel or 0))


def find_place(client: discord.Client, room: Room) -> Place | None:
    """The channel or thread of a room, as far as the gateway has told of it."""
    guild = client.get_guild(int(room.server))
    # A room that somebody typed need not be a number.
    if guild is None or not (room.id.isascii() and room.id.isdigit()):
        return None
    return guild.get_channel_or_thread(int(room.id))


def missing_permissions(place: Place, me: discord.Member | None = None) -> tuple[str, ...]:
    """The permissions that the referee lacks in a place, by the names Discord shows.

    `me` is the referee there, where the gateway has not told of it.
    """
    has = place.permissions_for(me or place.guild.me)
    missing = [label for name, label in _NEEDED.items() if not getattr(has, name)]
    if isinstance(place, discord.Thread):
        if not has.send_messages_in_threads:
            missing.append("Send Messages in Threads")
    elif not has.send_messages:
        missing.append("Send Messages")
    return tuple(missing)


def check_readable(client: discord.Client, room: Room) -> None:
    """VenueError if the room can't be read: Discord would answer with an empty history."""
    guild = client.get_guild(int(room.server))
    if guild is not None and guild.unavailable:
        raise VenueError("the server is unavailable")
    place = find_place(client, room)
    if place is not None and HISTORY in missing_permissions(place):
        raise VenueError(lacking((HISTORY,)), lasting=True)


def lacking(missing: tuple[str, ...]) -> str:
    """Why a match can't be held without some permissions."""
    return f"I lack the permission {', '.join(missing)} there"


async def make_place(near: Place, where: str, title: str) -> discord.Thread:
    """A new thread of a text channel, or a new post in a forum, named `title`."""
    parent = near.parent if isinstance(near, discord.Thread) else near
    async with as_venue_errors():
        if where == THREAD:
            if not isinstance(parent, discord.TextChannel):
                raise VenueError("A thread can be opened in a text channel only.", lasting=True)
            kind = discord.ChannelType.public_thread
            return await parent.create_thread(name=title, type=kind)
        forum = parent if isinstance(parent, discord.ForumChannel) else _only_forum(near.guild)
        made = await forum.create_thread(name=title, content="The match is held in this post.")
        return made.thread


def _only_forum(guild: discord.Guild) -> discord.ForumChannel:
    if len(guild.forums) != 1:
        raise VenueError(
            "Say in which forum: where:post channel:#forum, or ask in one of its posts.",
            lasting=True,
        )
    return guild.forums[0]
