"""What `referee doctor` found at Discord."""

from datetime import timedelta
from typing import assert_never

from bot.findings import discord

ZERO = timedelta(0)


def discord_finding_text(finding: discord.DiscordFinding) -> str:
    """What was found, without its mark."""
    if isinstance(finding, discord.ApplicationFinding):
        return _application(finding)
    if isinstance(finding, discord.ServerFinding):
        return _server(finding)
    if isinstance(finding, discord.ShardFinding):
        return _shards(finding)
    match finding:
        case discord.GatewayGreets():
            return "Gateway: it greets, so messages and commands can be heard."
        case discord.GatewayShut(trouble):
            return (
                f"Gateway: it can't be opened ({_trouble(trouble)}), so nothing could be heard. "
                "Look at the network and at DISCORD_GATEWAY_URL."
            )
        case discord.ClockUntold():
            return "Clock: Discord did not tell its time."
        case discord.ClockAgrees():
            return "Clock: this machine's agrees with Discord's."
        case discord.ClockApart(ahead):
            way = "ahead of" if ahead > ZERO else "behind"
            return (
                f"Clock: this machine's is {abs(ahead).total_seconds():.0f} s {way} Discord's. No "
                "player is wronged: the referee goes by Discord's stamps."
            )
        case _:
            assert_never(finding)


def _application(finding: discord.ApplicationFinding) -> str:
    match finding:
        case discord.DiscordUnreached(reason):
            return (
                f"Token: not tried, since Discord could not be asked ({reason}). Look at the "
                "network and at DISCORD_API_URL."
            )
        case discord.TokenRefused():
            return "Token: Discord refuses it. Reset it in the developer portal, page Bot."
        case discord.TokenKnown(name):
            return f"Token: Discord knows it, as {name}."
        case discord.ContentGranted():
            return "Message content: granted, so players can type plain coordinates."
        case discord.ContentNotGranted():
            return (
                "Message content: not granted, so players must mention the referee or reply to its "
                "board. Switch on Message Content Intent in the developer portal, page Bot."
            )
        case discord.CommandsElsewhere():
            return (
                "Commands: they go to an interactions endpoint, not to the referee. Empty "
                "Interactions Endpoint URL in the developer portal."
            )
        case discord.CommandsUnlisted(reason):
            return f"Commands: they could not be listed. {reason}."
        case discord.CommandsOffered():
            return "Commands: Discord offers all of the referee's slash commands."
        case discord.CommandsMissing(names):
            some = ", ".join(f"/{name}" for name in names[:3])
            rest = f" and {len(names) - 3} more" if len(names) > 3 else ""
            return (
                f"Commands: Discord does not offer {some}{rest}. The referee registers them when "
                "it is started, and goes on trying; typed commands work all the same: "
                "@Referee help"
            )
        case _:
            assert_never(finding)


def _shards(finding: discord.ShardFinding) -> str:
    match finding:
        case discord.ShardsEnough(count, recommended):
            return f"Shards: {count} are set; Discord recommends {recommended}."
        case discord.ShardsTooFew(None, recommended):
            return (
                f"Shards: Discord recommends {recommended} for so many servers, and none are set. "
                f"Set SHARD_COUNT={recommended} before there are 2,500 (docs/scaling.md)."
            )
        case discord.ShardsTooFew(count, recommended):
            return (
                f"Shards: {count} are set, and Discord recommends {recommended}. One of them may "
                "have 2,500 servers at the most: change SHARD_COUNT when all referees are stopped "
                "(docs/scaling.md)."
            )
        case discord.ShardsUnasked(reason):
            return f"Shards: how many Discord recommends could not be asked. {reason}."
        case _:
            assert_never(finding)


def _server(finding: discord.ServerFinding) -> str:
    match finding:
        case discord.ServersUnlisted(reason):
            return f"Servers: they could not be listed. {reason}."
        case discord.NoServer(link):
            return f"Servers: the referee is in none. Invite it with {link}"
        case discord.ServerUnread(number, server, reason):
            return f"Server {number}, {server}: {reason}."
        case discord.ChannelsFit(server, channels):
            return f"{server}: matches can be held in {_named(channels)}."
        case discord.NoChannelFits(server):
            return f"{server}: there is no channel where a match can be held."
        case discord.ChannelsHidden(server, channels):
            return f"{server}: kept from the referee: {_named(channels)}."
        case discord.ChannelLacks(server, channel, permissions) | discord.ChannelSilent(
            server, channel, permissions
        ):
            return f"{server}, #{channel} lacks: {', '.join(permissions)}."
        case discord.ThreadsLack(server, channel, permissions):
            return f"{server}, #{channel} lacks for where:thread: {', '.join(permissions)}."
        case _:
            assert_never(finding)


def _trouble(trouble: discord.GatewayTrouble) -> str:
    match trouble:
        case discord.NoAnswer():
            return "there is no answer"
        case discord.BadStatus(status):
            return f"status {status}"
        case discord.NoGreeting():
            return "it does not greet as Discord's does"
        case discord.NoConnection(reason):
            return reason
        case _:
            assert_never(trouble)


def _named(channels: tuple[str, ...]) -> str:
    rest = f" and {len(channels) - 5} more" if len(channels) > 5 else ""
    return ", ".join(f"#{name}" for name in channels[:5]) + rest
