"""What `referee doctor` prints."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from announcements.leases import HOLDER
from announcements.paper import Specimen
from bot.findings import database, discord, forum, machine, settings
from bot.findings.finding import Finding
from bot.findings.lease import RefereeAtWork, ShardsUnserved
from bot.parts import Part
from bot.wording.doctor import database_problem_text, finding_text

_FILE = Path("/srv/referee/referee.sqlite3")
_BUSY = "Discord is busy"
_HALL = "The Genius"
_PAGES, _HERE, _TAKEN = "https://watch.example.org", "127.0.0.1", "Address already in use"
_LACKING, _REPLIES = ("Attach Files", "Add Reactions"), "max_consecutive_replies"
_UNTOLD = (_REPLIES, "allow_uppercase_posts")
_MACHINE: tuple[tuple[str, Finding], ...] = (
    ("The settings can be used", machine.SettingsRead()),
    *(
        ("One can't", machine.SettingsUseless(problem))
        for problem in (
            settings.BadFile("Permission denied"),
            settings.BadLevel("LOUD"),
            settings.BadLogFormat("xml"),
            settings.BadToken("NODEBB_TOKEN"),
            settings.Lacking("NODEBB_URL", "NODEBB_TOKEN"),
            settings.BadForumAddress("NODEBB_URL"),
            settings.BadCategories("NODEBB_CATEGORY", "five"),
            settings.BadInterval("FORUM_EVERY", "1h"),
            settings.BadTimezone("FORUM_TIMEZONE", "Mars"),
            settings.BadSwitch("THINKING", "maybe"),
            settings.BadPort("ROOM_PORT", "http"),
            settings.BadWatchAddress(),
            settings.BadShardCount("many"),
            settings.BadShardIds("first"),
            settings.NoSuchShard(2, 2),
        )
    ),
    ("A board was drawn", machine.PicturesDrawn(41)),
    ("None can be drawn", machine.PicturesFail("cannot open resource")),
    ("Neither Discord nor a forum is set", machine.NoToken()),
    ("The room's port is free", machine.RoomFree(_HERE, 8080)),
    ("Free, and not only from here", machine.RoomOpen("0.0.0.0", 8080)),  # noqa: S104
    ("Taken by a referee at work", machine.RoomServed(_HERE, 8080, 4711)),
    ("Taken by another program", machine.RoomTaken(_HERE, 8080, _TAKEN)),
    ("The watch pages' port is free", machine.WatchFree(_PAGES, _HERE, 8081)),
    ("Taken by the referee at work", machine.WatchServed(_PAGES, 4711)),
    ("Taken by another program", machine.WatchTaken(_HERE, 8081, _TAKEN)),
    ("The metrics' port is free", machine.MetricsFree(_HERE, 9464)),
    ("Free, and not only from here", machine.MetricsOpen("0.0.0.0", 9464)),  # noqa: S104
    ("Taken by the referee at work", machine.MetricsServed(_HERE, 9464, 4711)),
    ("Taken by another program", machine.MetricsTaken(_HERE, 9464, _TAKEN)),
)
_DATABASE: tuple[tuple[str, Finding], ...] = (
    ("The database is in order", database.DatabaseSound("0004")),
    ("No file yet", database.NoFileYet(_FILE)),
    ("A file without tables", database.DatabaseEmpty()),
    ("An older schema", database.OlderSchema("0003", "0004")),
    ("A newer one", database.NewerSchema(("0009",))),
    ("Another program's", database.ForeignTables(("notes", "users"))),
    ("Half of it is there", database.HalfMoved()),
    ("PostgreSQL was not installed", database.NoDriver()),
    ("A table is lost", database.PartLost("outbox")),
    ("A column is", database.PartLost("events.data")),
    ("The file is damaged", database.FileDamaged()),
    ("Another program holds it", database.DatabaseFails("another program holds the database")),
    ("In memory", database.InMemory()),
    ("No folder", database.NoFolder(_FILE.parent)),
    ("A folder that can't be written", database.FolderReadOnly(_FILE.parent)),
    ("A folder instead of a file", database.NotAFile(_FILE.parent)),
    ("No address", database.BadAddress()),
    ("A password with an @", database.TwoAtSigns()),
    ("No match is open", database.NoMatches()),
    ("All open matches are sound", database.MatchesSound(4)),
    ("Two can't be read", database.MatchesDamaged((1, 3), 4)),
    ("More than are named", database.MatchesDamaged(tuple(range(1, 13)), 40)),
    ("A timestamp can't be read", database.StampsDamaged(("duty discord",))),
    ("A referee is at work on it", RefereeAtWork(HOLDER)),
    ("Two shards have none", ShardsUnserved((Part("discord", 2, 4), Part("discord", 3, 4)))),
)
_DISCORD: tuple[tuple[str, Finding], ...] = (
    ("Discord can't be reached", discord.DiscordUnreached("Connection refused")),
    ("A token that is none of Discord's", discord.TokenRefused()),
    ("A good one", discord.TokenKnown("Referee#1234")),
    ("The intent is granted", discord.ContentGranted()),
    ("It is not", discord.ContentNotGranted()),
    ("An interactions endpoint is set", discord.CommandsElsewhere()),
    ("All commands are there", discord.CommandsOffered()),
    ("Two are missing", discord.CommandsMissing(("match", "setup"))),
    ("More are", discord.CommandsMissing(("match", "matches", "history", "player", "setup"))),
    ("They could not be listed", discord.CommandsUnlisted(_BUSY)),
    ("The gateway is there", discord.GatewayGreets()),
    ("It is silent", discord.GatewayShut(discord.NoAnswer())),
    ("It refuses", discord.GatewayShut(discord.BadStatus(503))),
    ("It is none", discord.GatewayShut(discord.NoGreeting())),
    ("It can't be reached", discord.GatewayShut(discord.NoConnection("Connection refused"))),
    ("Enough shards are set", discord.ShardsEnough(4, 4)),
    ("None are", discord.ShardsTooFew(None, 3)),
    ("Too few", discord.ShardsTooFew(2, 6)),
    ("How many it should be is not known", discord.ShardsUnasked(_BUSY)),
    ("The servers could not be listed", discord.ServersUnlisted(_BUSY)),
    ("In no server", discord.NoServer("https://discord.com/oauth2/authorize?client_id=1")),
    ("One could not be read", discord.ServerUnread(1, _HALL, _BUSY)),
    ("Channels for matches", discord.ChannelsFit(_HALL, ("death-match", "arena"))),
    ("Many of them", discord.ChannelsFit(_HALL, tuple("abcdefg"))),
    ("None", discord.NoChannelFits(_HALL)),
    ("Channels that it can't see", discord.ChannelsHidden(_HALL, ("council",))),
    ("Permissions are missing", discord.ChannelLacks(_HALL, "arena", _LACKING)),
    ("It may not speak there", discord.ChannelSilent(_HALL, "news", ("Send Messages",))),
    ("No thread can be opened", discord.ThreadsLack(_HALL, "arena", ("Create Public Threads",))),
    ("The clock is right", discord.ClockAgrees()),
    ("It is not", discord.ClockApart(timedelta(seconds=-300))),
    ("Discord did not tell its own", discord.ClockUntold()),
)
_FORUM: tuple[tuple[str, Finding], ...] = (
    ("A forum knows the token", forum.ForumReached("NodeBB", "Referee", "referee")),
    ("It can't be reached", forum.ForumFails("NodeBB", "the forum can't be reached")),
    ("A category can't be listed", forum.CategoryUnread("NodeBB", 5, "the forum refused")),
    ("It is moderated", forum.CategoryModerated("NodeBB", 5)),
    ("It is not", forum.CategoryNotModerated("NodeBB", 5)),
    ("The version will do", forum.VersionFine("NodeBB", "4.14.8")),
    ("It is not told", forum.VersionFine("Discourse", "")),
    ("It is too old", forum.VersionTooOld("4.9.2", "4.10")),
    ("It shows tokens to moderators", forum.VersionShowsTokens("4.12.0", "4.14.8")),
    ("A bare turn is long enough", forum.LeastFine("Discourse", 5, "D7 F8")),
    ("It is too short", forum.LeastTooLong("NodeBB", 8, "D7 F8", "Minimum Post Length")),
    ("Nobody says how long it must be", forum.LeastUntold("NodeBB")),
    ("New members wait for approval", forum.PostsQueued()),
    ("Nobody does", forum.NothingQueued()),
    ("Pictures can be uploaded", forum.ThumbnailsOn()),
    ("They can't", forum.ThumbnailsOff()),
    ("At Discourse they always can", forum.PicturesTaken()),
    ("New players are held up", forum.NewPlayersStopped(((_REPLIES, 3),), approval=True)),
    ("They are not", forum.NewPlayersFree()),
    ("A moderator is not told of all settings", forum.SettingsUntold(_UNTOLD)),
    ("Capitals are refused", forum.CapitalsRefused()),
    ("They are taken", forum.CapitalsTaken()),
    ("The clocks agree", forum.ForumClockAgrees("NodeBB")),
    ("They don't", forum.ForumClockApart("NodeBB", timedelta(seconds=90))),
)


def of_the_doctor() -> Iterator[Specimen]:
    """Everything that can be found, each with its mark."""
    for when, finding in (*_MACHINE, *_DATABASE, *_DISCORD, *_FORUM):
        shows = [type(finding)]
        if isinstance(finding, discord.GatewayShut):
            shows.append(type(finding.trouble))
        if isinstance(finding, machine.SettingsUseless):
            shows.append(type(finding.problem))
        yield Specimen(when, f"{finding.mark} {finding_text(finding)}", tuple(shows))
    newer = database_problem_text(database.NewerSchema(("0009",)))
    yield Specimen("The referee is started with a newer database", f"referee: {newer}")
