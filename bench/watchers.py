"""So many watchers of one match, as connections that read and forget: `HOST PORT PATH COUNT`.

Says so on its output when all are sent the match, and goes on until it is killed.
"""

import asyncio
import sys

from bot.serving.connections import allow_more_files

AT_ONCE = 50
"""Connections that are opened before the first of them is answered."""
READY = "all are watching"


async def watch(host: str, port: int, path: str, begun: "asyncio.Queue[None]") -> None:
    """One watcher."""
    reader, writer = await asyncio.open_connection(host, port)
    asked = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n"
    writer.write(asked.encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise RuntimeError(head.decode())
    await reader.read(1)
    begun.put_nowait(None)
    while await reader.read(65536):
        pass


async def main(host: str, port: int, path: str, count: int) -> None:
    """All of them, a few at a time; the first that is refused ends them."""
    allow_more_files()
    begun: asyncio.Queue[None] = asyncio.Queue()
    async with asyncio.TaskGroup() as watching:
        for number in range(count):
            watching.create_task(watch(host, port, path, begun))
            if number % AT_ONCE == AT_ONCE - 1:
                for _ in range(AT_ONCE):
                    await begun.get()
        for _ in range(count % AT_ONCE):
            await begun.get()
        print(READY, flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
