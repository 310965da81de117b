"""The last line of each post by the referee: invisible on both forums, and kept in the raw text.

It tells the referee which posts are its own, whatever became of the answer to its request.
"""

import re

_LINE = re.compile(r"^\[//\]: # \(referee ([\w.+-]{1,500})\)\s*\Z", re.MULTILINE)
_ANSWERS = re.compile(r"a(e?[0-9]+(?:-e?[0-9]+)*)")


def signed(text: str, nonce: str) -> str:
    """The text with its nonce; a paragraph must end before it."""
    return f"{text}\n\n[//]: # (referee {nonce})"


def nonce_in(raw: str) -> str:
    """The nonce of a post, "" if it has none."""
    line = _LINE.search(raw.rstrip())
    return "" if line is None else line[1]


def answers_nonce(posts: list[str]) -> str:
    """The nonce of an answer to posts: it names them, and edits of posts with an e before each."""
    return f"a{'-'.join(posts)}"


def answered_by(nonce: str) -> tuple[str, ...]:
    """The posts that a post of a nonce answers."""
    answer = _ANSWERS.fullmatch(nonce)
    return () if answer is None else tuple(answer[1].split("-"))
