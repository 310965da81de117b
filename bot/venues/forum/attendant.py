"""Deals with what is in a topic: has it ruled, answers it, and calls the host where it is too late.

All answers of one read go into one reply. A player's refusals are answered three times a turn; who
goes on is not read any louder for it.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.commands.clerk import Clerk
from bot.commands.command import Name
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.desk.desk import Answer, Desk
from bot.desk.venue import VenueError
from bot.referee.events import Player
from bot.referee.match import Match, Status
from bot.referee.room import Room
from bot.referee.ruling import Accepted, Ignored, Refused
from bot.referee.submission import Ready, Submission
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore, KeptPost
from bot.venues.forum.listening import Heard, Listener, post_of
from bot.venues.forum.topics import Watched
from bot.venues.forum.writer import AnswerTo, Writer
from bot.wording.clerk import done_text, no_match_text
from bot.wording.forms import unclear_text
from bot.wording.forum import QUEUED

log = logging.getLogger(__name__)

MOST_REFUSALS = 3
"""Answered in words, of one player in one turn."""


class Refusals:
    """How often each author was refused in this turn, also by a process before this one."""

    def __init__(self, posts: Iterable[KeptPost], match: Match | None) -> None:
        counted = (one for one in posts if match is None or one.at >= match.turn_open_at)
        self._of: Counter[str] = Counter(one.author for one in counted if one.refused)

    def answer(self, post: KeptPost, text: str) -> AnswerTo:
        """The answer to what was refused; after some in a turn there are no words for it."""
        self._of[post.author] += 1
        known = self._of[post.author] <= MOST_REFUSALS
        return replace(answer_to(post, text if known else ""), refused=True)


class Attendant:
    """Attends to the topics of one forum."""

    def __init__(
        self, desk: Desk, clerk: Clerk, store: ForumStore, listener: Listener, writer: Writer
    ) -> None:
        self._desk = desk
        self._clerk = clerk
        self._store = store
        self._listener = listener
        self._writer = writer
        self._unsent: dict[str, tuple[AnswerTo, ...]] = {}
        self._waiting: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)

    async def heard_in(
        self, room: Room, category: int, match: Match | None
    ) -> tuple[Heard, dict[str, KeptPost]]:
        """What the posts that are kept of a topic ask for."""
        posts = await self._store.posts(room.id)
        return await self._listener.listen(room, category, posts, match), posts

    def refuse(self, topic: str, message: str, text: str) -> None:
        """An answer that goes into the next reply."""
        self._waiting[topic].append((message, text))

    def owes(self, topic: str) -> bool:
        """Whether answers wait for the next reply."""
        return bool(self._waiting.get(topic))

    async def attend(self, room: Room, watched: Watched) -> None:
        """Has ruled and answered what is kept of a topic; `pending` says whether more is left."""
        found = await self._desk.latest(room)
        number, match = found if found is not None else (0, None)
        heard, posts = await self.heard_in(room, watched.category, match)
        open_here = match is not None and not match.over
        ruled = await self._ruled(room, heard.said, open_here=open_here)
        left = {one.message for one in heard.said} - {one.message for one, _ in ruled}
        unruled = {post_of(message) for message in left if message is not None}
        watched.pending = watched.unsettled = bool(left)
        unsent = {one.post: one for one in self._unsent.get(room.id, ())}
        counted = (replace(posts[key], refused=one.refused) for key, one in unsent.items())
        refusals = Refusals((posts | {one.id: one for one in counted}).values(), match)
        # What is only to be sent again is not asked for again.
        new = {key: one for key, one in posts.items() if key not in unsent and not one.answered}
        answers = [
            *self._rulings(match, ruled, new, refusals),
            *self._from_before(new, room.id, refusals),
            *(refusals.answer(post, text) for post, text in heard.refused if post.id in new),
            *(answer_to(post, text) for post, text in heard.words if post.id in new),
            *(answer_to(new[key], "") for key in heard.ordered if key in new),
        ]
        for submission in heard.late:
            await self._desk.too_late(number, submission)
        for post, order, asker in heard.questions:
            if post.id in new:
                answers.append(await self._asked(room, post, order, asker))
        due = [*unsent.values(), *merged(one for one in answers if one.post not in unruled)]
        self._unsent.pop(room.id, None)
        if not due:
            return
        if not await self._given(room, watched, due) and open_here:
            self._desk.out_of_reach(number, VenueError(QUEUED, lasting=True))

    async def _given(self, room: Room, watched: Watched, due: Sequence[AnswerTo]) -> bool:
        """Gives answers. What was asked has been done: where they can't be given, only they are
        tried again, and not where the topic takes none. False where they wait for approval.
        """
        try:
            return await self._writer.answer(room.id, watched.category, due)
        except (VenueError, StoreError) as error:
            if isinstance(error, VenueError) and error.lasting:
                await self._store.answered([one.post for one in due])
            else:
                self._unsent[room.id] = tuple(due)
                watched.pending = True
            raise

    async def _ruled(
        self, room: Room, said: Sequence[Submission], *, open_here: bool
    ) -> list[tuple[Submission, Answer | None]]:
        """What came of the acts; None says that there is no match."""
        if open_here:
            return list(await self._desk.read(room, said))
        return [(one, await self._desk.submit(room, one)) for one in said]

    def _rulings(
        self,
        match: Match | None,
        ruled: Sequence[tuple[Submission, Answer | None]],
        posts: Mapping[str, KeptPost],
        refusals: Refusals,
    ) -> Iterator[AnswerTo]:
        """The words for rulings on posts that have no answer yet."""
        for submission, answer in ruled:
            post = posts.get(post_of(submission.message or ""))
            if post is None:
                continue
            if answer is None:
                yield answer_to(post, no_match_text())
            elif isinstance(answer.ruling, Refused):
                yield refusals.answer(post, answer.text)
            elif isinstance(answer.ruling, Accepted) and isinstance(submission.act, Ready):
                # The one act that the room is not told of, unless it is the last that was missing.
                if answer.ruling.match.status is Status.WAITING:
                    yield answer_to(post, done_text(submission.act, answer.ruling.match))
            elif isinstance(answer.ruling, Ignored):
                unclear = answer.ruling.unclear and match is not None
                text = unclear_text(match) if unclear and match is not None else answer.text
                if text:
                    yield refusals.answer(post, text)

    def _from_before(
        self, posts: Mapping[str, KeptPost], topic: str, refusals: Refusals
    ) -> Iterator[AnswerTo]:
        """What was refused while a room was read up, such as after an absence."""
        for message, text in self._waiting.pop(topic, []):
            post = posts.get(post_of(message))
            if post is not None:
                yield refusals.answer(post, text)

    async def _asked(self, room: Room, post: KeptPost, order: Order, asker: Asker) -> AnswerTo:
        """The answer to a question, and to what is about more than a match."""
        if order.command is Name.START and await self._was_opened_by(room, post):
            return answer_to(post, "")
        reply = await self._clerk.carry_out(order, asker)
        if order.command is Name.START and await self._was_opened_by(room, post):
            # The announcement of it is the answer.
            return answer_to(post, "")
        return replace(answer_to(post, reply.text), scene=reply.scene, files=reply.files)

    async def _was_opened_by(self, room: Room, post: KeptPost) -> bool:
        """Whether a post has opened the topic's match, perhaps just before a crash."""
        found = await self._desk.latest(room)
        if found is None:
            return False
        match = found[1]
        return match.opened_at == post.at and match.host.id == post.author


def answer_to(post: KeptPost, text: str) -> AnswerTo:
    """An answer in words."""
    return AnswerTo(post.id, Player(post.author, post.name), text)


def merged(answers: Iterable[AnswerTo]) -> list[AnswerTo]:
    """One answer for each post, whatever it asked for."""
    one_each: dict[str, AnswerTo] = {}
    for answer in answers:
        before = one_each.setdefault(answer.post, answer)
        if before is not answer:
            one_each[answer.post] = replace(
                answer,
                text="\n".join(part for part in (before.text, answer.text) if part),
                scene=answer.scene or before.scene,
                files=(*before.files, *answer.files),
                refused=answer.refused or before.refused,
            )
    return list(one_each.values())
