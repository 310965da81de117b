"""Who settles the hour of a match in a topic, and in whose time zone."""


async def test_who_manages_the_forum_settles_an_hour_and_others_do_not(place, forum):
    """Whoever hosts the match, or not."""
    place.say(forum.host, "@referee my timezone Europe/Paris")
    await place.told("Your time zone is Europe/Paris")
    zoe = forum.user("zoe", admin=True)
    fan = forum.user("fan")
    place.say(forum.host, "@referee match start red:@ann blue:@bob")
    opened = await place.told("against")
    place.say(fan, "@referee match when in 3 hours")
    refused = await place.told("Only the two players", after=opened)
    place.say(zoe, "@referee match when in 3 hours")
    settled = await place.told("zoe settled it", after=refused)
    assert "(UTC)" in settled.raw
    place.say(forum.host, "@referee match when tomorrow 1am")
    settled = await place.told("Host settled it", after=settled)
    assert "Sunday 22 November 2026, 01:00 (Europe/Paris)" in settled.raw
