"""Appointments in a topic: typed, told with the zone named, and once through kills."""

from venues.forum.house import BOTH, MINUTE


@BOTH
async def test_a_match_is_played_at_its_hour(place, forum):
    """Told an hour and ten minutes before; the referee is killed in between; Bob is missing."""
    place.say(forum.host, "@referee match start red:@ann blue:@bob at:23:30")
    await place.told("I don't know your time zone")
    place.say(forum.host, "@referee my timezone Europe/Paris")
    known = await place.told("Your time zone is Europe/Paris")
    place.say(forum.host, '@referee match start red:@ann blue:@bob at:"tomorrow 00:30" grace:5m')
    opened = await place.told("play on", after=known)
    assert "Sunday 22 November 2026, 00:30 (Europe/Paris)" in opened.raw
    assert "press" not in opened.raw.casefold()
    place.say(forum.ann, "@referee match ready")
    await place.told("Ready is taken from ten minutes before the hour", after=opened)
    place.say(forum.bob, "@referee match when at:in 85 minutes")
    asked = await place.told("proposes to play", after=opened)
    assert "`@referee match accept`" in asked.raw
    place.say(forum.ann, "@referee match decline")
    declined = await place.told("The appointment stays as it is", after=asked)
    near = await place.told("⏰", after=declined, step=MINUTE)
    assert near.raw.casefold().startswith("⏰ @ann and @bob, you play on")
    await place.kill()
    place.clock.advance(10 * MINUTE)
    await place.open()
    await place.pass_time(5 * MINUTE, MINUTE)
    card = await place.told("ready", after=near, step=MINUTE)
    place.say(forum.ann, "@referee match ready")
    called = await place.told("🔔", after=card, step=MINUTE)
    assert "Bob" in called.raw or f"@{forum.bob.slug}" in called.raw
    await place.kill()
    await place.open()
    missing = await place.told("⌛", after=called, step=MINUTE)
    assert "**Blue** (Bob) is not ready" in missing.raw
    marks = [sum(mark in post.raw for post in place.mine()) for mark in ("⏰", "🔔", "⌛")]
    assert marks == [2, 1, 1]
    place.say(forum.host, "@referee match when tomorrow 1am")
    settled = await place.told("settled it", after=missing)
    assert "01:00 (Europe/Paris)" in settled.raw


async def test_of_several_hours_one_is_accepted_by_its_number(place, forum):
    """Each is told with its number, and the post says what to write for each."""
    place.say(forum.host, "@referee match start red:@ann blue:@bob")
    opened = await place.told("against")
    at = "tomorrow 20:00 Paris or tomorrow 21:00 Paris or in 3 hours"
    place.say(forum.bob, f"@referee match when {at}")
    asked = await place.told("proposes 3 hours", after=opened)
    assert "2: Sunday 22 November 2026, 21:00 (Europe/Paris)" in asked.raw
    for which in (1, 2, 3):
        assert f"`@referee match accept {which}`" in asked.raw
    assert "`@referee match decline`" in asked.raw
    place.say(forum.ann, "@referee match accept")
    which = await place.told("Say which", after=asked)
    place.say(forum.ann, "@referee match accept 2")
    agreed = await place.told("That is agreed", after=which)
    assert "21:00 (Europe/Paris)" in agreed.raw


async def test_who_manages_the_forum_settles_an_hour_and_others_do_not(place, forum):
    """Whoever hosts the match, or not."""
    zoe = forum.user("zoe", admin=True)
    fan = forum.user("fan")
    place.say(forum.host, "@referee match start red:@ann blue:@bob")
    opened = await place.told("against")
    place.say(fan, "@referee match when in 3 hours")
    refused = await place.told("Only the two players", after=opened)
    place.say(zoe, "@referee match when in 3 hours")
    settled = await place.told("zoe settled it", after=refused)
    assert "(UTC)" in settled.raw
