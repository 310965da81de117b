"""How the referee writes on forums: it uses Markdown, and escapes it in people's words.

The last line of each of its posts, invisible on both forums and kept in the raw text, is a nonce:
it tells the referee which posts are its own, whatever became of the answer to its request.
"""

import re
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime

from bot.referee.events import Player
from bot.threads.markup import harmless, one_line
from bot.wording import forum as words
from bot.wording.typed import order
from bot.wording.voice import Voice

_FOR_PERSON, _FOR_NAME, _FOR_END = "\ue000", "\ue001", "\ue002"
_PERSON = re.compile(f"{_FOR_PERSON}([^{_FOR_NAME}]*){_FOR_NAME}([^{_FOR_END}]*){_FOR_END}")

_SHOWN = (
    *(words.OUTSIDE, words.OTHER_FORUM, words.UNMODERATED, words.LOCKED, words.DELETED),
    *(words.MERGED, words.TOO_LONG, words.UNREAD, words.UNKNOWN),
)
"""What keeps a match from going on and is seen to be mended as its topic is looked at."""


_INSTEAD = {
    "the room to go on in": "the address of the topic to go on in",
    "#arena": "/topic/7",
    "mention the role, or write host-role:none": (
        "there are no roles here. Whoever moderates the category may host every match in it"
    ),
}
"""What is said here for what is said elsewhere."""


class ForumVoice(Voice):
    """Markdown, and mentions that only a message's sender fills in: see `addressed`."""

    thread = post = place = "topic"
    where = "post"
    moving = " to:ADDRESS"

    def __init__(self, moment: Callable[[datetime], str], link: Callable[[str], str]) -> None:
        self._moment = moment
        self._link = link
        self.referee = "referee"
        """What the referee is mentioned by."""

    def own(self, text: str) -> str:
        """A topic has an address, and a forum has no roles."""
        for elsewhere, here in _INSTEAD.items():
            text = text.replace(elsewhere, here)
        return text

    def sees_mended(self, why: str) -> bool:
        """Whether the topic itself shows that it is mended."""
        return why in _SHOWN

    def harmless(self, text: str, longest: int) -> str:
        """Somebody's words without any Markdown, mention, link or picture."""
        return harmless(text, longest)

    def mention(self, player: Player) -> str:
        """The player, marked, so that whoever is to be called can be."""
        return f"{_FOR_PERSON}{player.id}{_FOR_NAME}{self.name(player)}{_FOR_END}"

    def small(self, text: str) -> str:
        return f"*{text}*"

    def countdown(self, at: datetime) -> str:
        """The moment itself: no forum counts down."""
        return self._moment(at)

    def moment(self, at: datetime, zone: str) -> str:  # noqa: ARG002
        """The moment as the forum shows it: in each reader's own zone, or in the forum's."""
        return self._moment(at)

    def room(self, room: str) -> str:
        return self._link(room)

    def command(self, words: str) -> str:
        """A line that begins with the referee's mention."""
        return order(words, self.referee)


async def addressed(
    text: str, called: Collection[str], handle_of: Callable[[str], Awaitable[str]]
) -> str:
    """The text as it is sent: who is called is mentioned, the others are named."""
    handles = {key: await handle_of(key) for key in called}

    def written(person: re.Match[str]) -> str:
        handle = handles.get(person[1], "")
        return f"@{handle}" if handle else person[2]

    return _PERSON.sub(written, text)


def alt_text(text: str, longest: int = 1000) -> str:
    """Words to stand for a picture: brackets would end them."""
    line = one_line(text, longest)
    return line.replace("[", "(").replace("]", ")").replace("\\", "/").replace("`", "'")


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
