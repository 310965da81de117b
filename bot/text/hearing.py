"""What posts say that matters to a game, whoever plays: turns, pleas, a host's words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.engine.any_game import SPELLINGS, is_turn
from bot.engine.chat import doubted, read_message
from bot.engine.notation import Spelling
from bot.engine.record import Entry, Record
from bot.engine.rounds import spelled
from bot.engine.talk import DOUBTS, Talk
from bot.text.posts import Post
from bot.text.words import CORRECTION, phrases

_LONGEST_PHRASE = 100
_NUMBER = re.compile(r"\(?([0-9]{1,3}(?:\.+|…|\)))\s[^\n]*\Z")
"""The number of a turn; several lines with numbers are a list of its stones."""


_NOTHING = Entry(())


class Kind(Enum):
    """What a line of a post is."""

    TURN = auto()
    MAYBE = auto()
    """It names cells and is no turn."""
    RESIGN = auto()
    TAKE_BACK = auto()
    BACK_TO = auto()
    TIME = auto()
    WINS = auto()
    TIE = auto()
    AGAIN = auto()


_PHRASES = {
    Kind.BACK_TO: phrases("back_to"),
    Kind.TAKE_BACK: phrases("take_back"),
    Kind.AGAIN: phrases("again"),
    Kind.TIME: phrases("time_up"),
    Kind.TIE: phrases("tie"),
    Kind.WINS: phrases("wins"),
}
_NO_TURN = frozenset((Talk.TALK, Talk.PASS, Talk.RESIGN, Talk.SWAP))
"""Talk that names no cell."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that somebody said; `corrects` is a turn that stands in the place of the last."""

    author: str
    line: int
    kind: Kind
    entry: Entry = _NOTHING
    corrects: bool = False
    number: int = 0
    who: str = ""

    @property
    def cells(self) -> frozenset[str]:
        """The words of a turn, in whatever order they were written."""
        return frozenset(word.casefold() for word in self.entry.words)


def heard_in(posts: Sequence[Post], spelling: Spelling, *, counted: bool) -> list[Heard]:
    """What matters in posts; where posts are `counted`, a line is the number of its post."""
    heard = [it for post in posts for it in _heard(post, counted=counted)]
    turns = spelled(Record((), tuple(it.entry for it in heard)), spelling).turns
    return [replace(it, entry=entry) for it, entry in zip(heard, turns, strict=True)]


def _heard(post: Post, *, counted: bool) -> Iterator[Heard]:
    """What is in a post; one turn over several lines is one."""
    lines = [
        (post.line + (0 if counted else number), line.strip())
        for number, line in enumerate(post.text.split("\n"))
    ]
    whole = "\n".join(line for _, line in lines).strip()
    first = lines[0][0]
    if read_message(whole, SPELLINGS[0]) in DOUBTS - {Talk.RANGE}:
        yield Heard(post.author, first, Kind.MAYBE)
        return
    if is_turn(whole):
        yield _turn(post.author, first, whole, counted=counted)
        return
    for number, (place, line) in enumerate(lines):
        behind = lines[number + 1][1] if number + 1 < len(lines) else ""
        bare = CORRECTION.sub("", line, count=1)
        if is_turn(line) and not any(doubted(line, [behind], SPELLINGS[0])):
            yield _turn(post.author, place, line, counted=counted)
        elif bare != line and CORRECTION.match(line) and is_turn(bare):
            turn = _turn(post.author, place, bare, counted=counted)
            yield replace(turn, corrects=True)
        elif said := _said(post.author, place, line):
            yield said
        elif read_message(line, SPELLINGS[0]) not in _NO_TURN:
            yield Heard(post.author, place, Kind.MAYBE)


def _said(author: str, place: int, line: str) -> Heard | None:
    if "?" not in line and read_message(line, SPELLINGS[0]) is Talk.RESIGN:
        return Heard(author, place, Kind.RESIGN)
    if len(line) > _LONGEST_PHRASE:
        return None
    for kind, pattern in _PHRASES.items():
        if found := pattern.fullmatch(line):
            number = int(found[1]) if kind is Kind.BACK_TO else 0
            who = found.groupdict().get("who") or ""
            return Heard(author, place, kind, number=number, who=who.strip(" *_@"))
    return None


def _turn(author: str, place: int, text: str, *, counted: bool) -> Heard:
    number = _NUMBER.match(text)
    line, told = 0 if counted else place, number[1] if number else ""
    entry = Entry(tuple(text.split()), said=text, line=line, number=told)
    return Heard(author, place, Kind.TURN, entry)
