"""Whatever ends the referee in whatever moment, every ruling stands in the topic exactly once.

`REFEREE_FORUM_KILLS=50` kills as often as that; without it a few kills have to do.
"""

import logging
from collections.abc import Awaitable, Callable

import pytest
from loopback_forums import LoopbackDiscourse, LoopbackForum, LoopbackNodeBB, Topic

from bot.venues.forum.nonce import nonce_in
from venues.forum.house import BLUE, RED, house
from venues.forum.kills import CLOCK, KILLS, SIDE, assert_told_once, play_through_kills
from venues.forum.process import Process, settings_of

BOTH = pytest.mark.parametrize("kind", [LoopbackNodeBB, LoopbackDiscourse])


def nonces(forum: LoopbackForum, topic: Topic) -> list[str]:
    """What the referee's posts are known by, in a topic."""
    return [nonce_in(post.raw) for post in forum.said_by(forum.referee, topic)]


# What is broken off in the middle of opening its database leaves the closing to the collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@BOTH
@pytest.mark.parametrize("number", range(1, 7))
async def test_killed_just_after_a_post_was_made(kind, number, tmp_path):
    """At the opening, an answer, the start, a turn: the next process finds it and goes on."""
    async with house(kind, tmp_path, begun=False) as place:
        forum = place.forum
        count = 0

        def kill_soon() -> None:
            nonlocal count
            made = len(forum.said_by(forum.referee, place.topic))
            if made > count:
                count = made
                if made == number and place.working:
                    place.doom()

        await place.open()
        forum.journal_hook = kill_soon

        place.say(forum.host, f"@referee match start red:@ann blue:@bob {CLOCK}")
        place.revives = True
        await place.told("against")
        for player in (forum.ann, forum.bob):
            place.say(player, "@referee match ready")
        await place.told("Both are ready")
        place.say(forum.ann, f"move: {RED}, here we go")
        await place.told("**Red** played")
        place.say(forum.bob, f"move: {BLUE}, here we go")
        await place.told("**Blue** played")
        place.say(forum.ann, "move: Z9, oh dear me")
        await place.told("Z9 is off the board")
        await place.pass_time(30 * place.settings.forum_every / 10)
        said = nonces(forum, place.topic)
        assert len(said) == len(set(said))
        for part in ("against", "Both are ready", "**Red** played", "**Blue** played", "Z9 is off"):
            assert len([post for post in place.mine() if part in post.raw]) == 1, part


@pytest.mark.real_time
@pytest.mark.timeout(180 + 20 * KILLS)
async def test_killed_with_sigkill_while_it_posts(tmp_path):
    """Every turn is announced once, however often; and no token is in what it logged."""
    async with LoopbackNodeBB() as forum:
        topic = forum.topic(forum.place, forum.host, "Ann against Bob")
        referee = Process(settings_of(forum), tmp_path)
        await referee.start()
        # What was written before the first start of all is nobody's command.
        await forum.until(lambda: any("/category/" in path for _, path, _ in forum.journal))
        forum.say(forum.host, topic, f"@referee match start red:@ann blue:@bob {CLOCK} side:{SIDE}")
        await forum.said(topic, "against")
        forum.say(forum.host, topic, "@referee match begin")
        await forum.said(topic, "started the match")

        def arm(number: int) -> Callable[[], Awaitable[object]]:
            """While the post is under way, when it is made, or when its answer was read."""
            before = len(forum.said_by(forum.referee, topic))
            at = number % 3

            def strike() -> None:
                nonlocal at
                made = len(forum.said_by(forum.referee, topic)) > before
                if (at == 0 and forum.posting) or (at > 0 and made):
                    at = -1
                    forum.journal_hook = lambda: None
                    referee.kill()
                    forum.bell.ring()

            forum.journal_hook = strike
            return lambda: forum.until(lambda: at == -1, "a kill")

        async def say(player: int, text: str) -> None:
            forum.say((forum.ann, forum.bob)[player], topic, text)

        await play_through_kills(referee, arm, say, lambda part: forum.said(topic, part))
        assert_told_once([post.raw for post in forum.said_by(forum.referee, topic)])
        assert forum.referee.token not in referee.log.read_text(encoding="utf-8", errors="replace")


async def test_several_venues_are_served_at_once(tmp_path, caplog):
    """A NodeBB and a Discourse, a match on each; no token in the log."""
    caplog.set_level(logging.DEBUG)
    async with house(LoopbackNodeBB, tmp_path, begun=False) as place:
        async with LoopbackDiscourse(place.clock.now) as other:
            elsewhere = other.topic(other.place, other.host, "Ann against Bob")
            place.set_also(**other.settings())
            await place.open()
            await place.start(CLOCK)
            other.say(other.host, elsewhere, f"@referee match start red:@ann blue:@bob {CLOCK}")

            def opened() -> bool:
                return any("against" in one.raw for one in other.said_by(other.referee, elsewhere))

            await place.until(opened, "a match on the other forum")
            await place.play(place.forum.ann, f"move: {RED}, here we go")
            await place.close()
        assert place.forum.referee.token not in caplog.text
