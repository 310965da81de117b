"""What is found at Discord: token, intents, commands, gateway, permissions, clock."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from bot.findings.mark import Mark


@dataclass(frozen=True, slots=True)
class DiscordUnreached:
    """Discord could not be asked, so that nothing is known of the token."""

    mark: ClassVar[Mark] = Mark.BAD
    reason: str


@dataclass(frozen=True, slots=True)
class TokenRefused:
    """Discord does not know the token."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class TokenKnown:
    """Discord knows the token, as that of a named bot."""

    mark: ClassVar[Mark] = Mark.GOOD
    name: str


@dataclass(frozen=True, slots=True)
class ContentGranted:
    """The Message Content intent is granted."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class ContentNotGranted:
    """The Message Content intent is not granted: plain messages come without their text."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class CommandsElsewhere:
    """Discord sends slash commands and buttons to a web address instead of the gateway."""

    mark: ClassVar[Mark] = Mark.BAD


@dataclass(frozen=True, slots=True)
class CommandsUnlisted:
    """Which slash commands are registered could not be asked."""

    mark: ClassVar[Mark] = Mark.BAD
    reason: str


@dataclass(frozen=True, slots=True)
class CommandsOffered:
    """All slash commands are registered."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class CommandsMissing:
    """Some slash commands are not registered yet."""

    mark: ClassVar[Mark] = Mark.NOTE
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GatewayGreets:
    """The gateway was opened up to its HELLO."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The gateway was silent until the timeout."""


@dataclass(frozen=True, slots=True)
class BadStatus:
    """The gateway refused the handshake with an HTTP status."""

    status: int


@dataclass(frozen=True, slots=True)
class NoGreeting:
    """Whatever answered does not speak as Discord's gateway does."""


@dataclass(frozen=True, slots=True)
class NoConnection:
    """The network or the address failed."""

    reason: str


GatewayTrouble = NoAnswer | BadStatus | NoGreeting | NoConnection


@dataclass(frozen=True, slots=True)
class GatewayShut:
    """The gateway can't be opened."""

    mark: ClassVar[Mark] = Mark.BAD
    trouble: GatewayTrouble


@dataclass(frozen=True, slots=True)
class ServersUnlisted:
    """Which servers the referee is in could not be asked."""

    mark: ClassVar[Mark] = Mark.BAD
    reason: str


@dataclass(frozen=True, slots=True)
class NoServer:
    """The referee is in no server; the link invites it."""

    mark: ClassVar[Mark] = Mark.BAD
    link: str


@dataclass(frozen=True, slots=True)
class ServerUnread:
    """One server's channels could not be asked."""

    mark: ClassVar[Mark] = Mark.BAD
    number: int
    server: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChannelsFit:
    """The channels where a match can be held."""

    mark: ClassVar[Mark] = Mark.GOOD
    server: str
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoChannelFits:
    """A match can be held nowhere in the server."""

    mark: ClassVar[Mark] = Mark.BAD
    server: str


@dataclass(frozen=True, slots=True)
class ChannelsHidden:
    """The channels that the referee can't see."""

    mark: ClassVar[Mark] = Mark.NOTE
    server: str
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChannelLacks:
    """The referee may speak in a channel, and lacks permissions that a match needs."""

    mark: ClassVar[Mark] = Mark.BAD
    server: str
    channel: str
    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChannelSilent:
    """The referee may not even speak in a channel: most likely it is not meant to."""

    mark: ClassVar[Mark] = Mark.NOTE
    server: str
    channel: str
    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThreadsLack:
    """A match can be held in a channel, but not in a thread of it."""

    mark: ClassVar[Mark] = Mark.BAD
    server: str
    channel: str
    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClockUntold:
    """Discord's answers had no Date."""

    mark: ClassVar[Mark] = Mark.NOTE


@dataclass(frozen=True, slots=True)
class ClockAgrees:
    """This machine's clock is as good as right."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class ClockApart:
    """This machine's clock is ahead of Discord's, or behind it where `ahead` is negative."""

    mark: ClassVar[Mark] = Mark.NOTE
    ahead: timedelta


@dataclass(frozen=True, slots=True)
class ShardsEnough:
    """At least as many shards are set as Discord recommends."""

    mark: ClassVar[Mark] = Mark.GOOD
    count: int
    recommended: int


@dataclass(frozen=True, slots=True)
class ShardsTooFew:
    """Discord recommends more shards; `count` is None where none are set."""

    mark: ClassVar[Mark] = Mark.NOTE
    count: int | None
    recommended: int


@dataclass(frozen=True, slots=True)
class ShardsUnasked:
    """How many shards Discord recommends could not be asked."""

    mark: ClassVar[Mark] = Mark.NOTE
    reason: str


ShardFinding = ShardsEnough | ShardsTooFew | ShardsUnasked
ApplicationFinding = (
    DiscordUnreached
    | TokenRefused
    | TokenKnown
    | ContentGranted
    | ContentNotGranted
    | CommandsElsewhere
    | CommandsUnlisted
    | CommandsOffered
    | CommandsMissing
)
ServerFinding = (
    ServersUnlisted
    | NoServer
    | ServerUnread
    | ChannelsFit
    | NoChannelFits
    | ChannelsHidden
    | ChannelLacks
    | ChannelSilent
    | ThreadsLack
)
DiscordFinding = (
    ApplicationFinding
    | ShardFinding
    | ServerFinding
    | GatewayGreets
    | GatewayShut
    | ClockUntold
    | ClockAgrees
    | ClockApart
)
