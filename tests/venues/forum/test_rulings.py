"""What the referee makes of posts: turns, slips, edits, late ones; and where it can't go on."""

import re

import pytest

from bot.venues.forum import places
from bot.wording.forum import DELETED
from venues.forum.house import BLUE, BOTH, EVERY, HOUR, MINUTE, RED, SECOND

CLOCK = "clock:10m+10m"


@BOTH
async def test_a_match_is_opened_and_played(place, forum):
    begun = await place.start()
    assert "press" not in begun.raw.casefold()
    card, start = place.mine()
    assert ("![" in card.raw, start) == (False, begun)
    assert "![" in begun.raw
    red = place.say(forum.ann, "move: E5, good luck to you!")
    told = await place.told("played", after=red)
    assert told.to == red.id
    assert "@bob" in told.raw.casefold()
    assert "@ann" not in told.raw.casefold()
    assert "![" in told.raw
    assert len(forum.pictures) >= 2
    blue = place.say(forum.bob, "I think A1 is good, but see:\n\nD4 D5")
    assert (await place.told("**Blue** played", after=blue)).to == blue.id
    count = len(place.mine())
    await place.pass_time(place.settings.forum_every * 4)
    assert len(place.mine()) == count


@BOTH
async def test_where_a_bare_turn_is_too_short_each_prompt_says_what_to_write(place, forum, caplog):
    """How long a post must be is asked for now and then, and once more where the answer is none."""
    host = place.forum.host
    card = await place.play(host, "@referee match start red:@ann blue:@bob clock:9h+9h", "against")
    begun = await place.told("Both are ready", after=place.both_ready())
    place.say(forum.ann, "E5\n\nor F6, I am not sure about it")
    asked = await place.told("Which turn do you mean?", after=begun)
    await place.play(forum.ann, "maybe D4 D5", "That is no turn")
    unclear = await place.play(forum.ann, "move: D4 C3, or D5?", "That is no turn")
    await place.play(forum.ann, _written(begun, forum.minimum))
    played = await place.play(forum.bob, "D4 D5", "**Blue** played")
    status = await place.play(host, "@referee status", "Match 1")
    for post in (card, begun, asked, unclear, played, status):
        _written(post, forum.minimum)
    assert ("line of talk" in card.raw) is (len("@referee ready") < forum.minimum)
    forum.minimum, least = 2, re.compile("(?i)post_?length")
    forum.faults.spoilt = lambda told: None if least.search(str(told)) else told
    await place.pass_time(16 * MINUTE, MINUTE)
    assert f"{forum.name}: the least length of a post is not known" in caplog.text
    forum.faults.spoilt = None
    await place.pass_time(MINUTE)
    assert "`move:" not in (await place.play(forum.ann, "C1 C2", "**Red** played")).raw


def _written(post, least):
    (written,) = re.findall("`(move: [^`]+)`", post.raw)
    assert len(written) >= least
    return written


async def test_whoever_is_ready_alone_is_told_so(place, forum):
    """The start answers both where the other is ready in the same read."""
    opened = place.say(forum.host, "@referee match start red:@ann blue:@bob")
    await place.told("against", after=opened)
    ready = place.say(forum.ann, "@referee match ready")
    assert (await place.told("You are ready", after=opened)).to == ready.id


async def test_all_refusals_of_a_read_are_one_reply(place, forum):
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


async def test_out_of_turn_is_only_said_when_no_turn_before_it_can_be_under_way(place, forum):
    """Blue answers a turn that is not visible yet: both are ruled by their stamps."""
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


@pytest.mark.parametrize(
    "doubtful",
    ["E5\n\nor F6, I am not sure about it", "My ideas are these:\n\n* E5\n* F6"],
    ids=["or", "list"],
)
@BOTH
async def test_alternatives_are_asked_about_and_tables_are_talk(shut, forum, doubtful):
    place, forum.minimum = shut, 2
    await place.open()
    begun = await place.start(CLOCK)
    asked = place.say(forum.ann, doubtful)
    answered = await place.told("Which turn do you mean? Write it once more", after=begun)
    assert "such as E5" in answered.raw
    place.say(forum.ann, "| cell | why |\n|---|---|\n| E5 | the centre |\n\nmove: F6, then")
    assert "played **F6**" in (await place.told("**Red** played", after=asked)).raw


