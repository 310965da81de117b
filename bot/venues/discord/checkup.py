"""Asks Discord what the referee is and may do; for `referee doctor`.

The gateway is opened up to its HELLO: nobody is told that the referee was there.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import aiohttp
import discord
from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.desk.venue import THREAD, VenueError
from bot.findings import Finding, bad, good, note
from bot.settings import Settings
from bot.venues.discord.command_sync import missing_commands
from bot.venues.discord.date_header import date_trace
from bot.venues.discord.endpoints import use_api_address
from bot.venues.discord.requests import as_venue_errors
from bot.venues.discord.rooms import PERMISSIONS, missing_permissions

ZERO = timedelta(0)
GATEWAY_TIMEOUT = timedelta(seconds=5)
"""For the gateway's answer."""
CLOSE_TIMEOUT = timedelta(seconds=1)
"""For taking leave of it."""
NOTABLE = timedelta(seconds=2)
"""A clock that differs by less is as good as right: Discord tells its time in whole seconds."""
_HIDDEN = "View Channel"
_SILENT = "Send Messages"


async def check_up(
    settings: Settings, wall_clock: Callable[[], datetime]
) -> AsyncIterator[Finding]:
    """What is to be said about token, intents, permissions and clock, as it is found out."""
    use_api_address(settings)
    ahead: list[timedelta] = []
    trace = date_trace(lambda told: ahead.append(wall_clock() - told))
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    async with client:
        try:
            async with as_venue_errors():
                accepted = await _log_in(client, settings.discord_token)
        except (VenueError, ValueError) as error:
            yield bad(
                f"Token: not tried, since Discord could not be asked ({_brief(error)}). Look at "
                "the network and at DISCORD_API_URL."
            )
            return
        if not accepted:
            yield bad("Token: Discord refuses it. Reset it in the developer portal, page Bot.")
            return
        for finding in _application(client):
            yield finding
        yield await _commands(client)
        yield await _gateway(client, settings.discord_gateway_url)
        async for finding in _servers(client):
            yield finding
        yield _clock(ahead[-1] if ahead else None)


async def _log_in(client: discord.Client, token: str) -> bool:
    try:
        await client.login(token)
    except discord.LoginFailure:
        return False
    return True


def _brief(error: Exception) -> str:
    """What happened, without the library's view of it."""
    cause = error.__cause__ or error
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    return str(cause) if isinstance(cause, ValueError) else str(error).partition("(")[0]


def _application(client: discord.Client) -> list[Finding]:
    application = client.application
    assert application is not None  # noqa: S101
    flags = application.flags
    found = [good(f"Token: Discord knows it, as {client.user}.")]
    if flags.gateway_message_content or flags.gateway_message_content_limited:
        found.append(good("Message content: granted, so players can type plain coordinates."))
    else:
        found.append(
            bad(
                "Message content: not granted, so players must mention the referee or reply to its "
                "board. Switch on Message Content Intent in the developer portal, page Bot."
            )
        )
    if application.interactions_endpoint_url is not None:
        found.append(
            bad(
                "Commands: they go to an interactions endpoint, not to the referee. Empty "
                "Interactions Endpoint URL in the developer portal."
            )
        )
    return found


async def _commands(client: discord.Client) -> Finding:
    try:
        async with as_venue_errors():
            registered = await CommandTree(client).fetch_commands()
    except VenueError as error:
        return bad(f"Commands: they could not be listed. {error}.")
    missing = missing_commands(registered)
    if not missing:
        return good("Commands: Discord offers all of the referee's slash commands.")
    some = ", ".join(f"/{name}" for name in missing[:3])
    rest = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return note(
        f"Commands: Discord does not offer {some}{rest}. The referee registers them when it is "
        "started, and goes on trying; typed commands work all the same: @Referee help"
    )


