"""Cups on Discord: what is pressed and typed, their threads, their check-in, and missing rights."""

import pytest
from loopback import Answer, Drop, Reset

from end_to_end.cups import DiscordCup

THREADS = "POST /channels/*/threads"


@pytest.mark.parametrize(
    "fault",
    [
        Answer(500, after=True), Answer(500), Answer(429), Answer(429, via=False),
        Reset(after=True), Reset(),
    ],
    ids=str,
)  # fmt: skip
async def test_no_pairing_has_two_threads_whatever_becomes_of_the_request(place, fault):
    """Discord made the thread or not; its answer is lost, and the gateway is late to tell."""
    cup = DiscordCup(place, "Ann", "Bob")
    card = await cup.open(clock="none")
    await cup.join(card, *cup.people)
    place.discord.faults.next(THREADS, fault)
    place.discord.faults.next("THREAD_CREATE", Drop())
    await cup.begin()
    await cup.thread("Ann", "Bob")
    assert len(cup.threads()) == 1
    cup.assert_told_once()


@pytest.mark.parametrize(
    "fault", [Answer(500, after=True), Reset(after=True), Answer(429)], ids=str
)
async def test_pairings_are_held_in_posts_of_a_forum(place, fault):
    """Each in one post, whatever becomes of the request that makes it."""
    forum = place.discord.forum_channel(place.guild, "matches")
    cup = DiscordCup(place, "Ann", "Bob", "Cid", "Dan")
    await cup.join(await cup.open(clock="none", rooms="post"), *cup.people)
    place.discord.faults.next(THREADS, fault)
    place.discord.faults.next("THREAD_CREATE", Drop())
    await cup.begin()
    await cup.play(await cup.thread("Ann", "Dan"), "Ann", "Dan")
    await cup.play(await cup.thread("Bob", "Cid"), "Bob", "Cid")
    await cup.play(await cup.thread("Ann", "Bob"), "Ann", "Bob")
    await cup.said("is the champion")
    assert [one.parent for one in cup.threads().values()] == [forum] * 3
    cup.assert_told_once()


async def test_each_press_and_each_typed_order_is_answered_once(place):
    """Presses alone for who pressed; what is typed in a sign, or in one line."""
    cup = DiscordCup(place, "Ann", "Bob")
    ann, bob = cup.people.values()
    await place.order(cup.host, "cup open name:Colosseum clock:none")
    card = await cup.said("sign up now")
    pressed = [await place.click(card, label, ann) for label in ("Join", "Join", "Leave", "Leave")]
    assert [one.content for one in pressed] == [
        "You are in Colosseum: nobody else so far. Until it begins you can leave again.",
        "You are in already.",
        "You have left.",
        "You are not in this cup.",
    ]
    assert all(one.ephemeral and not one.followups for one in pressed)
    for person in (ann, bob):
        said = await place.order(person, "cup join")
        await place.announcement("You are in Colosseum", after=said)
    refused = await place.order(ann, "cup start")
    await place.announcement("That is for Hanna", after=refused)
    started = await place.order(cup.host, "cup start seeding:order")
    await cup.thread("Ann", "Bob")
    await cup.said("round 1")
    for said in (refused, started):
        answers = [one for one in cup.told() if one.reference == (place.room, said.id)]
        assert len(answers) + len(said.reactions) == 1, (said.content, answers)


async def test_what_the_referee_lacks_is_said_before_the_sign_up_and_before_the_start(place):
    """Rights for threads are missing at `cup open`; or they are taken before `cup start`."""
    cup = DiscordCup(place, "Ann", "Bob")
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
    cup = DiscordCup(place, "Ann", "Bob", "Cid")
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
    cup = DiscordCup(place, "Ann", "Bob")
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
    assert "called off" in (await place.discord.slash(other, cup.host, "cup status", cup=1)).content


async def test_a_player_who_cannot_see_the_thread_is_named(place):
    """Bob is denied the channel after he signed up: his match waits, and the host hears why."""
    cup = DiscordCup(place, "Ann", "Bob")
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
