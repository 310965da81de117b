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
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.cli.here import reached_here
from bot.findings.lease import OnDuty
from bot.logs.redaction import hide, secrets_of
from bot.referee.match import Match
from bot.settings import Settings, SettingsError
from bot.storage.beside import open_beside
from bot.storage.failures import DamagedMatchError, StoreError, UnusableDatabaseError
from bot.storage.health import readiness
from bot.storage.room import ROOM_VENUE, RoomStore
from bot.storage.store import Store
from bot.venues.room.seats import SEATS, Role, hashed, issue, role_of, seat_keys
from bot.wording.doctor import database_problem_text
from bot.wording.room import NO_ROOMS, host_links_text, last_match_text
from bot.wording.settings import setting_problem_text


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


def run(arguments: argparse.Namespace, *, read: Callable[[argparse.Namespace], Settings]) -> int:
    """Prints a link for the host of each room; returns the exit status."""
    secrets: tuple[str, ...] = ()
    try:
        settings = read(arguments)
        secrets = secrets_of(settings)
        text = asyncio.run(_text(settings, arguments.rooms))
    except UnusableDatabaseError as error:
        return _fail(database_problem_text(error.problem), secrets)
    except SettingsError as error:
        return _fail(setting_problem_text(error.problem), secrets)
    except StoreError as error:
        return _fail(str(error), secrets)
    # The rooms' names are people's: nothing of them steers a terminal.
    plain = (
        one if one.isprintable() or one == "\n" else "\N{REPLACEMENT CHARACTER}" for one in text
    )
    print("".join(plain))  # noqa: T201
    return 0


async def _text(settings: Settings, wanted: Sequence[str]) -> str:
    store = await open_beside(settings.database_url)
    links: list[HostLink] = []
    if store is not None:
        try:
            links = await _new_links(store, _address(settings), wanted)
        finally:
            await store.close()
    found = await readiness(settings.database_url)
    served = isinstance(found, OnDuty) and ROOM_VENUE in {part.venue for part in found.parts}
    if not links:
        return NO_ROOMS
    told = [f"{last_match_text(one.number, one.match)}\n  {one.link}" for one in links]
    return "\n".join([*told, "", host_links_text(served=served)])


async def _new_links(store: Store, address: str, wanted: Sequence[str]) -> list[HostLink]:
    """Makes and keeps new tokens for the host of each room, and those that go with them."""
    rooms, links = RoomStore(store), []
    for number in await rooms.latest_matches():
        place = await store.room_of(number)
        if place is None or (wanted and place.id not in wanted):
            continue
        match = await _match(store, number)
        keys = SEATS if match is None else seat_keys(match)
        tokens = issue(keys)
        known = {role_of(key): key for key in (*keys, Role.HOST, Role.WATCH)}
        await rooms.add_seats(
            place.id, {hashed(token): str(known[role]) for role, token in tokens.items()}
        )
        link = f"{address}/room/{place.id}#{tokens[Role.HOST]}"
        links.append(HostLink(number, match, link))
    return links


async def _match(store: Store, number: int) -> Match | None:
    try:
        found = await store.load(number)
        return None if found is None else found.match()
    except DamagedMatchError:
        return None


def _address(settings: Settings) -> str:
    host = reached_here(settings.room_host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.room_port}"


def _fail(text: str, secrets: tuple[str, ...]) -> int:
    print(f"referee: {hide(text, secrets)}", file=sys.stderr)  # noqa: T201
    return 1
