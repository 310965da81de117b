"""A whole Genius death match on Discord, by messages and buttons."""

from datetime import timedelta

import pytest
from loopback import Delay

from end_to_end.failing import answers
from end_to_end.house import house, play_seed_003


async def test_the_announcement_is_one_message_with_all_a_player_needs(place):
    """Picture with alt text, the player to move pinged and nobody else, the deadline, banks."""
    await place.start()
    message = (await play_seed_003(place, 0, 2))[-1]
    (picture,) = message.attachments
    assert picture.data.startswith(b"\x89PNG")
    assert len(picture.data) <= 45_000
    assert "Blue" in picture.description
    assert [user.id for user in message.mentions.users] == [place.red.id]
    deadline = place.clock.now() + timedelta(minutes=6)
    assert f"<t:{int(deadline.timestamp())}:R>" in message.content
    assert "Banks: Red 5:00 · Blue 5:00" in message.content


async def test_turns_are_taken_as_people_write_them(place):
    """A form of each kind, with mentions and emoji as Discord sends them."""
    await place.start()
    forms = (
        (place.red, "I play E5!", "**E5**"),
        (place.blue, f"{place.red.mention} my move: c3-f3 <:nice:99>", "**C3 F3**"),
        (place.red, "\U0001f1e9 7\ufe0f\u20e3 👍", "**D7**"),
        (place.blue, "1. A1\n2. В2", "**A1 B2**"),
        (place.red, "I 3, a\u200b5", "**I3 A5**"),
    )
    for player, text, told in forms[:-1]:
        assert told in (await place.play(player, text)).content
    mixed = await place.say(place.red, forms[-1][1])
    await place.discord.wait_until(lambda: mixed.reactions, what="a reaction")
    assert "**I3 A5**" in (await place.play(place.red, "i 3, a\u200b 5")).content


@pytest.mark.parametrize("by_form", [False, True])
async def test_the_room_reads_that_time_ran_out_before_the_late_mover_does(place, by_form):
    """The announcement takes a while; the answer to the late turn waits for it."""
    started = await place.start(clock="30s")
    form = await place.click(started, "Play", place.red)
    await place.pass_time(31)
    slow = Delay(timedelta(seconds=0.5))
    place.discord.faults.next("POST /channels/*/messages", slow, times=2)
    if by_form:
        answer = place.discord.modal_submit(form, {form.fields[0]: "E5"})
        await answer.wait_acknowledged()
    else:
        late = await place.say(place.red, "E5")
    ended = await place.pass_time_until("time ran out", after=started)
    if by_form:
        # Whichever was first, the form or the deadline.
        assert "time ran out" in (await answer).content.casefold()
    else:
        await place.discord.wait_until(lambda: len(answers(place, late)) == 2)
        over = "This match is over: Red's time ran out."
        assert answers(place, late) == [ended.content, over]


async def test_a_match_can_be_held_in_a_new_thread_and_in_a_forum_post(place):
    """`where:thread` and `where:post` open a room of their own; the channel stays free."""
    forum = place.discord.forum_channel(place.guild, "matches")
    for where, parent in (("thread", place.room), ("post", forum)):
        answer = await place.match_start(where=where)
        assert "its own room" in answer.content, answer.content
        (thread,) = [one for one in place.guild.threads if one.parent is parent]
        opened = await place.announcement("Press Ready", room=thread)
        await place.click(opened, "Start now", place.host)
        await place.announcement("started", room=thread)
        said = await place.discord.say(thread, place.red, "E5")
        await place.announcement("played", room=thread, after=said)
    assert (await place.slash(place.fan, "matches")).content.count("running") == 2


async def test_a_match_can_be_started_in_another_channel(place):
    """`channel:` alone is where the match is held; with `where:here` it is refused."""
    arena = place.channel("arena")
    assert "Leave one of them out" in (await place.match_start(where="here", channel=arena)).content
    opened = await place.match_start(channel=arena)
    assert f"<#{arena.id}>" in opened.content
    await place.discord.wait_until(
        lambda: [one for one in place.discord.messages(arena) if one.author.bot], what="the opening"
    )
    assert not [one for one in place.discord.messages(place.room) if one.author.bot]


async def test_without_message_content_the_referee_works_by_mention_and_reply(tmp_path):
    """The intent is not granted: the bot starts, says so, and takes mentions and replies."""
    async with house(tmp_path, privileged=set()) as place:
        opened = await place.start()
        assert "mention me" in (await place.announcement("Press Ready")).content
        played = await place.play(place.red, f"{place.me} E5")
        said = await place.say(place.blue, "C3 F3", reply_to=played)
        assert "**C3 F3**" in (await place.announcement("played", after=said)).content
        assert opened.id < said.id