@BOTH
async def test_a_post_edited_before_it_was_seen_counts_from_the_edit(place, forum):
    """Its words are no older than that: here that is after the deadline."""
    begun = await place.start("clock:1m+0s")
    place.clock.advance(50 * SECOND)
    forum.faults.down = True
    post = place.say(forum.ann, "I am still thinking about this")
    await place.pass_time(40 * SECOND, SECOND)
    forum.edit(post, f"move: {RED}, at last and in time?")
    forum.faults.down = False
    assert "Red's time ran out" in (await place.told("wins", after=begun)).raw


@BOTH
async def test_a_purged_turn_stands(table, forum):
    post = table.say(forum.ann, f"move: {RED}, my favourite")
    played = await table.told("played", after=post)
    forum.purge(post)
    assert "stands as played" in (await table.told("deleted after it was ruled", after=played)).raw


@BOTH
async def test_a_post_that_somebody_else_edited_first_is_not_ruled(place, forum):
    begun = await place.start(CLOCK)
    forum.faults.down = True
    post = place.say(forum.ann, "move: A1, I believe so")
    place.clock.advance(5 * SECOND)
    forum.edit(post, f"move: {RED}, I believe so", by=forum.host)
    forum.faults.down = False
    await place.told("Somebody else edited your post", after=begun)
    await place.play(forum.ann, f"move: {RED}, my own words", f"played **{RED}**")


@BOTH
async def test_posts_from_elsewhere_and_of_guests_never_count(table, forum):
    """Their stamps are not this forum's, or nobody stands behind them."""
    if forum.name == "nodebb":
        table.say(forum.ann, f"move: {RED}, from afar", local=False)
    table.say(0, f"move: {RED}, from nobody")
    await table.pass_time(3 * EVERY)
    assert not [post for post in table.mine() if "played" in post.raw]


@BOTH
async def test_whoever_is_renamed_keeps_the_seat(table, forum):
    forum.rename(forum.ann, "Annabel")
    await table.play(forum.ann, f"move: {RED}, as ever", f"played **{RED}**")


async def test_whoever_left_the_forum_keeps_the_seat(place, forum):
    """NodeBB: the account was deleted after the post was made; the post still has its number."""
    begun = await place.start(CLOCK)
    place.say(forum.ann, f"move: {RED}, and farewell")
    forum.leave(forum.ann)
    assert f"played **{RED}**" in (await place.told("**Red** played", after=begun)).raw


def _close(forum, topic, way):
    if way == "unmoderated":
        forum.categories[forum.place].discard(forum.referee.id)
        return lambda: forum.categories[forum.place].add(forum.referee.id)
    name, before = ("category", forum.place) if way == "moved" else (way, False)
    setattr(topic, name, forum.category() if way == "moved" else True)
    return lambda: setattr(topic, name, before)


@pytest.mark.parametrize("way", ["locked", "deleted", "moved", "unmoderated"])
@BOTH
async def test_once_its_topic_is_mended_a_match_goes_on_by_itself(table, forum, way):
    mend = _close(forum, table.topic, way)
    assert "it goes on by itself" in await table.whispered()
    assert (DELETED in forum.chats[0][2]) is (way == "deleted")
    elsewhere = forum.topic(forum.place, forum.host, "Elsewhere")
    asked = forum.say(forum.fan, elsewhere, "@referee match status match:1")
    status = await table.told("Match 1", after=asked, topic=elsewhere)
    assert "goes on by itself" in status.raw
    assert "host resumes" not in status.raw
    turn = table.say(forum.ann, f"move: {RED}, is anybody there?")
    await table.pass_time(2 * EVERY)
    mend()
    mended = table.clock.now()
    played = await table.told("**Red** played", after=turn)
    assert played.at - mended <= 3 * EVERY
    assert played.id > (await table.told("resumed")).id
    assert len(forum.chats) == 1
    if way == "locked":
        assert "it goes on by itself" in (await table.told("⏸️")).raw
        assert (await table.told("Your turn counts")).to == turn.id
    await table.close()
    mend = _close(forum, table.topic, way)
    await table.open()
    await table.until(lambda: len(forum.chats) > 1, "a second word to the host")
    mend()
    await table.play(forum.bob, f"move: {BLUE}, well", "**Blue** played")


