"""The check-in of a cup on Discord: from the call to the champion."""

from end_to_end.cups import in_time, killed


async def test_who_does_not_check_in_is_not_in_the_cup(place):
    """Cid does not, Dan comes late; the referee is killed meanwhile, and all is told once."""
    cup = in_time(place, "Ann", "Bob", "Cid", "Dan")
    ann, bob, cid, dan = cup.people.values()
    card = await cup.open(clock="none", **{"check-in": "30m"})
    assert "all have 30m to check in" in card.content
    await cup.join(card, "Ann", "Bob", "Cid")
    await cup.begin()
    call = await cup.said("the check-in is open")
    assert {one.name for one in call.mentions.users} == {"Ann", "Bob", "Cid"}
    assert [one.label for one in call.buttons] == ["I'm here", "Leave"]
    pressed = [await place.click(call, "I'm here", one) for one in (ann, ann, dan)]
    assert [one.content.partition(". It")[0] for one in pressed] == [
        "You have checked in: 1 of 3 are here",
        "You have checked in already.",
        "You are in Colosseum, and checked in: 2 of 4 are here",
    ]
    assert all(one.ephemeral and not one.followups for one in pressed)
    await killed(place)
    # The card of the sign-up serves as well, and so does the typed command.
    left = await place.click(card, "Leave", dan)
    assert left.content == "You have left."
    said = await place.order(dan, "cup join")
    await place.announcement("You are in Colosseum, and checked in", after=said)
    assert "You have checked in" in (await place.click(card, "Join", bob)).content
    status = await place.slash(cid, "cup status")
    assert "Not yet (1): " in status.content
    await killed(place)
    await place.pass_time(1800 + 60, step=20)
    begun = await cup.said("begins with 3 players")
    assert "Not here, and so not in it: " in begun.content
    late = await place.click(call, "I'm here", cid)
    assert late.content == "The sign-up is closed: the cup has begun."
    await cup.play(await cup.thread("Bob", "Dan"), "Bob", "Dan")
    await cup.play(await cup.thread("Ann", "Bob"), "Ann", "Bob")
    await cup.said("is the champion")
    assert len(cup.told("the check-in is open")) == 1
    cup.assert_told_once()


async def test_all_are_here_and_it_begins_at_once(place):
    """No time passes; where too few came, the host alone is called, and the sign-up is open."""
    cup = in_time(place, "Ann", "Bob")
    card = await cup.open(clock="none", **{"check-in": "30m"})
    await cup.join(card, "Ann", "Bob")
    await cup.begin()
    call = await cup.said("the check-in is open")
    await place.click(call, "I'm here", cup.people["Ann"])
    await place.pass_time(1800 + 60, step=20)
    few = await cup.said("too few are here")
    assert {one.name for one in few.mentions.users} == {"Hanna"}
    await cup.begin()
    for person in cup.people.values():
        await place.click(cup.told("the check-in is open")[-1], "I'm here", person)
    await cup.thread("Ann", "Bob")
    cup.assert_told_once()
