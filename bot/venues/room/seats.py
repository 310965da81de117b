"""Who may do what in a room: tokens that nobody can guess, and the roles that they stand for.

The host has lost a player's link. The host's page can show it again, though the database holds
nothing but hashes: the host's token is random, and the others are derived from it.

The host puts Cid in Bob's place. Bob's id in the match was `ROOM.two`, Cid's is `ROOM.two-1`, and
the link to the seat is made for the key `two-1`: Bob's own, for `two`, opens nobody's seat from
then on, and whoever has it watches.

A cup is held in a room of its own, `4f0c`, and each of its pairings in one whose id begins with
that, `4f0c-91aa02`. Whoever has a link to the first comes into the others by it.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from enum import StrEnum

from bot.referee.match import Match, Room
from bot.servers.settings import ROOM_VENUE
from bot.storage import links
from bot.storage.links import Link
from bot.web.pieces import PageVoice

SERVER = "local"
VENUE = ROOM_VENUE


def place(room: str) -> Room:
    """The room of an id, as the store knows it."""
    return Room(VENUE, SERVER, room)


def main_room(room: str) -> str:
    """The room that links are to: a cup's own, for the room of one of its pairings."""
    return room.partition("-")[0]


def side_room(room: str) -> str:
    """An id for a new room of a pairing, by the id of the cup's room."""
    return f"{main_room(room)}-{secrets.token_hex(3)}"


class RoomVoice(PageVoice):
    """The room's way of writing."""

    def room(self, room: str) -> str:
        """A room by its id; its address is for those who have a seat."""
        return f"room {room}"


class RoomRole(StrEnum):
    """What a token is for: the host, the two players as the host named them, or watching.

    Who signs up for a cup is a `player` with a key of their own, such as `player-4711`, in all of
    its matches.
    """

    HOST = "host"
    ONE = "one"
    TWO = "two"
    WATCH = "watch"
    PLAYER = "player"


PARTNER = f"{RoomRole.PLAYER}-0"
"""The key of the sparring partner in a cup."""
SEATS = (RoomRole.ONE, RoomRole.TWO)
_OPENS: dict[str, links.Role] = {RoomRole.HOST: links.Role.HOST, RoomRole.WATCH: links.Role.WATCH}


def new_room() -> str:
    """An id for a new room."""
    return secrets.token_hex(5)


def issue(room: str, keys: Iterable[str] = SEATS) -> tuple[dict[RoomRole, str], dict[str, Link]]:
    """New tokens for all roles of a room, where the seats have these keys; and what they open."""
    host, keys = secrets.token_urlsafe(24), tuple(keys)
    return all_tokens(host, keys), links_of(room, host, (RoomRole.HOST, *keys, RoomRole.WATCH))


def all_tokens(host: str, keys: Iterable[str] = SEATS) -> dict[RoomRole, str]:
    """The tokens that go with a host's token, where the seats have these keys."""
    return {_role(key): _token(host, key) for key in (RoomRole.HOST, *keys, RoomRole.WATCH)}


def links_of(room: str, host: str, keys: Iterable[str]) -> dict[str, Link]:
    """What the tokens that go with a host's token open, for some keys."""
    return {
        _token(host, key): Link(_OPENS.get(key, links.Role.SEAT), room, person=player_id(room, key))
        for key in keys
    }


def player_id(room: str, key: str) -> str:
    """The id of a room's host or player in its matches."""
    return f"{room}.{key}"


def key_of(player: str) -> str:
    """The key that opens a player's seat, by their id."""
    return player.rpartition(".")[2]


def role_of(player: str) -> RoomRole:
    """The role behind a player's id."""
    return _role(key_of(player))


def in_cup(match: Match) -> bool:
    """Whether people play who have signed up for a cup: their links are their own."""
    return any(role_of(player.id) is RoomRole.PLAYER for player in match.players)


def key_from(token: str) -> str:
    """The key of whoever signs up for a cup with a token: sent twice, it is the same person."""
    number = int.from_bytes(hashlib.sha256(token.encode()).digest()) % 10**12
    return f"{RoomRole.PLAYER}-{1 + number}"


def seat_of(player: str) -> str:
    """Whom a player's matches in a room are counted for: their seat, or in a cup themselves."""
    role = role_of(player)
    return key_of(player) if role is RoomRole.PLAYER else role


def seat_keys(match: Match) -> tuple[str, ...]:
    """The keys that open the seats of a match."""
    return tuple(key_of(player.id) for player in match.players)


def next_key(player: str) -> str:
    """The key for whoever takes a player's place."""
    role, _, number = key_of(player).partition("-")
    return f"{role}-{int(number or 0) + 1}"


def _role(key: str) -> RoomRole:
    return RoomRole(key.partition("-")[0])


def _token(host: str, key: str) -> str:
    """The token for a key: the host's own, or one derived from it."""
    if key == RoomRole.HOST:
        return host
    digest = hmac.digest(host.encode(), f"seat {key}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()
