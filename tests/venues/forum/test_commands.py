"""Commands on a forum: in their order, late ones, and those that are asked about first."""

import re

import pytest
from loopback_forums import LoopbackForum

from venues.forum.house import BLUE, BOTH, EVERY, MINUTE, RED, SECOND, ForumHouse

SLOW = "clock:3h+3h"
AGAIN = "I did not see that in time. If you still want it, please write it again."


def count(place: ForumHouse, part: str) -> int:
    """How many of the referee's posts have a part."""
    return len([post for post in place.mine() if part in post.raw])


def _asked(forum: LoopbackForum, since: int, *parts: str) -> bool:
    """Whether one of some addresses was asked for since a request."""
    paths = (path for _, path, _ in forum.journal[since:])
    return any(part in path for path in paths for part in parts)


async def approved(place: ForumHouse, number: int) -> None:
    """A post that waited is let through; returns when its author is asked to write it again."""
    post = place.forum.approve(number)
    told = await place.told(AGAIN, after=post)
    assert told.to == post.id
    await place.pass_time(2 * MINUTE)
    assert count(place, AGAIN) == 1


@pytest.mark.parametrize(
    "words",
    [
        "match start red:@ann blue:@Eve Long",
        "match start @Eve Long, @ann clock:1h",
        "match start red:@ann blue:@Mary of the Hill",
        "cup award player:@Eve Long result:wins",
    ],
)
async def test_a_name_with_a_blank_is_answered_with_how_it_is_written(place, forum, words):
    """As the forum mentions its user; what is copied from the answer is understood."""
    people = [forum.user("Eve Long"), forum.user("Mary of the Hill")]
    asked = place.say(forum.host, f"@referee {words}")
    told = (await place.told("with a blank", after=asked)).raw
    meant = next(one for one in people if one.name in words)
    (written,) = re.findall(rf"write (@\W?{meant.slug})", told)
    again = f"@referee match start red:@ann blue:{written} clock:1h"
    place.say(forum.host, again)
    await place.told("against", after=asked)


async def test_nobody_of_that_name_is_answered_as_such(place, forum):
    """No name with a blank is guessed at."""
    asked = place.say(forum.host, "@referee match start red:@ann blue:@Zed Long")
    assert "with a blank" not in (await place.told("does not understand", after=asked)).raw


async def test_without_a_clock_a_match_is_played_by_days(place, forum):
    """A topic is read every minute or so: `daily`, in cups too, which the card and `setup` say.

    A game without a clock of its own has none; what is settled or named counts.
    """
    admin = forum.user("Boss", admin=True)

    async def told(words, part):
        said = place.say(admin, f"@referee {words}")
        return (await place.told(part, after=said)).raw

    start, days = "match start red:@ann blue:@bob", "clock daily (1d+3d)"
    assert days in await told(start, "against")
    await told("host cancel confirm:yes", "Cancelled")
    shown = await told("setup", "Format")
    assert f"{days}, usual here" in shown
    assert "and with 1d 19:12, 1d 00:00, 14:24:00 and 8:00:00 left" in shown
    assert days in await told("cup open name:Colosseum", "Colosseum")
    assert "no clock" in await told("match start white:@ann black:@bob format:bentley", "against")
    await told("host cancel confirm:yes", "Cancelled")
    assert "clock 2m+3m" in await told("setup clock:2m+3m", "Format")
    assert "clock 2m+3m" in await told(start, "against")


async def test_an_undo_after_which_nothing_was_ruled_is_carried_out(table, forum):
    """Talk and a refusal in between are nothing that it could have overlooked."""
    await table.play(forum.ann, f"move: {RED}, my favourite")
    held = forum.enqueue(forum.host, table.topic, "@referee match undo reason:a slip")
    table.clock.advance(MINUTE)
    await table.play(forum.bob, "move: Z9, why not", "Z9")
    post = forum.approve(held)
    await table.told("took back", after=post)
    assert not count(table, AGAIN)


