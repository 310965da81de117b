"""Deals with what is in a topic: has it ruled, answers it, and calls the host where it is too late.

All answers of one read go into one reply. A player's refusals are answered three times a turn;
after that nothing is said to them.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.commands.catalogue import Name
from bot.commands.clerk import Clerk
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.desk.desk import Answer, Desk
from bot.desk.venue import VenueError
from bot.referee.match import Match, Room, Status
from bot.referee.ruling import Accepted, Ignored, Refused
from bot.referee.submission import Ready, Submission
from bot.storage.failures import StoreError
from bot.storage.forum import ForumStore, KeptPost
from bot.venues.forum.listening import Heard, Listener, post_of, set_aside_overtaken
from bot.venues.forum.reader import News, tell_changes
from bot.venues.forum.topics import WatchedTopic
from bot.venues.forum.writer import AnswerTo, ForumWriter, Refusals, answer_to, merged
from bot.wording.clerk import again_text, done_text, no_match_text
from bot.wording.forms import unclear_text
from bot.wording.forum import QUEUED
from bot.wording.refusals import EDITED_TEXT
from bot.wording.voice import Voice

log = logging.getLogger(__name__)


class Attendant:
    """Attends to the topics of one forum."""

    def __init__(
        self,
        desk: Desk,
        clerk: Clerk,
        store: ForumStore,
        listener: Listener,
        writer: ForumWriter,
        voice: Voice,
    ) -> None:
        self._voice = voice
        self._desk = desk
        self._clerk = clerk
        self._store = store
        self._listener = listener
        self._writer = writer
        self._unsent: dict[str, tuple[AnswerTo, ...]] = {}
        self._waiting: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)

    async def heard_in(
        self, room: Room, category: int, latest: tuple[int, Match] | None
    ) -> tuple[Heard, dict[str, KeptPost]]:
        """What the stored posts of a topic ask for, given its `latest` match, if it has had any."""
        posts = await self._store.posts(room.id)
        _, match = _numbered(latest)
        heard = await self._listener.listen(room, category, posts, match)
        await set_aside_overtaken(self._desk, latest, heard)
        return heard, posts

    def refuse(self, topic: str, message: str, text: str) -> None:
        """An answer that goes into the next reply."""
        self._waiting[topic].append((message, text))

    async def attend(self, room: Room, watched: WatchedTopic) -> None:
        """Rules on and answers the stored posts of a topic; `pending` says whether more is left."""
        latest = await self._desk.latest(room)
        number, match = _numbered(latest)
        news, watched.news = watched.news, []
        if match is not None and not match.over:
            await tell_changes(self._desk, room, number, match, news)
        heard, posts = await self.heard_in(room, watched.category, latest)
        unsent = {answer.key: answer for answer in self._unsent.get(room.id, ())}
        counted = (replace(posts[it.post], refused=it.refused) for it in unsent.values())
        refusals = Refusals((posts | {post.id: post for post in counted}).values(), match)
        # Posts whose answer is only to be sent again are not ruled again.
        new = {key: post for key, post in posts.items() if key not in unsent and not post.answered}
        now, then = _parted(heard, match, new)
        ruled = await self._ruled(room, now, match)
        waits = await self._waits(room)
        answers = [
            *self._rulings(match, ruled, new, refusals, waits=waits, closed=watched.closed),
            *self._from_before(new, room.id, refusals),
            *_in_words(heard, new, refusals),
        ]
        edited = await self._edited_into_turns(room, match, posts, news)
        answers += [replace(refusals.answer(it, EDITED_TEXT), to_edit=True) for it in edited]
        for submission in heard.late:
            await self._desk.too_late(number, submission)
        for post, order, asker in heard.questions:
            if post.id in new:
                answers.append(await self._asked(room, post, order, asker))
        if then:
            number, match = _numbered(await self._desk.latest(room))
            started = await self._ruled(room, then, match)
            waits = await self._waits(room)
            answers += self._rulings(match, started, new, refusals, waits=waits)
            ruled += started
        unruled = _unruled(heard, ruled)
        watched.pending = watched.unsettled = bool(unruled)
        ready = merged(answer for answer in answers if answer.post not in unruled)
        due = [*unsent.values(), *ready]
        self._unsent.pop(room.id, None)
        if due and not await self._given(room, watched, due) and _is_open(match):
            self._desk.out_of_reach(number, VenueError(QUEUED, lasting=True))

    async def _waits(self, room: Room) -> bool:
        """Whether the topic's match has yet to start."""
        _, match = _numbered(await self._desk.latest(room))
        return match is not None and match.status is Status.WAITING

    async def _edited_into_turns(
        self, room: Room, match: Match | None, posts: Mapping[str, KeptPost], news: Sequence[News]
    ) -> list[KeptPost]:
        """The posts that were refused, or were talk, and that an edit makes turns, if it could."""
        found = []
        edited = {key: post for read in news for key, post in read.edited.items()}
        for key, post in edited.items():
            if match is None or key not in posts:
                continue
            words = self._listener.edited(posts[key], post, match)
            if words is not None and await self._desk.reads_as_turn(room, words):
                found.append(posts[key])
        return found

    async def _given(self, room: Room, watched: WatchedTopic, due: Sequence[AnswerTo]) -> bool:
        """Gives answers; False where they wait for approval. The acts are ruled already, so where
        answers can't be given only they are tried again, and not where the topic takes none.
        """
        try:
            return await self._writer.answer(room.id, watched.category, due)
        except (VenueError, StoreError) as error:
            if isinstance(error, VenueError) and error.lasting:
                await self._writer.note(due)
            else:
                self._unsent[room.id] = tuple(due)
                watched.pending = True
            raise

    async def _ruled(
        self, room: Room, acts: Sequence[Submission], match: Match | None
    ) -> list[tuple[Submission, Answer | None]]:
        """What came of the acts; None says that there is no match."""
        if _is_open(match):
            return list(await self._desk.read(room, acts))
        return [(act, await self._desk.submit(room, act)) for act in acts]

    def _rulings(
        self,
        match: Match | None,
        ruled: Sequence[tuple[Submission, Answer | None]],
        posts: Mapping[str, KeptPost],
        refusals: Refusals,
        *,
        waits: bool,
        closed: bool = False,
    ) -> Iterator[AnswerTo]:
        """The words for rulings on posts that have no answer yet.

        `waits` says that the match has not started: else its start answers who was ready.
        Where a topic is `closed`, a turn that waits for it to be mended gets none.
        """
        for submission, answer in ruled:
            post = posts.get(post_of(submission.message or ""))
            if post is None:
                continue
            if answer is None:
                yield answer_to(post, no_match_text())
            elif isinstance(answer.ruling, Refused):
                yield refusals.answer(post, answer.text)
            elif isinstance(answer.ruling, Accepted) and isinstance(submission.act, Ready):
                # The room is not told of this act, unless it was the last one missing.
                if waits:
                    yield answer_to(post, done_text(submission.act, answer.ruling.match))
            elif isinstance(answer.ruling, Ignored) and not (
                closed and match and match.pauses.for_room
            ):
                unclear = answer.ruling.unclear
                if text := answer.text or (
                    unclear_text(match, self._voice.least) if unclear and match else ""
                ):
                    yield refusals.answer(post, text)

    def _from_before(
        self, posts: Mapping[str, KeptPost], topic: str, refusals: Refusals
    ) -> Iterator[AnswerTo]:
        """Answers to posts refused while the room was read up, such as after an absence."""
        for message, text in self._waiting.pop(topic, []):
            post = posts.get(post_of(message))
            if post is not None:
                yield refusals.answer(post, text)

    async def _asked(self, room: Room, post: KeptPost, order: Order, asker: Asker) -> AnswerTo:
        """The answer to a question, or to an order that concerns more than one match."""
        if order.command is Name.START and await self._was_opened_by(room, post):
            return answer_to(post, "")
        reply = await self._clerk.carry_out(order, asker)
        if order.command is Name.START and await self._was_opened_by(room, post):
            # The announcement of the match is the answer.
            return answer_to(post, "")
        if reply.announced and "match" not in order.options:
            # In this topic.
            return answer_to(post, "")
        return replace(answer_to(post, reply.text), scene=reply.scene, files=reply.files)

    async def _was_opened_by(self, room: Room, post: KeptPost) -> bool:
        """Whether a post has opened the topic's match, perhaps just before a crash."""
        _, match = _numbered(await self._desk.latest(room))
        if match is None:
            return False
        return match.opened_at == post.at and match.host.id == post.author


