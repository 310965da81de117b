"""Pictures: how many a forum takes, which come first, and where else than in a reply they stand."""

import re

import pytest
from loopback_forums import ForumPost, Topic
from loopback_forums.nodebb import COOLDOWN, MOST_UPLOADS

from venues.forum.house import BLUE, BOTH, EVERY, MINUTE, RED, ForumHouse

PNG = b"\x89PNG"
ANN_A, BOB_I = ("ann", "A"), ("bob", "I")
"""Who plays along which side."""
LINK = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


async def test_no_more_pictures_are_sent_than_nodebb_takes(table, forum):
    seen, shown = len(forum.journal), []
    turns = [(player, f"{row}{n}") for n in range(1, 6) for player, row in (ANN_A, BOB_I)]
    for name, cell in (*turns, ("ann", "B1"), ("bob", "H1"), ("ann", "B3")):
        told = await table.play(getattr(forum, name), f"move: {cell}, quickly")
        shown.append("```text" not in told.raw)
    uploads = [status for _, path, status in forum.journal[seen:] if path.endswith("/thumbs")]
    assert set(uploads) == {200}
    assert shown[:5] == [True] * 5
    assert not all(shown)


async def test_positions_without_a_picture_get_one_later_the_newest_first(table, forum):
    """Their words were posted at once, with the board as text in the picture's place."""
    forum.faults.without_pictures = True
    one = await table.play(forum.ann, f"move: {RED}, my favourite")
    two = await table.play(forum.bob, f"move: {BLUE}, on we go")
    assert all("```text" in post.raw and not LINK.search(post.raw) for post in (one, two))
    words = one.raw.partition("```")[0]
    forum.faults.without_pictures = False
    changed: list[int] = []
    forum.journal_hook = lambda: changed.extend(
        post.id for post in (one, two) if post.id not in changed and LINK.search(post.raw)
    )
    await table.until(lambda: len(changed) == 2, "both pictures")
    assert changed == [two.id, one.id]
    assert one.raw.startswith(words)
    assert "```" not in one.raw
    assert re.search(r"\)\n\n\[//\]: # \(referee [\d.]+\)$", one.raw)
    links = [LINK.search(post.raw)[1] for post in (one, two)]
    assert len({forum.pictures[link] for link in links}) == 2


async def test_a_film_that_is_asked_for_follows_where_there_are_too_many(table, forum):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    forum.upload(MOST_UPLOADS)
    told = await table.play(forum.fan, "@referee match replay", "The film of match 1 follows")
    await table.until(lambda: LINK.search(told.raw), "the film")
    assert "follows" not in told.raw
    assert forum.pictures[LINK.search(told.raw)[1]].startswith(b"GIF")


@pytest.mark.parametrize("status", [400, 500])
async def test_a_picture_too_many_delays_no_words(table, forum, status):
    """Somebody else has used the limit up: NodeBB says 400, or 500; the turn is told at once."""
    forum.too_many_status = status
    forum.upload(MOST_UPLOADS)
    said_at = table.clock.now()
    told = await table.play(forum.ann, f"move: {RED}, my favourite")
    assert "```text" in told.raw
    assert told.at - said_at <= 2 * EVERY
    await table.pass_time(COOLDOWN + 2 * MINUTE)
    assert LINK.search(told.raw)


async def test_pictures_are_linked_from_the_root_of_the_site(table, forum):
    """However the referee reaches the forum, its readers get the picture from where they are."""
    link = LINK.search((await table.play(forum.ann, f"move: {RED}, my favourite")).raw)[1]
    assert link.startswith("/assets/uploads/")
    assert link in forum.pictures


async def test_whoever_moderates_all_of_a_nodebb_is_spared_the_limit(shut, forum):
    forum.change(forum.referee, global_moderator=True)
    await shut.open()
    await shut.start("clock:9h+9h")
    for number in range(1, 13):
        topic = forum.topic(forum.place, forum.host, f"{number}", "@referee match board match:1")
        assert LINK.search((await shut.told("![", topic=topic)).raw)
    assert len(forum.pictures) > MOST_UPLOADS


async def opened_by_referee(place: ForumHouse) -> ForumPost:
    """The first post of a topic that the referee has opened for the match; both are ready there."""
    forum = place.forum
    place.say(forum.host, "@referee match start red:@ann blue:@bob clock:9h+9h where:post")

    def opened() -> Topic | None:
        mine = (one for one in forum.topics.values() if forum.of(one)[0].uid == forum.referee.id)
        return next((one for one in mine if "pictures" not in one.title), None)

    place.topic = await place.until(opened, "a topic")
    place.both_ready()
    await place.told("Both are ready")
    return forum.of(place.topic)[0]


