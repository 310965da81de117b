"""A message that is edited while nobody reads it: what it said may be gone, and then the host asks.

Expected: what the host of a game by mail would do. Words that nobody has answered are what they say
now; words that were answered before they were changed are known to the two players only.
"""

import pytest
from loopback import Drop, Malform, Message

from end_to_end.failing import answer, answers, told, until
from end_to_end.house import DiscordHouse


async def say(place: DiscordHouse, who: str, words: str) -> Message:
    """Red or Blue writes five seconds after what was said before."""
    await place.pass_time(5)
    return await place.say(getattr(place, who), words)


async def edit(place: DiscordHouse, message: Message, words: str) -> None:
    """The author changes a message five seconds after what was said before."""
    await place.pass_time(5)
    await place.discord.edit(message, words)


@pytest.mark.parametrize("after", ["D4", "sorry, one moment"])
async def test_a_turn_that_was_answered_and_then_edited_pauses_the_match(place, after):
    """Neither is the edit ruled, whatever it says now, nor is the opponent told to wait."""
    await place.start()
    await place.close()
    turn = await say(place, "red", "E5")
    answer = await say(place, "blue", "C3 F3")
    await edit(place, turn, after)
    await place.open()
    paused = await place.announcement("edited a message after Blue had answered it")
    for message in (turn, answer):
        assert f"channels/{place.guild.id}/{place.room.id}/{message.id}" in paused.content
    assert [user.id for user in paused.mentions.users] == [place.host.id]
    assert answers(place, answer) == [paused.content]
    assert not answers(place, turn)
    assert not told(place, "** played")
    await place.restart()
    await place.slash(place.host, "host resume")
    await place.announcement("resumed the match")
    assert "**E5**" in (await place.play(place.red, "E5")).content
    assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content
    assert len(told(place, "edited a message after")) == 1
    assert (answers(place, answer), answers(place, turn)) == ([paused.content], [])


async def test_the_mover_is_charged_up_to_the_edited_message_only(place):
    """Its event was lost while the referee was on duty: the clock stood when it was written."""
    await place.start(clock="1m+5m")
    place.discord.faults.next("MESSAGE_CREATE", Drop())
    turn = await say(place, "red", "E5")
    place.discord.faults.next("MESSAGE_CREATE", Drop())
    await say(place, "blue", "C3 F3")
    await edit(place, turn, "D4")
    await place.pass_time(120)
    await say(place, "blue", "C3 F3")
    await until(place, lambda: told(place, "edited a message after"))
    status = await place.slash(place.host, "match status")
    assert "Red 5:00" in status.content


async def test_talk_read_before_the_edit_is_known(place):
    """Red's talk was heard live: Blue's turn out of turn is refused, whatever becomes of it."""
    await place.start()
    talk = await say(place, "red", "hello there")
    await place.pass_time(1)
    early = await say(place, "blue", "C3 F3")
    await edit(place, talk, "D4")
    assert "It is Red's turn" in await answer(place, early)
    assert not told(place, "paused")


async def test_talk_that_is_edited_into_a_turn_is_answered_once(place):
    """On duty: what was talk, or was refused, is no turn for being edited; a new message is."""
    await place.start()
    talk = await place.say(place.red, "one moment")
    refused = await place.say(place.red, "E5 E6")
    await until(place, lambda: answers(place, refused), "the refusal")
    for message in (talk, refused):
        before = len(answers(place, message))
        await edit(place, message, "E5")
        await until(place, lambda m=message, n=before: len(answers(place, m)) > n, "an answer")
        assert "An edited message is not ruled" in answers(place, message)[-1]
        await edit(place, message, "E6")
    assert "**D5**" in (await place.play(place.red, "D5")).content
    early = await place.say(place.blue, "nice")
    played = await place.play(place.blue, "C3 F3")
    await edit(place, early, "E5")
    assert "**Blue** played" in played.content
    assert (len(answers(place, talk)), len(answers(place, refused))) == (1, 2)
    assert not answers(place, early)


async def test_edits_and_deletions_unheard_are_told_once(place):
    """Edited or deleted while the referee was away, also messages of earlier turns: as on duty."""
    await place.start()
    first = await place.say(place.red, "E5")
    await until(place, lambda: answers(place, first))
    second = await place.say(place.blue, "C3 F3")
    await until(place, lambda: answers(place, second))
    await place.play(place.red, "D7 F8")
    await place.close()
    await place.discord.delete(first)
    await edit(place, second, "A1 A2")
    for _ in range(2):
        await place.open()
        await until(place, lambda: told(place, "deleted after it was ruled"))
        await until(place, lambda: told(place, "edited after it was ruled"))
        missed = await place.play(place.fan, f"{place.me} status", expect="Match 1")
        await place.pass_time(20)
        assert len(told(place, "Red's message was deleted after it was ruled")) == 1
        assert len(told(place, "Blue's message was edited after it was ruled")) == 1
        assert "**C3 F3**" not in missed.content
        await place.close()
    await place.open()


async def test_a_refused_message_edited_into_a_turn_unheard_is_answered_once(place):
    await place.start()
    refused = await place.say(place.red, "F9")
    await until(place, lambda: answers(place, refused))
    await place.close()
    await edit(place, refused, "E5")
    for _ in range(2):
        await place.open()
        await until(place, lambda: len(answers(place, refused)) == 2)
        await place.pass_time(20)
        assert "An edited message is not ruled" in answers(place, refused)[1]
        assert len(answers(place, refused)) == 2
        await place.close()
    await place.open()
    assert "**D5**" in (await place.play(place.red, "D5")).content


async def test_a_match_that_was_moved_misses_no_message_in_its_new_room(place):
    await place.start()
    arena = place.channel("arena")
    await place.discord.say(arena, place.fan, "hello")
    await place.play(place.red, "E5")
    await place.slash(place.host, "host move", to=arena)
    await place.close()
    said = await place.discord.say(arena, place.blue, "C3 F3")
    await place.open()
    await place.announcement("**C3 F3**", room=arena, after=said)
    assert not [m for m in place.discord.messages(arena) if "deleted after" in m.content]


async def test_one_message_that_cannot_be_parsed_holds_up_no_room(place, caplog):
    """It is logged and skipped; the turn beside it, read at the return, is ruled."""
    await place.start()
    await place.close()
    odd = await place.say(place.fan, "of tomorrow's Discord")
    turn = await place.say(place.red, "E5")

    def tomorrow(page):
        return [{"id": one["id"]} if one["id"] == str(odd.id) else one for one in page]

    place.discord.faults.next("GET /channels/*/messages", Malform(tomorrow), times=9)
    await place.open()
    assert "**Red** played **E5**" in await answer(place, turn)
    assert f"message {odd.id} can't be parsed: it is skipped" in caplog.text
