"""What was said or edited while the referee was away counts as it does live.

Words that were answered before they were changed are known to the two players only: the host asks.
"""

import pytest
from loopback import Answer, Drop, Malform, Message

from end_to_end.failing import answer, answers, told, until
from end_to_end.house import DiscordHouse
from end_to_end.people import order, settle_role, with_hosts

MEMBERS = "GET /guilds/*/members/*"


async def test_hosts_are_hosts_while_the_referee_is_away(place):
    """Who manages the server and who has the host's role: in order, and nobody else."""
    manager, helper = with_hosts(place)
    await settle_role(place, manager)
    await place.start()
    await place.close()
    refused = await order(place, place.fan, "cancel")
    await order(place, helper, "pause tea")
    await order(place, manager, "resume")
    await order(place, place.host, "pause cake")
    await place.open()
    await until(place, lambda: told(place, "Host paused") and answers(place, refused))
    assert told(place, "Hal paused the match") or told(place, "Judge paused the match")
    assert told(place, "Mia resumed the match")
    assert "Only the host" in answers(place, refused)[0]
    assert not told(place, "Cancelled")


async def test_rights_that_cannot_be_asked_for_are_not_taken_for_missing(place):
    """Discord does not say who somebody is: the room is read again until it does."""
    manager, _ = with_hosts(place)
    await place.start()
    await place.close()
    said = await order(place, manager, "pause tea")
    place.discord.faults.next(MEMBERS, Answer(503), times=2)
    await place.open()
    await until(place, lambda: told(place, "Mia paused the match"))
    assert not answers(place, said)
    assert not place.discord.faults.pending


async def test_a_host_who_has_left_the_server_hosts_nothing(place):
    """A manager who is gone when the referee is back; the match's own host may still decide."""
    manager, _ = with_hosts(place)
    await place.start()
    await place.close()
    said = await order(place, manager, "pause tea")
    await order(place, place.host, "pause cake")
    for gone in (manager, place.host):
        place.discord.leave(place.guild, gone)
    await place.open()
    await until(place, lambda: answers(place, said) and told(place, "Host paused"))
    assert "Only the host" in answers(place, said)[0]


async def test_each_member_is_asked_for_once(place):
    """Many commands of one person, and what was heard live, cost no further requests."""
    await place.start()
    live = await order(place, place.fan, "pause live")
    await until(place, lambda: answers(place, live))
    seen = len(place.discord.requests)
    await place.close()
    for number in range(5):
        await order(place, place.fan, f"pause {number}")
    last = await order(place, place.host, "pause cake")
    await place.open()
    await until(place, lambda: told(place, "Host paused"))
    asked = [one.path for one in place.discord.requests[seen:] if "/members/" in one.path]
    assert last.author is place.host
    assert len(asked) == len(set(asked)) == 2


async def test_a_resignation_is_asked_about_once_the_referee_is_back(place):
    """As it is live, with the button, and once only; pressed, it counts."""
    await place.start()
    await place.close()
    said = await order(place, place.red, "resign")
    for _ in range(2):
        await place.open()
        await until(place, lambda: answers(place, said))
        await place.pass_time(20)
        assert len(answers(place, said)) == 1
        await place.close()
    await place.open()
    asked = await place.announcement("Resign match 1 for good")
    assert asked.reference == (place.room, said.id)
    await place.click(asked, "Yes, resign", place.red)
    await place.announcement("Blue wins")


async def test_a_seat_given_while_away_counts_for_what_is_said_after(place):
    """The new player's turn, also missed, is taken; a bot can't be given the seat."""
    await place.start()
    robot = place.discord.user("Robot", bot=True, guilds=[place.guild])
    await place.close()
    refused = await order(place, place.host, f"match replace colour:blue player:{robot.mention}")
    await order(place, place.host, f"match replace colour:red player:{place.fan.mention}")
    await place.pass_time(1)
    said = await place.say(place.fan, "E5")
    await place.open()
    await until(place, lambda: answers(place, said) and answers(place, refused))
    assert "**E5**" in answers(place, said)[0]
    assert "bots don't play" in answers(place, refused)[0]


