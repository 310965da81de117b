"""Commands on a forum: in their order, late ones, and those that are asked about first."""

import re

import pytest
from loopback_forums import LoopbackForum

from bot.venues.forum.listening import MOST_COMMANDS
from venues.forum.house import BLUE, BOTH, EVERY, MINUTE, RED, SECOND, ForumHouse

SLOW = "clock:3h+3h"
AGAIN = "I did not see that in time. If you still want it, please write it again."


def _asked(forum: LoopbackForum, since: int, *parts: str) -> bool:
    paths = (path for _, path, _ in forum.journal[since:])
    return any(part in path for path in paths for part in parts)


async def approved(place: ForumHouse, number: int) -> None:
    """A post that waited is let through; returns when its author is asked to write it again."""
    post = place.forum.approve(number)
    assert (await place.told(AGAIN, after=post)).to == post.id
    await place.pass_time(2 * MINUTE)
    assert place.count(AGAIN) == 1


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
    people = [forum.user("Eve Long"), forum.user("Mary of the Hill")]
    asked = place.say(forum.host, f"@referee {words}")
    told = (await place.told("with a blank", after=asked)).raw
    meant = next(one for one in people if one.name in words)
    (written,) = re.findall(rf"write (@\W?{meant.slug})", told)
    place.say(forum.host, f"@referee match start red:@ann blue:{written} clock:1h")
    await place.told("against", after=asked)


async def test_nobody_of_that_name_is_answered_as_such(place, forum):
    asked = place.say(forum.host, "@referee match start red:@ann blue:@Zed Long")
    assert "with a blank" not in (await place.told("does not understand", after=asked)).raw


async def test_without_a_clock_a_match_is_played_by_days(place, forum):
    """A topic is read every minute or so: `daily`, in cups too, which the card and `setup` say.

    A game without a clock of its own has none; what is settled or named counts.
    """
    admin = forum.user("Boss", admin=True)

    async def told(words, part):
        return (await place.play(admin, f"@referee {words}", part)).raw

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
    await table.play(forum.ann, f"move: {RED}, my favourite")
    held = forum.enqueue(forum.host, table.topic, "@referee match undo reason:a slip")
    table.clock.advance(MINUTE)
    await table.play(forum.bob, "move: Z9, why not", "Z9")
    await table.told("took back", after=forum.approve(held))
    assert not table.count(AGAIN)


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
    assert (await place.told(AGAIN, after=post)).to == post.id
    assert len(place.mine()) == before + 1


@pytest.mark.parametrize(
    "words", ["match adjudicate winner:red confirm:yes", "match reopen reason:a slip"]
)
async def test_a_command_approved_after_the_end_changes_nothing(table, forum, words):
    held = forum.enqueue(forum.host, table.topic, f"@referee {words}")
    table.clock.advance(MINUTE)
    table.say(forum.ann, "@referee match resign confirm:yes")
    over = await table.told("**Blue wins**")
    await approved(table, held)
    assert not [one for one in table.mine() if one.id > over.id and AGAIN not in one.raw]


async def test_a_command_for_a_match_elsewhere_is_late_by_that_match(table, forum):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    elsewhere = forum.topic(forum.place, forum.host, "What the hosts talk about")
    held = forum.enqueue(forum.host, elsewhere, "@referee match undo match:1")
    table.clock.advance(MINUTE)
    await table.play(forum.bob, f"move: {BLUE}, on we go")
    post = forum.approve(held)
    assert (await table.told(AGAIN, after=post, topic=elsewhere)).to == post.id
    assert not table.count("took back")


async def test_a_question_approved_late_is_answered_as_of_now(table, forum):
    status = forum.enqueue(forum.fan, table.topic, "@referee match status")
    resign = forum.enqueue(forum.ann, table.topic, "@referee match resign")
    table.clock.advance(MINUTE)
    await table.play(forum.ann, f"move: {RED}, my favourite")
    post = forum.approve(status)
    await table.told("Turn 2", after=post)
    post = forum.approve(resign)
    await table.told("Resign match 1 for good", after=post)
    assert not table.count(AGAIN)


async def test_a_command_ruled_in_its_order_is_not_late(table, forum):
    """The referee was down; it rules the undo, then the turn, by their stamps, and says no more."""
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.close()
    asked = table.say(forum.host, "@referee match undo reason:a slip")
    table.clock.advance(MINUTE)
    table.say(forum.ann, "move: C3, rather this")
    await table.open()
    await table.told("played **C3**", after=await table.told("took back", after=asked))
    await table.pass_time(2 * MINUTE)
    assert not table.count(AGAIN)


@pytest.mark.parametrize("together", [True, False])
async def test_what_follows_the_start_of_a_match_in_one_round_is_for_it(place, forum, together):
    start = f"@referee match start red:@ann blue:@bob {SLOW}"
    if together:
        said = place.say(forum.host, f"{start}\n@referee match begin")
    else:
        said = place.say(forum.host, start)
        place.clock.advance(SECOND)
        place.say(forum.host, "@referee match begin")
    await place.told("started the match", after=await place.told("against", after=said))
    await place.pass_time(3 * EVERY)
    assert not place.count("There is no match here")
    assert len(place.mine()) == 2


async def test_a_start_that_says_nothing_of_the_match_is_told_what_it_needs(place, forum):
    said = place.say(forum.host, "@referee match start")
    told = await place.told("Name two players. For example: match start red:", after=said)
    assert told.to == said.id