def _numbered(latest: tuple[int, Match] | None) -> tuple[int, Match | None]:
    return (0, None) if latest is None else latest


def _is_open(match: Match | None) -> bool:
    return match is not None and not match.over


def _parted(
    heard: Heard, match: Match | None, new: Mapping[str, KeptPost]
) -> tuple[list[Submission], list[Submission]]:
    """The acts that can be ruled, and those that follow the start of the match they are for."""
    starts = [
        post.at
        for post, order, _ in heard.questions
        if order.command is Name.START and post.id in new
    ]
    if not starts or _is_open(match):
        return heard.said, []
    begin = min(starts)
    now = [act for act in heard.said if act.sent_at < begin]
    return now, [act for act in heard.said if act.sent_at >= begin]


def _in_words(heard: Heard, new: Mapping[str, KeptPost], refusals: Refusals) -> Iterator[AnswerTo]:
    """The answers to posts that nothing is ruled on."""
    yield from (refusals.answer(post, text) for post, text in heard.refused if post.id in new)
    yield from (answer_to(post, text) for post, text in heard.words if post.id in new)
    yield from (answer_to(new[key], again_text()) for key in heard.overtaken if key in new)
    yield from (answer_to(new[key], "") for key in heard.ordered if key in new)


def _unruled(heard: Heard, ruled: Sequence[tuple[Submission, Answer | None]]) -> set[str]:
    """The posts with an act that can't be ruled yet."""
    left = {act.message for act in heard.said} - {act.message for act, _ in ruled}
    return {post_of(message) for message in left if message is not None}
