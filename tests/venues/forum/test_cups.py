"""Cups on a forum: each pairing in one topic of its own, to which announcements link."""

import re

from loopback_forums import ForumPost, Topic

from venues.forum.house import BOTH, ForumHouse


def topics(place: ForumHouse) -> dict[str, Topic]:
    """The topics that the referee opened for pairings, by title; two of one title are an error."""
    forum = place.forum
    mine = [one for one in forum.topics.values() if forum.opener(one) == forum.referee.id]
    found = {one.title: one for one in mine if one.title.startswith("Colosseum")}
    assert len(found) == sum(one.title.startswith("Colosseum") for one in mine)
    return found


async def topic_of(place: ForumHouse, *names: str) -> Topic:
    def found() -> Topic | None:
        alike = (one for title, one in topics(place).items() if all(map(title.count, names)))
        return next(alike, None)

    topic = await place.until(found, " and ".join(names))
    await place.told("against", topic=topic)
    return topic


@BOTH
async def test_a_topic_whose_making_was_not_answered_is_not_made_again_and_is_linked(place, forum):
    place.say(forum.host, "@referee cup open name:Colosseum clock:3h+3h")
    await place.told("sign up now")
    for person in (forum.ann, forum.bob):
        await place.play(person, "@referee cup join", "You are in Colosseum")

    def lose() -> None:
        if topics(place):
            forum.made_hook = lambda: None
            forum.faults.answers_lost = 1

    forum.made_hook = lose
    place.say(forum.host, "@referee cup start")
    topic = await topic_of(place, "Ann", "Bob")
    assert len(topics(place)) == 1
    await place.told("round 1")
    status = await place.play(forum.fan, "@referee cup status", "Colosseum")
    for person, order, told in (
        (forum.ann, "ready", "You are ready"), (forum.bob, "ready", "Both are ready"),
        (forum.bob, "resign confirm:yes", "resigned"),
    ):  # fmt: skip
        place.forum.say(person, topic, f"@referee match {order}")
        await place.told(told, topic=topic)
    assert linked(status) == linked(await place.told("** beat")) == {topic.id}


def linked(post: ForumPost) -> set[int]:
    return {int(number) for number in re.findall(r"/(?:topic|t)/(\d+)", post.raw)}
