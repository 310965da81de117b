"""Who somebody on Discord is, and what they may do: the same for words, commands and presses.

Ann types "pause" and leaves the server before the referee has read it. The gateway names the author
of a message as a member, with rights; a channel's history names a mere user. So whoever is found in
a history is asked for, and has the rights of the moment when Discord answers, or none.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime

import discord
from cachetools import LRUCache

from bot.commands.acts import PLAYER
from bot.commands.catalogue import COMMANDS
from bot.commands.command import NAMED, Takes
from bot.commands.cup_options import WITH
from bot.commands.parsing import Mention, Order
from bot.commands.request import Asker
from bot.referee.events import Player
from bot.referee.formats import COLOURS
from bot.referee.match import Room
from bot.referee.problems import BadName, OrderError, Unfit
from bot.venues.discord.requests import as_venue_errors

MOST_KNOWN = 1000
_MENTION = re.compile(r"<(@!?|@&|#)([0-9]{1,20})>")
_MENTIONED = {"@": Takes.PERSON, "@!": Takes.PERSON, "@&": Takes.ROLE, "#": Takes.ROOM}


def player_of(user: discord.abc.User) -> Player:
    return Player(str(user.id), user.display_name)


def asker_of(
    user: discord.abc.User,
    room: Room,
    at: datetime,
    message: str,
    seats: Mapping[str, Player] | None = None,
    *,
    alone: bool = False,
) -> Asker:
    """Somebody who gave a command; only a member of the server can have rights there.

    `alone` says that the answer can be for their eyes alone.
    """
    member = user if isinstance(user, discord.Member) else None
    manages = member is not None and member.guild_permissions.manage_guild
    return Asker(
        player=player_of(user),
        room=room,
        at=at,
        may_host=manages,
        message=message,
        seats=seats or {},
        asks_back=True,
        alone=alone,
        manages=manages,
        # Everybody has the server's own role.
        roles=frozenset(str(role.id) for role in member.roles) if member else frozenset(),
    )


class Members:
    """Members as Discord last told of them: with what they write and press, or when asked.

    Somebody is asked for once for all they wrote until then; `now` is Discord's present.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self._known: LRUCache[tuple[int, int], tuple[datetime, discord.Member | None]] = LRUCache(
            MOST_KNOWN
        )

    def note(self, user: discord.abc.User, at: datetime) -> None:
        """Takes note of somebody who did something at a moment."""
        if isinstance(user, discord.Member):
            self._keep(user.guild.id, user.id, at, user)

    async def find(
        self, guild: discord.Guild, user: int, at: datetime | None
    ) -> discord.Member | None:
        """A member with the rights of a moment or later, None if they have left the server.

        Without a moment nobody is asked for, and None may also be somebody who is not known.
        """
        told_at, member = self._known.get((guild.id, user), (None, None))
        if at is not None and (told_at is None or told_at < at):
            asked_at = max(at, self.now())
            member = await find_member(guild, user)
            self._keep(guild.id, user, asked_at, member)
        return member

    async def author(self, message: discord.Message, at: datetime) -> discord.abc.User:
        """Who wrote a message, as a member: the gateway names members, a history only users."""
        self.note(message.author, at)
        if message.guild is None or isinstance(message.author, discord.Member):
            return message.author
        return await self.find(message.guild, message.author.id, at) or message.author

    def _keep(self, guild: int, user: int, at: datetime, member: discord.Member | None) -> None:
        latest = self._known.get((guild, user), (at, member))
        self._known[guild, user] = latest if latest[0] > at else (at, member)


def seated(members: Mapping[str, discord.Member | None]) -> dict[str, Player]:
    """The players whom a command's options name; OrderError if one of them is another bot.

    Whoever names the referee itself means its sparring partner.
    """
    seats: dict[str, Player] = {}
    for option, member in members.items():
        if member is None:
            continue
        if member.bot and member != member.guild.me:
            raise OrderError(BadName(Unfit.IS_BOT, option))
        seats[option] = player_of(member)
    return seats


async def find_seats(guild: discord.Guild, order: Order) -> dict[str, Player]:
    """The players whom a typed command names by mention; OrderError if one can't be found.

    OrderError also if a channel is asked for, and something else is named.
    """
    for option in ("to", "channel"):
        if option in order.options and not _is_id(order.options[option]):
            raise OrderError(BadName(Unfit.NO_ROOM, option))
    members: dict[str, discord.Member | None] = {}
    absent: dict[str, Player] = {}
    for option in (*COLOURS, *NAMED, PLAYER, WITH):
        text = order.options.get(option)
        if text is None:
            continue
        if not _is_id(text):
            raise OrderError(BadName(Unfit.NO_PERSON, option))
        member = await find_member(guild, int(text))
        if member is None and COMMANDS[order.command].of_cup:
            absent[option] = Player(text, text)
        elif member is None:
            raise OrderError(BadName(Unfit.NO_MEMBER, "" if option in NAMED else option))
        else:
            members[option] = member
    return seated(members) | absent


def read_mention(word: str) -> Mention | None:
    """Whom or what a mention names: a member, a role or a channel."""
    mention = _MENTION.fullmatch(word)
    return None if mention is None else Mention(_MENTIONED[mention[1]], mention[2])


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 20


async def find_member(guild: discord.Guild, user: int) -> discord.Member | None:
    """A member of the server, asked for if not known; VenueError if that fails."""
    async with as_venue_errors():
        try:
            return guild.get_member(user) or await guild.fetch_member(user)
        except discord.NotFound:
            return None
