"""What the posts of a topic ask for: turns and acts to be ruled, questions to be answered.

A post is heard in the order of the stamps, and each of its commands is an act of its own. What was
seen too late to be ruled is kept apart: the host is called for that.

The host writes `host undo` at 10:00, and the post waits for approval. At 10:05 Blue plays; at
11:00 somebody approves the post. To take Blue's turn back is not what the host asked for: whoever
wrote the command is asked to write it again. What only answers or asks back is done all the same.
"""

import logging
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from bot.commands.acts import PLAYER, READERS, act_of, match_named
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.clerk import Clerk
from bot.commands.command import NAMED, Late, Takes
from bot.commands.cup_options import WITH
from bot.commands.parsing import Mention, Order, is_order, is_slip, read_order
from bot.commands.request import Asker, is_confirmed, to_confirm
from bot.commands.show import within_reach
from bot.desk.desk import Desk
from bot.referee import submission as acts
from bot.referee.events import Player
from bot.referee.formats import COLOURS
from bot.referee.late_turns import has_moved_on, is_overtaken
from bot.referee.match import Match, Room
from bot.referee.opening import said
from bot.referee.problems import BadName, NotUnderstood, OrderError, Unfit
from bot.referee.submission import Said, Submission
from bot.storage.forum import MEDDLED, SAID, KeptPost
from bot.text.html import HtmlLine
from bot.threads.markup import harmless
from bot.threads.posts import addressed, turns_in
from bot.venues.forum.forums import Forum
from bot.venues.forum.values import ForumPost, RefusedError
from bot.wording.forum import blank_text, many_commands_text, meddled_text, two_turns_text
from bot.wording.voice import LONGEST_NAME

log = logging.getLogger(__name__)

_TOPIC = re.compile(r"(?:https?://\S+)?/(?:topic|t)/(?:[\w%-]+/)?(\d+)\S*")
MOST_COMMANDS = 20
"""In a post; each may have the forum asked who somebody is, while no other topic is read."""
MOST_NAMES, MOST_PARTS = 3, 4
"""How many names of a command, and how many words of each, are looked up where it has a slip."""
_OF_MANAGERS = (Name.SETUP, Name.MOVE, Name.WHEN)


@dataclass(slots=True)
class Heard:
    """What there is to be done for the posts of a topic; `words` are answers without a ruling."""

    said: list[acts.Submission] = field(default_factory=list)
    late: list[acts.Submission] = field(default_factory=list)
    questions: list[tuple[KeptPost, Order, Asker]] = field(default_factory=list)
    words: list[tuple[KeptPost, str]] = field(default_factory=list)
    refused: list[tuple[KeptPost, str]] = field(default_factory=list)
    """Posts answered without a ruling that count among their author's refusals."""
    overtaken: set[str] = field(default_factory=set)
    """The posts with commands that came to light when others had been ruled after them."""
    ordered: set[str] = field(default_factory=set)
    """The posts that hold commands."""


def post_of(message: str) -> str:
    """The post of a submission: a command's has a number behind it."""
    return message.partition("c")[0]


