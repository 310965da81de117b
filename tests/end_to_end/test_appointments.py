"""Appointments on Discord: in each one's time zone, and as events in the server's list."""

from datetime import timedelta

import pytest
from loopback import Answer, Drop, Reset

from end_to_end.cups import DiscordCup
from end_to_end.house import DiscordHouse


async def test_in_a_cup_hours_are_proposed_from_its_channel_and_within_the_round(place):
    """Told in the thread of the two, and accepted there; the host may move the deadline."""
    cup = DiscordCup(place, "Ann", "Bob")
    ann, bob = cup.people.values()
    await cup.join(await cup.open(clock="none", **{"round-time": "6h"}), "Ann", "Bob")
    await cup.begin()
    thread = await cup.thread("Ann", "Bob")
    await place.slash(bob, "my timezone", zone="Europe/Paris")
    for command, room in (("cup when", place.room), ("match when", thread)):
        late = await place.discord.slash(room, bob, command, at="in 3 hours or in 7 hours")
        assert "the round of the cup ends before that, on " in late.content
        assert "(Europe/Paris). The cup's host can move its end" in late.content
    settled = await place.discord.slash(thread, cup.host, "match when", at="in 7 hours Paris")
    assert "the round of the cup ends before that" in settled.content
    await place.slash(cup.host, "cup deadline", at="in 8 hours")
    done = await place.slash(bob, "cup when", at="in 3 hours or in 7 hours")
    second = done.content.splitlines()[2].removeprefix("2: ")
    asked = await place.discord.wait_message(thread, "proposes 2 hours")
    await place.click(asked, "Accept 2", ann)
    assert second in (await place.discord.wait_message(thread, "That is agreed")).content
    assert f"is for {second}" in (await place.slash(ann, "cup when")).content


async def test_zones_are_suggested_and_what_is_understood_is_shown_while_one_types(place):
    """Before anything counts."""

    async def suggested(command, option, typed):
        found = await place.discord.autocomplete(place.room, place.red, command, option, typed)
        return {one["value"]: one["name"] for one in found.choices}

    zones = await suggested("my timezone", "zone", "new y")
    assert zones == {"America/New_York": "America/New_York: 17:00"}
    await place.slash(place.red, "my timezone", zone="America/New_York")
    assert await suggested("match start", "at", "tomorrow 8pm") == {
        "tomorrow 8pm": "Sunday 22 November 2026, 20:00 (America/New_York)"
    }
    two = "tomorrow 8pm or mon 8pm"
    assert await suggested("match when", "at", two) == {
        two: "Sun 22 Nov, 20:00 or Mon 23 Nov, 20:00 (America/New_York)"
    }
    far = "sun 1pm America/Argentina/Buenos_Aires or sun 2pm Asia/Ho_Chi_Minh or sun 3pm UTC"
    (shown,) = (await suggested("match when", "at", far)).values()
    assert shown.startswith(
        "Sun 22 Nov, 13:00 (America/Argentina/Buenos_Aires), Sun 22 Nov, 14:00 ("
    )
    # Its end would be missing from what is sent.
    longer = far.replace("UTC", "America/Indiana/Indianapolis")
    assert await suggested("match when", "at", longer) == {}
    assert "names no hour" in (await suggested("match when", "at", "sunday"))["sunday"]
    assert len(await suggested("match when", "at", "")) == 3


async def test_a_time_zone_is_forgotten(place):
    """By a word, and with everything else."""
    for forget in ({"command": "my timezone", "zone": "none"}, {"command": "my forget"}):
        await place.slash(place.red, "my timezone", zone="Europe/Paris")
        command = forget.pop("command")
        await place.slash(place.red, command, **(forget or {"confirm": "yes"}))
        known = await place.slash(place.red, "my timezone")
        assert known.content.startswith("I don't know your time zone"), command
    wrong = await place.slash(place.red, "my timezone", zone="Pari")
    assert "Do you mean Europe/Paris?" in wrong.content


HOUR = timedelta(hours=1)
LIST = "/guilds/*/scheduled-events"
TITLE = "Match 1: Ann – Bob"


@pytest.fixture
async def calendar(place: DiscordHouse) -> DiscordHouse:
    """A server that lets the referee make events."""
    right = place.discord.role(place.guild, "Events", ["create_events"])
    place.discord.give_role(place.guild, place.discord.world.bot, right)
    return place


def listed(place):
    return [(one.name, one.begins, int(one.state)) for one in place.guild.events.values()]


async def becomes(place, *events, says=listed):
    wanted = list(events)
    await place.pass_while(
        place.discord.wait_until(lambda: says(place) == wanted, what=lambda: f"not {says(place)}")
    )


async def appoint(place):
    """The host sets a match up for five hours later; that hour."""
    hour = place.clock.now().replace(second=0, microsecond=0) + 5 * HOUR
    await place.match_start(at=hour.isoformat())
    return hour


async def move(place, hour):
    """The host settles another hour; that hour."""
    await place.slash(place.host, "match when", at=hour.isoformat())
    return hour