async def test_what_follows_a_start_that_is_refused_is_answered_too(place, forum):
    said = place.say(forum.host, f"@referee match start @ann @nobody {SLOW}\n@referee match begin")
    assert (await place.told("There is no match here", after=said)).to == said.id
    await place.pass_time(3 * EVERY)
    assert len(place.mine()) == 1


@BOTH
async def test_a_start_that_waited_for_approval_opens_a_match(place, forum):
    await place.pass_time(MINUTE)
    held = forum.enqueue(forum.host, place.topic, f"@referee match start red:@ann blue:@bob {SLOW}")
    for words in ("When do we begin?", "Soon, I hope."):
        place.clock.advance(5 * MINUTE)
        place.say(forum.fan, words)
        await place.pass_time(3 * EVERY)
    await place.told("against", after=forum.approve(held))
    await place.pass_time(MINUTE)
    assert place.count("against") == 1


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
    await place.play(forum.fan, "@referee match status", "There is no match here")
    await place.pass_time(MINUTE)
    assert not place.count("against")


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
    told = await table.play(getattr(forum, author), f"@referee {words}", question)
    assert "add confirm:yes to the command" in told.raw
    await table.play(forum.ann, f"move: {RED}, on we go")
    await table.play(getattr(forum, author), f"@referee {words} confirm:yes", done)


async def test_the_end_of_a_match_is_taken_back(table, forum):
    table.say(forum.ann, "@referee match resign confirm:yes")
    over = await table.told("**Blue wins**")
    table.say(forum.host, "@referee match reopen reason:the wrong button")
    reopened = await table.told("the wrong button", after=over)
    assert "reopened the match" in reopened.raw
    table.say(forum.host, "@referee match resume")
    await table.told("resumed", after=reopened)
    assert not table.count("Reopened.")
    await table.play(forum.ann, f"move: {RED}, on we go", f"played **{RED}**")


async def test_who_manages_the_forum_settles_an_hour_and_others_do_not(place, forum):
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


async def test_the_partner_is_asked_of_before_it_takes_a_seat(table, forum):
    """Typed as an act among the turns, it is barred as in any venue: a match elsewhere is alike."""
    first, table.topic = table.topic, forum.topic(forum.place, forum.host, "The other one")
    await table.start("clock:9h+9h")
    turns = ((forum.ann, RED), (forum.bob, BLUE), (forum.ann, "C3 C4"))
    for topic in (table.topic, first):
        table.topic = topic
        for player, turn in turns:
            await table.play(player, f"move: {turn}, as it is")
    asked = table.say(forum.host, "@referee host replace colour:blue player:@referee")
    await table.told("Another open match stands much as this one", after=asked)
    await table.play(forum.bob, "move: D6, still mine")


async def test_no_post_has_the_forum_asked_for_hundreds_of_names(place, forum):
    """A Discourse answers 30 requests a minute: no other topic would be read for an hour."""
    slip = "@referee match start @a{0} b c d @e{0} f g h @i{0} j k l"
    for count, expected in ((MOST_COMMANDS, "does not understand"), (150, "20 commands")):
        seen = len(forum.journal)
        asked = place.say(forum.fan, "\n\n".join(map(slip.format, range(count))))
        await place.told(expected, after=asked)
        assert len([path for _, path, _ in forum.journal[seen:] if "/user/" in path]) < 20


@BOTH
async def test_a_turn_that_waits_is_told_of_by_private_message_once(place, forum):
    place.say(forum.ann, "@referee my remind 30m quiet:3-4")
    done = await place.told("I remind you privately")
    assert "when your turn has waited for 30m" in done.raw
    assert "Never between 3:00 and 4:00 (UTC; I don't know your time zone" in done.raw
    assert "on all servers" not in done.raw
    started = await place.start("clock:2h+2h")
    place.say(forum.bob, "@referee my matches")
    listed = await place.told("1 open match", after=started)
    assert "Red to move · time is up" in listed.raw
    place.say(forum.ann, "@referee my matches")
    listed = await place.told("1 open match, your turn:", after=listed)
    assert "**yours**" in listed.raw
    await place.pass_time(28 * MINUTE, MINUTE)
    assert forum.chats == []
    await place.until(lambda: forum.chats, "a private message", MINUTE)
    await place.kill()
    await place.open()
    await place.pass_time(10 * MINUTE, MINUTE)
    ((_, to, text),) = forum.chats
    assert to == forum.ann.id
    assert "It is your turn in match 1 against" in text
    assert "It has waited for over 30m." in text
    assert "@referee my remind after:off" in text
    await place.play(forum.ann, "E5")
    await place.pass_time(40 * MINUTE, MINUTE)
    played = await place.play(forum.bob, "C3 F3")
    place.say(forum.ann, "@referee my remind off")
    await place.told("I don't remind you any more", after=played)
    await place.pass_time(40 * MINUTE, MINUTE)
    assert len(forum.chats) == 1


@BOTH
async def test_who_can_t_be_written_to_is_told_so_where_they_ask(place, forum):
    forum.faults.messages_refused = 99
    place.say(forum.ann, "@referee my remind 5m")
    done = await place.told("I remind you privately")
    await place.start("clock:2h+2h")
    tried = await place.until(lambda: 99 - forum.faults.messages_refused, "a try", MINUTE)
    await place.pass_time(10 * MINUTE, MINUTE)
    assert forum.faults.messages_refused == 99 - tried
    place.say(forum.ann, "@referee my remind")
    await place.told("the last one did not reach you", after=done)
    assert forum.chats == []
