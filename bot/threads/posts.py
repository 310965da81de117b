"""What a post says: the turn in it if there is one, and the commands to the referee.

A turn is one line that is nothing but words of the game, or that begins with `move:`; whether
words are of the game is the grammar of chat, line by line. Speculation in a line of its own words
is talk. Two lines that are turns are none: nobody knows which was meant.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bot.engine.chat import read_words
from bot.engine.notation import Spelling
from bot.engine.talk import DOUBTS, Talk
from bot.threads.html import HtmlLine

_END = re.compile(r"(?<=\w)\s*[.!]\s*$")
"""A full stop or exclamation mark behind a turn, as sentences have them."""
_MARKED = re.compile(r"\s*(?:move|turn)\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][0-9]{1,2}(?![A-Za-z0-9])")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u2060\ufeff]")
_PLACES = re.compile(r"\S+")
_NOT_PLEAS = (Talk.TALK, Talk.UNCLEAR)
MOST_WORDS = 400
"""In a line that is looked at for a turn; a turn has a few words."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The lines of a post that are turns.

    `unclear` is one that is none and deserves a word: it says of itself that it is one, or is
    nothing but "I resign" or the like. Others are talk, and get no answer.
    """

    lines: tuple[str, ...] = ()
    unclear: str = ""


def turns_in(lines: Iterable[HtmlLine], spelling: Spelling) -> Turns:
    """The turns that a post's lines are, each without what stands around it."""
    turns: list[str] = []
    unclear = ""
    for line in lines:
        if line.talk or len(line.text.split()) > MOST_WORDS:
            continue
        turn = turn_in(line.text, spelling)
        if isinstance(turn, str) or turn in DOUBTS:
            # What is asked about where it stands alone is one of two where it does not.
            turns.append(turn if isinstance(turn, str) else line.text)
        elif turn not in _NOT_PLEAS or (turn is Talk.UNCLEAR and _MARKED.match(line.text)):
            unclear = unclear or line.text
    return Turns(tuple(turns), unclear)


def turn_in(text: str, spelling: Spelling) -> str | Talk:
    """The turn that a line is, or what kind of talk it is."""
    marked = _MARKED.match(text)
    if marked is not None:
        return _first_words(marked, spelling)
    bare = _END.sub("", text)
    read = read_words(bare, spelling)
    return read if isinstance(read, Talk) else bare


def commands_in(lines: Iterable[HtmlLine], names: Collection[str]) -> tuple[str, ...]:
    """What the lines that begin with a mention of the referee say behind it; `names` are folded."""
    said = (addressed(line.text, names) for line in lines if not line.talk)
    return tuple(words for words in said if words)


def without_mention(line: HtmlLine, names: Collection[str]) -> HtmlLine:
    """The line without a mention of the referee at its beginning: what is left may be a turn."""
    words = addressed(line.text, names)
    return line if words is None else HtmlLine(words, line.talk)


def addressed(text: str, names: Collection[str]) -> str | None:
    """What a line says to the referee, None if it does not begin with a mention of it."""
    plain = _INVISIBLE.sub("", text).strip()
    if not plain.startswith("@"):
        return None
    for name in names:
        rest = plain[len(name) + 1 :]
        if plain[1 : len(name) + 1].casefold() == name and (not rest or rest[0] in " ,:\u00a0"):
            return rest.lstrip(" ,:\u00a0").strip()
    return None


def _first_words(marked: re.Match[str], spelling: Spelling) -> str | Talk:
    """The longest beginning behind the mark that is a turn, if what follows names no cell."""
    text = marked[1]
    ends = [place.end() for place in _PLACES.finditer(text)]
    for end in reversed(ends[:MOST_WORDS]):
        head = text[:end].rstrip(".,;!:) -–—")
        # With the mark: a turn has one label, so that none may follow.
        if not isinstance(read_words(f"move: {head}", spelling), Talk):
            return Talk.UNCLEAR if _CELL.search(text[end:]) else head
    return Talk.UNCLEAR if _CELL.search(text) else Talk.TALK
