"""What is wrong with a setting, as values; secrets are not among them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BadFile:
    """`.env` can't be read; the system says why, or it is no text."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class BadLevel:
    """The log has no such level."""

    given: str


@dataclass(frozen=True, slots=True)
class BadLogFormat:
    """The log has no such form."""

    given: str


@dataclass(frozen=True, slots=True)
class BadToken:
    """A token with signs that none has, however it was copied."""

    name: str


@dataclass(frozen=True, slots=True)
class Lacking:
    """A forum is set in part."""

    name: str
    missing: str


@dataclass(frozen=True, slots=True)
class BadForumAddress:
    """No address of a forum; what was given may have a password in it."""

    name: str


@dataclass(frozen=True, slots=True)
class BadCategories:
    """No numbers of categories."""

    name: str
    given: str


@dataclass(frozen=True, slots=True)
class BadInterval:
    """No length of time, or one that is too short or too long."""

    name: str
    given: str


@dataclass(frozen=True, slots=True)
class BadTimezone:
    """No time zone of that name."""

    name: str
    given: str


@dataclass(frozen=True, slots=True)
class BadSwitch:
    """Neither on nor off."""

    name: str
    given: str


@dataclass(frozen=True, slots=True)
class BadPort:
    """No port."""

    name: str
    given: str


@dataclass(frozen=True, slots=True)
class BadWatchAddress:
    """No address of watch pages."""


@dataclass(frozen=True, slots=True)
class BadShardCount:
    """No count of shards."""

    given: str


@dataclass(frozen=True, slots=True)
class BadShardIds:
    """No numbers of shards."""

    given: str


@dataclass(frozen=True, slots=True)
class NoSuchShard:
    """A shard beyond the count: they are numbered from 0."""

    shard: int
    count: int


SettingProblem = (
    BadFile
    | BadLevel
    | BadLogFormat
    | BadToken
    | Lacking
    | BadForumAddress
    | BadCategories
    | BadInterval
    | BadTimezone
    | BadSwitch
    | BadPort
    | BadWatchAddress
    | BadShardCount
    | BadShardIds
    | NoSuchShard
)
