"""Hints, through Discord: against the partner, told to whoever is to move alone."""

import re


async def test_a_hint_in_a_match_against_the_referee(place):
    """It is ephemeral, the same when asked again, and history marks the match."""
    bot = place.discord.world.bot
    seats = f"red:<@{place.red.id}> blue:<@{bot.id}>"
    said = await place.order(place.host, f"match start {seats} side:3 level:gentle")
    opened = await place.announcement("Press Ready", after=said)
    await place.click(opened, "Ready", place.red)
    begun = await place.announcement("Both are ready", after=opened)
    told = await place.click(begun, "Hint", place.red)
    assert told.ephemeral
    assert re.fullmatch(r"[A-E][1-5]: .+\.", told.content)
    assert (await place.slash(place.red, "match hint")).content == told.content
    refused = await place.slash(place.fan, "match hint")
    assert "Only the two players" in refused.content
    await place.slash(place.red, "match resign", confirm="yes")
    await place.announcement("Blue wins", after=opened)
    assert "match is over" in (await place.slash(place.red, "match hint")).content
    history = await place.slash(place.fan, "history")
    assert "genius, sparring, with hints" in history.content
    place.discord.assert_clean()
