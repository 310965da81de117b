"""A match on each forum, from the command that opens it to what is said of mistakes."""

from venues.forum.house import BOTH


@BOTH
async def test_a_match_is_opened_and_played(place, forum):
    """Opened by a mention, ready by a line each, a turn by a line; each ruling one reply."""
    begun = await place.start()
    assert "press" not in begun.raw.casefold()
    red = place.say(forum.ann, "move: E5, good luck to you!")
    told = await place.told("played", after=red)
    assert told.to == red.id
    assert "@bob" in told.raw.casefold()
    assert "@ann" not in told.raw.casefold()
    assert "![" in told.raw
    assert len(forum.pictures) >= 2
    blue = place.say(forum.bob, "I think A1 is good, but see:\n\nD4 D5")
    second = await place.told("**Blue** played", after=blue)
    assert second.to == blue.id
    count = len(place.mine())
    await place.pass_time(place.settings.forum_every * 4)
    assert len(place.mine()) == count
