"""The hour of a match in the local room: typed in the time zone of one's browser."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from handclock import HandClock

from bot.storage.process import boot
from venues.room.cup_pages import cup
from venues.room.test_room_check_in import checking
from venues.room.visitor import FORM, RoomHouse, house, words

HOUR = timedelta(hours=1)
PARIS = "Europe/Paris"


def moments(line):
    """The moments that a line shows in each reader's own time."""
    pieces = (piece for parts in line["parts"] for piece in parts)
    return [piece["on"] for piece in pieces if "on" in piece]


def offered(shown):
    """The buttons of a page."""
    return [one["act"] for one in shown["actions"]]


async def test_the_host_settles_an_hour_and_players_agree_on_another(place: RoomHouse) -> None:
    """Each types by their own clock; who is asked has buttons to answer."""
    room, tokens = await place.open()
    host = await place.visit(room, tokens["host"], zone=PARIS)
    ann = await place.visit(room, tokens["one"], zone="America/New_York")
    bob = await place.visit(room, tokens["two"])
    for visitor in (host, ann, bob):
        await visitor.get("state")
    day = place.venue.now().astimezone(ZoneInfo(PARIS)).date() + timedelta(days=2)
    await host.say(f"match when at:{day} 20:00")
    settled = await bob.line("settled it")
    hour = datetime(day.year, day.month, day.day, 20, tzinfo=ZoneInfo(PARIS))
    assert moments(settled) == [round(hour.timestamp() * 1000)]
    await bob.say(f"match when at:{day} 20:00 New York")
    asked = await ann.line("Blue proposes to play")
    later = hour.replace(tzinfo=ZoneInfo("America/New_York"))
    assert moments(asked) == [round(later.timestamp() * 1000)]
    shown = await ann.get("state")
    assert offered(shown)[:2] == ["accept", "decline"]
    await ann.act("accept")
    assert "That is agreed: Ann and Bob play on" in words(await bob.line("That is agreed"))


async def test_each_of_several_hours_has_a_button(place: RoomHouse) -> None:
    """With its hour; one below an earlier proposal takes none of the next."""
    room, tokens = await place.open()
    ann = await place.visit(room, tokens["one"], zone=PARIS)
    bob = await place.visit(room, tokens["two"], zone=PARIS)

    def proposed(count):
        return lambda state: len(state["proposed"]) == count

    await bob.say("match when in 3 hours or in 4 hours or in 5 hours")
    asked = await ann.line("Blue proposes 3 hours")
    first = await ann.state(proposed(3))
    assert offered(first)[:4] == ["accept-1", "accept-2", "accept-3", "decline"]
    assert [one["hour"] for one in first["actions"][:3]] == moments(asked)
    assert first["match"]["proposed"] == moments(asked)
    await bob.say("match when in 6 hours or in 7 hours")
    second = await ann.state(proposed(2))
    assert offered(second)[:3] == ["accept-1", "accept-2", "decline"]
    await ann.act("accept-2", first["actions"][1]["asked"])
    assert "That is not being asked any more" in await ann.whisper()
    await ann.act("accept-2", second["actions"][1]["asked"])
    agreed = await bob.line("That is agreed")
    assert moments(agreed) == second["match"]["proposed"][1:]


async def test_a_page_with_a_zone_of_its_own_making_is_asked(place: RoomHouse) -> None:
    """What is no zone is none, whatever it is."""
    room, tokens = await place.open()
    for zone in ("Nowhere/At_all", "../../etc/passwd", 7, None, "x" * 5000):
        host = await place.visit(room, tokens["host"], zone=zone)
        await host.get("state")
        await host.say("match when at:20:00")
        assert "I don't know your time zone" in await host.whisper()
        await host.close()


async def test_a_room_is_opened_for_a_later_hour(place: RoomHouse) -> None:
    """By the form; nobody is ready at once, though one person holds both seats."""
    room, tokens = await place.open(at="tomorrow 20:00", zone="Asia/Tokyo", here="both")
    both = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    shown = await both.get("state")
    assert shown["match"]["headline"] != "Red to move"
    # It may have been told before the page was there.
    told = [line for line in both.lines() if "play on" in words(line)]
    (at,) = moments(told[0] if told else await both.line("play on"))
    hour = datetime.fromtimestamp(at / 1000, ZoneInfo("Asia/Tokyo"))
    assert (hour.hour, hour.minute) == (20, 0)
    assert hour.date() - place.venue.now().astimezone(ZoneInfo("Asia/Tokyo")).date() == (
        timedelta(days=1)
    )


async def test_a_person_alone_begins_at_the_hour_and_not_at_once(place: RoomHouse) -> None:
    """Though the hour is so near that Ready would be taken."""
    room, tokens = await place.open(at="in 5 minutes", here="both")
    both = await place.visit(room, *(tokens[role] for role in ("host", "one", "two")))
    assert "ready" in offered(await both.get("state"))


async def test_the_forms_hour_is_told_what_is_wrong_with_it(place: RoomHouse) -> None:
    """Beside its field; without a time zone it is asked for."""
    for fields, part in (
        ({"at": "soon", "zone": PARIS}, "is not understood"),
        ({"at": "20:00"}, "I don't know your time zone"),
        ({"at": "x" * 300}, "200 letters"),
    ):
        answer = await place.ask(FORM | fields)
        assert answer.status == 422
        told = await answer.json()
        assert part in told["error"]
        assert told.get("field", "") == ("" if part == "200 letters" else "at")


@pytest.mark.skipif(not boot(), reason="this system does not say when it was started")
@pytest.mark.parametrize("sure", [False, True])
async def test_clock_that_jumps_ahead_between_two_starts(tmp_path: Path, *, sure: bool) -> None:
    """Without a reboot no hour is early and no check-in moves; a clock set by NTP is believed."""
    clock = HandClock()
    async with house(tmp_path, clock, clock.now) as place:
        room, tokens = await place.open()
        host = await place.visit(room, tokens["host"])
        await host.say("match when in 30 minutes")
        await host.line("settled it")
        cup_room, cup_tokens, _, _ = await checking(place, "Ann", "Bob", "Cid")
        shown = await cup(await place.visit(cup_room, cup_tokens["watch"]), status="check-in")
    async with house(tmp_path, clock, lambda: clock.now() + HOUR, sure=sure) as place:
        assert (place.venue.now() - clock.now() > HOUR / 2) is sure
        later = await cup(await place.visit(cup_room, cup_tokens["watch"]), status="check-in")
        assert (later["until"] - shown["until"] > 1000 * 60) is sure
        host = await place.visit(room, tokens["host"])
        if sure:
            assert await host.told("It is time")
        else:
            await host.get("state")
            assert not [line for line in host.lines() if "It is time" in words(line)]
