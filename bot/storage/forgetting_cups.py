"""Somebody is forgotten in the cups that are over: nobody stands in their place.

Bob asks to be forgotten, who came second in the spring. His id is in the pairings, results and
places of that cup, his name among its seeds and players: all of them are stored events, and all
else is worked out from them. The places stay as they were; a lot that was drawn for his id can't be
drawn again.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from bot.cups import events
from bot.cups.cup import Pairing
from bot.cups.events import CupEvent
from bot.cups.results import Entrant, PairingResult
from bot.referee.events import Player
from bot.storage.codec import DECODE_ERRORS, decode_of_cup, encode_of_cup
from bot.storage.failures import DamagedMatchError
from bot.storage.schema import cup_events, cups, links

_IDS: Mapping[type, tuple[str, ...]] = {
    Pairing: ("first", "second"),
    PairingResult: ("first", "second"),
    events.CupDraw: ("apart",),
    events.PlayersCalled: ("players",),
    events.CupStarted: ("apart",),
    events.GameSeated: ("first",),
    events.RoundChanged: ("one", "other"),
    events.PlayersReminded: ("absent",),
    events.CupEnded: ("champion", "places"),
}
"""The fields in which entrants' ids stand by themselves."""


def mentioning_cups(
    connection: Connection, venue: str, server: str, *words: str, open_: bool = False
) -> list[Any]:
    """The events of a server's cups that are over, or `open_`, with one of these words in them."""
    of = (cups.c.venue == venue, cups.c.server == server, cups.c.open.is_(open_))
    there = cup_events.c.cup.in_(select(cups.c.id).where(*of))
    return _events(connection, there, *words)


def is_named(row: Any, player: str) -> bool:
    """Whether an event of a cup is about an entrant or host."""
    event = decoded(row)
    return without(event, player, Player("", "")) != event


def forget_in_cups(
    connection: Connection, numbers: Collection[int], player: str, nobody: Player
) -> None:
    """Puts nobody in a player's place in some cups; the links to them end."""
    here = cup_events.c.cup.in_(numbers)
    # Two entrants of one cup may ask to be forgotten at once.
    for row in _events(connection, here, f'"{player}"', f"{player}>", lock=True):
        data = encode_of_cup(without(decoded(row), player, nobody))
        connection.execute(update(cup_events).where(_is(row)).values(data=data))
    of_cups = [f"cup/{cup}" for cup in numbers]
    connection.execute(delete(links).where(links.c.person.in_(of_cups)))


def _events(
    connection: Connection, condition: ColumnElement[bool], *words: str, lock: bool = False
) -> list[Any]:
    query = (
        select(cup_events.c.cup, cup_events.c.number, cup_events.c.data)
        .where(
            condition, or_(*(cup_events.c.data.contains(word, autoescape=True) for word in words))
        )
        .order_by(cup_events.c.cup, cup_events.c.number)
    )
    if lock:
        query = query.with_for_update()
    return list(connection.execute(query).all())


def decoded(row: Any) -> CupEvent:
    """The event of a row; DamagedMatchError if it can't be read."""
    try:
        return decode_of_cup(row.data)
    except DECODE_ERRORS as error:
        raise DamagedMatchError(f"cup {row.cup} can't be read") from error


def without(event: CupEvent, player: str, nobody: Player) -> CupEvent:
    """The event with nobody in a player's place."""
    changed: CupEvent = _without(event, player, nobody, is_id=False)
    return changed


def _without(value: Any, player: str, nobody: Player, *, is_id: bool) -> Any:
    match value:
        case Player() | Entrant() if value.id == player:
            return nobody if isinstance(value, Player) else Entrant(nobody.id, nobody.name)
        case Enum():
            return value
        case str() if is_id:
            return nobody.id if value == player else value
        case str():
            return re.sub(rf"<@!?{re.escape(player)}>", nobody.name, value)
        case tuple():
            return tuple(_without(one, player, nobody, is_id=is_id) for one in value)
        case _ if is_dataclass(value) and not isinstance(value, type | Player | Entrant):
            ids = _IDS.get(type(value), ())
            changed = {
                one.name: _without(getattr(value, one.name), player, nobody, is_id=one.name in ids)
                for one in fields(value)
            }
            return replace(value, **changed)
        case _:
            return value


def _is(row: Any) -> ColumnElement[bool]:
    return and_(cup_events.c.cup == row.cup, cup_events.c.number == row.number)
