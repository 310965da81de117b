"""What a post says: the turn in it if there is one, and the commands to the referee.

A post is read line by line with the grammar of chat. What it has beyond that: talk may stand around
a turn in lines of its own, or behind it where it begins with `move:`; and a list, or a turn whose
next line has another in mind ("or E5"), is asked about. Two lines that are turns are none: nobody
knows which was meant.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bot.engine.chat import doubted, read_words
from bot.engine.doubts import names_a_cell
from bot.engine.notation import Spelling
from bot.engine.plaintext import unseen
from bot.engine.turn import DOUBTS, Talk
from bot.text.html import ITEM, HtmlLine

_MARKED = re.compile(r"\s*(?:move|turn)\s*:\s*", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[-*+•]|[0-9]{1,3}[.)])\s")
_WORD = re.compile(r"\S+")
_DOUBT = re.compile(r"\b(?:or|either|maybe|perhaps)\b", re.IGNORECASE)
_NOT_PLEAS = (Talk.TALK, Talk.UNCLEAR)
MOST_WORDS = 400
"""In a line that is looked at for a turn; a turn has a few words."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The lines of a post that are turns, or that are asked about.

    `unclear` is one that is none and deserves a word: it says of itself that it is one, is cells
    with nothing but a doubt ("D4 or D5"), or nothing but "I resign" or the like. Others are talk,
    and get no answer.
    """

    lines: tuple[str, ...] = ()
    unclear: str = ""


def turns_in(lines: Iterable[HtmlLine], spelling: Spelling) -> Turns:
    """The turns that a post's lines are; one that a later line doubts comes with that line.

    A list of several items is no turn; where the post has no other, it is asked about.
    """
    said = [line.text for line in lines if not line.talk]
    said = [text for text in said if len(text.split()) <= MOST_WORDS]
    listed = [text for text in said if _ITEM.match(text)]
    turns: list[str] = []
    choices: list[str] = []
    behind: list[str] = []
    unclear = ""
    for place, text in enumerate(said, start=1):
        turn = turn_in(text, spelling)
        if isinstance(turn, str) and len(listed) > 1 and text in listed:
            choices.append(turn)
        elif isinstance(turn, str):
            turns.append(turn)
            behind = said[place:]
        elif turn not in _NOT_PLEAS or (turn is Talk.UNCLEAR and _is_plea(text, spelling)):
            unclear = unclear or text
    if len(turns) == 1:
        turns = [next(doubted(turns[0], behind, spelling), turns[0])]
    elif choices and not turns:
        turns = ["\nor ".join((*choices, ""))]
    return Turns(tuple(turns), unclear)


def _is_plea(text: str, spelling: Spelling) -> bool:
    """Whether a line that names a cell deserves a word: it is marked, or a turn but for a doubt."""
    bare = _DOUBT.sub(" ", text)
    doubts = bare != text and not isinstance(read_words(bare, spelling), Talk)
    return doubts or _MARKED.match(text) is not None


def turn_in(text: str, spelling: Spelling) -> str | Talk:
    """The turn that a line is, or begins with behind `move:`; else what kind of talk it is.

    What is asked about where it stands alone is a turn here, so that it is one of two.
    """
    read = read_words(text, spelling)
    marked = _MARKED.match(text)
    begin = marked.end() if marked else 0
    if not isinstance(read, Talk) or read in DOUBTS:
        return text[begin:]
    if marked is None:
        return read
    ends = [word.end() for word in _WORD.finditer(text)][:MOST_WORDS]
    for end in reversed(ends):
        head, behind = text[:end].rstrip(".,;!:) -–—"), text[end:]
        if not isinstance(read_words(head, spelling), Talk):
            is_open = names_a_cell(behind, spelling) or any(doubted(head, [behind], spelling))
            return Talk.UNCLEAR if is_open else head[begin:]
    return read


def commands_in(lines: Iterable[HtmlLine], names: Collection[str]) -> tuple[str, ...]:
    """What the lines that begin with a mention of the referee say behind it; `names` are folded."""
    said = (addressed(line.text, names) for line in lines if not line.talk)
    return tuple(words for words in said if words)


def addressed(text: str, names: Collection[str]) -> str | None:
    """What a line says to the referee, None if it does not begin with a mention of it."""
    plain = unseen(text).strip().removeprefix(ITEM)
    if not plain.startswith("@"):
        return None
    for name in names:
        rest = plain[len(name) + 1 :]
        if plain[1 : len(name) + 1].casefold() == name and (not rest or rest[0] in " ,:\u00a0"):
            return rest.lstrip(" ,:\u00a0").strip()
    return None
