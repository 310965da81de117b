"""What is found on the machine itself: settings, pictures, and the local room's port."""

from dataclasses import dataclass
from typing import ClassVar

from bot.findings.mark import Mark
from bot.findings.settings import SettingProblem


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """The environment and `.env` can be used."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class SettingsUseless:
    """A setting can't be used, or `.env` can't be read."""

    mark: ClassVar[Mark] = Mark.BAD
    problem: SettingProblem


@dataclass(frozen=True, slots=True)
class PicturesDrawn:
    """A board was drawn, with the fonts and themes that it needs."""

    mark: ClassVar[Mark] = Mark.GOOD
    kilobytes: int


@dataclass(frozen=True, slots=True)
class PicturesFail:
    """No board can be drawn: a font or a theme is missing, or Pillow is broken."""

    mark: ClassVar[Mark] = Mark.BAD
    reason: str


@dataclass(frozen=True, slots=True)
class NoToken:
    """Neither Discord nor a forum is set, so that the local room is served."""

    mark: ClassVar[Mark] = Mark.NOTE


@dataclass(frozen=True, slots=True)
class RoomFree:
    """The local room's address can be used, and only from this machine."""

    mark: ClassVar[Mark] = Mark.GOOD
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class RoomOpen:
    """The local room's address can be used, and reached from other machines."""

    mark: ClassVar[Mark] = Mark.NOTE
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class RoomServed:
    """The local room is open at its address, served by the referee of this database."""

    mark: ClassVar[Mark] = Mark.GOOD
    host: str
    port: int
    pid: int


@dataclass(frozen=True, slots=True)
class RoomTaken:
    """The local room's address can't be used: it is taken, or is no address of this machine."""

    mark: ClassVar[Mark] = Mark.BAD
    host: str
    port: int
    reason: str


@dataclass(frozen=True, slots=True)
class WatchFree:
    """The watch pages' address can be used."""

    mark: ClassVar[Mark] = Mark.GOOD
    url: str
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class WatchServed:
    """The watch pages are served at their address, by the referee of this database."""

    mark: ClassVar[Mark] = Mark.GOOD
    url: str
    pid: int


@dataclass(frozen=True, slots=True)
class WatchTaken:
    """The watch pages' address can't be used: it is taken, or is no address of this machine."""

    mark: ClassVar[Mark] = Mark.BAD
    host: str
    port: int
    reason: str


@dataclass(frozen=True, slots=True)
class MetricsFree:
    """The metrics' address can be used, and only from this machine."""

    mark: ClassVar[Mark] = Mark.GOOD
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class MetricsOpen:
    """The metrics' address can be used, and reached from other machines."""

    mark: ClassVar[Mark] = Mark.NOTE
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class MetricsServed:
    """The metrics are served at their address, by the referee of this database."""

    mark: ClassVar[Mark] = Mark.GOOD
    host: str
    port: int
    pid: int


@dataclass(frozen=True, slots=True)
class MetricsTaken:
    """The metrics' address can't be used: it is taken, or is no address of this machine."""

    mark: ClassVar[Mark] = Mark.BAD
    host: str
    port: int
    reason: str


MachineFinding = (
    SettingsRead
    | SettingsUseless
    | PicturesDrawn
    | PicturesFail
    | NoToken
    | RoomFree
    | RoomOpen
    | RoomServed
    | RoomTaken
    | WatchFree
    | WatchServed
    | WatchTaken
    | MetricsFree
    | MetricsOpen
    | MetricsServed
    | MetricsTaken
)
