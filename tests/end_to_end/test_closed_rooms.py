"""What moderators do to the room of a running match: it pauses, and nothing is lost."""

from datetime import timedelta

import pytest

from end_to_end.failing import answer, answers, told, until


async def whispered(place, part):
    direct = place.discord.direct(place.host)
    await until(place, lambda: [m for m in place.discord.messages(direct) if part in m.content])
    return next(m.content for m in place.discord.messages(direct) if part in m.content)


async def test_a_deleted_channel_pauses_the_match_which_goes_on_elsewhere(place):
    """The host is told in private, moves the match, and there it goes on with what was untold."""
    await place.start()
    await place.play(place.red, "E5")
    other = place.channel("arena")
    place.discord.delete_channel(place.room)
    assert "match 1" in await whispered(place, "the channel is gone")
    await place.pass_time(1000)
    moved = await place.discord.slash(other, place.host, "host move", to=other, match="1")
    assert "goes on" in moved.content
    await place.announcement("moved the match here", room=other)
    await place.announcement("is paused", room=other)
    resumed = await place.announcement("Referee resumed", room=other)
    assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
    said = await place.discord.say(other, place.blue, "C3 F3")
    assert "**C3 F3**" in (await place.announcement("played", room=other, after=said)).content


THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize(
    ("lost", "named"),
    [
        ("send_messages", "Send Messages"),
        pytest.param("attach_files", "Attach Files", marks=THOROUGH),
        pytest.param("read_message_history", "Read Message History", marks=THOROUGH),
        pytest.param("view_channel", "View Channel", marks=THOROUGH),
    ],
)
async def test_a_lost_permission_stops_the_clock_until_it_is_given_back(place, lost, named):
    """The host is told of the right that is missing, and of no other; what was written counts."""
    await place.start()
    await place.pass_time(10)
    place.discord.deny(place.room, lost)
    why = f"I lack the permission {named} there (denied by name)."
    assert why in await whispered(place, "I lack the permission")
    said = await place.say(place.red, "E5")
    await place.pass_time(1000)
    assert not answers(place, said)
    place.discord.allow(place.room, lost)
    assert "**Red** played **E5**" in await answer(place, said)
    (resumed,) = told(place, "Referee resumed")
    assert "Banks: Red 5:00 · Blue 5:00" in resumed
    assert len(place.discord.messages(place.discord.direct(place.host))) == 1
    assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content


async def test_a_right_that_was_lost_is_known_after_a_restart(place):
    """It was given back while nobody was there to hear of it: the match goes on."""
    await place.start()
    place.discord.deny(place.room, "send_messages")
    await whispered(place, "I lack the permission")
    await place.restart()
    await place.pass_time(100)
    place.discord.allow(place.room, "send_messages")
    await until(place, lambda: told(place, "Referee resumed"))
    assert len(place.discord.messages(place.discord.direct(place.host))) == 1


async def test_a_referee_that_is_thrown_out_and_let_in_again(place):
    await place.start()
    place.discord.kick_bot(place.guild)
    await whispered(place, "not on that server")
    await place.pass_time(1000)
    place.discord.invite_bot(place.guild)
    await until(place, lambda: told(place, "Referee resumed"))
    assert "**E5**" in (await place.play(place.red, "E5")).content


async def in_a_thread(place, **options):
    await place.match_start(where="thread", **options)
    (thread,) = place.guild.threads
    opened = await place.announcement("Press Ready", room=thread)
    await place.click(opened, "Start now", place.host)
    await place.announcement("started", room=thread)
    return thread


@pytest.mark.parametrize("locked", [True, False])
async def test_an_archived_thread_pauses_the_match(place, locked):
    """A moderator closes the thread of a running match, and opens it again."""
    thread = await in_a_thread(place)
    place.discord.archive(thread, locked=locked)
    await whispered(place, f"the thread is {'locked' if locked else 'archived'}")
    await place.pass_time(1000)
    place.discord.reopen(thread)
    await place.announcement("Referee resumed", room=thread)
    said = await place.discord.say(thread, place.red, "E5")
    await place.announcement("played", room=thread, after=said)


async def test_a_thread_that_fell_asleep_does_not_pause_the_match(place):
    """Discord archives a silent thread by itself; whoever writes there opens it again."""
    thread = await in_a_thread(place, clock="20d")
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
    assert "**E5**" in await answer(place, missed)
    assert not told(place, "time ran out")


async def test_a_room_found_closed_at_the_start_pauses_the_match(place):
    await place.start()
    await place.close()
    place.discord.deny(place.room, "view_channel")
    await place.open()
    await whispered(place, "I lack the permission View Channel there")
    place.discord.allow(place.room, "view_channel")
    await until(place, lambda: told(place, "Referee resumed"))
    assert "Banks: Red 5:00 · Blue 5:00" in told(place, "Referee resumed")[0]
