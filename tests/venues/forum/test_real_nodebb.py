"""What is asked of a real NodeBB beside the conformance suite, if the environment names one.

The suite (`tests/venues/conformance`) holds its matches there as everywhere; `real.py` says what
has to be named. `REFEREE_FORUM_KILLS=50` kills as often as that, as on loopback.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from venues.conformance.arena import ANN, BOB
from venues.conformance.at_real_nodebb import MOMENTS, RealArena, real_nodebb
from venues.forum.kills import CLOCK, KILLS, SIDE, assert_told_once, play_through_kills
from venues.forum.real import ON_A_REAL_FORUM, URL

pytestmark = ON_A_REAL_FORUM


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[RealArena]:
    async with real_nodebb(tmp_path) as built:
        yield built


async def test_the_board_can_be_fetched_by_anybody(real):
    await real.begin()
    await real.play(ANN, "E5")
    raw = (await real.forum.told())[-1]["raw"]
    url = URL + raw.rpartition("](")[2].partition(")")[0]
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == 200
        assert (await answer.read()).startswith(b"\x89PNG")
    shown = await real.forum.ask(ANN, "GET", f"/api/topic/{real.forum.topic}")
    assert "(referee" in raw
    assert not any("(referee" in post["content"] for post in shown["posts"])


@pytest.mark.timeout(180 + 30 * KILLS)
async def test_killed_with_sigkill_while_it_posts(real):
    await real.begin(clock=CLOCK.removeprefix("clock:"), side=SIDE)

    def arm(number: int) -> Callable[[], Awaitable[object]]:
        moment, goes_on = MOMENTS[number % len(MOMENTS)]
        return real.relay.arm(real.forum.topic, moment, real.killer(goes_on=goes_on))

    async def say(player: int, text: str) -> None:
        await real.say((ANN, BOB)[player], text)

    async def told(part: str) -> None:
        await real.heard(part.replace("**", ""))

    await play_through_kills(real.referee, arm, say, told)
    said = [post["raw"] for post in await real.forum.told()]
    assert_told_once(said)
    print(f"{KILLS} kills, {len(said)} posts of the referee's, each turn told once")
