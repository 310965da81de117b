"""Tells the room of a cup what was stored of it: one message an event, each once.

A round is paired and stored, and the process is killed while its message is under way. The next
one finds that the event has not been shown, looks whether there is such a message, and else makes
it.
"""

import asyncio
from dataclasses import replace
from functools import partial

from bot.cups.events import CupShown, RoundChanged, RoundPaired
from bot.cups.running import to_seat
from bot.desk.composing import Visible, made_or, nonce_of, send, until_made
from bot.desk.cup_table import GOING_ON, CupTable, HeldCup
from bot.desk.ledger import Ledger
from bot.desk.venue import HERE, Announcement, Button, Posted, Venue, VenueError
from bot.storage.failures import StoreError
from bot.storage.store import Servers
from bot.views.cup_files import main_picture
from bot.wording.cup_telling import CupWords, cup_words
from bot.wording.forms import LABELS
from bot.wording.troubles import speechless_text
from renderers.scene import DrawnPicture


class CupTelling:
    """Makes the announcements of cups."""

    def __init__(self, ledger: Ledger, table: CupTable) -> None:
        self._ledger = ledger
        self._table = table
        self._servers = Servers(ledger.store)

    async def tell(self, held: HeldCup, venue: Venue) -> bool:
        """Makes all announcements of a cup that wait to be made; VenueError if one can't be.

        Whether there was any.
        """
        told = False
        async with held.telling:
            while (number := held.untold) is not None and not _waits(held, number, venue):
                posted = await self._made(held, number, venue)
                await self._note(held, CupShown(posted.at, posted.message, number))
                told = True
        return told

    async def _note(self, held: HeldCup, shown: CupShown) -> None:
        async with held.lock:
            await self._table.append(
                held, lambda state: shown if state.told < shown.through else None
            )

    async def _made(self, held: HeldCup, number: int, venue: Venue) -> Posted:
        async def attempt() -> Visible:
            again = number not in held.fresh
            held.fresh.discard(number)
            words = _words(held, number, venue)
            room = replace(held.room, id=words.room) if words.room else held.room
            announcement = self._announcement(held, number, words, again=again)
            if words.picture:
                picture = await self._picture(held, number, venue)
                announcement = replace(announcement, picture=picture)
            try:
                return await send(venue, room, announcement)
            except VenueError as error:
                if room == held.room or not error.lasting:
                    raise
            # The room of a pairing is gone: that is to hold up nothing else.
            return await send(venue, held.room, announcement)

        about = f"cup {held.id}: event {number}"
        failures = (VenueError, StoreError)
        made = await until_made(self._ledger.timepiece, about, attempt, failures=failures)
        return made.posted

    async def _picture(self, held: HeldCup, number: int, venue: Venue) -> DrawnPicture | None:
        """The bracket or the table after an event; one that can't be drawn costs no more."""
        rules = await self._servers.rules(held.room.venue, held.room.server)
        state, look = held.as_of(number), venue.places.look(rules)
        picture = partial(main_picture, state, look)
        failure = f"cup {held.id}: event {number} has no picture"
        return await asyncio.to_thread(made_or, None, picture, failure)

    def _announcement(
        self, held: HeldCup, number: int, words: CupWords, *, again: bool
    ) -> Announcement:
        buttons = tuple(Button(action, LABELS[action]) for action in words.buttons)
        return Announcement(
            match=0,
            cup=held.id,
            nonce=nonce_of(f"c{held.id}", number, held.events[number]),
            text=words.text,
            ping=words.ping,
            buttons=buttons,
            again=again,
            since=max((shown.at for shown in held.state.shown), default=held.state.opened.at),
            made=frozenset(shown.message for shown in held.state.shown),
        )


def _words(held: HeldCup, number: int, venue: Venue) -> CupWords:
    """What is said of an event; a sentence that fails costs the room that and no more."""

    def words() -> CupWords:
        state, event = held.as_of(number), held.events[number]
        return cup_words(held.id, state, event, venue.voice, _rooms(held, venue))

    failure = f"cup {held.id}: event {number} has no words"
    return made_or(CupWords(speechless_text()), words, failure)


def _waits(held: HeldCup, number: int, venue: Venue) -> bool:
    """Whether a round is told later: its rooms, which it links, are about to be opened."""
    state, event = held.state, held.events[number]
    if not (venue.places.links_pairings and isinstance(event, RoundPaired | RoundChanged)):
        return False
    due = state.opened.plan.rooms != HERE and any(not game.room for game in to_seat(state))
    return due and GOING_ON not in held.obstacles


def _rooms(held: HeldCup, venue: Venue) -> dict[int, str]:
    """The rooms of pairings that are to be linked, by the pairings' numbers."""
    if not venue.places.links_pairings or held.state.opened.plan.rooms == HERE:
        return {}
    return {one.number: one.games[-1].room for one in held.state.meetings if one.games}
