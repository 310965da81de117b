"""What was sent to the referee, and the reading of chat: is this a turn, or talk?

A message is a turn only if, after dropping quoted lines, markers and separators, every word is
of the game. Everything else is talk and costs nothing; talk that begins like a turn is
`UNCLEAR` when it comes from the player to move, so that they see it was not taken.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from bot.engine.notation import Spelling, is_of_the_game, looks_like_cell
from bot.referee.events import Player

_MARKERS = re.compile(r"[*_`~|]+")
_SEPARATORS = re.compile(r"[\s,+&;]+|\band\b", re.IGNORECASE)
_BEGINS_LIKE_A_CELL = re.compile(r"[A-Za-z][0-9]{1,2}(?![A-Za-z0-9])|([A-Za-z][0-9]{1,2}){2,}\b")
LONGEST_READ = 100_000
"""Characters of a message that are looked at; no turn needs a hundredth of it."""


class Talk(Enum):
    """A message that is no turn."""

    TALK = auto()
    UNCLEAR = auto()


@dataclass(frozen=True, slots=True)
class Said:
    """Words in the room: perhaps a turn."""

    text: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The Ready button."""


@dataclass(frozen=True, slots=True)
class StartNow:
    """The host starts without waiting for both players."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A player gives up."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The host stops the clock."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The host lets the match go on."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The host ends the match without a result."""

    reason: str = ""


Act = Said | Ready | StartNow | Resign | Pause | Resume | Cancel


@dataclass(frozen=True, slots=True)
class Submission:
    """An act by somebody at a moment of the venue's time.

    `message` is the venue's id of the message, None for acts without one. `may_host` says that
    the venue lets the author act as host (they may manage the server).
    """

    author: Player
    act: Act
    sent_at: datetime
    message: str | None = None
    may_host: bool = False


def read_words(text: str, spelling: Spelling) -> tuple[str, ...] | Talk:
    """The words of a turn, or what kind of talk it is."""
    words = _words(text[:LONGEST_READ])
    if not words:
        return Talk.TALK
    if all(is_of_the_game(spelling, word) for word in words) and _says_something(spelling, words):
        return words
    begins = looks_like_cell(words[0]) or _BEGINS_LIKE_A_CELL.match(words[0])
    return Talk.UNCLEAR if begins else Talk.TALK


def _words(text: str) -> tuple[str, ...]:
    # Full-width letters become plain ones; marks without a shape of their own are dropped.
    plain = unicodedata.normalize("NFKC", text)
    plain = "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
    lines = (line for line in plain.splitlines() if not line.lstrip().startswith(">"))
    bare = _MARKERS.sub(" ", "\n".join(lines))
    return tuple(word for word in _SEPARATORS.split(bare) if word)


def _says_something(spelling: Spelling, words: tuple[str, ...]) -> bool:
    """A colour's name alone is talk."""
    verbs = spelling.verbs
    return any(
        word.casefold() in verbs or looks_like_cell(word.rpartition(":")[2]) for word in words
    )
