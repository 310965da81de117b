"""What was sent to the referee, and the reading of chat: is this a turn, or talk?

A message is a turn only if, after dropping quoted lines, markers and separators, every word is
of the game. Everything else is talk and costs nothing; talk that begins like a turn is
`UNCLEAR`, so that the player to move can be shown that it was not taken. Words struck through
(`~~D7~~`) are talk: they were taken back.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from bot.engine.notation import Spelling, is_of_the_game, looks_like_cell
from bot.referee.events import Player, Request

_MARKERS = re.compile(r"[*_`|]+")
_SEPARATORS = re.compile(r"[\s,+&;]+|\band\b", re.IGNORECASE)
_QUOTE, _QUOTED_REST = ">", ">>> "
_BEGINS_LIKE_A_CELL = re.compile(
    r"\W*(?:[A-Za-z][0-9]{1,2}(?![A-Za-z0-9])|(?:[A-Za-z][0-9]{1,2}){2})"
)
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0") | {
    chr(code) for code in (*range(0x180B, 0x180E), *range(0xFE00, 0xFE10))
}
LONGEST_READ = 50_000
"""Characters that a turn can have, a hundred times what any needs; a longer message is talk."""


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
class ChooseFirst:
    """The DMO, or the host in their place, says who starts.

    `who` is `me`, `opponent`, a colour, or the venue's id of a player, as in a mention.
    """

    who: str


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

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The host ends the match without a result."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """The host takes turns back."""

    turns: int = 1
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """The host decides the match: a colour's name, or None for a tie."""

    winner: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The host takes the match from a player, named by colour."""

    colour: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ChangeTime:
    """The host gives a player time in the bank, or takes some (below zero)."""

    colour: str
    amount: timedelta
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """The host puts another player in a seat."""

    colour: str
    player: Player


@dataclass(frozen=True, slots=True)
class MoveMatch:
    """The host moves the match to another room of the venue."""

    room: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A player asks the opponent for an undo, a pause, or to abandon the match."""

    request: Request


@dataclass(frozen=True, slots=True)
class Respond:
    """A player accepts or declines what was asked; None answers whatever it was."""

    accept: bool
    request: Request | None = None


HostAct = (
    StartNow
    | Pause
    | Resume
    | Cancel
    | Undo
    | Adjudicate
    | Forfeit
    | ChangeTime
    | ReplacePlayer
    | MoveMatch
)
Act = Said | Ready | ChooseFirst | Resign | Ask | Respond | HostAct


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
    if len(text) <= LONGEST_READ and _is_turn(spelling, words):
        return words
    return Talk.UNCLEAR if _BEGINS_LIKE_A_CELL.match(words[0]) else Talk.TALK


def _words(text: str) -> tuple[str, ...]:
    bare = _MARKERS.sub(" ", "\n".join(_unquoted(_plain(text))))
    return tuple(word for word in _SEPARATORS.split(bare) if word)


def _plain(text: str) -> str:
    """The text with full-width and styled letters as plain ones, and without what can't be seen."""
    table: dict[int, str | None] = {}
    for sign in set(text):
        if sign.isascii():
            continue
        if sign in _INVISIBLE or unicodedata.category(sign) == "Cf":
            table[ord(sign)] = None
        elif len(usual := unicodedata.normalize("NFKC", sign)) == 1:
            table[ord(sign)] = usual
    return text.translate(table)


def _unquoted(text: str) -> Iterator[str]:
    """The lines that are the author's own."""
    for line in text.splitlines():
        if line.lstrip().startswith(_QUOTED_REST):
            return
        if not line.lstrip().startswith(_QUOTE):
            yield line


def _is_turn(spelling: Spelling, words: tuple[str, ...]) -> bool:
    return all(is_of_the_game(spelling, word) for word in words) and _says_something(
        spelling, words
    )


def _says_something(spelling: Spelling, words: tuple[str, ...]) -> bool:
    """A colour's name alone is talk."""
    verbs = spelling.verbs
    return any(
        word.casefold() in verbs or looks_like_cell(word.rpartition(":")[2]) for word in words
    )
