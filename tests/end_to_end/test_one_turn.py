"""What one turn costs, from the message to the announcement: nothing is done over and over."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

import aiosqlite
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.referee.arbiter import rule
from bot.referee.fold import apply
from bot.storage.store import Store
from end_to_end.failing import all_stored

TRACED: dict[CodeType, str] = {
    rule.__code__: "rule",
    apply.__code__: "apply",
    Store.load.__code__: "load",
    aiosqlite.Connection._execute.__code__: "hops of one statement",
}


@contextmanager
def traced() -> Iterator[Counter[str]]:
    """Counts rulings, folded events, full loads and transactions in this thread."""
    counted: Counter[str] = Counter()

    def called(frame: FrameType, what: str, _: object) -> None:
        if what == "call" and frame.f_code in TRACED:
            counted[TRACED[frame.f_code]] += 1

    def begun(_: object) -> None:
        counted["transactions"] += 1

    event.listen(Engine, "begin", begun)
    sys.setprofile(called)
    try:
        yield counted
    finally:
        sys.setprofile(None)
        event.remove(Engine, "begin", begun)


async def test_a_turn_is_ruled_twice_at_the_most_and_folded_once_for_each(place):
    """Before the lock and under it; its announcement is written from the match in memory."""
    await place.start()
    await all_stored(place)
    for player, text in ((place.red, "E5"), (place.blue, "C3 F3")):
        with traced() as counted:
            await place.play(player, text)
            await all_stored(place)
        assert 1 <= counted["rule"] <= 2
        assert 1 <= counted["apply"] <= 3
        assert counted["transactions"] == 2
        assert counted["load"] == 0
        # What is stored goes to the writer's thread as a whole.
        assert counted["hops of one statement"] == 0


async def test_a_refused_turn_costs_one_transaction(place):
    """That it was refused; whether it has been ruled before is known. Nothing is folded."""
    await place.start()
    await all_stored(place)
    with traced() as counted:
        await place.play(place.red, "Z9", expect="Z9")
    assert 1 <= counted["rule"] <= 2
    assert counted["apply"] == 0
    assert counted["transactions"] == 1


async def test_talk_costs_one_look_at_it(place):
    """Most of what is said in a room: it waits for nobody, and the database does not hear of it."""
    await place.start()
    await all_stored(place)
    with traced() as counted:
        await place.say(place.red, "what a lovely evening")
        await place.play(place.red, "Z9", expect="Z9")
    assert 2 <= counted["rule"] <= 3
    assert counted["transactions"] == 1
