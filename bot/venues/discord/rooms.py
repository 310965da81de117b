"""Channels, threads and posts as rooms: what the referee may do there, and making new ones.

A host asks for a match in a new thread. Both must be able to write there: the referee, or it could
announce nothing, and the host, or the referee would be used to go where they may not. What
somebody lacks is named with what takes it: a role, a rule for them alone, a timeout.
"""

from collections.abc import Mapping
from datetime import timedelta

import discord
from discord.utils import snowflake_time

from bot.desk.venue import HERE, POST, THREAD, VenueError
from bot.referee.match import Room
from bot.venues.discord.requests import as_venue_errors, tried_once
from bot.wording import venues as words
from bot.wording.clerk import no_talk_text, permissions_text

VENUE = "discord"
Place = discord.abc.GuildChannel | discord.Thread
Parent = discord.TextChannel | discord.ForumChannel
VIEW = "View Channel"
_TO_SEE = {"view_channel": VIEW}
_NEEDED = {
    **_TO_SEE,
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "add_reactions": "Add Reactions",
}
_DISPENSABLE = {"Add Reactions"}
"""What a match that has begun can do without."""
_IN_CHANNELS = {"send_messages": "Send Messages"}
_IN_THREADS = {"send_messages_in_threads": "Send Messages in Threads"}
_IN_LOCKED = {"manage_threads": "Manage Threads"}
_TO_OPEN = {
    THREAD: {"create_public_threads": "Create Public Threads"} | _IN_THREADS,
    # Discord shows that permission under this name in forums.
    POST: {"send_messages": "Create Posts"} | _IN_THREADS,
}
PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    create_events=True,
)
"""The permissions for which the invite link asks."""


def room_of(guild: int | None, channel: int | None) -> Room:
    return Room(VENUE, str(guild or 0), str(channel or 0))


def find_place(client: discord.Client, room: Room) -> Place | None:
    """The channel or thread of a room, as far as the gateway has told of it."""
    guild = client.get_guild(int(room.server))
    # A room that somebody typed need not be a number.
    if guild is None or not (room.id.isascii() and room.id.isdigit()):
        return None
    return guild.get_channel_or_thread(int(room.id))


def find_parent(client: discord.Client, near: Room, where: str) -> Parent:
    """The channel in which a thread or a post is opened; VenueError if there is none."""
    place = find_place(client, near)
    if place is None:
        raise VenueError(words.UNSEEN, lasting=True)
    parent = place.parent if isinstance(place, discord.Thread) else place
    if where == POST:
        return parent if isinstance(parent, discord.ForumChannel) else _only_forum(place.guild)
    if not isinstance(parent, discord.TextChannel):
        raise VenueError(words.NO_THREADS_THERE, lasting=True)
    return parent


def missing_permissions(
    place: Place, me: discord.Member | None = None, where: str = HERE
) -> tuple[str, ...]:
    """The permissions that the referee lacks in a place, by the names Discord shows.

    `me` is the referee as a member, where the gateway has not told of it. With `where` these are
    the permissions for a new thread or post of the place.
    """
    has = _rights(me or place.guild.me, place)
    return _lacking(has, {**_NEEDED, **_to_write(place, where)})


async def missing_of(
    member: discord.Member, place: Place, where: str = HERE, *, ask: bool = True
) -> tuple[str, ...]:
    """The permissions that a person lacks for writing in a place, or in a new thread or post of it.

    The referee goes nowhere for people who could not go there themselves. VenueError if nobody
    could write there. Whether somebody is in a private thread has to be asked (`ask`).
    """
    if where == HERE and not isinstance(place, discord.abc.Messageable):
        raise VenueError(no_talk_text(), lasting=True)
    has, needed = _rights(member, place), {**_TO_SEE, **_to_write(place, where)}
    if isinstance(place, discord.Thread) and not has.manage_threads:
        if ask and place.is_private() and not await _is_in(place, member):
            return (VIEW,)
        if place.locked:
            needed |= _IN_LOCKED
    return _lacking(has, needed)


