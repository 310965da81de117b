"""Posts that a moderator forks, merges or moves: what was ruled or answered once is settled."""

import pytest

from venues.forum.house import BLUE, BOTH, EVERY, RED, SECOND


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
    await table.until(lambda: any("moved to another topic" in chat[2] for chat in forum.chats))
    await table.pass_time(6 * EVERY)
    assert len(rulings(forum)) == ruled
    assert len(forum.posts) - count <= 2, "the new topic's first post, and one word of the pause"


@BOTH
@pytest.mark.parametrize("reads_new_first", [False, True])
async def test_a_ruled_turn_that_is_moved_into_another_match_is_no_turn_there(
    table, forum, reads_new_first
):
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
