"""Cups on Discord where a right is missing, or the channel is gone."""

from end_to_end.cups import in_time


async def test_what_the_referee_lacks_is_said_before_the_sign_up_and_before_the_start(place):
    """Rights for threads are missing at `cup open`; or they are taken before `cup start`."""
    cup = in_time(place, "Ann", "Bob")
    place.discord.deny(place.room, "create_public_threads")
    answer = await place.discord.slash(cup.room, cup.host, "cup open", name="Colosseum")
    assert "Create Public Threads" in answer.content
    assert answer.ephemeral
    assert not cup.told()
    place.discord.allow(place.room, "create_public_threads")
    await cup.join(await cup.open(clock="none"), *cup.people)
    place.discord.deny(place.room, "send_messages_in_threads")
    answer = await place.discord.slash(cup.room, cup.host, "cup start")
    assert "Send Messages in Threads" in answer.content
    assert not cup.told("begins")
    place.discord.allow(place.room, "send_messages_in_threads")
    await cup.begin()
    await cup.thread("Ann", "Bob")


async def test_rights_that_are_taken_in_mid_cup_are_told_the_host_once(place):
    """No thread can be made for the final; once one can be, the cup goes on by itself."""
    cup = in_time(place, "Ann", "Bob", "Cid")
    await cup.join(await cup.open(clock="none"), *cup.people)
    await cup.begin()
    room = await cup.thread("Bob", "Cid")
    place.discord.deny(place.room, "create_public_threads")
    await cup.play(room, "Bob", "Cid")
    direct = place.discord.direct(cup.host)
    await place.pass_while(place.discord.wait_message(direct, "can't go on at the moment"))
    await place.pass_time(300, step=5)
    assert len(place.discord.messages(direct)) == 1
    place.discord.allow(place.room, "create_public_threads")
    await cup.play(await cup.thread("Ann", "Bob"), "Ann", "Bob")
    await cup.said("is the champion")
    assert len(place.discord.messages(direct)) == 1
    cup.assert_told_once()


async def test_a_cup_whose_channel_is_gone_ends_nothing_else(place):
    """The host is told once; whoever orders something elsewhere is answered as ever."""
    cup = in_time(place, "Ann", "Bob")
    await cup.join(await cup.open(clock="none"), *cup.people)
    await cup.begin()
    room = await cup.thread("Ann", "Bob")
    await cup.press(room, "Ready", *cup.people)
    other = place.channel("elsewhere")
    place.discord.delete_channel(place.room)
    asked = await place.discord.slash(other, cup.host, "cup cancel", cup=1, confirm="yes")
    assert asked.content == "Called off."
    direct = place.discord.direct(cup.host)
    await place.pass_while(place.discord.wait_message(direct, "Colosseum"))
    await place.pass_time(300, step=5)
    said = [one.content for one in place.discord.messages(direct)]
    assert len([text for text in said if "can't go on" in text]) == 1, said
    status = await place.discord.slash(other, cup.host, "cup status", cup=1)
    assert "called off" in status.content


async def test_a_player_who_cannot_see_the_thread_is_named(place):
    """Bob is denied the channel after he signed up: his match waits, and the host hears why."""
    cup = in_time(place, "Ann", "Bob")
    await cup.join(await cup.open(clock="none"), *cup.people)
    place.discord.deny(place.room, "view_channel", who=cup.people["Bob"])
    await cup.begin()
    await cup.thread("Ann", "Bob")
    direct = place.discord.direct(cup.host)
    told = await place.discord.wait_message(direct, "I can't hold match 1")
    assert "Bob lacks the permission View Channel there (denied by name)" in told.content
    await place.pass_time(300, step=5)
    assert len(place.discord.messages(direct)) == 1
    place.discord.allow(place.room, "view_channel", who=cup.people["Bob"])
    await cup.play(await cup.thread("Ann", "Bob"), "Ann", "Bob")
    await cup.said("is the champion")
    cup.assert_told_once()
