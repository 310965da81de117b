"""Whatever ends the referee in whatever moment, every ruling stands in the topic exactly once.

`REFEREE_FORUM_KILLS=50` kills as often as that; without it a few kills have to do.
"""

import logging
from collections.abc import Awaitable, Callable

import pytest
from loopback_forums import LoopbackDiscourse, LoopbackNodeBB

from venues.forum.house import RED
from venues.forum.kills import CLOCK, KILLS, SIDE, assert_told_once, play_through_kills
from venues.forum.process import Process, settings_of


@pytest.mark.real_time
@pytest.mark.timeout(180 + 20 * KILLS)
async def test_killed_with_sigkill_while_it_posts(tmp_path):
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


async def test_several_venues_are_served_at_once(shut, forum, caplog):
    caplog.set_level(logging.DEBUG)
    async with LoopbackDiscourse(shut.clock.now) as other:
        elsewhere = other.topic(other.place, other.host, "Ann against Bob")
        shut.set_also(**other.settings())
        await shut.open()
        await shut.start(CLOCK)
        other.say(other.host, elsewhere, f"@referee match start red:@ann blue:@bob {CLOCK}")

        def opened() -> bool:
            return any("against" in one.raw for one in other.said_by(other.referee, elsewhere))

        await shut.until(opened, "a match on the other forum")
        await shut.play(forum.ann, f"move: {RED}, here we go")
        await shut.close()
    assert forum.referee.token not in caplog.text
