"""What Discord offers beyond a channel: threads and posts, permissions, links, direct messages."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from secrets import token_hex

import discord
from cachetools import LRUCache

from bot.commands.acts import PLAYER
from bot.desk.venue import HERE, Places, VenueError
from bot.referee.events import Player
from bot.referee.match import Match, Room, Status
from bot.venues.discord import rooms
from bot.venues.discord.client import RefereeClient
from bot.venues.discord.members import find_member, player_of, read_mention, seated
from bot.venues.discord.messages import draw
from bot.venues.discord.requests import as_venue_errors, retried
from bot.wording.venues import DISCORD_SILENT, NOT_ON_SERVER, SERVER_UNAVAILABLE, not_on_server_text
from renderers.scene import Scene

log = logging.getLogger(__name__)

LONGEST_QUESTION = timedelta(seconds=10)
"""How long a match waits that is set up, until it is known who can read its room."""
RIGHTS_AGE = timedelta(seconds=30)
"""How old what is known of somebody's roles may be where they are asked for."""
MOST_NAMESAKES = 100
"""How many members Discord names whose names begin alike."""
MOST_KEPT = 1000
"""Threads and parents that are remembered; Discord is asked again about others."""


class DiscordPlaces(Places):
    """The places of the client that is `connected`; VenueError while none is."""

    buttons = boards_later = makes_rooms = True
    whispers = one_id_everywhere = True

    def __init__(self, connected: Callable[[], RefereeClient]) -> None:
        self._connected = connected
        self._unsure: LRUCache[tuple[int, str], None] = LRUCache(MOST_KEPT)
        """The titles under which a thread may have been made although no answer came, by parent."""
        self._asked: LRUCache[int, None] = LRUCache(MOST_KEPT)
        """The parents whose threads were asked for: another process may have made the last one."""

    def account(self) -> Player | None:
        """The bot's own user."""
        user = self._connected().user
        return None if user is None else player_of(user)

    def link(self, room: Room, message: str) -> str:
        return f"https://discord.com/channels/{room.server}/{room.id}/{message}"

    async def add_board(self, room: Room, message: str, name: str, scene: Scene) -> None:
        """Edits a message of the referee's own: a picture takes the place of none."""
        picture = await draw(scene, name)
        client, server = self._connected(), int(room.server)
        channel = client.get_partial_messageable(int(room.id), guild_id=server)
        async with as_venue_errors():
            await channel.get_partial_message(int(message)).edit(attachments=[picture.fresh()])

    def server_name(self, room: Room) -> str:
        """The guild's own."""
        guild = self._connected().get_guild(int(room.server))
        return "" if guild is None else guild.name

    async def is_public(self, room: Room) -> bool | None:
        """Whether the role that everybody has may see the channel, and a thread is no private one.

        The gateway may yet have to tell of a thread that was made just now.
        """
        try:
            async with asyncio.timeout(LONGEST_QUESTION.total_seconds()):
                place = await self.open_place(room, ask=True)
        except (VenueError, TimeoutError) as error:
            log.warning("room %s: nobody knows who can read it: %s", room.id, error)
            return None
        return None if place is None else rooms.open_to_all(place)

    async def barriers(self, room: Room, where: str = HERE) -> tuple[str, ...]:
        """The permissions that are missing in the room, or for a thread or post near it."""
        place = self._target(room, where)
        return (rooms.VIEW,) if place is None else rooms.missing_permissions(place, where=where)

    async def lacks(
        self, player: Player, at: datetime, room: Room, where: str = HERE
    ) -> tuple[str, ...]:
        """The permissions that a member lacks there."""
        place = self._target(room, where)
        if place is None:
            return ()
        member = await self._connected().members.find(place.guild, int(player.id), at)
        return (rooms.VIEW,) if member is None else await rooms.missing_of(member, place, where)

    async def check(self, room: Room, match: Match, *, ask: bool) -> None:
        """Whether the referee and the players may see the room, and write there.

        Players can leave the server or a private thread by themselves: in mid-match their time is
        theirs.
        """
        place = await self.open_place(room, ask=ask)
        if place is None or match.over:
            return
        waiting = match.status is Status.WAITING
        # A timeout keeps people out of every room.
        if not ask and not waiting and rooms.keeps_nobody_out(place):
            return
        members = self._connected().members
        at = members.now() - RIGHTS_AGE if ask else None
        for player in match.players:
            if player.level or not player.id.isdecimal():
                continue
            member = await members.find(place.guild, int(player.id), at)
            if not ask and member is not None and await rooms.missing_of(member, place, ask=False):
                # They may have other roles by now: nobody tells the referee of that.
                member = await members.find(place.guild, int(player.id), members.now())
            if member is not None:
                missing = await rooms.missing_of(member, place, ask=ask and waiting)
                if missing:
                    raise rooms.lacking(member, place, missing)
            elif ask and waiting:
                raise VenueError(not_on_server_text(player.name), lasting=True)

    async def open_place(self, room: Room, *, ask: bool) -> rooms.Place | None:
        """Where a room is, as far as that is known; VenueError if the referee can't go on there."""
        client = self._connected()
        guild = client.get_guild(int(room.server))
        if guild is None:
            if client.is_ready():
                raise VenueError(NOT_ON_SERVER, lasting=True)
            return None
        if guild.unavailable:
            raise VenueError(SERVER_UNAVAILABLE)
        place = rooms.find_place(client, room)
        if place is None and ask:
            # The gateway does not tell of a thread that is asleep.
            async with as_venue_errors():
                asked = await client.fetch_channel(int(room.id))
            place = asked if isinstance(asked, rooms.Place) else None
        if place is not None:
            rooms.check_open(place)
        return place

    async def make_room(self, near: Room, where: str, title: str) -> Room:
        """A new thread or post."""
        parent = rooms.find_parent(self._connected(), near, where)
        made_or_not = (parent.id, title)
        self._unsure[made_or_not] = None
        try:
            made = await rooms.make_place(parent, title)
        except VenueError as error:
            if error.lasting:
                self._unsure.pop(made_or_not, None)
            raise
        self._unsure.pop(made_or_not, None)
        return rooms.room_of(parent.guild.id, made.id)

    async def find_room(self, near: Room, where: str, title: str) -> Room | None:
        """The newest thread or post of the referee's under that title.

        Discord makes a thread, its answer is lost, and the gateway tells of the thread only later:
        so Discord is asked where that may be.
        """
        client = self._connected()
        parent = rooms.find_parent(client, near, where)
        known: Iterable[discord.Thread] = parent.threads
        if (parent.id, title) in self._unsure or parent.id not in self._asked:
            async with as_venue_errors():
                active = await parent.guild.active_threads()
            self._asked[parent.id] = None
            known = (*known, *(thread for thread in active if thread.parent_id == parent.id))
        mine = [one for one in known if one.owner_id == client.me() and one.name == title]
        newest = max(mine, key=lambda thread: thread.id, default=None)
        return None if newest is None else rooms.room_of(parent.guild.id, newest.id)

    async def find_person(self, room: Room, name: str) -> Player | None:
        """A member by account or by the name that is shown; by mention or number as well."""
        place = self._target(room, HERE)
        if place is None:
            return None
        mention, text = read_mention(name), name.removeprefix("@")
        number = text if mention is None else mention.id
        if number.isdecimal():
            found = [await find_member(place.guild, int(number))]
        else:
            found = await self._called(place.guild, text.casefold())
        return seated({PLAYER: found[0]}).get(PLAYER) if len(found) == 1 else None

    async def _called(self, guild: discord.Guild, name: str) -> list[discord.Member | None]:
        try:
            begun = await guild.query_members(name, limit=MOST_NAMESAKES, cache=False)
        except TimeoutError as error:
            raise VenueError(DISCORD_SILENT) from error
        names = [{one.name, one.global_name or "", one.display_name} for one in begun]
        exact = zip(begun, names, strict=True)
        return [one for one, called in exact if name in {word.casefold() for word in called}]

    async def whisper(self, room: Room, player: Player, text: str) -> bool:
        """A direct message."""
        nonce = token_hex(8)

        async def speak() -> None:
            direct = await self._connected().create_dm(discord.Object(int(player.id)))
            await direct.send(text, nonce=nonce)

        try:
            await retried(speak)
        except VenueError as error:
            log.warning("room %s: %s could not be told: %s", room.id, player.id, error)
            return False
        return True

    def _target(self, room: Room, where: str) -> rooms.Place | None:
        client = self._connected()
        return (
            rooms.find_place(client, room)
            if where == HERE
            else rooms.find_parent(client, room, where)
        )
