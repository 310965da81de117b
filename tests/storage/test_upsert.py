"""Notes that several processes make at the same moment, where there is none yet."""

import asyncio
from datetime import timedelta

from handclock import START

from bot.parts import Part
from bot.servers.settings import USUAL
from bot.storage.forum import ForumStore
from bot.storage.servers import Servers
from bot.storage.store import open_store

PROCESSES, ROUNDS = 4, 15


async def test_processes_that_note_the_same_at_once_disturb_nobody(database: str) -> None:
    """A duty, a server's settings and a topic: each is kept, by whoever came last."""
    stores = [await open_store(database) for _ in range(PROCESSES)]
    try:
        for number in range(ROUNDS):
            part, at = Part("discord", number, ROUNDS), START + timedelta(seconds=number)
            await asyncio.gather(*(store.on_duty(part, at) for store in stores))
            assert await stores[0].last_on_duty(part) == at
            server = f"server-{number}"
            await asyncio.gather(
                *(Servers(store).settle("discord", server, USUAL) for store in stores)
            )
            forums = [ForumStore(store, "nodebb", "forum") for store in stores]
            await asyncio.gather(*(forum.read(str(number), 3, at, (), ()) for forum in forums))
    finally:
        for store in stores:
            await store.close()
