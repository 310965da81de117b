"""`python -m loopback`: a Discord by itself, with a channel, two people, and you at the keys."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from itertools import count

from .errors import Impossible
from .server import LoopbackDiscord
from .world import Channel, User

FOREVER = timedelta(days=365)

HELP = """\
A Discord on 127.0.0.1 with the channel #arena, Ann and Bob. Start a client with
  DISCORD_TOKEN={token}
  DISCORD_API_URL={api}
  DISCORD_GATEWAY_URL={gateway}
Then write for them, such as "Ann: @Referee match start red:@Ann blue:@Bob" or "Ann: D7 F8", or have
them press a button of the last message that has it: "Ann presses Ready". Ctrl-D ends it."""


async def serve(lines: AsyncIterator[str], tell: Callable[[str], None]) -> None:
    """Runs a Discord until the lines end; what the client says in its channel is told."""
    async with LoopbackDiscord() as discord:
        guild = discord.guild("Loopback")
        arena = discord.text_channel(guild, "arena")
        people = {name: discord.user(name, guilds=[guild]) for name in ("Ann", "Bob")}
        gateway = discord.gateway_url.rstrip("/")
        tell(HELP.format(token=discord.token, api=discord.api_url, gateway=gateway))
        telling = asyncio.create_task(_tell_all(discord, arena, tell))
        try:
            async for line in lines:
                try:
                    await _act(discord, arena, people, line.strip())
                except Impossible as error:
                    tell(str(error))
        finally:
            telling.cancel()


async def _act(
    discord: LoopbackDiscord, arena: Channel, people: dict[str, User], line: str
) -> None:
    """What somebody is to do; Impossible if they can't."""
    known = people | {discord.world.bot.name: discord.world.bot}
    found = re.fullmatch(r"(\w+)(: | presses )(.+)", line)
    if found is None or found[1] not in people:
        raise Impossible('write "Ann: something", or "Ann presses Label"')
    user, words = people[found[1]], found[3]
    if found[2] == ": ":
        mentioned = re.sub(
            r"@(\w+)", lambda at: known[at[1]].mention if at[1] in known else at[0], words
        )
        await discord.say(arena, user, mentioned)
        return
    for message in reversed(discord.messages(arena)):
        if any(button.label == words for button in message.buttons):
            await discord.click(message, words, user)
            return
    raise Impossible(f"no message has a button {words!r}")


async def _tell_all(discord: LoopbackDiscord, arena: Channel, tell: Callable[[str], None]) -> None:
    for told in count():
        message = await discord.wait_until(
            lambda number=told: next(iter(discord.messages(arena)[number:]), None), FOREVER
        )
        if message.author is discord.world.bot:
            labels = "".join(f" [{button.label}]" for button in message.buttons)
            files = "".join(f" ({one.filename})" for one in message.attachments)
            tell(f"{message.author.name}: {message.content}{files}{labels}")


async def _typed() -> AsyncIterator[str]:
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield line


if __name__ == "__main__":
    asyncio.run(serve(_typed(), lambda text: print(text, flush=True)))
