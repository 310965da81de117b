"""Asks Discord what the referee is and may do; for `referee doctor`.

The gateway is opened up to its HELLO: nobody is told that the referee was there.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime, timedelta

import aiohttp
import discord
from discord.app_commands import CommandTree
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.desk.venue import THREAD, VenueError
from bot.findings.database import Finding
from bot.settings import Settings
from bot.venues.discord.commands import missing_commands
from bot.venues.discord.gateway import SHARED_INTERVAL
from bot.venues.discord.requests import as_venue_errors, brief, date_trace, use_api_address
from bot.venues.discord.rooms import PERMISSIONS, missing_permissions
from bot.wording import doctor_venues as say

GATEWAY_TIMEOUT = timedelta(seconds=5)
"""How long the gateway may take to answer."""
CLOSE_TIMEOUT = timedelta(seconds=1)
"""How long closing the gateway may take."""
NOTABLE = timedelta(seconds=2)
"""A clock that differs by less is as good as right: Discord tells its time in whole seconds."""
_HIDDEN = "View Channel"
_SILENT = "Send Messages"


async def check_up(
    settings: Settings, wall_clock: Callable[[], datetime]
) -> AsyncIterator[Finding]:
    """The findings about token, intents, permissions and clock, one by one as they come."""
    use_api_address(settings)
    ahead: list[timedelta] = []
    trace = date_trace(lambda date: ahead.append(wall_clock() - date))
    client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
    async with client:
        try:
            async with as_venue_errors():
                accepted = await _log_in(client, settings.discord_token)
        except (VenueError, ValueError) as error:
            yield say.discord_unreached(brief(error))
            return
        if not accepted:
            yield say.TOKEN_REFUSED
            return
        for finding in _application(client):
            yield finding
        yield await _commands(client)
        yield await _gateway(client, settings.discord_gateway_url)
        for finding in await _shards(client, settings):
            yield finding
        async for finding in _servers(client):
            yield finding
        yield _clock(ahead[-1] if ahead else None)


async def _log_in(client: discord.Client, token: str) -> bool:
    try:
        await client.login(token)
    except discord.LoginFailure:
        return False
    return True


def _application(client: discord.Client) -> Iterator[Finding]:
    application = client.application
    assert application is not None  # noqa: S101
    flags = application.flags
    yield say.token_known(str(client.user))
    granted = flags.gateway_message_content or flags.gateway_message_content_limited
    yield say.CONTENT_GRANTED if granted else say.CONTENT_NOT_GRANTED
    if application.interactions_endpoint_url is not None:
        yield say.COMMANDS_ELSEWHERE


async def _commands(client: discord.Client) -> Finding:
    try:
        async with as_venue_errors():
            registered = await CommandTree(client).fetch_commands()
    except VenueError as error:
        return say.commands_unlisted(str(error))
    missing = missing_commands(registered)
    return say.commands_missing(missing) if missing else say.COMMANDS_OFFERED


async def _shards(client: discord.Client, settings: Settings) -> list[Finding]:
    """Discord's recommended shards, compared with the set ones, and how soon all can connect.

    How many there should be is nothing to speak of where one is enough.
    """
    try:
        async with as_venue_errors():
            recommended, _, limit = await client.http.get_bot_gateway()
    except (VenueError, discord.GatewayNotFound) as error:
        return [say.shards_unasked(brief(error))]
    count = recommended if settings.shards else settings.shard_count
    shards, rounds = count or 1, -(-(count or 1) // max(1, limit["max_concurrency"]))
    reset = timedelta(milliseconds=limit["reset_after"])
    takes = SHARED_INTERVAL * (rounds - 1)
    sessions = say.sessions_left(limit["remaining"], limit["total"], reset, shards, takes)
    if count is None:
        return [sessions] if recommended == 1 else [say.no_shards(recommended), sessions]
    enough = count >= recommended
    return [(say.shards_enough if enough else say.shards_too_few)(count, recommended), sessions]


async def _gateway(client: discord.Client, address: str) -> Finding:
    try:
        async with asyncio.timeout(GATEWAY_TIMEOUT.total_seconds()):
            url = URL(address) if address else DiscordWebSocket.DEFAULT_GATEWAY
            socket = await client.http.ws_connect(str(url.with_query(v=10, encoding="json")))
            hello = await socket.receive()
    except TimeoutError:
        return say.gateway_shut(say.GATEWAY_SILENT)
    except aiohttp.WSServerHandshakeError as error:
        return say.gateway_shut(say.gateway_status(error.status))
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return say.gateway_shut(brief(error))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_TIMEOUT.total_seconds()):
            await socket.close()
    return say.GATEWAY_GREETS if _says_hello(hello) else say.gateway_shut(say.GATEWAY_STRANGE)


def _says_hello(message: aiohttp.WSMessage) -> bool:
    try:
        payload = json.loads(message.data)
    except (TypeError, ValueError):
        return False
    return isinstance(payload, dict) and payload.get("op") == DiscordWebSocket.HELLO


async def _servers(client: discord.Client) -> AsyncIterator[Finding]:
    number = 0
    try:
        async with as_venue_errors():
            guilds = [guild async for guild in client.fetch_guilds(limit=None)]
    except VenueError as error:
        yield say.servers_unlisted(str(error))
        return
    if guilds:
        yield say.users(sum(guild.approximate_member_count or 0 for guild in guilds))
    for number, named in enumerate(guilds, 1):
        try:
            async with as_venue_errors():
                findings = await _server(client, named.id)
        except VenueError as error:
            findings = [say.server_unread(number, named.name, str(error))]
        for finding in findings:
            yield finding
    if not number and client.application_id is not None:
        url = discord.utils.oauth_url(
            client.application_id,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )
        yield say.no_server(url)


async def _server(client: discord.Client, key: int) -> list[Finding]:
    guild = await client.fetch_guild(key)
    me = await guild.fetch_member(client.user.id if client.user is not None else 0)
    channels = sorted(await guild.fetch_channels(), key=lambda place: (place.position, place.id))
    lacking = {
        channel: _missing(channel, me)
        for channel in channels
        if isinstance(channel, discord.TextChannel | discord.ForumChannel)
    }
    fit = [channel for channel, missing in lacking.items() if not missing]
    name = guild.name
    findings = [say.channels_fit(name, _names(fit)) if fit else say.no_channel_fits(name)]
    hidden = [channel for channel, missing in lacking.items() if _HIDDEN in missing]
    if hidden:
        findings.append(say.channels_hidden(name, _names(hidden)))
    for channel, missing in lacking.items():
        if missing and channel not in hidden:
            # A channel in which the referee may not even write is most likely not meant for it.
            lacks = say.channel_silent if _SILENT in missing else say.channel_lacks
            findings.append(lacks(name, channel.name, missing))
        elif not missing and isinstance(channel, discord.TextChannel):
            threads = missing_permissions(channel, me, THREAD)
            if threads:
                findings.append(say.threads_lack(name, channel.name, threads))
    if not me.guild_permissions.create_events:
        findings.append(say.events_lacking(name))
    return findings


def _missing(
    channel: discord.TextChannel | discord.ForumChannel, me: discord.Member
) -> tuple[str, ...]:
    missing = missing_permissions(channel, me)
    in_posts = isinstance(channel, discord.ForumChannel)
    if in_posts and not channel.permissions_for(me).send_messages_in_threads:
        return (*missing, "Send Messages in Threads")
    return missing


def _names(channels: list[discord.TextChannel | discord.ForumChannel]) -> tuple[str, ...]:
    return tuple(channel.name for channel in channels)


def _clock(ahead: timedelta | None) -> Finding:
    if ahead is None:
        return say.CLOCK_UNTOLD
    return say.CLOCK_AGREES if abs(ahead) < NOTABLE else say.clock_apart(ahead)
