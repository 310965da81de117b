"""What becomes of posts that are known: edits, deletions, moves, merges, and lost accounts."""

import pytest

from venues.forum.house import BLUE, BOTH, DISCOURSE, EVERY, HOUR, MINUTE, RED, SECOND

EDITED = "An edited message is not ruled: write your turn again, in a new one."


@BOTH
@pytest.mark.parametrize("words", ["move: Z9, I think", "I am still thinking about this"])
async def test_an_edit_into_a_turn_is_answered_once(table, forum, words):
    post = table.say(forum.ann, words)
    await table.pass_time(4 * EVERY)
    before = table.mine()[-1]
    forum.edit(post, f"move: {RED}, my favourite")
    table.say(forum.fan, "What a quiet match this is")
    assert (await table.told(EDITED, after=before)).to == post.id
    forum.edit(post, "move: D4, rather this")
    table.say(forum.fan, "I saw that, you know")
    await table.pass_time(4 * EVERY)
    await table.restart()
    table.clock.advance(SECOND)
    forum.edit(post, "move: F5, or this")
    table.say(forum.fan, "I saw that too, you know")
    await table.pass_time(4 * EVERY)
    assert table.count(EDITED) == 1
    assert "played **E5**" in (await table.play(forum.ann, f"move: {RED}, at last")).raw


@BOTH
async def test_other_edits_are_not_spoken_of(table, forum):
    posts = [
        (table.say(forum.ann, "I am thinking about this"), "I am thinking about all this"),
        (table.say(forum.bob, "I am waiting for Ann here"), "move: D4 D5, if I may"),
        (table.say(forum.fan, "What a quiet match it is"), f"move: {RED}, I would say"),
    ]
    await table.pass_time(3 * EVERY)
    made = len(table.mine())
    for post, words in posts:
        forum.edit(post, words)
    table.say(forum.fan, "I saw that, you know")
    await table.pass_time(4 * EVERY)
    assert len(table.mine()) == made


@BOTH
@pytest.mark.parametrize("how", ["edited", "deleted"])
async def test_what_was_changed_while_the_referee_was_away_is_told_once(table, forum, how):
    post = table.say(forum.ann, f"move: {RED}, my favourite")
    await table.told("played", after=post)
    await table.play(forum.bob, f"move: {BLUE}, on we go")
    await table.close()
    table.clock.advance(HOUR)
    if how == "edited":
        forum.edit(post, "move: A1, I never said that")
    else:
        forum.delete(post)
    await table.open()
    told = await table.told(f"Red's message was {how} after it was ruled")
    assert "stands as played" in told.raw
    await table.pass_time(20 * MINUTE, MINUTE)
    await table.restart()
    await table.pass_time(MINUTE)
    assert table.count(f"{how} after it was ruled") == 1


@BOTH
async def test_the_host_hears_of_a_turn_that_was_moved_away_and_nobody_else(table, forum):
    """It is not gone: it stands in another topic. One word for all that were moved together."""
    first = table.say(forum.ann, f"move: {RED}, my favourite")
    await table.told("**Red** played", after=first)
    second = table.say(forum.bob, f"move: {BLUE}, on we go")
    await table.told("**Blue** played", after=second)
    elsewhere = forum.topic(forum.place, forum.host, "Something else entirely")
    made = len(table.mine())
    for post in (first, second):
        forum.move_post(post, elsewhere)
    await table.until(lambda: forum.chats, "a word to the host")
    await table.pass_time(20 * MINUTE, MINUTE)
    ((_, to, text),) = forum.chats
    assert to == forum.host.id
    assert "posted as turn 1 and turn 2 was moved" in text
    assert "stands as played" in text
    assert len(table.mine()) == made


