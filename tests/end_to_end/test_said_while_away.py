"""What was said while the referee was away counts as it does live: whoever says it may do it."""

import pytest
from loopback import Answer

from end_to_end.failing import answer, answers, told, until
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
    shown = await place.slash(manager, "setup")
    assert "theme genius" in shown.content


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
