"""A room is closed to the referee or to a player: the match pauses, and its clock stands."""

from datetime import timedelta

import pytest

from end_to_end.failing import answer, answers, told, until
from end_to_end.house import DiscordHouse


def whispers(place: DiscordHouse) -> list[str]:
    return [message.content for message in place.discord.messages(place.discord.direct(place.host))]


async def whispered(place, part):
    await until(place, lambda: [text for text in whispers(place) if part in text])
    return next(text for text in whispers(place) if part in text)


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
    assert not told(place, "**E5**")
    place.discord.allow(place.room, lost)
    await until(place, lambda: len(answers(place, said)) == 2)
    waits, played = answers(place, said)
    assert waits == "The match is paused. Your turn counts once it goes on."
    assert "**Red** played **E5**" in played
    (resumed,) = told(place, "Referee resumed")
    assert "Banks: Red 5:00 · Blue 5:00" in resumed
    assert len(whispers(place)) == 1
    assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content


@pytest.mark.parametrize(
    ("away", "lost", "named"),
    [(False, "send_messages", "Send Messages"), (True, "view_channel", "View Channel")],
)
async def test_a_right_that_was_lost_is_known_after_a_restart(place, away, lost, named):
    """It was lost before the referee went, or while it was away; the host is told of it once."""
    await place.start()
    if away:
        await place.close()
    place.discord.deny(place.room, lost)
    if away:
        await place.open()
    await whispered(place, f"I lack the permission {named} there")
    if not away:
        await place.restart()
        await place.pass_time(100)
    place.discord.allow(place.room, lost)
    await until(place, lambda: told(place, "Referee resumed"))
    assert "Banks: Red 5:00 · Blue 5:00" in told(place, "Referee resumed")[0]
    assert len(whispers(place)) == 1


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


LACKS = "Bob lacks the permission View Channel there"


async def test_a_match_does_not_start_before_both_can_see_the_room(place):
    """The host is told who lacks what, and by which rule; mended, those left are asked again."""
    place.discord.deny(place.room, "view_channel", who=place.blue)
    opened = await place.set_up()
    await until(place, lambda: whispers(place))
    assert f"{LACKS} (denied by name)" in whispers(place)[0]
    await place.click(opened, "Ready", place.red)
    refused = await place.click(opened, "Start now", place.host)
    assert LACKS in refused.content
    assert "I ask you again" in refused.content
    place.discord.allow(place.room, "view_channel", who=place.blue)
    asked = await place.announcement("Both of you can be here now.", after=opened)
    assert list(asked.mentions.users) == [place.blue]
    await place.click(asked, "Ready", place.blue)
    await place.announcement("Both are ready", after=asked)
    assert len(whispers(place)) == 1


async def test_long_before_the_hour_of_a_match_nobody_is_asked_to_get_ready(place):
    """Whoever was kept out hears that they are not any more; Ready is not taken yet."""
    place.discord.deny(place.room, "view_channel", who=place.blue)
    await place.match_start(at="in 2 hours")
    opened = await place.announcement("play on")
    await until(place, lambda: whispers(place))
    place.discord.allow(place.room, "view_channel", who=place.blue)
    told = await place.announcement("Both of you can be here now.", after=opened)
    assert (told.content, told.components) == ("Both of you can be here now.", [])
    assert not told.mentions.users


async def test_a_role_that_is_given_is_noticed(place):
    """Discord tells no bot without a privilege of other people's roles: it is asked for them."""
    players = place.discord.role(place.guild, "Players")
    place.discord.deny(place.room, "view_channel", who=place.guild.everyone)
    for user in (place.discord.world.bot, place.host, place.red):
        place.discord.allow(place.room, "view_channel", who=user)
    place.discord.allow(place.room, "view_channel", who=players)
    opened = await place.set_up()
    await until(place, lambda: whispers(place))
    assert f"{LACKS} (denied to @\u200beveryone)" in whispers(place)[0]
    place.discord.give_role(place.guild, place.blue, players)
    await until(place, lambda: place.discord.messages(place.room)[-1] is not opened)
    assert "Both of you can be here now" in place.discord.messages(place.room)[-1].content


async def test_a_player_shut_out_in_mid_match_does_not_lose_on_time(place):
    """The room hears why its clock stands, and it goes on once they are let in again."""
    await place.start()
    await place.play(place.red, "E5")
    place.discord.deny(place.room, "view_channel", who=place.blue)
    paused = await place.announcement("It can't go on here")
    assert LACKS in paused.content
    await place.pass_time(1000)
    place.discord.allow(place.room, "view_channel", who=place.blue)
    resumed = await place.announcement("Referee resumed", after=paused)
    assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
    assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content


