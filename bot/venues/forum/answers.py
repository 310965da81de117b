"""The answers to the posts of one read: one for each post, and not too many refusals."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from bot.referee.events import Player
from bot.referee.match import Match
from bot.storage.forum import KeptPost
from bot.venues.forum.writer import AnswerTo

MOST_REFUSALS = 3
"""How many refusals one player gets in words in one turn."""


class Refusals:
    """How often each author was refused in this turn, also by a process before this one."""

    def __init__(self, posts: Iterable[KeptPost], match: Match | None) -> None:
        counted = (post for post in posts if match is None or post.at >= match.turn_open_at)
        self._of: Counter[str] = Counter(post.author for post in counted if post.refused)

    def answer(self, post: KeptPost, text: str) -> AnswerTo:
        """The answer to a refused post; it has no words after `MOST_REFUSALS` in a turn."""
        self._of[post.author] += 1
        in_words = self._of[post.author] <= MOST_REFUSALS
        return replace(answer_to(post, text if in_words else ""), refused=True)


def answer_to(post: KeptPost, text: str) -> AnswerTo:
    """An answer in words."""
    return AnswerTo(post.id, Player(post.author, post.name), text)


def merged(answers: Iterable[AnswerTo]) -> list[AnswerTo]:
    """One answer for each post, whatever it asked for."""
    one_each: dict[str, AnswerTo] = {}
    for answer in answers:
        before = one_each.setdefault(answer.key, answer)
        if before is not answer:
            one_each[answer.key] = replace(
                answer,
                text="\n".join(filter(None, (before.text, answer.text))),
                scene=answer.scene or before.scene,
                files=(*before.files, *answer.files),
                refused=answer.refused or before.refused,
            )
    return list(one_each.values())
