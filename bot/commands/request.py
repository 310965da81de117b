"""What the clerk is given beside a command, what it gives back, and what it asks before a deed.

The host types `host forfeit red` and means Blue. The answer names the colour and the player, with
a button; only the host's own press on it does the deed. Where the venue has no buttons, the answer
says to type the command with `confirm:yes`, which is never asked about.
"""

import secrets
import string
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeGuard

from cachetools import FIFOCache

from bot.commands.catalogue import Name
from bot.commands.command import CONFIRM, ON
from bot.commands.parsing import Order
from bot.desk.venue import Button
from bot.referee.events import Player
from bot.referee.match import Room
from bot.referee.submission import Act, Adjudicate, Cancel, Forfeit, Resign, Undo
from bot.wording.confirming import Confirmable, expired_text, how_text, not_yours_text
from bot.wording.forms import CONFIRM_LABEL, LABELS
from renderers.scene import Scene


@dataclass(frozen=True, slots=True)
class Asker:
    """Who gave a command, where and when; `seats` are the players that its options name.

    `manages` says that they manage the server, and so may settle its rules; `roles` are the
    venue's ids of the roles they have there.
    """

    player: Player
    room: Room
    at: datetime
    may_host: bool = False
    message: str | None = None
    seats: Mapping[str, Player] = field(default_factory=dict)
    asks_back: bool = False
    """Whether the venue can ask back, by a button, before what can't be taken back."""
    manages: bool = False
    roles: frozenset[str] = frozenset()
    zone: str = ""
    """The name of their time zone, where the venue knows it; "" where they have to say."""
    alone: bool = True
    """Whether an answer that is private is seen by them alone: not where everybody sees it."""
    only_here: bool = False
    """Whether the room keeps to itself: who is in it is told of no other."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a command.

    `files` are names with their content, `alts` what those that are pictures show, by name;
    `private` is for the asker's eyes where the venue can do that; `match` is the number of the
    match that was set up, or that `buttons` are about, 0 for none.
    """

    text: str
    scene: Scene | None = None
    files: tuple[tuple[str, bytes], ...] = ()
    alts: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    buttons: tuple[Button, ...] = ()
    match: int = 0
    announced: bool = False
    """Whether it says no more than what the room is told anyway: a sign does as well."""
    done: bool = False
    """Whether something was done in a cup: an answer that is neither is why it was not."""
    question: str = ""
    """What is asked before it counts, without how to say yes to it; "" for an answer."""
    no_match: bool = False
    """Whether it says that there is no match; how one is set up is another thing on every venue."""


Handler = Callable[[Order, Asker], Awaitable[Reply]]
"""Carries out one command; OrderError if it can't be carried out as it stands."""
Handlers = Mapping[Name, Handler]


MOST_WAITING = 1000
_KEY_LENGTH = 12
ACTION = "confirm-"
"""How the action of a confirming button begins; its key follows."""
Work = Callable[[Asker], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class _Waiting:
    player: str
    work: Work


class Confirmations:
    """What waits to be confirmed; a restart forgets it, and the command is given again."""

    def __init__(self) -> None:
        self._waiting: FIFOCache[str, _Waiting] = FIFOCache(MOST_WAITING)

    def ask(self, asker: Asker, text: str, match: int, work: Work) -> Reply:
        """A question with a button, if the venue has any; a press on it does the work."""
        if not asker.asks_back:
            return Reply(how_text(text, button=False), private=True)
        key = "".join(secrets.choice(string.ascii_lowercase) for _ in range(_KEY_LENGTH))
        self._waiting[key] = _Waiting(asker.player.id, work)
        button = Button(f"{ACTION}{key}", CONFIRM_LABEL, important=True)
        shown = how_text(text, button=True)
        return Reply(shown, private=True, buttons=(button,), match=match, question=text)

    def ask_to_resign(self, asker: Asker, text: str, match: int) -> Reply:
        """The same for a resignation: its button says all there is, and outlives a restart."""
        text = how_text(text, button=asker.asks_back)
        button = Button("resign", LABELS["resign"], important=True)
        return Reply(text, private=True, buttons=(button,) * asker.asks_back, match=match)

    async def confirmed(self, action: str, asker: Asker) -> Reply:
        """Does what a button is for, once, and for nobody but whoever was asked."""
        key = action.removeprefix(ACTION)
        waiting = self._waiting.get(key)
        if waiting is None:
            return Reply(expired_text(), private=True)
        if waiting.player != asker.player.id:
            return Reply(not_yours_text(), private=True)
        del self._waiting[key]
        return await waiting.work(asker)


def is_confirmed(order: Order) -> bool:
    """Whether a command says that it is meant."""
    return order.options.get(CONFIRM, "").casefold() in ON


def to_confirm(act: Act) -> TypeGuard[Confirmable]:
    """Whether an act is asked about first."""
    match act:
        case Resign() | Cancel() | Forfeit() | Adjudicate():
            return True
        case Undo(turns):
            return turns > 1
        case _:
            return False