class Listener:
    """Understands posts; it asks the forum who somebody is, and what they may do."""

    def __init__(self, forum: Forum, clerk: Clerk) -> None:
        self._forum = forum
        self._clerk = clerk
        self.names: Collection[str] = ()

    async def listen(
        self, room: Room, category: int, posts: Mapping[str, KeptPost], match: Match | None
    ) -> Heard:
        """What the posts of a topic ask for, given the match that is or was held there."""
        heard = Heard()
        for post in in_order(posts):
            if post.kind not in (SAID, MEDDLED):
                continue
            commands, lines = self._parted(post)
            turns = () if match is None else self._turns(post, lines, match, heard)
            if post.kind == MEDDLED:
                if (turns or commands) and not post.answered:
                    heard.words.append((post, meddled_text()))
                continue
            for text in turns:
                self._turn(post, text, match, heard)
            if commands and not post.answered and not post.gone:
                heard.ordered.add(post.id)
                if len(commands) > MOST_COMMANDS:
                    heard.words.append((post, many_commands_text(MOST_COMMANDS)))
                    continue
                for number, words in enumerate(commands):
                    await self._command(post, number, words, room, category, heard)
        return heard

    def edited(self, kept: KeptPost, now: ForumPost, match: Match) -> acts.Submission | None:
        """The turn that an edit has made of somebody's post; None where it has made none."""
        lines = tuple(line.text for line in now.lines if not line.talk)
        _, words = self._parted(replace(kept, lines=lines))
        turns = turns_in(words, match.spelling).lines
        if kept.kind != SAID or now.edited_at is None or len(turns) != 1:
            return None
        author = Player(kept.author, kept.name)
        return acts.Submission(author, acts.Said(turns[0]), now.edited_at, kept.id)

    def _parted(self, post: KeptPost) -> tuple[list[str], list[HtmlLine]]:
        """The commands of a post, and its other lines without a mention of the referee."""
        commands: list[str] = []
        lines: list[HtmlLine] = []
        for text in post.lines:
            words = addressed(text, self.names)
            if words is not None and (is_order(words) or is_slip(words)):
                commands.append(words)
            else:
                lines.append(HtmlLine(text if words is None else words))
        return commands, lines

    def _turns(
        self, post: KeptPost, lines: list[HtmlLine], match: Match, heard: Heard
    ) -> tuple[str, ...]:
        """The one turn of a player's post, or a line that deserves a word where there is none.

        Two turns are none, and their author is asked.
        """
        seats = match.seat(post.author)
        if not seats or any(post.at < match.seated_at[seat] for seat in seats):
            return ()
        if match.chooser in seats and (
            choice := [line.text for line in lines if said(match, line.text)]
        ):
            return tuple(choice)
        turns = turns_in(lines, match.spelling)
        asks = match.to_move in seats and not match.over and post.at >= match.turn_open_at
        if len(turns.lines) > 1:
            if asks and not post.answered and post.kind == SAID:
                heard.refused.append((post, two_turns_text()))
            return ()
        if turns.lines:
            return turns.lines
        if turns.unclear:
            return (turns.unclear,)
        # Somebody may have answered a turn that was edited away before it was seen.
        return ("",) if post.at != post.made and post.kind == SAID else ()

    def _turn(self, post: KeptPost, text: str, match: Match | None, heard: Heard) -> None:
        if match is None:
            return
        submission = acts.Submission(
            Player(post.author, post.name),
            acts.Said(text),
            post.at,
            post.id,
            written_at=None if post.at == post.made else post.made,
        )
        if post.late and is_overtaken(match, submission):
            heard.late.append(submission)
        elif not match.over and post.at >= match.turn_open_at:
            heard.said.append(submission)

    async def _command(
        self, post: KeptPost, number: int, words: str, room: Room, category: int, heard: Heard
    ) -> None:
        try:
            order, seats = await self._people(read_order(words, read_mark))
            act = act_of(order, seats) if order.command in READERS else None
        except OrderError as error:
            # Looking names up takes the time of all topics: it is done for a post's first slip.
            is_first = all(said.id != post.id for said, _ in heard.words)
            meant = await self._in_two_words(words, error) if is_first else ""
            heard.words.append((post, meant or self._clerk.refusal(error).text))
            return
        by_host = isinstance(act, acts.HostAct | acts.Choose) or order.command in _OF_MANAGERS
        manages = by_host and await self._forum.manages(post.author, post.id, category)
        asker = Asker(
            player=Player(post.author, post.name),
            room=room,
            at=post.at,
            may_host=manages,
            message=f"{post.id}c{number}",
            seats=seats,
            alone=False,
            manages=manages,
        )
        if act is None or _is_asked_about(order, act):
            heard.questions.append((post, order, asker))
            return
        try:
            heard.said.append(await self._clerk.submission(act, asker))
        except OrderError as error:
            heard.words.append((post, self._clerk.refusal(error).text))

    async def _in_two_words(self, words: str, error: OrderError) -> str:
        """How a name with a blank is written that somebody may have meant; "" for none."""
        problem = error.problem
        if not isinstance(problem, NotUnderstood | BadName):
            return ""
        for behind in words.split("@")[1:][:MOST_NAMES]:
            parts = behind.split()[:MOST_PARTS]
            for count in range(len(parts), 1, -1):
                name = " ".join(parts[:count]).rstrip(".,;!")
                try:
                    player = await self._forum.find(name)
                except RefusedError:
                    return ""
                if player is not None and " " in player.name:
                    shown = harmless(player.name, LONGEST_NAME)
                    return blank_text(shown, await self._forum.handle_of(player.id))
        return ""

    async def _people(self, order: Order) -> tuple[Order, dict[str, Player]]:
        """The order with ids for the people and topics it names, and the players among them."""
        options, seats = dict(order.options), {}
        for option in (*COLOURS, *NAMED, PLAYER, WITH, "dmo", "choice"):
            text = options.get(option, "")
            if not text.startswith("@"):
                if text and option in (*COLOURS, *NAMED):
                    raise OrderError(BadName(Unfit.NO_PERSON, option))
                continue
            try:
                player = await self._forum.find(text[1:])
            except RefusedError:
                raise OrderError(BadName(Unfit.UNSHOWN, option)) from None
            if player is None:
                raise OrderError(BadName(Unfit.NO_MEMBER, "" if option in NAMED else option))
            options[option] = player.id
            seats[option] = player
        return replace(order, options=options), seats


