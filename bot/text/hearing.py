"""What posts say that matters to a game, whoever plays: turns, pleas, a host's words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache, partial

from bot.engine.chat import SPELLINGS, doubted, is_turn, read_message
from bot.engine.notation import Spelling
from bot.engine.record import Entry, Record
from bot.engine.replaying import spelled
from bot.engine.turn import DOUBTS, Talk
from bot.text.posts import LogPost
from bot.text.words import CORRECTION, phrases

_LONGEST_PHRASE = 100
_NUMBER = re.compile(r"\(?([0-9]{1,3}(?:\.+|…|\)))\s[^\n]*\Z")
"""The number of a turn; several lines with numbers are a list of its stones."""


_is_turn = lru_cache(maxsize=64)(is_turn)
_read = lru_cache(maxsize=64)(partial(read_message, spelling=SPELLINGS[0]))
"""What a post of one line says is asked more than once."""
_NOTHING = Entry(())


class RemarkKind(Enum):
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
    RemarkKind.BACK_TO: phrases("back_to"),
    RemarkKind.TAKE_BACK: phrases("take_back"),
    RemarkKind.AGAIN: phrases("again"),
    RemarkKind.TIME: phrases("time_up"),
    RemarkKind.TIE: phrases("tie"),
    RemarkKind.WINS: phrases("wins"),
}
_NO_TURN = frozenset((Talk.TALK, Talk.PASS, Talk.RESIGN, Talk.SWAP))
"""Talk that names no cell."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that somebody said; `corrects` is what may stand in the place of the last turn."""

    author: str
    line: int
    kind: RemarkKind
    entry: Entry = _NOTHING
    corrects: bool = False
    number: int = 0
    who: str = ""

    @property
    def cells(self) -> frozenset[str]:
        """The words of a turn, in whatever order they were written."""
        return frozenset(word.casefold() for word in self.entry.words)


def heard_in(posts: Sequence[LogPost], spelling: Spelling, *, counted: bool) -> list[Remark]:
    """What matters in posts; where posts are `counted`, a line is the number of its post."""
    heard = [it for post in posts for it in _heard(post, counted=counted)]
    turns = spelled(Record((), tuple(it.entry for it in heard)), spelling).turns
    return [replace(it, entry=entry) for it, entry in zip(heard, turns, strict=True)]


def _heard(post: LogPost, *, counted: bool) -> Iterator[Remark]:
    """What is in a post; one turn over several lines is one."""
    lines = [
        (post.line + (0 if counted else number), line.strip())
        for number, line in enumerate(post.text.split("\n"))
    ]
    whole = "\n".join(line for _, line in lines).strip()
    first = lines[0][0]
    right = CORRECTION.match(whole)
    if right is not None and _is_turn(whole[right.end() :]):
        turn = _turn(post.author, first, whole[right.end() :], counted=counted)
        yield replace(turn, corrects=True)
        return
    if _read(whole) in DOUBTS - {Talk.RANGE}:
        yield Remark(post.author, first, RemarkKind.MAYBE, corrects=True)
        return
    if _is_turn(whole):
        yield _turn(post.author, first, whole, counted=counted)
        return
    for number, (place, line) in enumerate(lines):
        behind = lines[number + 1][1] if number + 1 < len(lines) else ""
        bare = CORRECTION.sub("", line, count=1)
        if _is_turn(line) and not any(doubted(line, [behind], SPELLINGS[0])):
            yield _turn(post.author, place, line, counted=counted)
        elif bare != line and CORRECTION.match(line) and _is_turn(bare):
            turn = _turn(post.author, place, bare, counted=counted)
            yield replace(turn, corrects=True)
        elif said := _said(post.author, place, line):
            yield said
        elif _read(line) not in _NO_TURN:
            yield Remark(post.author, place, RemarkKind.MAYBE)


def _said(author: str, place: int, line: str) -> Remark | None:
    if "?" not in line and _read(line) is Talk.RESIGN:
        return Remark(author, place, RemarkKind.RESIGN)
    if len(line) > _LONGEST_PHRASE:
        return None
    for kind, pattern in _PHRASES.items():
        if found := pattern.fullmatch(line):
            number = int(found[1]) if kind is RemarkKind.BACK_TO else 0
            who = found.groupdict().get("who") or ""
            return Remark(author, place, kind, number=number, who=who.strip(" *_@"))
    return None


def _turn(author: str, place: int, text: str, *, counted: bool) -> Remark:
    number = _NUMBER.match(text)
    line, told = 0 if counted else place, number[1] if number else ""
    entry = Entry(tuple(text.split()), said=text, line=line, number=told)
    return Remark(author, place, RemarkKind.TURN, entry)
