"""One's own matches and reminders on a forum: listed in a post, told by its private messages."""

from venues.forum.house import BOTH, MINUTE


@BOTH
async def test_a_turn_that_waits_is_told_of_by_private_message_once(place, forum):
    place.say(forum.ann, "@referee my remind 30m quiet:3-4")
    done = await place.told("I remind you privately")
    assert "when your turn has waited for 30m" in done.raw
    assert "Never between 3:00 and 4:00 (UTC; I don't know your time zone" in done.raw
    assert "on all servers" not in done.raw
    started = await place.start("clock:2h+2h")
    place.say(forum.bob, "@referee my matches")
    listed = await place.told("1 open match", after=started)
    assert "Red to move · time is up" in listed.raw
    place.say(forum.ann, "@referee my matches")
    listed = await place.told("1 open match, your turn:", after=listed)
    assert "**yours**" in listed.raw
    await place.pass_time(28 * MINUTE, MINUTE)
    assert forum.chats == []
    await place.until(lambda: forum.chats, "a private message", MINUTE)
    await place.kill()
    await place.open()
    await place.pass_time(10 * MINUTE, MINUTE)
    ((_, to, text),) = forum.chats
    assert to == forum.ann.id
    assert "It is your turn in match 1 against" in text
    assert "It has waited for over 30m." in text
    assert "@referee my remind after:off" in text
    await place.play(forum.ann, "E5")
    await place.pass_time(40 * MINUTE, MINUTE)
    played = await place.play(forum.bob, "C3 F3")
    place.say(forum.ann, "@referee my remind off")
    await place.told("I don't remind you any more", after=played)
    await place.pass_time(40 * MINUTE, MINUTE)
    assert len(forum.chats) == 1


@BOTH
async def test_who_can_t_be_written_to_is_told_so_where_they_ask(place, forum):
    forum.faults.messages_refused = 99
    place.say(forum.ann, "@referee my remind 5m")
    done = await place.told("I remind you privately")
    await place.start("clock:2h+2h")
    tried = await place.until(lambda: 99 - forum.faults.messages_refused, "a try", MINUTE)
    await place.pass_time(10 * MINUTE, MINUTE)
    assert forum.faults.messages_refused == 99 - tried
    place.say(forum.ann, "@referee my remind")
    await place.told("the last one did not reach you", after=done)
    assert forum.chats == []