async def _gateway(client: discord.Client, address: str) -> Finding:
    try:
        async with asyncio.timeout(GATEWAY_TIMEOUT.total_seconds()):
            url = URL(address) if address else DiscordWebSocket.DEFAULT_GATEWAY
            socket = await client.http.ws_connect(str(url.with_query(v=10, encoding="json")))
            hello = await socket.receive()
    except TimeoutError:
        reason = "there is no answer"
    except aiohttp.WSServerHandshakeError as error:
        reason = f"status {error.status}"
    except (aiohttp.ClientError, OSError, ValueError) as error:
        reason = _brief(error)
    else:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT.total_seconds()):
                await socket.close()
        if _says_hello(hello):
            return good("Gateway: it greets, so messages and commands can be heard.")
        reason = "it does not greet as Discord's does"
    return bad(
        f"Gateway: it can't be opened ({reason}), so nothing could be heard. Look at the network "
        "and at DISCORD_GATEWAY_URL."
    )


def _says_hello(message: aiohttp.WSMessage) -> bool:
    try:
        told = json.loads(message.data)
    except (TypeError, ValueError):
        return False
    return isinstance(told, dict) and told.get("op") == DiscordWebSocket.HELLO


async def _servers(client: discord.Client) -> AsyncIterator[Finding]:
    number = 0
    try:
        async with as_venue_errors():
            guilds = [guild async for guild in client.fetch_guilds(limit=None)]
    except VenueError as error:
        yield bad(f"Servers: they could not be listed. {error}.")
        return
    for number, named in enumerate(guilds, 1):
        try:
            async with as_venue_errors():
                findings = await _server(client, named.id)
        except VenueError as error:
            findings = [bad(f"Server {number}, {named.name}: {error}.")]
        for finding in findings:
            yield finding
    if not number and client.application_id is not None:
        url = discord.utils.oauth_url(
            client.application_id,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )
        yield bad(f"Servers: the referee is in none. Invite it with {url}")


async def _server(client: discord.Client, key: int) -> list[Finding]:
    guild = await client.fetch_guild(key)
    me = await guild.fetch_member(client.user.id if client.user is not None else 0)
    channels = sorted(await guild.fetch_channels(), key=lambda one: (one.position, one.id))
    lacking = {
        channel: _missing(channel, me)
        for channel in channels
        if isinstance(channel, discord.TextChannel | discord.ForumChannel)
    }
    fit = [channel for channel, missing in lacking.items() if not missing]
    findings = []
    if fit:
        findings.append(good(f"{guild.name}: matches can be held in {_named(fit)}."))
    else:
        findings.append(bad(f"{guild.name}: there is no channel where a match can be held."))
    hidden = [channel for channel, missing in lacking.items() if _HIDDEN in missing]
    if hidden:
        findings.append(note(f"{guild.name}: kept from the referee: {_named(hidden)}."))
    for channel, missing in lacking.items():
        here = f"{guild.name}, #{channel.name} lacks"
        if missing and channel not in hidden:
            # Where it may not even speak, it is most likely not meant to.
            say = note if _SILENT in missing else bad
            findings.append(say(f"{here}: {', '.join(missing)}."))
        elif not missing and isinstance(channel, discord.TextChannel):
            threads = missing_permissions(channel, me, THREAD)
            if threads:
                findings.append(bad(f"{here} for where:thread: {', '.join(threads)}."))
    return findings


def _missing(
    channel: discord.TextChannel | discord.ForumChannel, me: discord.Member
) -> tuple[str, ...]:
    missing = missing_permissions(channel, me)
    in_posts = isinstance(channel, discord.ForumChannel)
    if in_posts and not channel.permissions_for(me).send_messages_in_threads:
        return (*missing, "Send Messages in Threads")
    return missing


def _named(channels: list[discord.TextChannel | discord.ForumChannel]) -> str:
    names = [f"#{channel.name}" for channel in channels]
    rest = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + rest


def _clock(ahead: timedelta | None) -> Finding:
    if ahead is None:
        return note("Clock: Discord did not tell its time.")
    if abs(ahead) < NOTABLE:
        return good("Clock: this machine's agrees with Discord's.")
    apart = f"{abs(ahead).total_seconds():.0f} s {'ahead of' if ahead > ZERO else 'behind'}"
    return note(
        f"Clock: this machine's is {apart} Discord's. No player is wronged: the referee goes by "
        "Discord's stamps."
    )
