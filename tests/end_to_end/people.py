"""People of a server: who hosts, and what they order."""

from loopback import Message, User

from end_to_end.house import DiscordHouse


def with_manager(place: DiscordHouse) -> User:
    manager = place.discord.user("Mia")
    place.discord.join(place.guild, manager, permissions=["manage_guild"])
    return manager


def with_hosts(place: DiscordHouse) -> tuple[User, User]:
    """Somebody who manages the server, and a member of the role whose members may host."""
    manager, helper = with_manager(place), place.discord.user("Hal")
    place.discord.join(
        place.guild, helper, roles=[place.discord.role(place.guild, "Referees")], nick="Judge"
    )
    return manager, helper


async def settle_role(place: DiscordHouse, manager: User) -> None:
    role = next(role for role in place.guild.roles.values() if role.name == "Referees")
    await place.slash(manager, "setup", host_role=role)


async def order(place: DiscordHouse, user: User, words: str) -> Message:
    """A typed command, a second after what was said before."""
    await place.pass_time(1)
    return await place.order(user, f"{words}")
