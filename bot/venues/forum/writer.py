"""Writes in topics: one reply for a ruling, one for all answers of a read, each of them once.

Every post ends in its nonce, which nobody sees. Where a try may have been made before, the referee
looks for the nonce among its own posts; a request that was cut off may still be at work on the
forum, so before a second try some seconds have to pass in which nothing came of the first. Of one
read each post is answered once, and not too many are refused.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.desk.venue import Announcement, VenueError
from bot.referee.events import Player
from bot.referee.match import Match
from bot.storage.forum import OWN, ForumStore, KeptPost
from bot.threads.markup import harmless
from bot.timing import Timepiece
from bot.venues.forum.forums import Forum
from bot.venues.forum.pictures import FENCE, ForumPicture, Pictures
from bot.venues.forum.reader import Reader
from bot.venues.forum.values import EPOCH, Made, TopicRecord
from bot.venues.forum.voice import addressed, answered_by, answers_nonce, signed
from bot.wording.forum import WHISPER_TITLE
from bot.wording.typed import choices_text, typed
from bot.wording.voice import LONGEST_NAME
from renderers.scene import Scene

log = logging.getLogger(__name__)

ZERO = timedelta(0)
LONGEST_TEXT = 8000
LONGEST_FILE = 6000
"""Characters of a text file that is put into a post."""
SETTLE_TIMEOUT = timedelta(seconds=4)
"""A post is visible by then, or its request has come to nothing."""
MOST_ANSWERS = 30
"""How many answers go into one reply."""


@dataclass(frozen=True, slots=True)
class AnswerTo:
    """An answer to a post, which goes into a reply with others; an empty answer is not posted."""

    post: str
    author: Player
    text: str
    scene: Scene | None = None
    files: tuple[tuple[str, bytes], ...] = ()
    refused: bool = False
    """Whether it counts among the author's refusals."""
    to_edit: bool = False
    """Whether it answers what an edit made of the post, which may have been answered itself."""

    @property
    def key(self) -> str:
        """What it answers."""
        return f"e{self.post}" if self.to_edit else self.post