@BOTH
async def test_the_host_hears_once_that_a_player_s_account_is_gone(table, forum):
    await table.play(forum.ann, f"move: {RED}, and farewell")
    forum.leave(forum.ann)
    await table.play(forum.bob, f"move: {BLUE}, where are you?")
    await table.until(lambda: forum.chats, "a word to the host")
    await table.restart()
    await table.pass_time(20 * MINUTE, MINUTE)
    ((_, to, text),) = forum.chats
    assert to == forum.host.id
    assert "The account of Ann, who plays red in match 1" in text
    assert "host replace match:1 colour:red" in text
    await table.play(forum.host, "@referee host replace match:1 colour:red player:@fan", "Fan")
    assert "**Red** played" in (await table.play(forum.fan, "move: A1, I go on here")).raw


def fork(forum, table, *, after):
    fresh = forum.topic(forum.place, forum.host, "Forked")
    for post in forum.of(table.topic):
        if post.id > after.id:
            forum.move_post(post, fresh)
    return fresh


def rulings(forum):
    return [p for p in forum.posts.values() if p.uid == forum.referee.id and "played **" in p.raw]


@BOTH
async def test_fork_of_a_running_match_makes_no_second_one_and_pauses_it(table, forum):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.play(forum.bob, f"move: {BLUE}, mine")
    await table.pass_time(4 * EVERY)
    count, ruled = len(forum.posts), len(rulings(forum))
    fork(forum, table, after=forum.of(table.topic)[0])
    await table.until(lambda: any("posts of the match" in chat[2] for chat in forum.chats))
    await table.pass_time(6 * EVERY)
    assert len(rulings(forum)) == ruled
    assert len(forum.posts) - count <= 2, "the new topic's first post, and one word of the pause"


@BOTH
@pytest.mark.parametrize("reads_new_first", [False, True])
async def test_a_ruled_turn_moved_to_another_match_is_no_turn_there(table, forum, reads_new_first):
    other = forum.topic(forum.place, forum.host, "The other one")
    first, table.topic = table.topic, other
    await table.start("clock:9h+9h")
    table.topic = first
    turn = table.say(forum.ann, f"move: {RED}, my favourite")
    await table.told("played", after=turn)
    await table.pass_time(2 * EVERY)
    ruled = len(rulings(forum))
    forum.move_post(turn, other)
    (first if reads_new_first else other).last = table.clock.now() - 60 * SECOND
    await table.pass_time(8 * EVERY)
    assert len(rulings(forum)) == ruled
    assert sum("posted as turn 1 was moved" in chat[2] for chat in forum.chats) == 1


async def test_commands_of_a_merged_topic_are_carried_out_no_second_time(table, forum):
    """An old undo and an old resignation come with a finished match into an open one."""
    other = forum.topic(forum.place, forum.host, "The other one")
    first, table.topic = table.topic, other
    await table.start("clock:9h+9h")
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.play(forum.host, "@referee host undo confirm:yes", "took back")
    await table.play(forum.bob, "@referee match resign confirm:yes", "resigned")
    table.topic = first
    await table.play(forum.ann, f"move: {RED}, as well")
    await table.pass_time(2 * EVERY)
    count = len(forum.posts)
    forum.merge(other, first)
    await table.pass_time(8 * EVERY)
    assert len(forum.posts) == count
    assert "resign" not in (await table.play(forum.fan, "@referee match status", "Turn 2")).raw


@DISCOURSE
@pytest.mark.parametrize("wins", [False, True])
async def test_the_copy_of_a_first_post_is_no_new_one(shut, forum, wins):
    """Discourse leaves it, and makes another of the same author and stamp where the rest goes."""
    shut.topic = forum.topic(
        forum.place, forum.host, "A match", "@referee match start red:@ann blue:@bob clock:9h+9h"
    )
    await shut.open()
    await shut.told("against")
    shut.both_ready()
    await shut.told("Both are ready")
    if wins:
        over = shut.say(forum.bob, "@referee match resign confirm:yes")
        await shut.told("wins", after=over)
    await shut.pass_time(4 * EVERY)
    fresh = forum.topic(forum.place, forum.host, "Forked")
    for post in forum.of(shut.topic):
        forum.move_post(post, fresh)
    await shut.pass_time(6 * EVERY)
    starts = [post for post in forum.posts.values() if "**Red** @Ann against" in post.raw]
    assert len(starts) == 1, forum.show()