async def test_a_player_with_another_role_by_now_is_not_kept_out(place):
    """Blue goes from one team to another, and the first one's role is shut out of the room."""
    first, second = (place.discord.role(place.guild, name) for name in ("First", "Second"))
    place.discord.deny(place.room, "view_channel", who=place.guild.everyone)
    for who in (place.discord.world.bot, place.host, place.red, first, second):
        place.discord.allow(place.room, "view_channel", who=who)
    place.discord.give_role(place.guild, place.blue, first)
    await place.start()
    place.discord.take_role(place.guild, place.blue, first)
    place.discord.give_role(place.guild, place.blue, second)
    await place.pass_time(2)
    place.discord.deny(place.room, "view_channel", who=first)
    await place.discord.wait_request("GET", f"/guilds/{place.guild.id}/members/{place.blue.id}")
    assert "**E5**" in (await place.play(place.red, "E5")).content
    assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content
    assert not whispers(place)


@pytest.mark.parametrize("how", ["a role", "a timeout"])
async def test_no_flag_falls_on_somebody_who_is_kept_out_unseen(place, how):
    """Nothing told the referee: it asks before the flag falls, and charges none of the turn."""
    shut = place.discord.role(place.guild, "Muted")
    if how == "a role":
        place.discord.deny(place.room, "view_channel", who=shut)
    await place.start()
    if how == "a role":
        place.discord.give_role(place.guild, place.red, shut)
    else:
        place.discord.time_out(place.guild, place.red, place.clock.now() + timedelta(days=365))
    paused = await place.pass_time_until("It can't go on here")
    cause = "denied to the role Muted" if how == "a role" else "timed out"
    assert cause in paused.content
    if how == "a role":
        place.discord.take_role(place.guild, place.red, shut)
    else:
        place.discord.time_out(place.guild, place.red, None)
    lifted = place.clock.now()
    resumed = await place.pass_time_until("Referee resumed", after=paused)
    assert place.clock.now() - lifted <= timedelta(seconds=75), "it looks each minute"
    assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
    assert "**E5**" in (await place.play(place.red, "E5")).content


async def test_words_that_come_after_the_deadline_let_no_flag_fall_on_somebody_kept_out(place):
    """Blue claims the time in talk that reads as a turn, before the referee has called it."""
    shut = place.discord.role(place.guild, "Muted")
    place.discord.deny(place.room, "view_channel", who=shut)
    await place.start(clock="1m+0")
    place.discord.give_role(place.guild, place.red, shut)
    place.clock.advance(timedelta(seconds=61))
    await place.say(place.blue, "D4")
    await place.pass_time_until("It can't go on here")
    assert not [m for m in place.discord.messages(place.room) if "time ran out" in m.content]


@pytest.mark.parametrize("left", ["the server", "a private thread"])
async def test_a_player_who_leaves_in_mid_match_loses_on_time(place, left):
    """They were not shut out, and nobody gets their time back by going for a moment."""
    if left == "a private thread":
        place.room = place.discord.private_thread(place.room, place.host, "final")
        for user in (place.discord.world.bot, place.red, place.blue):
            place.discord.add_to_thread(place.room, user)
    await place.start(clock="1m+0")
    if left == "the server":
        place.discord.leave(place.guild, place.red)
    else:
        place.discord.leave_thread(place.room, place.red)
    await place.pass_time_until("Red's time ran out")


async def test_a_host_who_resumes_hears_who_is_still_kept_out(place):
    """Else the room would read that the match goes on, and a second later that it doesn't."""
    await place.start()
    place.discord.deny(place.room, "view_channel", who=place.blue)
    paused = await place.announcement("It can't go on here")
    assert "Only the host" in (await place.slash(place.red, "host resume")).content
    refused = await place.slash(place.host, "host resume")
    assert f"The match can't go on: {LACKS}" in refused.content
    assert "goes on by itself" in refused.content
    refused = await place.slash(place.host, "host resume", reason="all")
    assert "Somebody is kept out of their rooms: 1." in refused.content
    place.discord.allow(place.room, "view_channel", who=place.blue)
    await place.pass_time_until("Referee resumed", after=paused)
    assert not [m for m in place.discord.messages(place.room) if "Host resumed" in m.content]


@pytest.mark.parametrize("away", [False, True])
async def test_the_host_starts_no_match_with_somebody_who_has_left(place, away):
    """Whoever left while the referee was away is asked for, and the host hears of it."""
    opened = await place.set_up()
    if away:
        await place.close()
    place.discord.leave(place.guild, place.blue)
    if away:
        await place.open()
        await whispered(place, "Bob is not on this server any more")
    await place.pass_time(60)
    refused = await place.click(opened, "Start now", place.host)
    assert "Bob is not on this server any more" in refused.content
