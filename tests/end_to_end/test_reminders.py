"""Reminders on Discord: by direct message, once."""

from datetime import timedelta

from loopback import User

from end_to_end.house import DiscordHouse

HOUR = timedelta(hours=1)


def directs(place: DiscordHouse, user: User) -> list[str]:
    return [one.content for one in place.discord.messages(place.discord.direct(user))]


async def told(place: DiscordHouse, user: User, count: int) -> str:
    """The last of so many direct messages to somebody, once it is there."""
    there = place.discord.wait_until(
        lambda: len(directs(place, user)) >= count, what=f"{count} direct messages to {user.name}"
    )
    # Whoever reminds may begin to sleep only now.
    await place.pass_while(there)
    assert len(directs(place, user)) == count
    return directs(place, user)[-1]


async def test_a_turn_that_waits_is_told_of_by_direct_message_once(place):
    """Through a restart and a kill; the next of its turns is told of again."""
    done = await place.slash(place.red, "my remind", after="12h")
    assert done.ephemeral
    assert "when your turn has waited for 12h" in done.content
    await place.start(clock="2d+2d")
    place.clock.advance(11 * HOUR)
    assert directs(place, place.red) == []
    place.clock.advance(HOUR + timedelta(minutes=1))
    text = await told(place, place.red, 1)
    assert "It is your turn in match 1 against Bob. It has waited for over 12h." in text
    assert f"https://discord.com/channels/{place.guild.id}/{place.room.id}/" in text
    assert "<t:" in text
    for end in (place.close, place.kill):
        await end()
        await place.open()
        place.clock.advance(HOUR)
        assert "12h" in (await place.slash(place.red, "my remind")).content
    await place.play(place.red, "E5")
    await place.play(place.blue, "C3 F3")
    place.clock.advance(12 * HOUR + timedelta(minutes=1))
    assert "has waited" in await told(place, place.red, 2)


async def test_who_takes_no_direct_messages_is_told_so_where_they_ask(place, caplog):
    """It is logged, and tried once a turn."""
    place.red.takes_directs = False
    await place.slash(place.red, "my remind", after="6h")
    await place.start(clock="2d")
    place.clock.advance(6 * HOUR + timedelta(minutes=1))
    asked = f"/channels/{place.discord.direct(place.red).id}/messages"
    await place.pass_while(place.discord.wait_request("POST", asked))
    # The referee hears of that a little later than it is seen here.
    while (
        "the last one did not reach you" not in (await place.slash(place.red, "my remind")).content
    ):
        place.clock.advance(timedelta(seconds=1))
    place.clock.advance(HOUR)
    assert caplog.text.count("they take no direct messages from me") == 1
    assert directs(place, place.red) == []
    await place.play(place.red, "E5")
