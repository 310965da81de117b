"""The small words and smileys that people put before or behind a turn, and that change nothing.

"D7 F8 please, gl :)" is the turn D7 F8. The list is closed: any other word makes a message talk,
and whatever doubts or denies (or, maybe, not, if, wait, ?) is never among these. `docs/turns.md`
shows all of them. A phrase stands here as it is compared: "Viel Spaß" is folded to "viel spass".
"""

import re
from collections.abc import Sequence

DECORATION = ""
"""Stands among words for an emoji or a mention, which may stand wherever a courtesy may."""
WORDS = frozenset(
    (
        *("please", "pls", "plz", "thanks", "thx", "ty", "cheers", "sorry", "sry"),
        *("hi", "hello", "hey", "gl", "hf", "glhf", "gg", "wp", "ggwp"),
        *("ok", "okay", "alright", "yes", "yep", "yeah", "sure", "well", "oh", "ah", "done", "ref"),
        *("lol", "lmao", "haha", "hehe", "hm", "hmm", "hmmm", "hmmmm", "xd"),
        *("bitte", "danke", "hallo", "merci", "salut"),
    )
)
PHRASES = frozenset(
    (
        *("good luck", "have fun", "good game", "well played", "thank you", "hi all"),
        *("your turn", "your move", "your go", "over to you", "take your time"),
        *("here goes", "here we go", "sorry for the wait", "sorry for the delay"),
        *("viel glück", "viel spass", "dein zug", "du bist dran", "bonne chance"),
    )
)
SMILEYS = (":)", ":-)", ";)", ";-)", ":D", ":-D", ":P", ":p", "^^", "<3")
_COURTESIES = frozenset((DECORATION, *WORDS, *PHRASES))
_LONGEST = max(len(phrase.split()) for phrase in PHRASES)
_WORD = re.compile(r"\w+")


def without(text: str) -> str:
    """The text without the words of courtesy that it begins and ends with."""
    places = list(_WORD.finditer(text))
    first, last = span([place[0] for place in places])
    begin = places[first - 1].end() if first else 0
    return text[begin : places[last].start() if last < len(places) else len(text)]


def span(words: Sequence[str]) -> tuple[int, int]:
    """Where the words begin and end that stand between courtesies."""
    start, stop = 0, len(words)
    sizes = range(_LONGEST, 0, -1)
    while more := next((n for n in sizes if _is_one(words[start : min(start + n, stop)], n)), 0):
        start += more
    while more := next((n for n in sizes if _is_one(words[max(stop - n, start) : stop], n)), 0):
        stop -= more
    return start, stop


def _is_one(words: Sequence[str], length: int) -> bool:
    return len(words) == length and " ".join(words).casefold() in _COURTESIES