class ForumWriter:
    """The referee's hand in one forum. One post is in flight at a time."""

    def __init__(
        self,
        forum: Forum,
        store: ForumStore,
        reader: Reader,
        pictures: Pictures,
        timepiece: Timepiece,
    ) -> None:
        self._forum = forum
        self._store = store
        self._reader = reader
        self._pictures = pictures
        self._timepiece = timepiece
        self._one = asyncio.Lock()
        # A post of the process before this one, which was killed, may still be under way.
        self._tried: timedelta | None = timepiece.monotonic()
        self.name = "referee"
        """What the referee is mentioned by."""

    async def announce(self, topic: str, category: int, announcement: Announcement) -> Made:
        """Posts an announcement, once per nonce."""
        if announcement.again:
            made = await self._find(topic, announcement)
            if made is not None:
                self._pictures.boards.setdefault(topic, None)
                return made
        choices = choices_text((button.action for button in announcement.buttons), self.name)
        text = "\n".join(filter(None, (self._worded(announcement.text), choices)))
        text = await self._addressed(text, announcement.ping)
        nonce, to = announcement.nonce, announcement.reply_to
        if announcement.picture is not None:
            ready, name = announcement.picture, f"cup-{nonce}.png"
            drawn = await self._pictures.file(name, ready.png, category, ready.alt)
            made = await self._post(topic, text, f"\n\n{drawn.markdown}", nonce, to)
            if not made.queued:
                self._pictures.posted(topic, made.post, [drawn])
            return made
        if announcement.scene is None:
            return await self._post(topic, text, "", nonce, to)
        board = await self._pictures.board(announcement.scene, f"match-{nonce}.png", category)
        made = await self._post(topic, text, f"\n\n{board.markdown}", nonce, to)
        if not made.queued:
            self._pictures.posted(topic, made.post, [board])
            self._pictures.announced(topic, made.post, board)
        return made

    async def answer(self, topic: str, category: int, answers: Sequence[AnswerTo]) -> bool:
        """Posts the answers to posts of one read in one reply, and notes that they are given.

        False where they wait for approval.
        """
        with_words = [answer for answer in answers if answer.text or answer.scene or answer.files]
        answered = await self._answered(topic, with_words) if with_words else set()
        with_words = [answer for answer in with_words if answer.key not in answered]
        queued = False
        for start in range(0, len(with_words), MOST_ANSWERS):
            some = with_words[start : start + MOST_ANSWERS]
            alone = len(some) == 1
            pictures: list[ForumPicture] = []
            texts = [
                await self._markdown(answer, category, pictures, alone=alone) for answer in some
            ]
            nonce = answers_nonce([answer.key for answer in some])
            made = await self._post(topic, "\n\n".join(texts), "", nonce, some[0].post)
            if not made.queued:
                self._pictures.posted(topic, made.post, pictures)
            queued = queued or made.queued
        await self.note(answers)
        return not queued

    async def note(self, answers: Sequence[AnswerTo]) -> None:
        """Notes that answers are given, or never will be."""
        to_posts = [answer for answer in answers if not answer.to_edit]
        refused = [answer.post for answer in to_posts if answer.refused]
        await self._store.answered([answer.post for answer in to_posts], refused)

    async def open_topic(self, category: int, title: str, text: str) -> str:
        """Opens a topic, and does not try again by itself."""
        async with self._one:
            self._tried = self._timepiece.monotonic()
            try:
                topic = await self._forum.open_topic(category, title, text)
            except VenueError as error:
                if error.lasting:
                    self._tried = None
                raise
            self._tried = None
        return topic

    async def find_topic(self, category: int, title: str) -> str | None:
        """The newest topic of the referee's own under a title, if there is one, or may be soon."""
        while True:
            left = self._unsettled()
            listed = await self._forum.listed(category, 1)
            mine = [one.topic for one in listed.records if self._is_own(one, title)]
            if mine or left <= ZERO:
                return max(mine, key=int, default=None)
            await self._timepiece.sleep(left)

    def _is_own(self, record: TopicRecord, title: str) -> bool:
        """Whether a topic was opened by the referee under a title, whatever became of its case."""
        alike = " ".join(record.title.split()).casefold() == " ".join(title.split()).casefold()
        return alike and not record.deleted and record.author in ("", self._reader.me)

    async def whisper(self, player: Player, text: str) -> None:
        """A private message."""
        words = await self._addressed(self._worded(text), ())
        await self._forum.message(player, WHISPER_TITLE, words)

    async def _markdown(
        self, answer: AnswerTo, category: int, pictures: list[ForumPicture], *, alone: bool
    ) -> str:
        """An answer as it is posted; its pictures are added to those of the post."""
        text = await self._addressed(self._worded(answer.text), ())
        paragraphs = [text] if text else []
        first = len(pictures)
        if answer.scene is not None:
            name = f"board-{answer.post}.png"
            pictures.append(await self._pictures.board(answer.scene, name, category))
        for name, data in answer.files:
            if name.endswith(".txt"):
                record = data.decode(errors="replace").replace(FENCE, "'''")[:LONGEST_FILE]
                paragraphs.append(f"{FENCE}text\n{record}\n{FENCE}")
            else:
                pictures.append(await self._pictures.file(name, data, category))
        paragraphs += [picture.markdown for picture in pictures[first:]]
        whole = "\n\n".join(filter(None, paragraphs))
        if alone:
            return whole
        # A fence has to begin a line.
        between = " " if text else "\n\n"
        return f"**{harmless(answer.author.name, LONGEST_NAME)}**:{between}{whole}"

    def _worded(self, text: str) -> str:
        """The referee's words, saying what to write instead of what to press."""
        return typed(text, self.name)

    async def _addressed(self, text: str, called: Collection[str]) -> str:
        return await addressed(text, called, self._forum.handle_of)

    async def _post(
        self, topic: str, text: str, picture: str, nonce: str, reply_to: str | None
    ) -> Made:
        """Posts once; a long text is cut, but not the picture and the nonce behind it."""
        text = cut(text)
        to = (await self._store.posts(topic)).get(reply_to or "")
        async with self._one:
            self._tried = self._timepiece.monotonic()
            try:
                whole, number = signed(text + picture, nonce), to.number if to else None
                made = await self._forum.reply(topic, whole, to.id if to else None, number)
            except VenueError as error:
                if error.lasting:
                    # The forum refused the post: it will not appear later either.
                    self._tried = None
                raise
            self._tried = None
        if not made.queued:
            self._reader.mine[made.post] = nonce
        return made

    async def _find(self, topic: str, announcement: Announcement) -> Made | None:
        """The post of an announcement, if there is one now, or may be soon."""
        while True:
            left = self._unsettled()
            own = await self._own(topic, announcement.since)
            for post in own:
                if post.lines == (announcement.nonce,) and post.id not in announcement.made:
                    return Made(post.id, post.made)
            if left <= ZERO:
                return None
            await self._timepiece.sleep(left)

    async def _answered(self, topic: str, answers: Sequence[AnswerTo]) -> set[str]:
        """The posts that have been answered in a topic, also by a process before this one."""
        posts = await self._store.posts(topic)
        own = [post for post in posts.values() if post.kind == OWN]
        if self._tried is not None:
            if (left := self._unsettled()) > ZERO:
                await self._timepiece.sleep(left)
            oldest = [posts[answer.post].made for answer in answers if answer.post in posts]
            own = await self._own(topic, min(oldest, default=None))
            self._tried = None
        nonces = (nonce for post in own for nonce in post.lines)
        return {post for nonce in nonces for post in answered_by(nonce)}

    async def _own(self, topic: str, since: datetime | None) -> list[KeptPost]:
        news = await self._reader.read(topic, since or EPOCH)
        return [post for post in news.posts.values() if post.kind == OWN]

    def _unsettled(self) -> timedelta:
        """How long a post may still be under way."""
        if self._tried is None:
            return ZERO
        return self._tried + SETTLE_TIMEOUT - self._timepiece.monotonic()


def cut(text: str) -> str:
    """Cuts a text to what forums and readers take, and closes a fence that was cut.

    In an open fence the board and the line with the nonce would be shown as code.
    """
    if len(text) <= LONGEST_TEXT:
        return text
    head = text[: LONGEST_TEXT - len(FENCE) - 2].rstrip().rstrip("`")
    fences = sum(line.startswith(FENCE) for line in head.splitlines())
    return f"{head}…\n{FENCE}" if fences % 2 else f"{head}…"


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
