"""Cups on a forum: typed in a topic, each pairing in a topic of its own, once through kills."""

import re
from collections.abc import Callable

from loopback_forums import ForumPost, Topic, User

from venues.forum.house import BOTH, MINUTE, ForumHouse


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


async def play(place: ForumHouse, winner: User, loser: User) -> None:
    topic = await topic_of(place, winner.name, loser.name)
    for player in (winner, loser):
        place.forum.say(player, topic, "@referee match ready")
    await place.told("Both are ready", topic=topic)
    place.forum.say(loser, topic, "@referee match resign confirm:yes")
    await place.told("resigned", topic=topic)


@BOTH
async def test_a_topic_whose_making_was_not_answered_is_not_made_again(place, forum):
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
    await topic_of(place, "Ann", "Bob")
    assert len(topics(place)) == 1


async def test_a_cup_is_typed_and_played_in_topics_through_kills(place, forum):
    """Four sign up; the referee is killed while it opens topics, and while it tells of results."""
    eve = forum.user("Eve")
    people = (forum.ann, forum.bob, forum.fan, eve)
    place.say(forum.host, "@referee cup open name:Colosseum clock:3h+3h")
    card = await place.told("sign up now")
    assert "press" not in card.raw.casefold()
    assert "Write `@referee cup join`" in card.raw
    for person in people:
        await place.play(person, "@referee cup join", "You are in Colosseum")
    place.revives = True
    kill_over(place, lambda: len(topics(place)) == 2)
    place.say(forum.host, "@referee cup start seeding:order")
    paired = await place.told("round 1")
    made = topics(place).values()
    assert linked(paired) == {topic.id for topic in made}
    assert len(made) == 2
    kill_over(place, lambda: any("** beat" in post.raw for post in place.mine()))
    await play(place, forum.ann, eve)
    kill_over(place, lambda: len(topics(place)) == 3)
    await play(place, forum.bob, forum.fan)
    await play(place, forum.ann, forum.bob)
    assert f"@{forum.ann.slug}" in (await place.told("is the champion", step=MINUTE)).raw.casefold()
    assert len(topics(place)) == 3
    results = [post for post in place.mine() if "** beat" in post.raw]
    told = {one for post in results for one in linked(post)}
    assert told == {topic.id for topic in topics(place).values()}
    assert len(linked(await place.play(forum.fan, "@referee cup status", "Colosseum"))) == 1
    texts = [post.raw for post in place.mine()]
    for part in ("sign up now", "begins with 4", "round 1", "round 2", "is the champion"):
        assert sum(part in text for text in texts) == 1, (part, place.forum.show())
    for one in ("** beat Eve.", "** beat Fan.", "** beat Bob."):
        assert sum(one in text for text in texts) == 1, (one, place.forum.show())


def linked(post: ForumPost) -> set[int]:
    return {int(number) for number in re.findall(r"/(?:topic|t)/(\d+)", post.raw)}


def kill_over(place: ForumHouse, check: Callable[[], bool]) -> None:
    """The referee is killed when the forum has made a post or topic, before it is told so."""

    def strike() -> None:
        if check():
            place.forum.made_hook = lambda: None
            place.doom()

    place.forum.made_hook = strike


async def test_people_check_in_by_a_reply_through_kills(place, forum):
    """Ann and Bob do, Fay does not, and Eve comes late; each is answered once, in the topic."""
    eve = forum.user("Eve")
    place.say(forum.host, "@referee cup open name:Colosseum clock:3h+3h check-in:2h")
    await place.told("sign up now")
    for person in (forum.ann, forum.bob, forum.fan):
        await place.play(person, "@referee cup join", "You are in Colosseum")
    place.revives = True
    kill_over(place, lambda: any("the check-in is open" in post.raw for post in place.mine()))
    place.say(forum.host, "@referee cup start seeding:order")
    call = await place.told("the check-in is open")
    assert "write `@referee cup join`" in call.raw
    for person in (forum.ann, forum.bob, forum.fan):
        assert f"@{person.slug}" in call.raw.casefold()
    for person, answer in (
        (forum.ann, "You have checked in: 1 of 3"),
        (eve, "checked in: 2 of 4"),
        (forum.ann, "You have checked in already"),
        (forum.bob, "You have checked in: 3 of 4"),
    ):
        await place.play(person, "@referee cup join", answer)
    begun = await place.told("begins with 3 players", step=MINUTE)
    assert "Not here, and so not in it: " in begun.raw
    await topic_of(place, "Bob", "Eve")
    texts = [post.raw for post in place.mine()]
    for part in ("the check-in is open", "begins with 3", "round 1"):
        assert sum(part in text for text in texts) == 1, (part, place.forum.show())