async def test_a_match_is_moved_by_the_address_of_another_topic(table, forum):
    """As its host is advised where it can't go on; each answer on the way says how."""
    table.topic.locked = True
    await table.until(lambda: forum.chats, "a word to the host")
    assert "`@referee host move match:1 to:ADDRESS`" in forum.chats[0][2]
    other = forum.topic(forum.place, forum.host, "The other one")
    for words, answer in (
        ("", "the address of the topic to go on in. For example: host move to:"),
        ("to:here", "Name a topic by its address: all of it, or to:/topic/7."),
        ("to:/topic/99", "The forum knows nothing of it."),
        (f"to:{forum.url}/topic/{other.id}", "The match goes on"),
    ):
        asked = forum.say(forum.host, other, f"@referee host move match:1 {words}")
        assert "arena" not in (await table.told(answer, after=asked, topic=other)).raw


async def test_a_match_that_waits_in_a_locked_topic_asks_again_once(place, forum):
    place.topic.locked = True
    opened = place.say(forum.host, "@referee match start red:@ann blue:@bob")
    await place.told("against", after=opened)
    await place.until(lambda: forum.chats, "a word to the host")
    place.topic.locked = False
    asked = await place.told("Both of you can be here now", after=opened)
    await place.pass_time(4 * EVERY)
    assert place.mine()[-1] == asked
    assert len(forum.chats) == 1


async def test_a_host_s_pause_is_told_from_one_for_the_topic(table, forum):
    table.say(forum.host, "@referee host pause")
    await table.told("paused the match")
    assert "Host paused" in (await table.play(forum.fan, "@referee match status", "Match 1")).raw
    turn = table.say(forum.ann, f"move: {RED}, now or never")
    assert "until the host resumes it" in (await table.told("no turn is taken", after=turn)).raw


async def test_a_merged_topic_pauses_the_match(table, forum):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    forum.merge(table.topic, forum.topic(forum.place, forum.host, "The other one"))
    assert "merged" in await table.whispered()


@BOTH
async def test_no_match_is_held_where_the_referee_does_not_moderate(place, forum, caplog):
    """A moderator is exempt from queue and flood limits; nobody else is."""
    await place.until(lambda: place.clock.now() and len(forum.journal) > 4)
    forum.categories[forum.place].clear()
    if forum.name == "discourse":
        await place.restart()
    told = await place.play(forum.host, "@referee match start red:@ann blue:@bob", "Please give me")
    assert "Moderate this category" in told.raw
    await place.restart()
    await place.until(lambda: f"I don't moderate category {forum.place}" in caplog.text)


@BOTH
async def test_what_waits_for_approval_is_not_sent_again(table, forum):
    """Nothing says when that ends: it is for the host to resume, and does not go on by itself."""
    forum.queued_users.add(forum.referee.id)
    table.say(forum.ann, f"move: {RED}, my favourite")
    whisper = await table.whispered()
    assert ("by itself" in whisper, "host resume" in whisper) == (False, True)
    seen = len(forum.queue)
    await table.pass_time(5 * MINUTE)
    assert len(forum.queue) == seen
    assert "approval" in whisper
    assert len([one for one in forum.queue.values() if "**Red** played" in one.raw]) == 1
    forum.queued_users.clear()
    for number in list(forum.queue):
        forum.approve(number)
    table.say(forum.host, "@referee match resume")
    await table.told("resumed")
    await table.pass_time(5 * MINUTE)
    assert len([post for post in table.mine() if "**Red** played" in post.raw]) == 1


async def test_already_posting_is_tried_again(table, forum):
    forum.faults.busy = 2
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.pass_time(MINUTE)
    assert len([post for post in table.mine() if "**Red** played" in post.raw]) == 1


@BOTH
async def test_where_no_picture_can_be_had_the_board_is_text(place, forum):
    forum.faults.without_pictures = True
    await place.start(CLOCK)
    told = await place.play(forum.ann, f"move: {RED}, my favourite")
    assert "```text" in told.raw
    assert "![" not in told.raw


async def test_pictures_go_to_a_topic_of_the_referees_own(table, forum):
    await table.restart()
    await table.play(forum.ann, f"move: {RED}, my favourite")
    albums = [one for one in forum.topics.values() if one.title == "The referee's pictures"]
    assert len(albums) == 1
    assert len(albums[0].thumbs) >= 2
    assert not table.topic.thumbs


async def test_questions_are_answered_in_the_topic(place, forum):
    begun = await place.start(CLOCK)
    place.say(forum.fan, "@referee match status")
    place.say(forum.bob, "@referee match board")
    place.say(forum.ann, "@referee match record")
    told = await place.told("Turn 1", after=begun)
    assert "![" in told.raw
    assert "```text" in told.raw
    count = len(place.mine())
    await place.restart()
    await place.pass_time(2 * HOUR / 60)
    assert len(place.mine()) == count