async def restart(place, length=timedelta(0)):
    await place.close()
    place.clock.advance(length)
    await place.open()


async def test_an_event_moves_with_the_hour_and_ends_with_the_match(place, calendar):
    """It names the room, is under way while they play, and is gone when they have played."""
    hour = await appoint(place)
    await becomes(place, (TITLE, hour, 1))
    (event,) = place.guild.events.values()
    assert event.location == f"https://discord.com/channels/{place.guild.id}/{place.room.id}"
    assert event.ends == hour + 3 * HOUR
    assert "room that is linked here" in event.description
    await move(place, hour + HOUR)
    await becomes(place, (TITLE, hour + HOUR, 1))
    assert place.guild.events == {event.id: event}
    await place.slash(place.host, "host begin")
    await becomes(place, (TITLE, hour + HOUR, 2))
    await place.slash(place.host, "host cancel", reason="Bob is ill", confirm="yes")
    await becomes(place)
    assert place.discord.count("POST", f"/guilds/{place.guild.id}/scheduled-events") == 1


async def test_a_server_without_the_right_has_none_and_asks_nothing(place):
    """A match is set up, moved and cancelled all the same."""
    await move(place, await appoint(place) + HOUR)
    await place.announcement("settled it")
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("Cancelled")
    assert not [one for one in place.discord.requests if "scheduled-events" in one.path]


@pytest.mark.parametrize(
    "fault",
    [Answer(503), Answer(503, after=True), Reset(after=True), Answer(429, via=False)],
    ids=str,
)
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE"])
async def test_a_lost_answer_makes_no_second_event(place, calendar, method, fault):
    """Whichever request it was of; what the gateway tells of events is late, too."""
    place.discord.faults.next("GUILD_SCHEDULED_EVENT_*", Drop(), times=1000)
    own = "/*" if method in ("PATCH", "DELETE") else ""
    place.discord.faults.next(f"{method} {LIST}{own}", fault, times=2)
    hour = await appoint(place)
    await becomes(place, (TITLE, hour, 1))
    (number,) = place.guild.events
    await move(place, hour + HOUR)
    await becomes(place, (TITLE, hour + HOUR, 1))
    assert list(place.guild.events) == [number]
    await place.slash(place.host, "host cancel", confirm="yes")
    await becomes(place)


async def test_events_left_undone_are_made_after_a_restart(place, calendar):
    """The process ends before anything came of the request: made late, moved late, ended late."""
    dead = Reset()
    place.discord.faults.next(f"* {LIST}*", dead, times=1000)
    hour = await appoint(place)
    await place.discord.wait_request("GET", f"/guilds/{place.guild.id}/scheduled-events")
    await place.close()
    assert listed(place) == []
    place.discord.faults.clear()
    await place.open()
    await becomes(place, (TITLE, hour, 1))
    asked = len(place.discord.requests)
    await restart(place)
    await place.slash(place.fan, "match when")
    # It is there already, as Discord tells at the start.
    assert not [one for one in place.discord.requests[asked:] if "events" in one.path]
    place.discord.faults.next(f"* {LIST}*", dead, times=1000)
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("Cancelled")
    await place.close()
    assert len(listed(place)) == 1
    place.discord.faults.clear()
    await place.open()
    await becomes(place)


async def test_the_hour_comes_and_is_moved(place, calendar):
    """Discord has begun the event by itself, which can't be moved any more: there is another."""
    hour = await appoint(place)
    await becomes(place, (TITLE, hour, 1))
    (first,) = place.guild.events
    await restart(place, 5.1 * HOUR)
    await place.announcement("It is time")
    await becomes(place, (TITLE, await move(place, hour + 10 * HOUR), 1))
    assert first not in place.guild.events


async def test_others_events_and_doubles(place, calendar):
    """Of two of the referee's one stays; those of people are theirs."""
    await becomes(place, (TITLE, await appoint(place), 1))
    (event,) = place.guild.events.values()
    for creator in (place.discord.world.bot, place.fan):
        twin = type(event)(
            place.discord.ids.mint(),
            creator,
            *(event.name, event.description, event.location, event.begins, event.ends),
        )
        place.guild.events[twin.id] = twin
    await restart(place)
    await becomes(place, event.creator, place.fan, says=creators)
    assert event.id in place.guild.events


def creators(place):
    return [one.creator for one in place.guild.events.values()]


async def test_a_room_that_not_everybody_sees_has_none(place, calendar):
    """The list of events is for all of a server."""
    place.discord.deny(place.room, "view_channel", who=place.guild.everyone)
    for member in (place.discord.world.bot, place.host, place.red, place.blue):
        place.discord.allow(place.room, "view_channel", who=member)
    hour = await appoint(place)
    await place.announcement("play on")
    await place.discord.wait_request("GET", f"/guilds/{place.guild.id}/scheduled-events")
    await move(place, hour + HOUR)
    await place.discord.wait_request("GET", f"/guilds/{place.guild.id}/scheduled-events", number=2)
    assert listed(place) == []
