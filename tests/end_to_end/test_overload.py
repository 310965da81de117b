"""More than the referee bears: turns go first, clocks stand, questions and boards come later."""

import re
from datetime import timedelta

from loopback import Channel
from loopback.faults import Hang

from bot.venues.discord import requests
from end_to_end.house import DiscordHouse

SECOND = timedelta(seconds=1)
POSTS = "POST /channels/*/messages"
ROOMS = 3
"""So many matches that wait make the referee one that does not keep up."""


async def held(place: DiscordHouse, clock: str) -> list[Channel]:
    rooms = [place.room, *(place.channel(f"table-{number}") for number in range(1, ROOMS))]
    for room in rooms:
        await place.start(room, clock=clock)
    return rooms


async def fall_behind(place: DiscordHouse, rooms: list[Channel]) -> None:
    """A turn in each room, of which Discord takes no announcement for some seconds."""
    for _ in rooms:
        place.discord.faults.next(POSTS, Hang())
    for room in rooms:
        await place.discord.say(room, place.red, "E5")
    await place.discord.wait_until(
        lambda: place.discord.faults.injected["hang"] == ROOMS, what="announcements that hang"
    )
    await place.pass_time(3)


async def test_questions_are_refused_and_what_rules_a_match_is_not(place):
    """`history` is told when to ask again, once and in private; `status` and a pause go on."""
    rooms = await held(place, "10m")
    other = place.channel("other")
    await place.start(other, clock="10m")
    await fall_behind(place, rooms)
    refused = await place.slash(place.fan, "history")
    assert re.search(r"Please ask again in \d+ s\.", refused.content)
    assert refused.ephemeral
    assert not refused.followups
    typed = await place.order(place.fan, "match board")
    answer = await place.announcement("Please ask again", after=typed)
    assert answer.created_at >= typed.created_at
    assert "may place" in (await place.slash(place.fan, "match status")).content
    await place.discord.slash(other, place.host, "host pause")
    await place.announcement("paused the match", room=other)


async def test_words_go_first_and_the_board_is_put_on_the_same_message(place, monkeypatch):
    """Three announcements hang; a turn elsewhere is told in words at once, and once."""
    monkeypatch.setattr(requests, "REQUEST_TIMEOUT", 3 * SECOND)
    rooms = await held(place, "10m")
    other = place.channel("words")
    await place.start(other, clock="10m")
    await fall_behind(place, rooms)
    said = await place.discord.say(other, place.red, "E5")
    told = await place.announcement("played **E5**", after=said, room=other)
    assert not told.attachments
    await place.pass_while(place.discord.wait_until(lambda: told.attachments, what="the board"))
    played = [one for one in place.discord.messages(other) if "played **E5**" in one.content]
    assert played == [told]
    for room in rooms:
        await told_in(place, room)
    later = await place.discord.say(other, place.blue, "A1")
    board = await place.announcement("played **A1**", after=later, room=other)
    assert board.attachments


async def told_in(place: DiscordHouse, room: Channel) -> None:
    """The turn in a room is told once, and the room hears once for how long the clock stood."""
    await place.pass_while(place.announcement("I was away for", room=room))
    texts = [one.content for one in place.discord.messages(room)]
    assert sum("played **E5**" in text for text in texts) == 1
    assert sum("I was away for" in text for text in texts) == 1
