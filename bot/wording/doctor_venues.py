"""What `referee doctor` finds at Discord and at a forum: token, permissions, clock, limits.

`forum` is the software's name, NodeBB or Discourse.
"""

from collections.abc import Sequence
from datetime import timedelta

from bot.findings.database import Finding, bad, good, note
from bot.wording.phrases import clock_text
from bot.wording.typed import at_length
from bot.wording.writing import counted

REVIEWED_FROM = 10_000
"""Unique users who can see the app; until 10 June 2026 it was 100 servers."""
TOKEN_REFUSED = bad("Token: Discord refuses it. Reset it in the developer portal, page Bot.")
CONTENT_GRANTED = good("Message content: granted, so players can type plain coordinates.")
CONTENT_NOT_GRANTED = bad(
    "Message content: not granted, so players must mention the referee or reply to its "
    "board. Switch on Message Content Intent in the developer portal, page Bot."
)
COMMANDS_ELSEWHERE = bad(
    "Commands: they go to an interactions endpoint, not to the referee. Empty "
    "Interactions Endpoint URL in the developer portal."
)
COMMANDS_OFFERED = good("Commands: Discord offers all of the referee's slash commands.")
GATEWAY_GREETS = good("Gateway: it greets, so messages and commands can be heard.")
GATEWAY_SILENT = "there is no answer"
GATEWAY_STRANGE = "it does not greet as Discord's does"
CLOCK_UNTOLD = note("Clock: Discord did not tell its time.")
CLOCK_AGREES = good("Clock: this machine's agrees with Discord's.")


def discord_unreached(reason: str) -> Finding:
    """Discord could not be asked, so that nothing is known of the token."""
    return bad(
        f"Token: not tried, since Discord could not be asked ({reason}). Look at the "
        "network and at DISCORD_API_URL."
    )


def token_known(name: str) -> Finding:
    """Discord knows the token: it belongs to the bot of this name."""
    return good(f"Token: Discord knows it, as {name}.")


def commands_unlisted(reason: str) -> Finding:
    """Which slash commands are registered could not be asked."""
    return bad(f"Commands: they could not be listed. {reason}.")


def commands_missing(names: Sequence[str]) -> Finding:
    """Some slash commands are not registered yet."""
    return note(
        f"Commands: Discord does not offer {counted([f'/{name}' for name in names], 3)}. The "
        "referee registers them when it is started, and goes on trying; typed commands work all "
        "the same: @Referee help"
    )


def gateway_status(status: int) -> str:
    """The gateway refused the handshake with an HTTP status."""
    return f"status {status}"


def gateway_shut(reason: str) -> Finding:
    """The gateway can't be opened; the reason is one of those above, or the network's."""
    return bad(
        f"Gateway: it can't be opened ({reason}), so nothing could be heard. "
        "Look at the network and at DISCORD_GATEWAY_URL."
    )


def shards_enough(count: int, recommended: int) -> Finding:
    """At least as many shards are set as Discord recommends."""
    return good(f"Shards: {count} are set; Discord recommends {recommended}.")


def no_shards(recommended: int) -> Finding:
    """Discord recommends several shards, and none are set."""
    return note(
        f"Shards: Discord recommends {recommended} for so many servers, and none are set. "
        f"Set SHARD_COUNT={recommended} before there are 2,500 (docs/scaling.md)."
    )


def shards_too_few(count: int, recommended: int) -> Finding:
    """Discord recommends more shards than are set."""
    return note(
        f"Shards: {count} are set, and Discord recommends {recommended}. One of them may "
        "have 2,500 servers at the most: change SHARD_COUNT when all referees are stopped "
        "(docs/scaling.md)."
    )


def shards_unasked(reason: str) -> Finding:
    """How many shards Discord recommends could not be asked."""
    return note(f"Shards: how many Discord recommends could not be asked. {reason}.")


def sessions_left(
    left: int, total: int, reset: timedelta, shards: int, takes: timedelta
) -> Finding:
    """How many connections may be begun before the count starts anew, and how long all take."""
    begun = f"{left:,} of {total:,} may be begun within {clock_text(reset)}"
    if left < shards:
        return bad(f"Connections: only {begun}, and {shards} are needed. Wait before a start.")
    last = f"; the last of {shards} shards connects {clock_text(takes)} after the first"
    return good(f"Connections: {begun}{last * (shards > 1)}.")