@pytest.mark.parametrize(
    ("words", "author"),
    [
        ("match time colour:red amount:10m", "host"),
        ("match resign confirm:yes", "ann"),
        ("match pause for tea", "host"),
    ],
)
async def test_a_command_approved_after_a_flag_changes_nothing(place, forum, words, author):
    """The flag fell and the host let the match go on since: nobody meant that position."""
    await place.start("clock:1m+0s flag:call-host")
    place.clock.advance(30 * SECOND)
    held = forum.enqueue(getattr(forum, author), place.topic, f"@referee {words}")
    fell = await place.told("paused")
    place.say(forum.host, "@referee match resume")
    await place.told("resumed", after=fell)
    before = len(place.mine())
    post = forum.approve(held)
    told = await place.told(AGAIN, after=post)
    assert told.to == post.id
    assert len(place.mine()) == before + 1


@pytest.mark.parametrize(
    "words", ["match adjudicate winner:red confirm:yes", "match reopen reason:a slip"]
)
async def test_a_command_approved_after_the_end_changes_nothing(table, forum, words):
    """The result that its author did not know of stands."""
    held = forum.enqueue(forum.host, table.topic, f"@referee {words}")
    table.clock.advance(MINUTE)
    table.say(forum.ann, "@referee match resign confirm:yes")
    over = await table.told("**Blue wins**")
    await approved(table, held)
    assert not [one for one in table.mine() if one.id > over.id and AGAIN not in one.raw]


async def test_a_command_for_a_match_elsewhere_is_late_by_that_match(table, forum):
    """Written in another topic, it names the match by its number."""
    await table.play(forum.ann, f"move: {RED}, my favourite")
    elsewhere = forum.topic(forum.place, forum.host, "What the hosts talk about")
    held = forum.enqueue(forum.host, elsewhere, "@referee match undo match:1")
    table.clock.advance(MINUTE)
    await table.play(forum.bob, f"move: {BLUE}, on we go")
    post = forum.approve(held)
    told = await table.told(AGAIN, after=post, topic=elsewhere)
    assert told.to == post.id
    assert not count(table, "took back")


async def test_a_question_approved_late_is_answered_as_of_now(table, forum):
    """It changes nothing, whatever was ruled since; nor does one that asks back."""
    status = forum.enqueue(forum.fan, table.topic, "@referee match status")
    resign = forum.enqueue(forum.ann, table.topic, "@referee match resign")
    table.clock.advance(MINUTE)
    await table.play(forum.ann, f"move: {RED}, my favourite")
    post = forum.approve(status)
    await table.told("Turn 2", after=post)
    post = forum.approve(resign)
    await table.told("Resign match 1 for good", after=post)
    assert not count(table, AGAIN)


async def test_a_command_ruled_in_its_order_is_not_late(table, forum):
    """The referee was down; it rules the undo, then the turn, by their stamps, and says no more."""
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.close()
    asked = table.say(forum.host, "@referee match undo reason:a slip")
    table.clock.advance(MINUTE)
    table.say(forum.ann, "move: C3, rather this")
    await table.open()
    undone = await table.told("took back", after=asked)
    await table.told("played **C3**", after=undone)
    await table.pass_time(2 * MINUTE)
    assert not count(table, AGAIN)


@pytest.mark.parametrize("together", [True, False])
async def test_what_follows_the_start_of_a_match_in_one_round_is_for_it(place, forum, together):
    """The host opens the match and begins it at once, in one post or in two."""
    start = f"@referee match start red:@ann blue:@bob {SLOW}"
    if together:
        said = place.say(forum.host, f"{start}\n@referee match begin")
    else:
        said = place.say(forum.host, start)
        place.clock.advance(SECOND)
        place.say(forum.host, "@referee match begin")
    opened = await place.told("against", after=said)
    await place.told("started the match", after=opened)
    await place.pass_time(3 * EVERY)
    assert not count(place, "There is no match here")
    assert len(place.mine()) == 2


