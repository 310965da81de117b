"""What every reader makes of its source: posts; and what is told of a text that is no log."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.engine.notation import Misread
from bot.engine.position import Position
from bot.engine.record import Record
from bot.engine.ruleset import Breach

NO_DAY = 9000
"""The year of a time that was told without a day: such times stand behind all others."""


@dataclass(frozen=True, slots=True)
class LogPost:
    """What somebody said at once; `line` is where its text begins (in an export, the message).

    The author is "" where nobody knows who wrote it; then it is asked about if it may be a turn.
    """

    author: str
    posted_at: datetime | None
    text: str
    edited: bool = False
    line: int = 0


class Doubt(StrEnum):
    """What a reader of the game has to know; those in `NOTES` leave nothing doubtful."""

    PLAYERS = "players"
    TALK = "talk"
    TURNED = "turned"
    DAYS = "days"
    ALSO = "also"
    OTHERS = "others"
    JUMPS = "jumps"
    REFUSED = "refused"
    OUT_OF_TURN = "out-of-turn"
    TAKEN_BACK = "taken-back"
    CORRECTED = "corrected"
    PLAYED_ON = "played-on"
    HOST = "host"
    BEHIND = "behind"
    HEADER = "header"
    UNNAMED = "unnamed"
    LAST = "last"


NOTES = frozenset((Doubt.PLAYERS, Doubt.TALK, Doubt.TURNED, Doubt.DAYS))


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to know: where, of whom, the words, and what is wrong with a refused turn."""

    kind: Doubt
    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    word: str = ""
    breach: Breach | Misread | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class LogReading:
    """A game as it was read, and what to know of it; `unit` is what notes count: lines, posts."""

    record: Record
    notes: tuple[Note, ...] = ()
    unit: str = "line"

    @property
    def sure(self) -> bool:
        """Whether nothing in it had to be guessed."""
        return all(note.kind in NOTES for note in self.notes)


class Unreadable(StrEnum):
    """Why a text can't be read."""

    WHO = "who"
    ONE_AUTHOR = "one-author"
    OTHER_JSON = "other-json"
    NO_AUTHORS = "no-authors"
    NOBODY = "nobody"
    OTHER_GAME = "other-game"
    ZIP = "zip"


class UnreadError(ValueError):
    """A text that is a log and can't be read; says why, where, and whom it is about."""

    def __init__(self, why: Unreadable, line: int = 0, *words: str) -> None:
        super().__init__(why)
        self.why, self.line, self.words = why, line, words