def users(members: int) -> Finding:
    """How many may see the referee; whether Discord wants to review what it may read."""
    about = f"Users: the referee's servers have about {members:,} members"
    if members < REVIEWED_FROM:
        return good(f"{about}; from {REVIEWED_FROM:,} users on Discord reviews Message Content.")
    return note(
        f"{about}. From {REVIEWED_FROM:,} users on Discord reviews Message Content, and takes it "
        "away where nobody asks for it: developer portal, page Bot (docs/scaling.md)."
    )


def servers_unlisted(reason: str) -> Finding:
    """Which servers the referee is in could not be asked."""
    return bad(f"Servers: they could not be listed. {reason}.")


def no_server(link: str) -> Finding:
    """The referee is in no server; the link invites it."""
    return bad(f"Servers: the referee is in none. Invite it with {link}")


def server_unread(number: int, server: str, reason: str) -> Finding:
    """One server's channels could not be asked."""
    return bad(f"Server {number}, {server}: {reason}.")


def channels_fit(server: str, channels: Sequence[str]) -> Finding:
    """The channels where a match can be held."""
    return good(f"{server}: matches can be held in {_named(channels)}.")


def no_channel_fits(server: str) -> Finding:
    """A match can be held nowhere in the server."""
    return bad(f"{server}: there is no channel where a match can be held.")


def channels_hidden(server: str, channels: Sequence[str]) -> Finding:
    """The channels that the referee can't see."""
    return note(f"{server}: kept from the referee: {_named(channels)}.")


def channel_lacks(server: str, channel: str, permissions: Sequence[str]) -> Finding:
    """The referee may speak in a channel, and lacks permissions that a match needs."""
    return bad(f"{server}, #{channel} lacks: {', '.join(permissions)}.")


def channel_silent(server: str, channel: str, permissions: Sequence[str]) -> Finding:
    """The referee may not even speak in a channel: most likely it is not meant to."""
    return note(f"{server}, #{channel} lacks: {', '.join(permissions)}.")


def threads_lack(server: str, channel: str, permissions: Sequence[str]) -> Finding:
    """A match can be held in a channel, but not in a thread of it."""
    return bad(f"{server}, #{channel} lacks for where:thread: {', '.join(permissions)}.")


def events_lacking(server: str) -> Finding:
    """The referee may not write in the server's list of events."""
    return note(
        f"{server} lacks: Create Events. Matches with an appointment are not in its list of events."
    )


def clock_apart(ahead: timedelta) -> Finding:
    """This machine's clock is ahead of Discord's, or behind it where `ahead` is negative."""
    way = "ahead of" if ahead > timedelta(0) else "behind"
    return note(
        f"Clock: this machine's is {abs(ahead).total_seconds():.0f} s {way} Discord's. No "
        "player is wronged: the referee goes by Discord's stamps."
    )


def _named(channels: Sequence[str]) -> str:
    return counted([f"#{name}" for name in channels], 5)


POSTS_QUEUED = note(
    "NodeBB: posts of new members wait for approval. A turn counts from when it was "
    "written, but the host is called if it is approved too late: exempt the players."
)
NOTHING_QUEUED = good("NodeBB: no post waits for approval.")
THUMBNAILS_ON = good("NodeBB: pictures can be uploaded (topic thumbnails).")
THUMBNAILS_OFF = note("NodeBB: topic thumbnails are off, so boards are shown as text.")
PICTURES_UNLIMITED = good("NodeBB: pictures are taken from this account without a limit.")
PICTURES_LIMITED = note(
    "NodeBB: of this account ten pictures are taken in a row, and more after a minute without any. "
    "Positions beyond that are shown as text at first. Make the account a global moderator "
    "(Admin → Manage → Admins & Mods) to lift that limit."
)
NO_SUCH_CATEGORY = "there is none of that number"
PICTURES_TAKEN = good("Discourse: pictures are uploaded with the posts.")
NEW_PLAYERS_FREE = good("Discourse: no limit or queue stops a new player in the middle of a match.")
CAPITALS_TAKEN = good(
    "Discourse: allow_uppercase_posts is on, so a bare turn in capitals is taken."
)
CAPITALS_REFUSED = note(
    "Discourse: allow_uppercase_posts is off, so a post of capitals only is refused: "
    "players write move: d7 f8."
)