@BOTH
async def test_the_first_post_is_kept_up_to_date(place, forum):
    front = await opened_by_referee(place)
    await place.play(forum.ann, f"move: {RED}, my favourite")
    told = await place.play(forum.bob, f"move: {BLUE}, on we go")
    await place.until(lambda: LINK.findall(front.raw) == LINK.findall(told.raw), "the board")
    assert "Red Ann against Blue Bob" in front.raw
    assert f"1. {RED} · 2. {BLUE}" in front.raw
    place.say(forum.bob, "@referee match resign confirm:yes")
    await place.until(lambda: "Red wins by resignation" in front.raw, "the result")
    assert not [post for post in place.mine() if "edited after" in post.raw]


@BOTH
async def test_the_first_post_is_brought_up_to_date_after_a_restart(place, forum):
    """The referee was killed between the result and the first post, which is edited once."""
    front = await opened_by_referee(place)
    await place.play(forum.ann, f"move: {RED}, my favourite")
    await place.until(lambda: f"1. {RED}" in front.raw, "the turn")
    forum.made_hook = place.doom
    place.say(forum.bob, "@referee match resign confirm:yes")
    await place.until(lambda: "Bob resigned" in place.mine()[-1].raw, "the result")
    await place.kill()
    forum.made_hook = lambda: None
    # Hardly ever the last request was faster than the kill: then nothing is left to be edited.
    place.revives = True
    await place.until(lambda: "Red wins by resignation" in front.raw, "the result on top")
    assert "Red has won." in front.raw
    edited = front.edited_at
    await place.restart()
    await place.pass_time(3 * EVERY)
    assert front.edited_at == edited


async def test_a_first_post_that_was_moved_away_is_changed_no_more(place, forum):
    front = await opened_by_referee(place)
    await place.play(forum.ann, f"move: {RED}, my favourite")
    await place.until(lambda: f"1. {RED}" in front.raw, "the turn")
    forum.move_post(front, forum.topic(forum.category(forum.referee), forum.host))
    before = front.raw
    await place.pass_time(3 * EVERY)
    await place.play(forum.bob, f"move: {BLUE}, on we go")
    await place.pass_time(3 * EVERY)
    assert front.raw == before


async def test_an_announcement_that_comes_to_stand_first_is_left_as_it_is(place, forum):
    """A moderator splits the end of a match off, and the next one is held in the new topic."""
    await opened_by_referee(place)
    told = await place.play(forum.ann, f"move: {RED}, my favourite")
    place.say(forum.bob, "@referee match resign confirm:yes")
    await place.told("Bob resigned")
    before, other = told.raw, forum.topic(forum.place, forum.host)
    for post in forum.of(place.topic):
        if post.id >= told.id:
            forum.move_post(post, other)
    place.topic = other
    await place.start("clock:9h+9h")
    await place.play(forum.ann, f"move: {RED}, once more")
    await place.pass_time(3 * EVERY)
    assert forum.of(other)[0] is told
    assert told.raw == before


async def test_a_topic_of_somebody_else_s_keeps_its_first_post(table, forum):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    await table.pass_time(3 * EVERY)
    assert forum.of(table.topic)[0].raw == "Here."


@pytest.mark.parametrize("cut_off", [False, True])
async def test_a_picture_that_the_forum_never_takes_holds_no_other_up(table, forum, cut_off):
    forum.kinds, forum.cuts_uploads_off = (PNG,), cut_off
    forum.faults.without_pictures = True
    older = await table.play(forum.ann, f"move: {RED}, my favourite")
    film = await table.play(forum.fan, "@referee match replay", "The film of match 1 follows")
    forum.faults.without_pictures = False
    await table.until(lambda: "can't be shown" in film.raw, "the end of the film")
    await table.until(lambda: LINK.search(older.raw), "the board")
    assert "The film of match 1 can't be shown here: the forum does not take it." in film.raw
    assert "follows" not in film.raw
    seen = len(forum.journal)
    await table.pass_time(10 * MINUTE)
    assert not [path for _, path, _ in forum.journal[seen:] if path.endswith("/thumbs")]
    newer = await table.play(forum.bob, f"move: {BLUE}, on we go")
    await table.until(lambda: LINK.search(newer.raw), "the next board")


async def test_an_upload_that_is_cut_off_delays_no_words(table, forum):
    await table.play(forum.ann, f"move: {RED}, my favourite")
    forum.kinds, forum.cuts_uploads_off = (PNG,), True
    asked = table.say(forum.fan, "@referee match replay")
    assert (await table.told("The film of match 1 follows", after=asked)).at - asked.at <= 2 * EVERY


async def test_outside_the_set_categories_no_topic_is_opened(table, forum):
    """Its match's topic was moved to where the referee is a moderator, and not at work."""
    table.topic.category = forum.category(forum.referee)
    await table.until(lambda: forum.chats, "a word to the host")
    await table.pass_time(4 * EVERY)
    albums = [one.category for one in forum.topics.values() if "pictures" in one.title]
    assert albums == [forum.place]
