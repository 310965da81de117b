"""Who may do what in a room: tokens that nobody can guess, and the roles that they stand for.

The host has lost a player's link. The host's page can show it again, though the database holds
nothing but hashes: the host's token is random, and the others are derived from it.
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

MOST_TOKENS = 4


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


def issue() -> dict[Role, str]:
    """New tokens for all roles of a room."""
    return all_tokens(secrets.token_urlsafe(24))


def all_tokens(host: str) -> dict[Role, str]:
    """The tokens that go with a host's token."""
    others = {role: _derived(host, role) for role in (*SEATS, Role.WATCH)}
    return {Role.HOST: host} | others


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def roles_of(tokens: Iterable[str], known: Mapping[str, str]) -> frozenset[Role]:
    """The roles that tokens open, by the hashes known of a room."""
    found = set()
    for key in (hashed(token) for token in tokens):
        # Every hash is compared in full: how long it takes tells nothing.
        found |= {Role(role) for kept, role in known.items() if hmac.compare_digest(kept, key)}
    return frozenset(found)


def player_id(room: str, role: Role) -> str:
    """The id of a room's host or player in its matches."""
    return f"{room}.{role}"


def role_of(player: str) -> Role:
    """The role behind a player's id."""
    return Role(player.rpartition(".")[2])


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody with a page open in a room: the roles they hold, and a spectator's own name."""

    room: str
    roles: frozenset[Role]
    name: str = ""

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
            if not player.level and role_of(player.id) in self.roles
        )

    def seat(self, match: Match) -> Colour | None:
        """The colour they speak for now: the one to move where they hold both."""
        held = self.seats(match)
        return match.to_move if match.to_move in held else held[0] if held else None

    def speaker(self, match: Match) -> Player:
        """As whom they speak."""
        colour = self.seat(match)
        if colour is not None:
            return match.players[colour]
        if self.hosts:
            return match.host
        return Player(player_id(self.room, Role.WATCH), self.name or SPECTATOR)

    def as_host(self, match: Match) -> Player:
        """As whom they do what only a host may do."""
        return match.host if self.hosts else self.speaker(match)


def _derived(host: str, role: Role) -> str:
    digest = hmac.digest(host.encode(), f"seat {role}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()