def forum_reached(forum: str, name: str, handle: str) -> Finding:
    """The forum knows the token: it belongs to the account of this name."""
    return good(f"{forum}: reached; the token is {name} (@{handle})'s.")


def forum_fails(forum: str, reason: str) -> Finding:
    """The forum can't be reached, or refuses the token."""
    return bad(f"{forum}: {reason}.")


def category_unread(forum: str, category: int, reason: str) -> Finding:
    """A category's topics can't be listed."""
    return bad(f"{forum}: category {category} can't be read: {reason}.")


def category_moderated(forum: str, category: int) -> Finding:
    """The referee moderates a category, so that its posts are never held up."""
    return good(f"{forum}: the referee moderates category {category}; no queue, no flood limit.")


def category_not_moderated(forum: str, category: int) -> Finding:
    """The referee does not moderate a category where matches should be held."""
    return bad(
        f"{forum}: the referee does not moderate category {category}, so its posts may "
        "wait for approval and no match is held there. Make it a moderator."
    )


def version_fine(forum: str, version: str) -> Finding:
    """The forum's version, "" where it does not tell it."""
    return good(f"{forum}: version {version or 'not told'}.")


def version_too_old(version: str, oldest: str) -> Finding:
    """A NodeBB that is not known to work."""
    return bad(f"NodeBB: version {version}; {oldest} or later is needed.")


def version_shows_tokens(version: str, safe: str) -> Finding:
    """A NodeBB that shows moderators the token of a post that waits for approval."""
    return note(
        f"NodeBB: version {version}. Before {safe} moderators see the token of a post that "
        "waits for approval: the referee must moderate its categories."
    )


def least_untold(forum: str) -> Finding:
    """How long a post must be is not told."""
    return note(f"{forum}: the least length of a post is not told.")


def least_fine(forum: str, least: int, turn: str) -> Finding:
    """A post that is nothing but a turn is long enough."""
    return good(f"{forum}: a bare {turn} is long enough for a post (the least is {least}).")


def least_too_long(forum: str, least: int, turn: str, setting: str) -> Finding:
    """A post that is nothing but a turn is too short; `setting` is what the forum calls it."""
    return note(
        f"{forum}: a post needs {least} characters, so a bare {turn} is refused. Set "
        f"{setting} to {len(turn)}, or have the players write: {at_length(turn, least)}"
    )


def new_players_stopped(limits: Sequence[tuple[str, int]], *, approval: bool) -> Finding:
    """Settings of Discourse that stop a new player in the middle of a match.

    `limits` are settings that are too low, with their values; `approval` says that posts of new
    members wait for a moderator.
    """
    tight = [f"{setting} is {value}" for setting, value in limits]
    if approval:
        tight.append("posts of new members wait for approval")
    return note(
        f"Discourse: {'; '.join(tight)}. New players may be stopped in the middle of a match."
    )


def settings_untold(names: Sequence[str]) -> Finding:
    """Discourse tells some of its settings to administrators only."""
    return note(
        f"Discourse: only administrators can read {', '.join(names)}. Please look there "
        "yourself: these settings can stop a player in the middle of a match."
    )


def forum_clock_agrees(forum: str) -> Finding:
    """This machine's clock is as good as the forum's."""
    return good(f"{forum}: the forum's clock and this machine's agree.")


def forum_clock_apart(forum: str, ahead: timedelta) -> Finding:
    """This machine's clock is ahead of the forum's, or behind it where `ahead` is negative."""
    seconds = round(abs(ahead).total_seconds())
    way = "ahead of" if ahead > timedelta(0) else "behind"
    return note(
        f"{forum}: this machine's clock is {seconds} s {way} the forum's; the forum's counts."
    )
