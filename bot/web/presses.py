"""What a press on a button does: an act at the desk, as the role that it belongs to.

Somebody who holds both seats presses *Resign* and is asked back as whom; whoever hosts and plays
presses *Start now* as the host and *Resign* as the player.
"""

from dataclasses import replace
from datetime import datetime

from bot.commands.acts import PRESSES
from bot.commands.catalogue import Name
from bot.commands.confirming import ACTION as CONFIRMS
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.referee import submission
from bot.referee.consent import read_by
from bot.referee.events import ASKABLE, Player
from bot.referee.match import Match
from bot.web.kinds import Held, PageKind
from bot.web.people import Participant
from bot.web.pieces import harmless
from bot.web.whisper import Whisper
from bot.wording.forms import ACCEPTS
from bot.wording.room import NO_MATCH
from bot.wording.voice import LONGEST_PLAIN

HINT = "hint"
_ACTS: dict[str, submission.Act] = {
    **PRESSES,
    "accept": submission.Respond(accept=True),
    **{one: submission.Respond(accept=True, which=which) for which, one in enumerate(ACCEPTS, 1)},
    "decline": submission.Respond(accept=False),
    "take-back": submission.Respond(accept=False),
    **{f"ask-{request}": submission.Ask(request) for request in ASKABLE},
}


class Presses:
    """Takes presses, as whoever the page's links say it is."""

    def __init__(self, kind: PageKind) -> None:
        self._kind = kind

    async def press(
        self, who: Participant, held: Held, act: str, at: datetime, asked: object = None
    ) -> Whisper | None:
        """A pressed button; `asked` is the mark of the request that it stood below."""
        match, clerk = held.match, self._kind.clerk(held.room)
        if act.endswith("rematch"):
            return await self._kind.press(who, held, act, at)
        if act == "ready":
            return await self.ready(who, held, at)
        if act == HINT:
            mover = match.players[match.to_move]
            player = mover if match.to_move in who.seats(match) else who.speaker(match)
            asker = Asker(player, held.room, at, who.hosts(match))
            order = Order(Name.HINT, {"match": str(held.number)})
            return answered(await clerk.carry_out(order, asker))
        if act.startswith(CONFIRMS):
            asker = Asker(who.as_host(match), held.room, at, who.hosts(match))
            return answered(await clerk.confirm(act, asker))
        done = _ACTS.get(act)
        if done is None:
            return None
        if isinstance(done, submission.Respond):
            done = replace(done, read=read_by(asked))
        asker = Asker(author_of(who, match, done), held.room, at, who.hosts(match))
        return answered(await clerk.act(done, asker, held.number))

    async def ready(self, who: Participant, held: Held, at: datetime) -> Whisper | None:
        """Makes a player ready; somebody who holds both seats is ready for both."""
        match, clerk = held.match, self._kind.clerk(held.room)
        seats = who.seats(match)
        waiting = [colour for colour in seats if colour not in match.start.ready]
        authors = [match.players[colour] for colour in waiting or seats[:1]]
        reply = Reply("")
        for author in authors or [who.speaker(match)]:
            asker = Asker(author, held.room, at, who.hosts(match))
            reply = await clerk.act(submission.Ready(), asker, held.number)
        return answered(reply)


def asked(reply: Reply) -> Whisper | None:
    """The question that a command asks back, with the button that says yes to it."""
    if not reply.question or not reply.buttons:
        return None
    button = reply.buttons[0]
    text = harmless(reply.question, LONGEST_PLAIN)
    return Whisper(ask={"act": button.action, "label": button.label, "ask": text})


def answered(reply: Reply) -> Whisper | None:
    """The answer to an act; None where the whole room is told the same."""
    return None if reply.announced else Whisper(in_room(reply).text)


def in_room(reply: Reply) -> Reply:
    """An answer for this room: where there is no match, it says what to do about that."""
    return replace(reply, text=NO_MATCH) if reply.no_match else reply


def author_of(participant: Participant, match: Match, act: submission.Act | None) -> Player:
    """The role in which somebody with several roles does something."""
    match act:
        case submission.Choose() if match.chooser is not None and match.chooser in (
            participant.seats(match)
        ):
            return match.players[match.chooser]
        case submission.Resign() | submission.Ask() | submission.Choose():
            return participant.speaker(match)
        case submission.Respond():
            # Somebody who holds both seats answers for the seat that was asked.
            asked = match.request
            held = participant.seats(match)
            if asked is not None and asked.colour.other in held:
                return match.players[asked.colour.other]
            return participant.speaker(match)
        case _:
            return participant.as_host(match)
