"""Appointments on Discord: each in their own time zone, and suggested while one types."""

from datetime import timedelta

from end_to_end.cups import DiscordCup
from end_to_end.failing import told


def stamps(at):
    """How each reader's client shows a moment."""
    return f"<t:{int(at.timestamp())}:F> (<t:{int(at.timestamp())}:R>)"


async def test_each_writes_in_their_own_time_zone(place):
    """It is Saturday, 22:00 UTC: 23:00 in Paris, five in the afternoon in New York."""
    unknown = await place.match_start(at="tomorrow 20:00")
    assert "I don't know your time zone" in unknown.content
    assert not told(place, "play on")
    start = await place.match_start(at="sun 20:00 UTC or 21:00 UTC")
    assert "more than one moment" in start.content
    paris = await place.slash(place.host, "my timezone", zone="paris")
    assert paris.content == "Your time zone is Europe/Paris, where it is 23:00 now."
    await place.slash(place.blue, "my timezone", zone="America/New_York")
    typed = f'match start {place.red.mention} {place.blue.mention} at:"tomorrow 20:00" grace:5m'
    await place.order(place.host, typed)
    opened = await place.announcement("play on")
    sunday = place.clock.now().replace(hour=19) + timedelta(days=1)
    assert stamps(sunday) in opened.content
    proposed = await place.slash(place.blue, "match when", at="mon 8pm")
    asked = await place.announcement("proposes to play", after=opened)
    # 20:00 in New York is one in the morning of Tuesday, UTC.
    monday = stamps(sunday + timedelta(days=1, hours=6))
    assert monday in asked.content
    assert proposed.content == f"Proposed: {monday}. Your opponent has to accept it."
    when = await place.slash(place.fan, "match when")
    assert "waited for 5m" in when.content


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
    agreed = await place.discord.wait_message(thread, "That is agreed")
    assert second in agreed.content
    shown = await place.slash(ann, "cup when")
    assert f"is for {second}" in shown.content


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