async def test_a_start_that_says_nothing_of_the_match_is_told_what_it_needs(place, forum):
    """A forum has no forms: both players are to be named, as ever."""
    said = place.say(forum.host, "@referee match start")
    told = await place.told("Name two players. For example: match start red:", after=said)
    assert told.to == said.id


async def test_what_follows_a_start_that_is_refused_is_answered_too(place, forum):
    """Once: there is no match for it."""
    said = place.say(
        forum.host, f"@referee match start red:@ann blue:@nobody {SLOW}\n@referee match begin"
    )
    told = await place.told("There is no match here", after=said)
    assert told.to == said.id
    await place.pass_time(3 * EVERY)
    assert len(place.mine()) == 1


@BOTH
async def test_a_start_that_waited_for_approval_opens_a_match(place, forum):
    """Also where others have talked in the topic since, which was read."""
    await place.pass_time(MINUTE)
    held = forum.enqueue(forum.host, place.topic, f"@referee match start red:@ann blue:@bob {SLOW}")
    for words in ("When do we begin?", "Soon, I hope."):
        place.clock.advance(5 * MINUTE)
        place.say(forum.fan, words)
        await place.pass_time(3 * EVERY)
    post = forum.approve(held)
    await place.told("against", after=post)
    await place.pass_time(MINUTE)
    assert count(place, "against") == 1


@BOTH
async def test_talk_that_an_edit_made_a_command_of_is_talk(place, forum):
    """In a topic without a match, too, a post says what it said when it was first seen."""
    await place.pass_time(MINUTE)
    talk = place.say(forum.host, "Shall we hold a match here?")
    said = len(forum.journal)
    await place.until(lambda: _asked(forum, said, "/topic/", "/t/"), "a read of the topic")
    # A round begins with the lists, once the one before it has read what had changed.
    read = len(forum.journal)
    await place.until(lambda: _asked(forum, read, "/category/", "/latest.json"), "the next round")
    forum.edit(talk, f"@referee match start red:@ann blue:@bob {SLOW}")
    asked = place.say(forum.fan, "@referee match status")
    await place.told("There is no match here", after=asked)
    await place.pass_time(MINUTE)
    assert not count(place, "against")


@pytest.mark.parametrize(
    ("author", "words", "question", "done"),
    [
        ("ann", "match resign", "Resign match 1 for good as **Red** (Ann)?", "**Blue wins**"),
        ("host", "match cancel", "without a result?", "**Cancelled.**"),
        ("host", "match forfeit red", "forfeits match 1?", "**Blue wins**"),
        ("host", "match adjudicate tie", "as a tie", "tie"),
    ],
)
async def test_what_ends_a_match_is_asked_about_first(table, forum, author, words, question, done):
    """There are no buttons: the answer says what to add, and nothing has happened yet."""
    asked = table.say(getattr(forum, author), f"@referee {words}")
    told = await table.told(question, after=asked)
    assert "add confirm:yes to the command" in told.raw
    await table.play(forum.ann, f"move: {RED}, on we go")
    said = table.say(getattr(forum, author), f"@referee {words} confirm:yes")
    await table.told(done, after=said)


async def test_the_end_of_a_match_is_taken_back(table, forum):
    """In its topic, where no match is open any more."""
    table.say(forum.ann, "@referee match resign confirm:yes")
    over = await table.told("**Blue wins**")
    table.say(forum.host, "@referee match reopen reason:the wrong button")
    reopened = await table.told("the wrong button", after=over)
    assert "reopened the match" in reopened.raw
    table.say(forum.host, "@referee match resume")
    await table.told("resumed", after=reopened)
    assert not count(table, "Reopened.")
    told = await table.play(forum.ann, f"move: {RED}, on we go")
    assert f"played **{RED}**" in told.raw


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
    assert "on 22 Nov 2026, 01:01 UTC." in settled.raw
    place.say(forum.host, "@referee match when tomorrow 1am")
    settled = await place.told("Host settled it", after=settled)
    assert "on 22 Nov 2026, 00:00 UTC." in settled.raw
