"""Turns that players made on pages of their own, in matches that are held elsewhere.

Ann taps E5, her page is told that the turn is kept, and the referee is killed. Reading the channel
does not find that turn; it is read from the referee's own records with the channel, and ruled in
the order of the stamps, with the stamp of its first arrival.
"""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from bot.referee.events import Player
from bot.referee.match import Match
from bot.referee.submission import Said, Submission
from bot.storage.failures import StoreError
from bot.storage.room import REFUSAL, NewLine, RoomStore, page_log
from bot.storage.store import Store

log = logging.getLogger(__name__)

_MARK = "w"


def subject_of(number: int) -> str:
    return f"match/{number}"


def message_of(serial: int) -> str:
    """The id of a message from a page; a venue's own have another form."""
    return f"{_MARK}{serial}"


def is_from_page(message: str | None) -> bool:
    return message is not None and message.startswith(_MARK) and message[1:].isdecimal()


class PageTurns:
    def __init__(self, store: Store) -> None:
        self._lines = RoomStore(store)
        self.keep: Callable[[NewLine], Awaitable[object]] = self._lines.add
        """Keeps an answer; whoever serves the pages shows it to them besides."""
        self.is_open: Callable[[int], bool] = lambda _: False
        """Whether somebody has a page of a match open; whoever serves the pages knows."""

    async def since(self, number: int, match: Match) -> list[Submission]:
        """What the players of a match sent in the turn under way and in the one before it.

        In the order of the stamps. What was sent a moment too early and not ruled before a kill is
        answered, too: nobody else would bring it again.
        """
        logs = {page_log(number, player.id) for player in match.players}
        before = match.turns[-2].at if len(match.turns) > 1 else match.opened_at
        lines = await self._lines.said_since(before, *logs)
        return [
            Submission(
                Player(line.speaker, line.name), Said(line.text), line.at, message_of(line.serial)
            )
            for line in lines
            if line.speaker is not None
        ]

    async def reply(self, number: int, submission: Submission, text: str, at: datetime) -> None:
        """Answers a message on its own page, once."""
        message = int((submission.message or _MARK)[1:])
        room = page_log(number, submission.author.id)
        new = NewLine(room, at, REFUSAL, text, nonce=f"reply/{message}", reply_to=message)
        try:
            await self.keep(new)
        except StoreError as error:
            log.warning("match %s: no reply to message w%s: %s", number, message, error)
