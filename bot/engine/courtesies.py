"""The small words and smileys that people put before or behind a turn, and that change nothing.

"D7 F8 please, gl :)" is the turn D7 F8. The list is closed: any other word makes a message talk,
and whatever doubts or denies (or, maybe, not, if, wait, ?) is never among these. `docs/turns.md`
shows all of them.
"""

import re

WORDS = frozenset(
    (
        *("please", "pls", "plz", "thanks", "thx", "ty", "cheers"),
        *("hi", "hello", "hey", "gl", "hf", "glhf", "gg", "wp", "ggwp"),
        *("ok", "okay", "alright", "lol", "haha", "hehe", "hm", "hmm", "hmmm", "xd"),
    )
)
PHRASES = frozenset((("good", "luck"), ("have", "fun"), ("thank", "you"), ("your", "turn")))
SMILEYS = (":)", ":-)", ";)", ";-)", ":D", ":-D", ":P", ":p", "^^", "<3")
_WORD = re.compile(r"\w+")


def without(text: str) -> str:
    """The text without the words of courtesy that it begins and ends with."""
    places = list(_WORD.finditer(text))
    words = [place[0].casefold() for place in places]
    first, last = 0, len(words)
    while first < last and (more := courtesy(words[first : first + 2], words[first])):
        first += more
    while last > first and (more := courtesy(words[last - 2 : last], words[last - 1])):
        last -= more
    begin = places[first - 1].end() if first else 0
    return text[begin : places[last].start() if last < len(words) else len(text)]


def courtesy(two: list[str], one: str) -> int:
    """How many words at an end are a courtesy: both of two, the one there, or none."""
    if tuple(two) in PHRASES:
        return 2
    return int(one in WORDS)
