"""What the referee makes of posts: turns, slips, edits, late ones; and where it can't go on."""

import pytest
from loopback_forums import LoopbackDiscourse, LoopbackNodeBB

from bot.venues.forum import places
from bot.wording.forum import DELETED
from venues.forum.house import BLUE, EVERY, HOUR, MINUTE, RED, SECOND, house

BOTH = pytest.mark.parametrize("kind", [LoopbackNodeBB, LoopbackDiscourse])
CLOCK = "clock:10m+10m"


@BOTH
async def test_a_refusal_is_answered_three_times_a_turn(kind, tmp_path):
    """Then silently counted; and each of them changes nothing."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start(CLOCK)
        for number in range(4):
            place.say(forum.ann, f"move: Z{number + 1}, here I come")
            await place.pass_time(2 * EVERY)

        def said() -> int:
            return sum(post.raw.count("is off the board") for post in place.mine())

        await place.until(lambda: said() == 3, "three refusals")
        await place.pass_time(2 * EVERY)
        assert said() == 3
        told = await place.play(forum.ann, RED)
        assert f"played **{RED}**" in told.raw


@BOTH
async def test_all_refusals_of_a_read_are_one_reply(kind, tmp_path):
    """With the names of those who are answered, none of them called."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        place.say(forum.ann, "move: Z9, what do you say?")
        place.say(forum.fan, "@referee match pause, will you?")
        answered = await place.told("Z9", after=begun)
        assert "**Ann**: " in answered.raw
        assert "**Fan**: " in answered.raw
        assert "@ann" not in answered.raw.casefold()
        count = len(place.mine())
        await place.pass_time(3 * EVERY)
        assert len(place.mine()) == count


@BOTH
async def test_of_two_turns_in_a_post_neither_counts(kind, tmp_path):
    """The author is asked, and posts the one that is meant."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        place.say(forum.ann, "E5\n\nD4 D5 or rather this\n\nmove: E6, I think")
        asked = await place.told("two turns", after=begun)
        told = await place.play(forum.ann, "move: E6, I am sure now")
        assert "E6" in told.raw
        assert asked.id < told.id


@BOTH
async def test_out_of_turn_is_only_said_when_no_turn_before_it_can_be_under_way(kind, tmp_path):
    """Blue answers a turn that is not visible yet: both are ruled by their stamps."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        stamped = place.clock.now()
        place.clock.advance(2 * SECOND)
        place.say(forum.bob, f"move: {BLUE}, quick enough?")
        await place.pass_time(EVERY * 1.5, SECOND)
        place.say(forum.ann, f"move: {RED}, it took a while", at=stamped + SECOND)
        red = await place.told("**Red** played", after=begun)
        blue = await place.told("**Blue** played", after=red)
        assert not [post for post in place.mine() if "turn. All stones" in post.raw]
        assert blue.id > red.id


@BOTH
async def test_a_post_edited_before_it_was_seen_counts_from_the_edit(kind, tmp_path):
    """Its words are no older than that: here that is after the deadline."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start("clock:1m+0s")
        place.clock.advance(50 * SECOND)
        forum.faults.down = True
        post = place.say(forum.ann, "I am still thinking about this")
        await place.pass_time(40 * SECOND, SECOND)
        forum.edit(post, f"move: {RED}, at last and in time?")
        forum.faults.down = False
        told = await place.told("wins", after=begun)
        assert "Red's time ran out" in told.raw


@BOTH
async def test_a_post_edited_after_it_was_ruled_changes_nothing(kind, tmp_path):
    """The room is told, once; a deletion after that is not spoken of again."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        post = place.say(forum.ann, f"move: {RED}, my favourite")
        played = await place.told("played", after=post)
        place.clock.advance(MINUTE)
        forum.edit(post, "move: A1, I have changed my mind")
        told = await place.told("edited after it was ruled", after=played, step=30 * SECOND)
        assert "stands as played" in told.raw
        forum.delete(post)
        await place.pass_time(40 * MINUTE, 30 * SECOND)
        assert len([one for one in place.mine() if "after it was ruled" in one.raw]) == 1