@BOTH
async def test_a_topic_moved_to_a_category_that_is_not_moderated_pauses_at_once(shut, forum):
    """It is looked at again when a topic is moved, whatever was known of the category."""
    other = forum.category(forum.referee)
    shut.set_also(**{f"{forum.name}_category": (forum.place, other)})
    await shut.open()
    await shut.start("clock:3h+3h")
    if forum.name == "discourse":
        # There only staff counts, which is the same in every category.
        forum.categories[forum.place].clear()
        await shut.restart()
    forum.categories[other].clear()
    shut.topic.category = other
    shut.say(forum.fan, "It stands here now, does it?")
    assert "moderate" in await shut.whispered()


@BOTH
async def test_a_topic_that_is_gone_pauses_the_match(table, forum):
    del forum.topics[table.topic.id]
    assert "pause" in await table.whispered()


async def test_a_question_in_a_topic_without_a_match_is_answered_in_the_end(place, forum):
    await place.pass_time(MINUTE)
    forum.refuses_posts = True
    asked = place.say(forum.fan, "@referee match status")
    await place.until(lambda: forum.refused_posts, "a try")
    forum.refuses_posts = False
    assert (await place.told("There is no match here", after=asked)).to == asked.id
    await place.pass_time(MINUTE)
    assert len(place.mine()) == 1


@BOTH
async def test_more_topics_than_a_page_of_the_list_change_in_one_round(place, forum):
    await place.pass_time(MINUTE)
    ask = forum.place, forum.fan, "A question", "@referee match status"
    asked = [forum.topic(*ask)]
    place.clock.advance(SECOND / 1000)
    asked.append(forum.topic(*ask))
    for number in range(40):
        place.clock.advance(SECOND / 10)
        forum.topic(forum.place, forum.fan, f"Topic number {number}", "Hello to everybody.")
    for topic in asked:
        await place.told("There is no match here", topic=topic)


async def test_a_topic_of_more_than_5000_posts_pauses_its_match(table, forum):
    await table.pass_time(MINUTE)
    views = table.topic.views
    for _ in range(5001 - len(forum.of(table.topic))):
        table.say(forum.fan, "Hello.")
    assert "pause" in (await table.told("5,000 posts")).raw
    assert table.topic.views == views


async def test_no_more_matches_are_open_than_a_forum_may_hold(place, forum, monkeypatch):
    assert places.MOST_MATCHES == 500
    monkeypatch.setattr(places, "MOST_MATCHES", 1)
    await place.start("clock:3h+3h")
    other = forum.topic(forum.place, forum.fan, "Other", "@referee match start red:@ann blue:@bob")
    await place.told("500 matches", topic=other)
    await place.play(forum.ann, f"move: {RED}, all the same", f"played **{RED}**")


@BOTH
@pytest.mark.parametrize("words", ["I resign", "@referee I resign."])
@pytest.mark.parametrize("player", ["ann", "bob"])
async def test_whoever_resigns_in_words_is_told_how(table, forum, words, player):
    said = table.say(getattr(forum, player), words)
    told = await table.told("If you want to resign, use `@referee match resign`", after=said)
    assert "That is no turn" not in told.raw
    assert "played" in (await table.play(forum.ann, f"move: {RED}, on we go")).raw


async def test_cells_are_named_on_a_forum_unless_that_is_settled(place, forum):
    admin = forum.user("Admin", admin=True)
    await place.play(admin, "@referee setup", "coordinates as usual here (on up to side 7)")
    await place.start("clock:9h+9h")
    named = list(forum.pictures.values())[-1]
    await place.play(admin, "@referee setup coordinates:off", "coordinates off")
    seen = len(forum.pictures)
    place.say(forum.fan, "@referee match board")
    await place.until(lambda: len(forum.pictures) > seen, "the board")
    bare = list(forum.pictures.values())[-1]
    # What names the cells is some ten kilobytes of letters.
    assert len(named) > len(bare)


async def test_a_reminder_comes_before_half_of_the_bank_is_gone(place, forum):
    begun = await place.start("clock:0+10h")
    told = await place.told("of your bank is left", after=begun, step=4 * MINUTE)
    assert told.at - begun.at < 5 * HOUR
    assert "@ann" in told.raw.casefold()
