"""A referee that is killed at every turn of a match, and what has to stand in the topic then."""

import os
from collections.abc import Sequence

from bot.venues.forum.voice import nonce_in

CLOCK = "clock:3h+3h"
SIDE = 8
"""Of a board that has a cell for every turn."""
KILLS = int(os.environ.get("REFEREE_FORUM_KILLS", "3"))
TURNS = [f"{row}{cell}" for row in "BCDEFGHIJKLMNO" for cell in range(2, 8)][:KILLS]


async def play_through_kills(referee, arm, say, told) -> None:
    """Each turn is told by the process after the one that was killed over it.

    `arm` makes ready the kill of a number, and gives what waits for it; `say` has one player or the
    other post; `told` waits for a part of what the referee says.
    """
    for number, turn in enumerate(TURNS):
        killed = arm(number)
        await say(number % 2, f"move: {turn}, off we go")
        await killed()
        await referee.ended()
        await referee.start()
        await told(f"played **{turn}**")
    referee.kill()
    await referee.ended()


def assert_told_once(said: Sequence[str]) -> None:
    """Of the raw texts of all the referee's posts: each turn in one, and no nonce in two."""
    nonces = [nonce_in(raw) for raw in said]
    assert all(nonces)
    assert len(nonces) == len(set(nonces))
    counts = {turn: sum(f"played **{turn}**" in raw for raw in said) for turn in TURNS}
    assert counts == dict.fromkeys(TURNS, 1)
