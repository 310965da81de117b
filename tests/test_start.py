"""Once what was open is in memory, it is set aside from the search for garbage."""

import asyncio
import gc
from pathlib import Path

from loopback.bell import PATIENCE

from bot.app import serve
from bot.serve import set_aside
from bot.settings import Settings
from bot.timing import RealTime


async def test_whoever_waits_for_the_open_matches_hears_of_them_once(tmp_path: Path) -> None:
    """And the referee goes on until it is stopped."""
    database = f"sqlite+aiosqlite:///{tmp_path / 'referee.sqlite3'}"
    stop, loaded, heard = asyncio.Event(), asyncio.Event(), []

    def on_loaded() -> None:
        heard.append(serving.done())
        loaded.set()

    settings = Settings(database_url=database, room_port=0)
    serving = asyncio.create_task(serve(settings, RealTime(), stop, on_loaded))
    async with asyncio.timeout(PATIENCE.total_seconds()):
        await loaded.wait()
        stop.set()
        await serving
    assert heard == [False]


def test_what_is_set_aside_is_not_searched_for_garbage() -> None:
    """What a list holds now is not found there any more; what comes later is."""
    before = [[] for _ in range(100)]
    try:
        set_aside()
        after = [[] for _ in range(100)]
        searched = {id(one) for one in gc.get_objects()}
        assert not any(id(one) in searched for one in before)
        assert all(id(one) in searched for one in after)
    finally:
        gc.unfreeze()