async def test_a_match_moved_while_away_goes_on_there(place):
    await place.start()
    arena = place.channel("arena")
    await place.close()
    said = await place.say(place.red, "E5")
    await order(place, place.host, f"match move to:{arena.mention}")
    await place.open()
    there = place.discord.messages
    await until(place, lambda: [one for one in there(arena) if "moved the" in one.content])
    assert "**E5**" in await answer(place, said)
    said = await place.discord.say(arena, place.blue, "C3 F3")
    await place.announcement("played", room=arena, after=said)


ANSWERED = {
    "match start red:{red} blue:{blue} where:thread": "write it again",
    "setup theme:go": "write it again",
    "forget me yes": "write it again",
    "undo turns:many": "a whole number",
    "match dance": "I know no command",
    "status": "Match 1",
    "history": "No match",
}


async def test_nothing_that_was_asked_while_away_passes_in_silence(place):
    """What is not done late is refused in words; a question is answered as things are now."""
    manager, _ = with_hosts(place)
    await place.start()
    await place.close()
    people = {"red": place.red.mention, "blue": place.blue.mention}
    said = [await order(place, manager, words.format(**people)) for words in ANSWERED]
    await place.open()
    await until(place, lambda: all(answers(place, one) for one in said))
    for one, part in zip(said, ANSWERED.values(), strict=True):
        assert part in answers(place, one)[0]
        assert not one.reactions
    assert not list(place.guild.threads)
    assert "theme genius" in (await place.slash(manager, "setup")).content


async def test_commands_answered_before_a_restart_are_not_answered_again(place):
    await place.start()
    lines = ("status", "resign", "match start", "match dance", "pause")
    said = [await order(place, place.red, line) for line in lines]
    await until(place, lambda: all(answers(place, one) or one.reactions for one in said))
    before = [(answers(place, one), list(one.reactions)) for one in said]
    await place.close()
    missed = await place.say(place.red, "E5")
    await place.open()
    await until(place, lambda: answers(place, missed))
    await place.pass_time(20)
    assert [(answers(place, one), list(one.reactions)) for one in said] == before


@pytest.mark.parametrize("away", [False, True])
async def test_a_new_thread_s_name_is_no_turn(place, away):
    """Discord writes a line with the name into the channel; nobody has said that."""
    await place.start()
    if away:
        await place.close()
    place.discord.thread(place.room, place.red, "E5")
    await place.pass_time(1)
    said = await place.say(place.red, "D4")
    if away:
        await place.open()
    assert "**D4**" in await answer(place, said)
    assert not told(place, "E5")


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
    assert "Red 5:00" in (await place.slash(place.host, "match status")).content


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
    """Edited or deleted while the referee was away, also messages of earlier turns: as on duty.

    So is a refused message that was edited into a turn.
    """
    await place.start()
    first = await place.say(place.red, "E5")
    await until(place, lambda: answers(place, first))
    second = await place.say(place.blue, "C3 F3")
    await until(place, lambda: answers(place, second))
    await place.play(place.red, "D7 F8")
    refused = await place.say(place.blue, "F9")
    await until(place, lambda: answers(place, refused))
    await place.close()
    await place.discord.delete(first)
    await edit(place, second, "A1 A2")
    await edit(place, refused, "B1 B2")
    for _ in range(2):
        await place.open()
        await until(place, lambda: told(place, "deleted after it was ruled"))
        await until(place, lambda: told(place, "edited after it was ruled"))
        await until(place, lambda: len(answers(place, refused)) == 2)
        missed = await place.play(place.fan, f"{place.me} status", expect="Match 1")
        await place.pass_time(20)
        assert len(told(place, "Red's message was deleted after it was ruled")) == 1
        assert len(told(place, "Blue's message was edited after it was ruled")) == 1
        assert "**C3 F3**" not in missed.content
        assert "An edited message is not ruled" in answers(place, refused)[1]
        assert len(answers(place, refused)) == 2
        await place.close()
    await place.open()
    assert "**B1 B2**" in (await place.play(place.blue, "B1 B2")).content


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