@BOTH
async def test_a_purged_turn_stands(kind, tmp_path):
    """Nobody can take a turn back by having its post removed."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        post = place.say(forum.ann, f"move: {RED}, my favourite")
        played = await place.told("played", after=post)
        forum.purge(post)
        told = await place.told("deleted after it was ruled", after=played)
        assert "stands as played" in told.raw


@BOTH
async def test_a_post_that_was_moved_away_changes_nothing_and_is_not_spoken_of(kind, tmp_path):
    """It is not gone: it stands in another topic."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        post = place.say(forum.ann, f"move: {RED}, my favourite")
        await place.told("played", after=post)
        elsewhere = forum.topic(forum.place, forum.host, "Something else entirely")
        count = len(place.mine())
        forum.move_post(post, elsewhere)
        await place.pass_time(20 * MINUTE, 30 * SECOND)
        assert len(place.mine()) == count


@BOTH
async def test_a_post_that_somebody_else_edited_first_is_not_ruled(kind, tmp_path):
    """Its author is asked to post anew, and may."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        forum.faults.down = True
        post = place.say(forum.ann, "move: A1, I believe so")
        place.clock.advance(5 * SECOND)
        forum.edit(post, f"move: {RED}, I believe so", by=forum.host)
        forum.faults.down = False
        await place.told("Somebody else edited your post", after=begun)
        told = await place.play(forum.ann, f"move: {RED}, my own words")
        assert f"played **{RED}**" in told.raw


@BOTH
async def test_posts_from_elsewhere_and_of_guests_never_count(kind, tmp_path):
    """Their stamps are not this forum's, or nobody stands behind them."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start(CLOCK)
        if kind is LoopbackNodeBB:
            place.say(forum.ann, f"move: {RED}, from afar", local=False)
        place.say(0, f"move: {RED}, from nobody")
        await place.pass_time(3 * EVERY)
        assert not [post for post in place.mine() if "played" in post.raw]


@BOTH
async def test_whoever_is_renamed_keeps_the_seat(kind, tmp_path):
    """It is the account's, not the name's."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start(CLOCK)
        forum.rename(forum.ann, "Annabel")
        told = await place.play(forum.ann, f"move: {RED}, as ever")
        assert f"played **{RED}**" in told.raw


async def test_whoever_left_the_forum_keeps_the_seat(tmp_path):
    """NodeBB: the account was deleted after the post was made; the post still has its number."""
    async with house(LoopbackNodeBB, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        place.say(forum.ann, f"move: {RED}, and farewell")
        del forum.users[forum.ann.id]
        told = await place.told("**Red** played", after=begun)
        assert f"played **{RED}**" in told.raw


@BOTH
async def test_a_turn_approved_after_the_flag_is_not_ruled_and_the_host_is_told(kind, tmp_path):
    """The match is over; its result stands, and its host hears of the turn, once."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start("clock:1m+0s")
        place.clock.advance(30 * SECOND)
        number = forum.enqueue(forum.ann, place.topic, f"move: {RED}, in time")
        told = await place.told("wins", after=begun)
        await place.pass_time(2 * MINUTE)
        forum.approve(number)
        await place.until(lambda: forum.chats, "a word to the host")
        await place.pass_time(2 * MINUTE)
        (chat,) = forum.chats
        assert chat[1] == forum.host.id
        assert "its result stands" in chat[2]
        assert not [post for post in place.mine() if post.id > told.id]


