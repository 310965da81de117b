"""Ended matches of a server, and who played them."""

from datetime import timedelta

from handclock import START

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.clock import TimeControl
from bot.referee.match import Room
from bot.storage.store import Store

HOST, ANN, BOB, CAT = (
    events.Player(str(1000 + number), name)
    for number, name in enumerate(("Host", "Ann", "Bob", "Cat"))
)
TERMS = events.Terms("genius", "genius", 5, ("red", "blue"), TimeControl(timedelta(minutes=1)))
ROOM = Room("discord", "77", "5")


async def play(store: Store, *later: events.Event, room: Room = ROOM, players=(ANN, BOB)) -> int:
    number = await store.open_match(room, events.MatchOpened(START, HOST, players, TERMS))
    if later:
        await store.append(number, 1, later)
    return number


WON = events.MatchEnded(START, Colour.FIRST, events.Termination.RESIGNATION, BOB)
