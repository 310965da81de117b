"""Who may do what in a room: tokens that nobody can guess, and the roles that they stand for.

The host has lost a player's link. The host's page can show it again, though the database holds
nothing but hashes: the host's token is random, and the others are derived from it.

The host puts Cid in Bob's place. Bob's id in the match was `ROOM.two`, Cid's is `ROOM.two-1`, and
the link to the seat is made for the key `two-1`: Bob's own, for `two`, opens nobody's seat from
then on, and whoever has it watches.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match
from bot.wording.room import SPECTATOR

MOST_TOKENS = 8


class Role(StrEnum):
    """What a token is for: the host, the two players as the host named them, or watching."""

    HOST = "host"
    ONE = "one"
    TWO = "two"
    WATCH = "watch"


SEATS = (Role.ONE, Role.TWO)


def new_room() -> str:
    """An id for a new room."""
    return secrets.token_hex(5)


def issue(keys: Iterable[str] = SEATS) -> dict[Role, str]:
    """New tokens for all roles of a room, where the seats have these keys."""
    return all_tokens(secrets.token_urlsafe(24), keys)


def all_tokens(host: str, keys: Iterable[str] = SEATS) -> dict[Role, str]:
    """The tokens that go with a host's token, where the seats have these keys."""
    others = {_role(key): _derived(host, key) for key in (*keys, Role.WATCH)}
    return {Role.HOST: host} | others


def hashed(token: str) -> str:
    """The hash of a token, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def keys_of(tokens: Iterable[str], roles: Mapping[str, str]) -> frozenset[str]:
    """The keys that tokens open, such as `two-1`; `roles` are a room's keys by stored hash."""
    keys = set()
    for digest in (hashed(token) for token in tokens):
        # Every hash is compared in full: how long it takes tells nothing.
        keys |= {key for stored, key in roles.items() if hmac.compare_digest(stored, digest)}
    return frozenset(keys)


def player_id(room: str, key: str) -> str:
    """The id of a room's host or player in its matches."""
    return f"{room}.{key}"


def key_of(player: str) -> str:
    """The key that opens a player's seat, by their id."""
    return player.rpartition(".")[2]


def role_of(player: str) -> Role:
    """The role behind a player's id."""
    return _role(key_of(player))


def seat_keys(match: Match) -> tuple[str, ...]:
    """The keys that open the seats of a match."""
    return tuple(key_of(player.id) for player in match.players)


def next_key(player: str) -> str:
    """The key for whoever takes a player's place."""
    role, _, number = key_of(player).partition("-")
    return f"{role}-{int(number or 0) + 1}"


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody with a page open in a room: the keys they hold, and a spectator's own name."""

    room: str
    keys: frozenset[str]
    name: str = ""

    @property
    def roles(self) -> frozenset[Role]:
        """The roles behind the keys."""
        return frozenset(map(_role, self.keys))

    @property
    def hosts(self) -> bool:
        """Whether they hold the host's token."""
        return Role.HOST in self.roles

    def seats(self, match: Match) -> tuple[Colour, ...]:
        """The colours they play; nobody plays from the sparring partner's seat."""
        people = ((colour, match.players[colour]) for colour in Colour)
        return tuple(
            colour
            for colour, player in people
            if not player.level and key_of(player.id) in self.keys
        )

    def seat(self, match: Match) -> Colour | None:
        """The colour they speak for now: where they hold both, the one that is waited for."""
        held = self.seats(match)
        awaited = match.to_move if match.chooser is None else match.chooser
        return awaited if awaited in held else held[0] if held else None

    def speaker(self, match: Match) -> Player:
        """The player as whom they speak."""
        colour = self.seat(match)
        if colour is not None:
            return match.players[colour]
        if self.hosts:
            return match.host
        return Player(player_id(self.room, Role.WATCH), self.name or SPECTATOR)

    def as_host(self, match: Match) -> Player:
        """The player as whom they do what only a host may do."""
        return match.host if self.hosts else self.speaker(match)


def _role(key: str) -> Role:
    return Role(key.partition("-")[0])


def _derived(host: str, key: str) -> str:
    digest = hmac.digest(host.encode(), f"seat {key}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()
