"""What moderators do to the room of a running match: it pauses, and nothing is lost."""

from datetime import timedelta

import pytest

from end_to_end.failing import answers, told, until


async def test_a_deleted_channel_pauses_the_match_which_goes_on_elsewhere(place):
    """The host is told in private, moves the match, and what was untold is told there."""
    await place.start()
    await place.play(place.red, "E5")
    other = place.channel("arena")
    place.discord.delete_channel(place.room)
    direct = place.discord.direct(place.host)
    told_host = await place.discord.wait_message(direct, "the channel is gone")
    assert "match 1" in told_host.content
    await place.pass_time(1000)
    moved = await place.discord.slash(other, place.host, "host move", to=other, match="1")
    assert "goes on" in moved.content
    await place.announcement("moved the match here", room=other)
    await place.announcement("is paused", room=other)
    await place.discord.slash(other, place.host, "host resume")
    resumed = await place.announcement("resumed", room=other)
    assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
    said = await place.discord.say(other, place.blue, "C3 F3")
    assert "**C3 F3**" in (await place.announcement("played", room=other, after=said)).content


THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize(
    "lost",
    [
        "send_messages",
        *(pytest.param(one, marks=THOROUGH) for one in ("attach_files", "read_message_history")),
    ],
)
async def test_a_lost_permission_pauses_the_match(place, lost):
    """No clock runs in a room that the referee can't serve; given back, the host resumes."""
    await place.start()
    await place.pass_time(10)
    place.discord.deny(place.room, lost)
    direct = place.discord.direct(place.host)
    await place.discord.wait_message(direct, "I lack the permission")
    await place.pass_time(1000)
    place.discord.allow(place.room, lost)
    await until(place, lambda: told(place, "is paused"))
    await place.slash(place.host, "host resume")
    resumed = await place.announcement("resumed")
    assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
    assert "**E5**" in (await place.play(place.red, "E5")).content


async def test_a_referee_that_is_thrown_out_and_let_in_again(place):
    """The match waits, paused."""
    await place.start()
    place.discord.kick_bot(place.guild)
    await place.discord.wait_message(place.discord.direct(place.host), "not on that server")
    await place.pass_time(1000)
    place.discord.invite_bot(place.guild)
    await until(place, lambda: told(place, "is paused"))
    await place.slash(place.host, "host resume")
    await place.announcement("resumed")
    assert "**E5**" in (await place.play(place.red, "E5")).content


@pytest.mark.parametrize("locked", [True, False])
async def test_an_archived_thread_pauses_the_match(place, locked):
    """A moderator closes the thread of a running match."""
    await place.slash(place.host, "match start", red=place.red, blue=place.blue, where="thread")
    (thread,) = place.guild.threads
    opened = await place.announcement("Press Ready", room=thread)
    await place.click(opened, "Start now", place.host)
    await place.announcement("started", room=thread)
    place.discord.archive(thread, locked=locked)
    why = "locked" if locked else "archived"
    direct = place.discord.direct(place.host)
    await place.discord.wait_message(direct, f"the thread is {why}")
    await place.pass_time(1000)
    place.discord.reopen(thread)
    await until(
        place, lambda: any("is paused" in m.content for m in place.discord.messages(thread))
    )
    await place.discord.slash(thread, place.host, "host resume")
    await place.announcement("resumed", room=thread)
    said = await place.discord.say(thread, place.red, "E5")
    await place.announcement("played", room=thread, after=said)


async def test_a_thread_that_fell_asleep_does_not_pause_the_match(place):
    """Discord archives a silent thread by itself; whoever writes there opens it again."""
    await place.slash(
        place.host, "match start", red=place.red, blue=place.blue, where="thread", clock="20d"
    )
    (thread,) = place.guild.threads
    opened = await place.announcement("Press Ready", room=thread)
    await place.click(opened, "Start now", place.host)
    await place.announcement("started", room=thread)
    place.clock.advance(timedelta(days=4))
    place.discord.archive(thread)
    said = await place.discord.say(thread, place.red, "E5")
    await place.announcement("played", room=thread, after=said)


async def test_an_outage_of_the_server_stops_the_clock(place):
    """Discord loses a server for a while: what was said there is read afterwards."""
    await place.start()
    place.discord.outage(place.guild)
    missed = await place.say(place.red, "E5", deliver=False)
    await place.pass_time(600)
    place.discord.end_outage(place.guild)
    await until(place, lambda: answers(place, missed), "the missed turn to be ruled")
    assert "**E5**" in answers(place, missed)[0]
    assert not told(place, "time ran out")


async def test_a_room_found_closed_at_the_start_pauses_the_match(place):
    """The channel was closed to the referee while it was away."""
    await place.start()
    await place.close()
    place.discord.deny(place.room, "view_channel")
    await place.open()
    direct = place.discord.direct(place.host)
    await until(place, lambda: place.discord.messages(direct), "the host to be told")
    place.discord.allow(place.room, "view_channel")
    await until(place, lambda: told(place, "is paused"))
    await place.slash(place.host, "host resume")
    resumed = await place.announcement("resumed")
    assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
