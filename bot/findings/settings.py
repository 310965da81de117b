"""What is wrong with a setting, as values; secrets are not among them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BadFile:
    """`.env` can't be read; the system says why, or it is no text."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class BadSetting:
    """A setting with a value that it can't have; `given` is "" where that may be a secret."""

    name: str
    given: str = ""


@dataclass(frozen=True, slots=True)
class Lacking:
    """Of settings that belong together one is there, and another is not."""

    name: str
    missing: str


@dataclass(frozen=True, slots=True)
class NoSuchShard:
    """A shard beyond the count: they are numbered from 0."""

    shard: int
    count: int


SettingProblem = BadFile | BadSetting | Lacking | NoSuchShard
