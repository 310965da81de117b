"""What a cup knows of a match from how that stands."""

from dataclasses import replace
from datetime import timedelta

import pytest
from referee.tables import BLUE, RED, at, new

from bot.cups.facts import facts_of
from bot.engine.turn import Colour
from bot.referee.appointments import appointed
from bot.referee.events import Appointment, Player

BOTH = RED.id, BLUE.id
ZED = Player("zed", "Zed")


@pytest.mark.parametrize(("seat", "whose"), [(Colour.FIRST, RED.id), (Colour.SECOND, BLUE.id)])
def test_replacement_is_ready_for_the_replaced(seat: Colour, whose: str) -> None:
    match = new()
    players = tuple(ZED if colour is seat else match.players[colour] for colour in Colour)
    known = facts_of(replace(match, players=players, ready=frozenset({seat})), BOTH)
    assert known.ready == {whose}
    assert not known.begun


def test_an_hour_is_waited_for_with_its_grace_from_when_the_players_are_called() -> None:
    """At ten, with a quarter of an hour; a referee that is back at twenty to eleven calls then."""
    match = new()
    assert facts_of(match, BOTH).awaited is None
    meets = appointed(Appointment(at(3600), grace=timedelta(minutes=15)), at(0))
    assert facts_of(replace(match, appointed=meets), BOTH).awaited == at(3600 + 900)
    late = replace(meets, called_at=at(3600 + 2400))
    assert facts_of(replace(match, appointed=late), BOTH).awaited == at(3600 + 2400 + 900)
