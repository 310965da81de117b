"""What `referee doctor` prints."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from announcements.leases import HOLDER
from announcements.paper import Specimen
from bot.findings.database import (
    BadAddress,
    DatabaseEmpty,
    DatabaseFails,
    DatabaseSound,
    FileDamaged,
    FolderReadOnly,
    ForeignTables,
    HalfMoved,
    InMemory,
    MatchesDamaged,
    MatchesSound,
    NewerSchema,
    NoDriver,
    NoFileYet,
    NoFolder,
    NoMatches,
    NotAFile,
    OlderSchema,
    PartLost,
    StampsDamaged,
    TwoAtSigns,
)
from bot.findings.discord import (
    BadStatus,
    ChannelLacks,
    ChannelsFit,
    ChannelsHidden,
    ChannelSilent,
    ClockAgrees,
    ClockApart,
    ClockUntold,
    CommandsElsewhere,
    CommandsMissing,
    CommandsOffered,
    CommandsUnlisted,
    ContentGranted,
    ContentNotGranted,
    DiscordUnreached,
    GatewayGreets,
    GatewayShut,
    NoAnswer,
    NoChannelFits,
    NoConnection,
    NoGreeting,
    NoServer,
    ServersUnlisted,
    ServerUnread,
    ShardsEnough,
    ShardsTooFew,
    ShardsUnasked,
    ThreadsLack,
    TokenKnown,
    TokenRefused,
)
from bot.findings.finding import Finding
from bot.findings.forum import (
    CapitalsRefused,
    CapitalsTaken,
    CategoryModerated,
    CategoryNotModerated,
    CategoryUnread,
    ForumClockAgrees,
    ForumClockApart,
    ForumFails,
    ForumReached,
    LeastFine,
    LeastTooLong,
    LeastUntold,
    NewPlayersFree,
    NewPlayersStopped,
    NothingQueued,
    PicturesTaken,
    PostsQueued,
    SettingsUntold,
    ThumbnailsOff,
    ThumbnailsOn,
    VersionFine,
    VersionShowsTokens,
    VersionTooOld,
)
from bot.findings.lease import RefereeAtWork, ShardsUnserved
from bot.findings.machine import (
    MetricsFree,
    MetricsOpen,
    MetricsServed,
    MetricsTaken,
    NoToken,
    PicturesDrawn,
    PicturesFail,
    RoomFree,
    RoomOpen,
    RoomServed,
    RoomTaken,
    SettingsRead,
    SettingsUseless,
    WatchFree,
    WatchServed,
    WatchTaken,
)
from bot.findings.settings import (
    BadCategories,
    BadFile,
    BadForumAddress,
    BadInterval,
    BadLevel,
    BadLogFormat,
    BadPort,
    BadShardCount,
    BadShardIds,
    BadSwitch,
    BadTimezone,
    BadToken,
    BadWatchAddress,
    Lacking,
    NoSuchShard,
)
from bot.parts import Part
from bot.wording.doctor import database_problem_text, finding_text

_FILE = Path("/srv/referee/referee.sqlite3")
_BUSY = "Discord is busy"
_HALL = "The Genius"
_MACHINE: tuple[tuple[str, Finding], ...] = (
    ("The settings can be used", SettingsRead()),
    *(
        ("One can't", SettingsUseless(problem))
        for problem in (
            BadFile("Permission denied"),
            BadLevel("LOUD"),
            BadLogFormat("xml"),
            BadToken("NODEBB_TOKEN"),
            Lacking("NODEBB_URL", "NODEBB_TOKEN"),
            BadForumAddress("NODEBB_URL"),
            BadCategories("NODEBB_CATEGORY", "five"),
            BadInterval("FORUM_EVERY", "1h"),
            BadTimezone("FORUM_TIMEZONE", "Mars"),
            BadSwitch("THINKING", "maybe"),
            BadPort("ROOM_PORT", "http"),
            BadWatchAddress(),
            BadShardCount("many"),
            BadShardIds("first"),
            NoSuchShard(2, 2),
        )
    ),
    ("A board was drawn", PicturesDrawn(41)),
    ("None can be drawn", PicturesFail("cannot open resource")),
    ("Neither Discord nor a forum is set", NoToken()),
    ("The room's port is free", RoomFree("127.0.0.1", 8080)),
    ("Free, and not only from here", RoomOpen("0.0.0.0", 8080)),  # noqa: S104
    ("Taken by a referee at work", RoomServed("127.0.0.1", 8080, 4711)),
    ("Taken by another program", RoomTaken("127.0.0.1", 8080, "Address already in use")),
    ("The watch pages' port is free", WatchFree("https://watch.example.org", "127.0.0.1", 8081)),
    ("Taken by the referee at work", WatchServed("https://watch.example.org", 4711)),
    ("Taken by another program", WatchTaken("127.0.0.1", 8081, "Address already in use")),
    ("The metrics' port is free", MetricsFree("127.0.0.1", 9464)),
    ("Free, and not only from here", MetricsOpen("0.0.0.0", 9464)),  # noqa: S104
    ("Taken by the referee at work", MetricsServed("127.0.0.1", 9464, 4711)),
    ("Taken by another program", MetricsTaken("127.0.0.1", 9464, "Address already in use")),
)
_DATABASE: tuple[tuple[str, Finding], ...] = (
    ("The database is in order", DatabaseSound("0004")),
    ("No file yet", NoFileYet(_FILE)),
    ("A file without tables", DatabaseEmpty()),
    ("An older schema", OlderSchema("0003", "0004")),
    ("A newer one", NewerSchema(("0009",))),
    ("Another program's", ForeignTables(("notes", "users"))),
    ("Half of it is there", HalfMoved()),
    ("PostgreSQL was not installed", NoDriver()),
    ("A table is lost", PartLost("outbox")),
    ("A column is", PartLost("events.data")),
    ("The file is damaged", FileDamaged()),
    ("Another program holds it", DatabaseFails("another program holds the database")),
    ("In memory", InMemory()),
    ("No folder", NoFolder(_FILE.parent)),
    ("A folder that can't be written", FolderReadOnly(_FILE.parent)),
    ("A folder instead of a file", NotAFile(_FILE.parent)),
    ("No address", BadAddress()),
    ("A password with an @", TwoAtSigns()),
    ("No match is open", NoMatches()),
    ("All open matches are sound", MatchesSound(4)),
    ("Two can't be read", MatchesDamaged((1, 3), 4)),
    ("More than are named", MatchesDamaged(tuple(range(1, 13)), 40)),
    ("A timestamp can't be read", StampsDamaged(("duty discord",))),
    ("A referee is at work on it", RefereeAtWork(HOLDER)),
    ("Two shards have none", ShardsUnserved((Part("discord", 2, 4), Part("discord", 3, 4)))),
)
_DISCORD: tuple[tuple[str, Finding], ...] = (
    ("Discord can't be reached", DiscordUnreached("Connection refused")),
    ("A token that is none of Discord's", TokenRefused()),
    ("A good one", TokenKnown("Referee#1234")),
    ("The intent is granted", ContentGranted()),
    ("It is not", ContentNotGranted()),
    ("An interactions endpoint is set", CommandsElsewhere()),
    ("All commands are there", CommandsOffered()),
    ("Two are missing", CommandsMissing(("match", "setup"))),
    ("More are", CommandsMissing(("match", "matches", "history", "player", "setup"))),
    ("They could not be listed", CommandsUnlisted(_BUSY)),
    ("The gateway is there", GatewayGreets()),
    ("It is silent", GatewayShut(NoAnswer())),
    ("It refuses", GatewayShut(BadStatus(503))),
    ("It is none", GatewayShut(NoGreeting())),
    ("It can't be reached", GatewayShut(NoConnection("Connection refused"))),
    ("Enough shards are set", ShardsEnough(4, 4)),
    ("None are", ShardsTooFew(None, 3)),
    ("Too few", ShardsTooFew(2, 6)),
    ("How many it should be is not known", ShardsUnasked(_BUSY)),
    ("The servers could not be listed", ServersUnlisted(_BUSY)),
    ("In no server", NoServer("https://discord.com/oauth2/authorize?client_id=1")),
    ("One could not be read", ServerUnread(1, _HALL, _BUSY)),
    ("Channels for matches", ChannelsFit(_HALL, ("death-match", "arena"))),
    ("Many of them", ChannelsFit(_HALL, tuple("abcdefg"))),
    ("None", NoChannelFits(_HALL)),
    ("Channels that it can't see", ChannelsHidden(_HALL, ("council",))),
    ("Permissions are missing", ChannelLacks(_HALL, "arena", ("Attach Files", "Add Reactions"))),
    ("It may not speak there", ChannelSilent(_HALL, "news", ("Send Messages",))),
    ("No thread can be opened", ThreadsLack(_HALL, "arena", ("Create Public Threads",))),
    ("The clock is right", ClockAgrees()),
    ("It is not", ClockApart(timedelta(seconds=-300))),
    ("Discord did not tell its own", ClockUntold()),
)
_FORUM: tuple[tuple[str, Finding], ...] = (
    ("A forum knows the token", ForumReached("NodeBB", "Referee", "referee")),
    ("It can't be reached", ForumFails("NodeBB", "the forum can't be reached")),
    ("A category can't be listed", CategoryUnread("NodeBB", 5, "the forum refused")),
    ("It is moderated", CategoryModerated("NodeBB", 5)),
    ("It is not", CategoryNotModerated("NodeBB", 5)),
    ("The version will do", VersionFine("NodeBB", "4.14.8")),
    ("It is not told", VersionFine("Discourse", "")),
    ("It is too old", VersionTooOld("4.9.2", "4.10")),
    ("It shows tokens to moderators", VersionShowsTokens("4.12.0", "4.14.8")),
    ("A bare turn is long enough", LeastFine("Discourse", 5, "D7 F8")),
    ("It is too short", LeastTooLong("NodeBB", 8, "D7 F8", "Minimum Post Length")),
    ("Nobody says how long it must be", LeastUntold("NodeBB")),
    ("New members wait for approval", PostsQueued()),
    ("Nobody does", NothingQueued()),
    ("Pictures can be uploaded", ThumbnailsOn()),
    ("They can't", ThumbnailsOff()),
    ("At Discourse they always can", PicturesTaken()),
    (
        "New players are held up",
        NewPlayersStopped((("max_consecutive_replies", 3),), approval=True),
    ),
    ("They are not", NewPlayersFree()),
    (
        "A moderator is not told of all settings",
        SettingsUntold(("max_consecutive_replies", "allow_uppercase_posts")),
    ),
    ("Capitals are refused", CapitalsRefused()),
    ("They are taken", CapitalsTaken()),
    ("The clocks agree", ForumClockAgrees("NodeBB")),
    ("They don't", ForumClockApart("NodeBB", timedelta(seconds=90))),
)


def of_the_doctor() -> Iterator[Specimen]:
    """Everything that can be found, each with its mark."""
    for when, finding in (*_MACHINE, *_DATABASE, *_DISCORD, *_FORUM):
        shows = [type(finding)]
        if isinstance(finding, GatewayShut):
            shows.append(type(finding.trouble))
        if isinstance(finding, SettingsUseless):
            shows.append(type(finding.problem))
        yield Specimen(when, f"{finding.mark} {finding_text(finding)}", tuple(shows))
    newer = database_problem_text(NewerSchema(("0009",)))
    yield Specimen("The referee is started with a newer database", f"referee: {newer}")
