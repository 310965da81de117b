"""What is found at a forum; `forum` is the software's name, NodeBB or Discourse."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from bot.findings.mark import Mark


@dataclass(frozen=True, slots=True)
class ForumReached:
    """The forum knows the token, as that of an account."""

    mark: ClassVar[Mark] = Mark.GOOD
    forum: str
    name: str
    handle: str


@dataclass(frozen=True, slots=True)
class ForumFails:
    """The forum can't be reached, or refuses the token."""

    mark: ClassVar[Mark] = Mark.BAD
    forum: str
    reason: str


@dataclass(frozen=True, slots=True)
class CategoryUnread:
    """A category's topics can't be listed."""

    mark: ClassVar[Mark] = Mark.BAD
    forum: str
    category: int
    reason: str


@dataclass(frozen=True, slots=True)
class CategoryModerated:
    """The referee moderates a category, so that its posts are never held up."""

    mark: ClassVar[Mark] = Mark.GOOD
    forum: str
    category: int


@dataclass(frozen=True, slots=True)
class CategoryNotModerated:
    """The referee does not moderate a category where matches should be held."""

    mark: ClassVar[Mark] = Mark.BAD
    forum: str
    category: int


@dataclass(frozen=True, slots=True)
class VersionFine:
    """The forum's version, "" where it does not tell it."""

    mark: ClassVar[Mark] = Mark.GOOD
    forum: str
    version: str


@dataclass(frozen=True, slots=True)
class VersionTooOld:
    """A NodeBB that is not known to work."""

    mark: ClassVar[Mark] = Mark.BAD
    version: str
    oldest: str


@dataclass(frozen=True, slots=True)
class VersionShowsTokens:
    """A NodeBB that shows moderators the token of a post that waits for approval."""

    mark: ClassVar[Mark] = Mark.NOTE
    version: str
    safe: str


@dataclass(frozen=True, slots=True)
class LeastUntold:
    """How long a post must be is not told."""

    mark: ClassVar[Mark] = Mark.NOTE
    forum: str


@dataclass(frozen=True, slots=True)
class LeastFine:
    """A post that is nothing but a turn is long enough."""

    mark: ClassVar[Mark] = Mark.GOOD
    forum: str
    least: int
    turn: str


@dataclass(frozen=True, slots=True)
class LeastTooLong:
    """A post that is nothing but a turn is too short; `setting` is what the forum calls it."""

    mark: ClassVar[Mark] = Mark.NOTE
    forum: str
    least: int
    turn: str
    setting: str


@dataclass(frozen=True, slots=True)
class PostsQueued:
    """NodeBB puts posts of new members in a queue."""

    mark: ClassVar[Mark] = Mark.NOTE


@dataclass(frozen=True, slots=True)
class NothingQueued:
    """NodeBB shows every post at once."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class ThumbnailsOn:
    """NodeBB takes pictures as topic thumbnails."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class ThumbnailsOff:
    """NodeBB takes no pictures."""

    mark: ClassVar[Mark] = Mark.NOTE


@dataclass(frozen=True, slots=True)
class PicturesTaken:
    """Discourse takes pictures with the posts."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class NewPlayersStopped:
    """Settings of Discourse that stop a new player in the middle of a match.

    `limits` are settings that are too low, with their values; `approval` says that posts of new
    members wait for a moderator.
    """

    mark: ClassVar[Mark] = Mark.NOTE
    limits: tuple[tuple[str, int], ...]
    approval: bool


@dataclass(frozen=True, slots=True)
class NewPlayersFree:
    """No setting of Discourse stops a new player in the middle of a match."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class SettingsUntold:
    """Discourse tells some of its settings to administrators only."""

    mark: ClassVar[Mark] = Mark.NOTE
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CapitalsTaken:
    """Discourse takes a post of capitals only."""

    mark: ClassVar[Mark] = Mark.GOOD


@dataclass(frozen=True, slots=True)
class CapitalsRefused:
    """Discourse refuses a post of capitals only."""

    mark: ClassVar[Mark] = Mark.NOTE


@dataclass(frozen=True, slots=True)
class ForumClockAgrees:
    """This machine's clock is as good as the forum's."""

    mark: ClassVar[Mark] = Mark.GOOD
    forum: str


@dataclass(frozen=True, slots=True)
class ForumClockApart:
    """This machine's clock is ahead of the forum's, or behind it where `ahead` is negative."""

    mark: ClassVar[Mark] = Mark.NOTE
    forum: str
    ahead: timedelta


ForumFinding = (
    ForumReached
    | ForumFails
    | CategoryUnread
    | CategoryModerated
    | CategoryNotModerated
    | VersionFine
    | VersionTooOld
    | VersionShowsTokens
    | LeastUntold
    | LeastFine
    | LeastTooLong
    | PostsQueued
    | NothingQueued
    | ThumbnailsOn
    | ThumbnailsOff
    | PicturesTaken
    | NewPlayersStopped
    | NewPlayersFree
    | SettingsUntold
    | CapitalsTaken
    | CapitalsRefused
    | ForumClockAgrees
    | ForumClockApart
)
