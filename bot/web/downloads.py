"""What a page takes home of its match: record, replay, race, and the board after any turn.

It is what the commands `match record`, `match replay` and `match board` give, one file at a time;
nobody else sees that somebody asked.
"""

import asyncio
from datetime import datetime

from bot.commands.catalogue import Name
from bot.commands.parsing import Order
from bot.commands.request import Asker
from bot.referee.match import Match
from bot.servers.settings import USUAL_LOOK
from bot.views.files import race_file
from bot.web.kinds import Held, PageKind
from bot.web.people import Participant
from bot.web.whisper import Whisper
from renderers.png import png

_RACE = "-race.png"
_NAMES = {"record": Name.RECORD, "replay": Name.REPLAY, "board": Name.BOARD}


class Downloads:
    """Answers what pages want to save."""

    def __init__(self, kind: PageKind) -> None:
        self._kind = kind

    async def take(
        self, who: Participant, held: Held, what: str, turn: object, at: datetime
    ) -> Whisper | None:
        """The files, or why there are none; None for a kind of file that there is not.

        `turn` is for the board only: the number of turns played by then.
        """
        number, match = held.number, held.match
        if what == "race":
            return await _race(number, match)
        name = _NAMES.get(what)
        if name is None:
            return None
        options = {"turn": str(turn)} if name is Name.BOARD else {}
        order = self._kind.order(Order(name, options), held)
        asker = Asker(who.speaker(match), held.room, at, who.hosts(match), only_here=True)
        reply = await self._kind.clerk(held.room).carry_out(order, asker)
        files = reply.files
        if reply.scene is not None:
            picture = await asyncio.to_thread(png, reply.scene)
            files = (*files, (f"match-{number}-turn-{turn}.png", picture))
        # The replay of an ended match comes with its race, which has a button of its own.
        files = tuple(file for file in files if not file[0].endswith(_RACE))
        return Whisper("" if files else reply.text, files, save=bool(files))


async def _race(number: int, match: Match) -> Whisper | None:
    """The chart of both players' figures by turn, once the match is over."""
    if not match.over or not match.turns:
        return None
    chart = await asyncio.to_thread(race_file, match, number, USUAL_LOOK)
    return Whisper("", ((f"match-{number}{_RACE}", chart),), save=True)