@BOTH
async def test_a_deleted_topic_pauses_the_match(kind, tmp_path):
    """With the reason; it goes on when that is undone and the host resumes."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start("clock:3h+3h")
        place.topic.deleted = True
        await place.until(lambda: forum.chats, "a word to the host")
        assert DELETED in forum.chats[0][2]
        place.topic.deleted = False
        resumed = place.say(forum.host, "@referee match resume")
        await place.told("resumed", after=begun)
        told = await place.play(forum.ann, f"move: {RED}, on we go")
        assert told.id > resumed.id
        assert len(forum.chats) == 1


async def test_a_merged_topic_pauses_the_match(tmp_path):
    """NodeBB: its posts stand in another topic, none of which is spoken of as deleted."""
    async with house(LoopbackNodeBB, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        post = place.say(forum.ann, f"move: {RED}, my favourite")
        await place.told("played", after=post)
        other = forum.topic(forum.place, forum.host, "The other one")
        forum.merge(place.topic, other)
        await place.until(lambda: forum.chats, "a word to the host")
        assert "merged" in forum.chats[0][2]


@BOTH
async def test_no_match_is_held_where_the_referee_does_not_moderate(kind, tmp_path):
    """A moderator is exempt from queue and flood limits; nobody else is."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.until(lambda: place.clock.now() and len(forum.journal) > 4)
        forum.categories[forum.place].clear()
        if kind is LoopbackDiscourse:
            await place.close()
            await place.open()
        asked = place.say(forum.host, "@referee match start red:@ann blue:@bob")
        told = await place.told("Please give me", after=asked)
        assert "Moderate this category" in told.raw


@BOTH
async def test_what_waits_for_approval_is_not_sent_again(kind, tmp_path):
    """The match pauses and the host is told outside the topic."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        forum.queued_users.add(forum.referee.id)
        place.say(forum.ann, f"move: {RED}, my favourite")
        await place.until(lambda: forum.chats, "a word to the host")
        await place.pass_time(5 * MINUTE)
        assert "approval" in forum.chats[0][2]
        turns = [one for one in forum.queue.values() if "**Red** played" in one.raw]
        assert len(turns) == 1
        forum.queued_users.clear()
        for number in list(forum.queue):
            forum.approve(number)
        place.say(forum.host, "@referee match resume")
        await place.told("resumed")
        await place.pass_time(5 * MINUTE)
        assert len([post for post in place.mine() if "**Red** played" in post.raw]) == 1


async def test_already_posting_is_tried_again(tmp_path):
    """NodeBB refuses two posts of an account at once."""
    async with house(LoopbackNodeBB, tmp_path) as place:
        forum = place.forum
        await place.start(CLOCK)
        forum.faults.busy = 2
        await place.play(forum.ann, f"move: {RED}, my favourite")
        await place.pass_time(MINUTE)
        assert len([post for post in place.mine() if "**Red** played" in post.raw]) == 1


@BOTH
async def test_where_no_picture_can_be_had_the_board_is_text(kind, tmp_path):
    """In a fence, so that it stands as it should; no clock waits for pictures."""
    async with house(kind, tmp_path) as place:
        place.forum.faults.without_pictures = True
        await place.start(CLOCK)
        told = await place.play(place.forum.ann, f"move: {RED}, my favourite")
        assert "```text" in told.raw
        assert "![" not in told.raw


async def test_pictures_go_to_a_topic_of_the_referees_own(tmp_path):
    """NodeBB: one for the category, also after a restart; none on the match's own page."""
    async with house(LoopbackNodeBB, tmp_path) as place:
        forum = place.forum
        await place.start(CLOCK)
        await place.close()
        await place.open()
        await place.play(forum.ann, f"move: {RED}, my favourite")
        albums = [one for one in forum.topics.values() if one.title == "The referee's pictures"]
        assert len(albums) == 1
        assert len(albums[0].thumbs) >= 3
        assert not place.topic.thumbs