def check_open(place: Place) -> None:
    """VenueError if a thread is closed, or the referee can't go on with a match in a place."""
    if isinstance(place, discord.Thread):
        if place.locked:
            raise VenueError(words.LOCKED, lasting=True)
        if place.archived and not _fell_asleep(place):
            raise VenueError(words.ARCHIVED, lasting=True)
    missing = tuple(name for name in missing_permissions(place) if name not in _DISPENSABLE)
    if missing:
        raise lacking(place.guild.me, place, missing)


def keeps_nobody_out(place: Place) -> bool:
    """Whether a place's channel lets everybody on the server see and write, whatever their roles.

    Who is in a private thread is not looked at: they leave it by themselves.
    """
    channel, needed = _channel(place), {**_TO_SEE, **_to_write(place, HERE)}
    rules = channel.overwrites.values()
    denied = any(getattr(rule, name) is False for rule in rules for name in needed)
    return not denied and not _lacking(place.guild.default_role.permissions, needed)


def open_to_all(place: Place) -> bool:
    """Whether everybody on the server may see a place."""
    if isinstance(place, discord.Thread) and place.is_private():
        return False
    return _channel(place).permissions_for(place.guild.default_role).view_channel


def lacking(member: discord.Member, place: Place, missing: tuple[str, ...]) -> VenueError:
    """Who lacks which permissions in a place, and what takes the first of them."""
    name = "" if member == place.guild.me else member.display_name
    cause = _cause(member, _channel(place), missing[0].casefold().replace(" ", "_"))
    return VenueError(words.lacking_text(name, permissions_text(missing), cause), lasting=True)


def _cause(member: discord.Member, channel: discord.abc.GuildChannel, right: str) -> str:
    if member.is_timed_out():
        return words.TIMED_OUT
    if getattr(channel.overwrites_for(member), right) is False:
        return words.DENIED_BY_NAME
    for role in reversed(member.roles):
        if getattr(channel.overwrites_for(role), right) is False:
            return words.denied_to_text(role.name)
    allowed = getattr(channel.permissions_for(member), right)
    return words.NOT_IN_THREAD if allowed else words.NO_ROLE_HAS_IT


def _rights(who: discord.Member, place: Place) -> discord.Permissions:
    # A channel's own method takes whatever is of no use without another right: a sentence names
    # the right that is missing, and not all of those.
    return discord.abc.GuildChannel.permissions_for(_channel(place), who)


def _channel(place: Place) -> discord.abc.GuildChannel:
    """The channel whose rights a place has."""
    channel = place.parent if isinstance(place, discord.Thread) else place
    if channel is None:
        raise VenueError(words.UNSEEN, lasting=True)
    return channel


def _fell_asleep(thread: discord.Thread) -> bool:
    """Whether a thread was archived for its silence: whoever writes there opens it again."""
    last = snowflake_time(thread.last_message_id or thread.id)
    return thread.archive_timestamp - last >= timedelta(minutes=thread.auto_archive_duration)


def _to_write(place: Place, where: str) -> Mapping[str, str]:
    if where != HERE:
        return _TO_OPEN[where]
    return _IN_THREADS if isinstance(place, discord.Thread) else _IN_CHANNELS


def _lacking(has: discord.Permissions, needed: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(label for name, label in needed.items() if not getattr(has, name))


async def _is_in(thread: discord.Thread, member: discord.Member) -> bool:
    async with as_venue_errors():
        try:
            await thread.fetch_member(member.id)
        except discord.NotFound:
            return False
    return True


async def make_place(parent: Parent, title: str) -> discord.Thread:
    """A new thread of a text channel, or a new post in a forum, named `title`.

    Asked for once: whoever asks again looks first whether it was made.
    """
    async with as_venue_errors():
        with tried_once():
            return await _made(parent, title)


async def _made(parent: Parent, title: str) -> discord.Thread:
    if isinstance(parent, discord.TextChannel):
        kind = discord.ChannelType.public_thread
        return await parent.create_thread(name=title, type=kind)
    made = await parent.create_thread(name=title, content=words.HELD_IN_THIS_POST)
    return made.thread


def _only_forum(guild: discord.Guild) -> discord.ForumChannel:
    if len(guild.forums) != 1:
        raise VenueError(words.WHICH_FORUM, lasting=True)
    return guild.forums[0]
