"""The loopback Discord started by itself, as its README says."""

import asyncio
import re
from collections.abc import AsyncIterator

import aiohttp

from .__main__ import serve


async def test_loopback_started_alone_says_what_is_typed():
    """The printed settings work; people write at the keyboard; what they can't do is told."""
    typed: asyncio.Queue[str] = asyncio.Queue()
    told: asyncio.Queue[str] = asyncio.Queue()

    async def lines() -> AsyncIterator[str]:
        while line := await typed.get():
            yield line

    serving = asyncio.create_task(serve(lines(), told.put_nowait))
    settings = dict(re.findall(r"(DISCORD_\w+)=(\S+)", await told.get()))
    assert settings["DISCORD_GATEWAY_URL"].startswith("ws://127.0.0.1:")
    typed.put_nowait("Ann: hello @Bob")
    typed.put_nowait("Eve: hello")
    assert await told.get() == 'write "Ann: something", or "Ann presses Label"'
    typed.put_nowait("Ann presses Ready")
    assert await told.get() == "no message has a button 'Ready'"
    key = {"Authorization": f"Bot {settings['DISCORD_TOKEN']}"}
    async with aiohttp.ClientSession(settings["DISCORD_API_URL"] + "/", headers=key) as client:
        (guild,) = await (await client.get("users/@me/guilds")).json()
        channels = await (await client.get(f"guilds/{guild['id']}/channels")).json()
        (arena,) = [one["id"] for one in channels if one["name"] == "arena"]
        (said,) = await (await client.get(f"channels/{arena}/messages")).json()
        assert re.fullmatch(r"hello <@\d+>", said["content"])
        await client.post(f"channels/{arena}/messages", json={"content": "Welcome."})
        assert await told.get() == "Referee: Welcome."
    typed.put_nowait("")
    await serving