def _is_asked_about(order: Order, act: acts.Act) -> bool:
    """Whether an act needs something found out first, so that it isn't ruled with the turns."""
    if isinstance(act, acts.MoveMatch | acts.Reopen) or "match" in order.options:
        return True
    return to_confirm(act) and not is_confirmed(order)


def read_mark(word: str) -> Mention | None:
    """Whom a mention names, by the name behind the at sign, or the topic that an address is of."""
    if word.startswith("@") and len(word) > 1:
        return Mention(Takes.PERSON, word.rstrip(".,;!"))
    topic = _TOPIC.fullmatch(word)
    return None if topic is None else Mention(Takes.ROOM, topic[1])


def in_order(posts: Mapping[str, KeptPost]) -> Iterator[KeptPost]:
    """Posts by their stamps, and by their ids where the stamps are equal."""
    yield from sorted(posts.values(), key=lambda post: (post.at, len(post.id), post.id))


async def set_aside_overtaken(desk: Desk, latest: tuple[int, Match] | None, heard: Heard) -> None:
    """Takes overtaken commands out of `heard`; `latest` is the topic's last match, if any."""
    late = set()
    for act in heard.said:
        if latest is not None and await _is_overtaken(desk, latest, act):
            late.add(act.message)
    for _, order, asker in heard.questions:
        if await _is_asked_too_late(desk, latest, order, asker):
            late.add(asker.message)
    heard.said = [act for act in heard.said if act.message not in late]
    heard.questions = [asked for asked in heard.questions if asked[2].message not in late]
    heard.overtaken = {post_of(message) for message in late if message is not None}


async def _is_overtaken(desk: Desk, latest: tuple[int, Match], submission: Submission) -> bool:
    """Whether a command is overtaken; never a turn, since the host is called for a late one."""
    number, match = latest
    if isinstance(submission.act, Said) or not has_moved_on(match, submission.sent_at):
        return False
    # A command that was ruled in time lacks its answer at the most.
    return submission.message is None or not await desk.has_ruled(number, submission.message)


async def _is_asked_too_late(
    desk: Desk, latest: tuple[int, Match] | None, order: Order, asker: Asker
) -> bool:
    """Whether a command would change something, and its match has moved on after it."""
    try:
        if not _changes_something(order, asker):
            return False
        named = match_named(order)
    except OrderError:
        return False
    meant = latest if named is None else await within_reach(desk, named, asker)
    number, match = meant or (0, None)
    if match is None or not has_moved_on(match, asker.at):
        return False
    if order.command is Name.START and (not match.over or match.opened_at == asker.at):
        # The room is taken, and the answer says so; or the command opened this very match.
        return False
    return asker.message is None or not await desk.has_ruled(number, asker.message)


def _changes_something(order: Order, asker: Asker) -> bool:
    """Whether a command does more than answer a question or ask one."""
    if order.command not in READERS:
        return COMMANDS[order.command].late is not Late.NOW
    act = act_of(order, asker.seats)
    return act is not None and (not to_confirm(act) or is_confirmed(order))
