"""Catena with `komi=choose` in a topic: by commands, and in lines of their own."""

from venues.forum.house import BOTH


async def begin(place, forum):
    """Ann, black, and Bob, white, in the topic."""
    seats = "black:@ann white:@bob format:catena komi:choose"
    place.say(forum.host, f"@referee match start {seats}")
    opened = await place.told("what is the komi")
    assert "press" not in opened.raw.casefold()
    for player in (forum.ann, forum.bob):
        place.say(player, "@referee match ready")
    return opened


@BOTH
async def test_words_in_a_line_name_the_komi_and_take_a_colour(place, forum):
    """Talk may stand around them; then Bob is Black and begins."""
    opened = await begin(place, forum)
    assert "Write `@referee match choose 3`." in opened.raw
    place.say(forum.bob, "I have thought about it.\n\nkomi 3")
    named = await place.told("Komi is 3", after=opened)
    assert "`@referee match choose white`" in named.raw
    place.say(forum.ann, "@referee match choose white")
    begun = await place.told("Both are ready", after=named)
    assert begun.raw.startswith("**Black is Bob, White is Ann**: Ann chose.")
    told = await place.play(forum.bob, "move: C3, here we go")
    assert "**Black** played **C3**" in told.raw


async def test_what_is_no_number_is_said(place, forum):
    """By the referee, to whoever wrote it."""
    opened = await begin(place, forum)
    place.say(forum.bob, "@referee match choose half")
    told = await place.told("Komi is a whole number from 0 to 999, such as 3.", after=opened)
    place.say(forum.bob, "@referee match choose 0")
    await place.told("Komi is 0", after=told)
