"""A topic's posts, ruled one after the other as if the referee had sat there.

The rulings are those of a live match: who is no player is not heard, a turn that is refused changes
nothing, and the game goes on with the next post. Only time is missing. Stamps of other forums may
be anything, so that they decide nothing: posts are ruled in the order in which they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import assert_never

from bot.engine.record import Record, Setup, record_of
from bot.engine.rulesets import chosen
from bot.engine.turn import Talk
from bot.referee.arbiter import rule
from bot.referee.events import Event, MatchOpened, MatchStarted, Player, Terms
from bot.referee.fold import fold
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Ignored, Refused, Ruling
from bot.referee.submission import Said, Submission
from bot.threads.markup import Markup, ThreadVoice
from bot.threads.posts import Turns, turns_in
from bot.threads.values import NOBODY_KNOWN, Author, Post, ThreadError, Topic
from bot.wording import threads
from bot.wording.refusals import plea_text, refusal_text

NOBODY = Player("", "")
"""Sits where it is not known yet who plays."""
_START = datetime(2000, 1, 1, tzinfo=UTC)
_STEP = timedelta(seconds=1)
_HOST = Player("host", "")


class PostKind(StrEnum):
    """What a post was."""

    TURN = "turn"
    TALK = "talk"
    REFUSED = "refused"
    UNRULED = "unruled"
    """What is missing before it may hold turns."""


@dataclass(frozen=True, slots=True)
class RuledPost:
    """What a post was: its number, the words of the turn in it, and why it did not count.

    The number is the forum's, from 1 in the topic, or where pages don't show it, in the input.
    """

    number: int
    post: Post
    kind: PostKind
    turn: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class RuledTopic:
    """A topic that was ruled; `told` are the events of the last turn that counted."""

    topic: Topic
    rows: tuple[RuledPost, ...]
    match: Match
    told: tuple[Event, ...] = ()

    def record(self, setup: Setup, form: str) -> Record:
        """The game for replaying, under the names of those who play."""
        tags = {"Format": form}
        for colour, player in zip(setup.colours, self.match.players, strict=True):
            if player.name:
                tags[colour.capitalize()] = player.name
        return record_of(setup, self.match.position, tags=tags)


def rule_topic(topic: Topic, setup: Setup, form: str, players: Sequence[str] = ()) -> RuledTopic:
    """Rules the posts of a topic up to what is missing; `players` are names, whoever starts first.

    Without names the first two authors of turns play. ThreadError if a name is nobody's.
    """
    posts = topic.posts
    written = [turns_in(post.lines, setup.spelling) for post in posts]
    certain = list(zip(posts, written, strict=True))[: topic.certain]
    match = _opened(setup, form, _named(posts, players) if players else _first_two(certain))
    rows: list[RuledPost] = []
    told: tuple[Event, ...] = ()
    for index, (post, turns) in enumerate(certain, start=1):
        ruling, row = _rule(match, index, post, turns)
        if isinstance(ruling, Accepted):
            match, told = ruling.match, ruling.events
        rows.append(row)
    for index in range(topic.certain, len(posts)):
        turn = " / ".join(written[index].lines)
        number = posts[index].count or index + 1
        rows.append(RuledPost(number, posts[index], PostKind.UNRULED, turn, threads.BEHIND_A_GAP))
    return RuledTopic(topic, tuple(rows), match, told)


def _rule(match: Match, index: int, post: Post, turns: Turns) -> tuple[Ruling, RuledPost]:
    """The ruling on the post at a place of the input, and what is said of it."""
    row = RuledPost(post.count or index, post, PostKind.TALK)
    if post.unread:
        return Ignored(), replace(row, why=post.unread)
    if len(turns.lines) > 1 and match.seat(post.author.key):
        turn = " / ".join(turns.lines)
        return Ignored(), replace(row, kind=PostKind.REFUSED, turn=turn, why=threads.TWO_TURNS)
    text = turns.lines[0] if len(turns.lines) == 1 else turns.unclear
    ruling = rule(match, _submission(index, post, text))
    match ruling:
        case Accepted():
            return ruling, replace(row, kind=PostKind.TURN, turn=ruling.match.turns[-1].turn)
        case Refused():
            turn, why = text if turns.lines else "", refusal_text(match, ruling)
            return ruling, replace(row, kind=PostKind.REFUSED, turn=turn, why=why)
        case Ignored():
            return ruling, replace(row, why=_why_talk(ruling, turns, post, match))
        case _:
            assert_never(ruling)


def _why_talk(ruling: Ignored, turns: Turns, post: Post, match: Match) -> str:
    """Why what could have been meant for a turn was none; "" for mere talk."""
    if turns.lines and not match.seat(post.author.key):
        return threads.no_seat_text(post.author.name)
    if ruling.plea is Talk.RESIGN:
        return threads.NOT_RESIGNED
    if ruling.plea is not None:
        return plea_text(match, ruling, ThreadVoice(Markup.MARKDOWN))
    return threads.NOT_READ if ruling.unclear else ""


def _submission(number: int, post: Post, text: str) -> Submission:
    author = Player(post.author.key, post.author.name)
    return Submission(author, Said(text), _START + number * _STEP, str(number))


def _opened(setup: Setup, form: str, seats: tuple[Player, Player]) -> Match:
    law = setup.ruleset
    options = tuple(chosen(law).items())
    terms = Terms(form, law.key, setup.side, setup.colours, control=None, options=options)
    return fold((MatchOpened(_START, _HOST, seats, terms), MatchStarted(_START, _HOST)))


def _first_two(written: Sequence[tuple[Post, Turns]]) -> tuple[Player, Player]:
    turning = (
        post.author
        for post, turns in written
        if len(turns.lines) == 1 and post.author != NOBODY_KNOWN
    )
    seats: dict[str, Player] = {}
    for author in turning:
        seats.setdefault(author.key, Player(author.key, author.name))
    first, second, *_ = *seats.values(), NOBODY, NOBODY
    return first, second


def _named(posts: Sequence[Post], names: Sequence[str]) -> tuple[Player, Player]:
    authors: dict[str, Author] = {}
    for post in posts:
        authors.setdefault(post.author.key, post.author)
    chosen = []
    for name in names:
        wanted = name.strip().removeprefix("@").casefold()
        fitting = (one for one in authors.values() if wanted in (one.name.casefold(), one.key))
        author = next(fitting, None)
        if author is None:
            raise ThreadError(threads.no_player_text(name, (one.name for one in authors.values())))
        chosen.append(Player(author.key, author.name))
    first, second = chosen
    if first == second:
        raise ThreadError(threads.same_player_text(first.name))
    return first, second
