"""Cups on Discord: from the card to the champion, without an act of the host in between."""

import pytest
from loopback import Answer, Drop, Reset

from end_to_end.cups import TIED, in_time, killed, told


async def test_eight_sign_up_and_one_is_champion_without_the_host(place):
    """One never comes, one leaves in round two, two tie, two made an appointment across zones."""
    cup = in_time(place)
    discord, people = place.discord, cup.people
    card = await cup.open(format="plur", side=2, clock="none", **{"round-time": "6h"})
    assert [one.label for one in card.buttons] == ["Join", "Leave"]
    await cup.join(card, *people)
    await cup.begin()
    late = await cup.thread("Ann", "Hal")
    await cup.press(late, "Ready", "Ann")
    met = await cup.thread("Bob", "Gus")
    await discord.slash(met, people["Bob"], "my timezone", zone="Europe/Paris")
    await discord.slash(met, people["Gus"], "my timezone", zone="America/New_York")
    await discord.slash(met, people["Bob"], "match when", at="in 3 hours")
    asked = await discord.wait_message(met, "proposes to play")
    await discord.click(asked, "Accept", people["Gus"])
    await discord.wait_message(met, "That is agreed")
    await killed(place)
    tied = await cup.thread("Dan", "Eve")
    await cup.tie(tied, TIED)
    await killed(place)
    await cup.play(await cup.thread("Cid", "Fay"), "Cid", "Fay")
    # At their hour, which is told an hour and ten minutes before.
    await place.pass_time(3 * 3600 - 300, step=20)
    await cup.play(met, "Bob", "Gus")
    assert len(told(discord, met, "⏰")) == 2
    await killed(place)
    await place.pass_time(3 * 3600 + 600, step=20)
    await cup.said("Hal was not ready in time")
    await cup.said("once more after a tie")
    await cup.play(tied, "Eve", "Dan")
    await cup.thread("Ann", "Eve")
    answer = await discord.slash(cup.room, people["Eve"], "cup leave")
    await discord.click(answer.message, "Yes, do it", people["Eve"])
    await killed(place)
    await cup.play(await cup.thread("Bob", "Cid"), "Bob", "Cid")
    await cup.play(await cup.thread("Ann", "Bob"), "Ann", "Bob")
    (end,) = [await cup.said("is the champion")]
    assert end.content.startswith(f"🏆 {people['Ann'].mention}")
    assert [one.name for one in end.mentions.users] == ["Ann"]
    cup.assert_story()
    assert not told(discord, met, "Cancelled")


THREADS = "POST /channels/*/threads"


@pytest.mark.parametrize(
    "fault",
    [
        Answer(500, after=True),
        Answer(500),
        Answer(429),
        Answer(429, via=False),
        Reset(after=True),
        Reset(),
    ],
    ids=str,
)
async def test_no_pairing_has_two_threads_whatever_becomes_of_the_request(place, fault):
    """Discord made the thread or not; its answer is lost, and the gateway is late to tell."""
    cup = in_time(place, "Ann", "Bob")
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
    cup = in_time(place, "Ann", "Bob", "Cid", "Dan")
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
    cup = in_time(place, "Ann", "Bob")
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