@BOTH
async def test_questions_are_answered_in_the_topic(kind, tmp_path):
    """A status in words, a board as a picture, a record as text."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        place.say(forum.fan, "@referee match status")
        place.say(forum.bob, "@referee match board")
        place.say(forum.ann, "@referee match record")
        told = await place.told("Turn 1", after=begun)
        assert "![" in told.raw
        assert "```text" in told.raw
        count = len(place.mine())
        await place.close()
        await place.open()
        await place.pass_time(2 * HOUR / 60)
        assert len(place.mine()) == count


@BOTH
async def test_an_answer_that_could_not_be_posted_is_posted_later(kind, tmp_path):
    """The refusal was stored; only its words are missing, and come when the forum answers."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        begun = await place.start(CLOCK)
        forum.refuses_posts = True
        place.say(forum.ann, "move: Z9, what do you say?")
        await place.until(lambda: forum.refused_posts, "a try")
        forum.refuses_posts = False
        await place.told("Z9 is off the board", after=begun)
        await place.pass_time(MINUTE)
        said = "".join(post.raw for post in place.mine())
        assert said.count("Z9 is off the board") == 1


@BOTH
async def test_a_topic_moved_to_a_category_that_is_not_moderated_pauses_at_once(kind, tmp_path):
    """It is looked at again when a topic is moved, whatever was known of the category."""
    async with house(kind, tmp_path, begun=False) as place:
        forum = place.forum
        other = forum.category(forum.referee)
        place.set_also(**{f"{forum.name}_category": (forum.place, other)})
        await place.open()
        await place.start("clock:3h+3h")
        if kind is LoopbackDiscourse:
            # There only staff counts, which is the same in every category.
            forum.categories[forum.place].clear()
            await place.close()
            await place.open()
        forum.categories[other].clear()
        place.topic.category = other
        place.say(forum.fan, "It stands here now, does it?")
        await place.until(lambda: forum.chats, "a word to the host")
        assert "moderate" in forum.chats[0][2]


@BOTH
async def test_a_topic_that_is_gone_pauses_the_match(kind, tmp_path):
    """Purged with all its posts: the host hears of it."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        del forum.topics[place.topic.id]
        await place.until(lambda: forum.chats, "a word to the host")
        assert "pause" in forum.chats[0][2]


@BOTH
async def test_a_question_in_a_topic_without_a_match_is_answered_in_the_end(kind, tmp_path):
    """Also where the first try to answer it comes to nothing."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.pass_time(MINUTE)
        forum.refuses_posts = True
        asked = place.say(forum.fan, "@referee match status")
        await place.until(lambda: forum.refused_posts, "a try")
        forum.refuses_posts = False
        told = await place.told("There is no match here", after=asked)
        assert told.to == asked.id
        await place.pass_time(MINUTE)
        assert len(place.mine()) == 1


@BOTH
async def test_more_topics_than_a_page_of_the_list_change_in_one_round(kind, tmp_path):
    """Each command is answered, also where forty other topics were posted in after it."""
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.pass_time(MINUTE)
        asked = [
            forum.topic(forum.place, forum.fan, f"Question {number}", "@referee match status")
            for number in range(2)
        ]
        for number in range(40):
            place.clock.advance(SECOND / 10)
            forum.topic(forum.place, forum.fan, f"Topic number {number}", "Hello to everybody.")
        for topic in asked:
            await place.told("There is no match here", topic=topic)


async def test_a_topic_of_more_than_5000_posts_pauses_its_match(tmp_path):
    """With the reason; nothing of it is read."""
    async with house(LoopbackNodeBB, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        await place.pass_time(MINUTE)
        views = place.topic.views
        for _ in range(5001 - len(forum.of(place.topic))):
            place.say(forum.fan, "Hello.")
        told = await place.told("5,000 posts")
        assert "pause" in told.raw
        assert place.topic.views == views


@BOTH
async def test_no_more_matches_are_open_than_a_forum_may_hold(kind, tmp_path, monkeypatch):
    """The next one is refused in words, and the one that is open goes on."""
    assert places.MOST_MATCHES == 500
    monkeypatch.setattr(places, "MOST_MATCHES", 1)
    async with house(kind, tmp_path) as place:
        forum = place.forum
        await place.start("clock:3h+3h")
        other = forum.topic(
            forum.place, forum.fan, "Another", "@referee match start red:@ann blue:@bob"
        )
        await place.told("500 matches", topic=other)
        told = await place.play(forum.ann, f"move: {RED}, all the same")
        assert f"played **{RED}**" in told.raw
