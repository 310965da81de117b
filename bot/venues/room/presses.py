"""What a press on a button does: an act at the desk, as the role that it belongs to.

Somebody who holds both seats presses *Resign* and is asked back as whom; whoever hosts and plays
presses *Start now* as the host and *Resign* as the player.
"""

from dataclasses import replace
from datetime import datetime

from bot.commands.acts import PRESSES
from bot.commands.clerk import Clerk
from bot.commands.confirming import ACTION as CONFIRMS
from bot.commands.request import Asker, Reply
from bot.desk.desk import Desk
from bot.referee import submission
from bot.referee.events import Player, Request
from bot.referee.match import Match
from bot.storage.failures import RoomTakenError
from bot.venues.room.opening_form import rematch
from bot.venues.room.place import place
from bot.venues.room.rematches import Rematches
from bot.venues.room.seats import Participant
from bot.venues.room.voice import RoomVoice
from bot.venues.room.whisper import Whisper
from bot.wording.room import NO_MATCH, NOT_HOST, NOT_OVER

_ACTS: dict[str, submission.Act] = {
    **PRESSES,
    "accept": submission.Respond(accept=True),
    "decline": submission.Respond(accept=False),
    "take-back": submission.Respond(accept=False),
    **{f"ask-{request}": submission.Ask(request) for request in Request},
}


class Presses:
    """Takes presses, as whoever the page's tokens say it is."""

    def __init__(self, desk: Desk, clerk: Clerk, rematches: Rematches) -> None:
        self._desk = desk
        self._clerk = clerk
        self._rematches = rematches

    async def press(
        self,
        participant: Participant,
        number: int,
        match: Match,
        act: str,
        at: datetime,
    ) -> Whisper | None:
        """A pressed button."""
        if act.endswith("rematch"):
            return await self._on_rematch(participant, number, match, act, at)
        if act == "ready":
            return await self.ready(participant, number, match, at)
        if act.startswith(CONFIRMS):
            host = participant.as_host(match)
            asker = Asker(host, place(participant.room), at, participant.hosts)
            return answered(await self._clerk.confirm(act, asker))
        done = _ACTS.get(act)
        if done is None:
            return None
        author = author_of(participant, match, done)
        asker = Asker(author, place(participant.room), at, participant.hosts)
        return answered(await self._clerk.act(done, asker, number))

    async def ready(
        self, participant: Participant, number: int, match: Match, at: datetime
    ) -> Whisper | None:
        """Makes a player ready; somebody who holds both seats is ready for both."""
        seats = participant.seats(match)
        waiting = [colour for colour in seats if colour not in match.ready]
        authors = [match.players[colour] for colour in waiting or seats[:1]]
        reply = Reply("")
        for author in authors or [participant.speaker(match)]:
            asker = Asker(author, place(participant.room), at, participant.hosts)
            reply = await self._clerk.act(submission.Ready(), asker, number)
        return answered(reply)

    async def _on_rematch(
        self, participant: Participant, number: int, match: Match, act: str, at: datetime
    ) -> Whisper | None:
        """A press about a rematch: players ask for one, the host begins it."""
        if not match.over:
            return Whisper(NOT_OVER)
        match act:
            case "rematch" | "accept-rematch":
                return await self._rematch(participant, match, at)
            case "ask-rematch" if participant.seats(match):
                await self._rematches.ask(participant, number, match)
            case "no-rematch":
                await self._rematches.take_back(participant, number, match)
            case "decline-rematch":
                await self._rematches.decline(participant, number)
        return None

    async def _rematch(
        self, participant: Participant, match: Match, at: datetime
    ) -> Whisper | None:
        if not participant.hosts:
            return Whisper(NOT_HOST)
        try:
            await self._desk.open(place(participant.room), rematch(match, at))
        except RoomTakenError:
            return Whisper(NOT_OVER)
        return None


def asked(reply: Reply) -> Whisper | None:
    """The question that a command asks back, with the button that says yes to it."""
    if not reply.question or not reply.buttons:
        return None
    button = reply.buttons[0]
    text = RoomVoice().plain(reply.question)
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
