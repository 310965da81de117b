"""Discord's members as players and hosts."""

import re

import discord

from bot.acts import PLAYER
from bot.orders import Order, OrderError
from bot.referee.events import Player
from bot.terms import COLOURS

_MENTION = re.compile(r"<@!?([0-9]{1,20})>")


def player_of(user: discord.abc.User) -> Player:
    """A user as a player."""
    return Player(str(user.id), user.display_name)


def may_host(user: discord.abc.User) -> bool:
    """Whether Discord lets this member manage the server."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_guild


def roles_of(user: discord.abc.User) -> frozenset[str]:
    """The ids of the roles a member has; everybody has the server's own."""
    roles = user.roles if isinstance(user, discord.Member) else ()
    return frozenset(str(role.id) for role in roles)


async def find_seats(guild: discord.Guild, order: Order) -> dict[str, Player]:
    """The players whom a typed command names by mention; OrderError if one can't be found."""
    seats: dict[str, Player] = {}
    for colour in (*COLOURS, PLAYER):
        text = order.options.get(colour)
        if text is None:
            continue
        mention = _MENTION.fullmatch(text)
        if mention is None:
            raise OrderError(f"{colour}: mention a member, such as {colour}:@Ann.")
        member = await find_member(guild, int(mention[1]))
        if member is None or member.bot:
            raise OrderError(f"{colour}: that is no member of this server who could play.")
        seats[colour] = player_of(member)
    return seats


async def find_member(guild: discord.Guild, user: int) -> discord.Member | None:
    """A member of the server, asked for if not known."""
    try:
        return guild.get_member(user) or await guild.fetch_member(user)
    except discord.NotFound:
        return None
