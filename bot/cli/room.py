"""The `room` command: new links for the hosts of the local rooms, on the machine itself.

The host's browser was cleared, and with it the only copy of the link. It can't be told again: the
database holds nothing but hashes of the links, so that nobody who gets hold of a backup has a seat.
So a new link is made, and its hash is kept beside the others: whoever may write the database may
host its rooms. All links from before stay good, since somebody may be playing with them just now.

What is printed is a secret: it goes to standard output and never to a log. Exit status: 0, or 1 if
the database can't be used.
"""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.cli.telling import fail, reached_here, say
from bot.logs.redaction import secrets_of
from bot.referee.match import Match
from bot.servers.settings import ROOM_VENUE
from bot.settings import Settings, SettingsError, settings_given
from bot.storage.failures import DamagedMatchError, StoreError
from bot.storage.health import readiness
from bot.storage.links import Links
from bot.storage.room import RoomStore
from bot.storage.store import Store, open_beside
from bot.venues.room.match_list import new_key
from bot.venues.room.seats import SEATS, RoomRole, issue, seat_keys
from bot.wording.room import NO_ROOMS, host_links_text, last_match_text


@dataclass(frozen=True, slots=True)
class HostLink:
    """A room with its last match, None where that can't be read, and a link for its host."""

    number: int
    match: Match | None
    link: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `room` takes."""
    parser.add_argument(
        "rooms",
        nargs="*",
        metavar="ROOM",
        help="only these, by the word behind /room/ in their address (all)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints a link for the host of each room; returns the exit status."""
    secrets: tuple[str, ...] = ()
    try:
        settings = settings_given(arguments)
        secrets = secrets_of(settings)
        text = asyncio.run(_text(settings, arguments.rooms))
    except (SettingsError, StoreError) as error:
        return fail(str(error), secrets)
    say(text, links=True)
    return 0


async def _text(settings: Settings, wanted: Sequence[str]) -> str:
    store = await open_beside(settings.database_url)
    if store is None:
        return NO_ROOMS
    try:
        referee = await readiness(settings.database_url)
        address = _address(settings, referee.listens_at.get(ROOM_VENUE, ""))
        links = await _new_links(store, address, wanted)
        if wanted and not links:
            return NO_ROOMS
        every = f"{address}/#{await new_key(Links(store))}"
    finally:
        await store.close()
    served = referee.on_duty and ROOM_VENUE in {part.venue for part in referee.served}
    rooms = [f"{last_match_text(room.number, room.match)}\n  {room.link}" for room in links]
    told = host_links_text(every, rooms=bool(rooms), served=served)
    return "\n".join([*rooms, "", told] if rooms else [told])


async def _new_links(store: Store, address: str, wanted: Sequence[str]) -> list[HostLink]:
    """Makes and stores new tokens for the host of each room, and for the room's other roles."""
    links: list[HostLink] = []
    for number in await RoomStore(store).latest_matches():
        place = await store.room_of(number)
        if place is None or (wanted and place.id not in wanted):
            continue
        match = await _match(store, number)
        tokens, opened = issue(place.id, SEATS if match is None else seat_keys(match))
        await Links(store).add(opened)
        link = f"{address}/room/{place.id}#{tokens[RoomRole.HOST]}"
        links.append(HostLink(number, match, link))
    return links


async def _match(store: Store, number: int) -> Match | None:
    try:
        stored = await store.load(number)
        return None if stored is None else stored.match()
    except DamagedMatchError:
        return None


def _address(settings: Settings, listens_at: str) -> str:
    """Where people reach the room, else this machine: as it is served now, or would be."""
    if settings.web_url:
        return settings.web_url
    host, port = settings.web_host, str(settings.web_port)
    if listens_at:
        host, _, port = listens_at.rpartition(":")
    host = reached_here(host.strip("[]"))
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
