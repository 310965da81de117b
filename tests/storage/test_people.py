"""What people have settled for themselves: kept by server, and gone with `my forget`."""

from dataclasses import replace
from datetime import timedelta

from handclock import START

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.fold import fold
from bot.storage.archive import Archive
from bot.storage.people import People
from bot.storage.store import Store
from storage.test_archive import ANN, BOB, HOST, ROOM, TERMS, WON

PARIS, YORK = "Europe/Paris", "America/New_York"


async def test_a_time_zone_is_kept_by_venue_server_and_person(any_store: Store) -> None:
    """Changed, and forgotten by a word."""
    people = People(any_store)
    await people.settle_zone("discord", "77", ANN.id, PARIS)
    await people.settle_zone("discord", "77", BOB.id, YORK)
    assert await people.zone("discord", "77", ANN.id) == PARIS
    for venue, server in (("discord", "78"), ("nodebb", "77")):
        assert await people.zone(venue, server, ANN.id) == ""
    await people.settle_zone("discord", "77", ANN.id, "UTC")
    assert await people.zone("discord", "77", ANN.id) == "UTC"
    for _ in range(2):
        await people.settle_zone("discord", "77", ANN.id, "")
        assert await people.zone("discord", "77", ANN.id) == ""
    assert await people.zone("discord", "77", BOB.id) == YORK


async def test_timezone_is_forgotten_also_in_ended_matches(
    any_store: Store,
) -> None:
    """Nor has whoever never played; the hours stay, and others keep their zones."""
    people, archive = People(any_store), Archive(any_store)
    meets = events.Appointment(START + timedelta(days=1), PARIS, remind=False)
    opened = events.MatchOpened(START, HOST, (ANN, BOB), TERMS, meets)
    number = await any_store.open_match(ROOM, opened)
    asked = events.RequestMade(START, Colour.SECOND, events.Request.APPOINTMENT, appointment=meets)
    another = events.Appointment(START + timedelta(days=2), PARIS)
    several = replace(asked, alternatives=(another, another))
    settled = events.AppointmentSet(START, meets)
    await any_store.append(number, 1, (asked, several, settled, WON))
    for player in (HOST, ANN, BOB):
        await people.settle_zone("discord", "77", player.id, PARIS)
    await archive.forget("discord", "77", BOB.id)
    assert await people.zone("discord", "77", BOB.id) == ""
    assert await people.zone("discord", "77", ANN.id) == PARIS
    stored = await any_store.load(number)
    assert stored is not None
    assert PARIS not in repr(stored.events)
    assert stored.events[2].alternatives == (events.Appointment(another.hour),) * 2
    appointed = fold(stored.events).appointed
    assert appointed is not None
    assert appointed.appointment == events.Appointment(meets.hour, remind=False)
    await people.settle_zone("discord", "77", "9", PARIS)
    assert await archive.forget("discord", "77", "9") == frozenset()
    assert await people.zone("discord", "77", "9") == ""
