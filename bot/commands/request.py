"""What the clerk is given beside a command, `Asker`, and what it gives back, `Reply`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.commands.catalogue import Name
from bot.commands.parsing import Order
from bot.desk.venue import Button
from bot.referee.events import Player
from bot.referee.room import Room
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
