"""What `referee doctor`, `referee move` and two referees on one database print."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.findings.database import DatabaseFinding, Finding, Holder, LeaseReadiness, State
from bot.parts import FLEET, Part
from bot.storage.lease_rows import LEASE
from bot.wording import doctor as machine
from bot.wording import doctor_database as db
from bot.wording import doctor_venues as at
from bot.wording import leases, settings
from bot.wording.doctor import Door, referee_at_work

DISCORD, FORUM = Part("discord"), Part("nodebb")
SHARDS = tuple(Part("discord", shard, 8) for shard in (0, 1, 2, 5))
HOLDER = Holder("arena", 4711, datetime(2026, 11, 22, 3, 41, tzinfo=UTC), (DISCORD, FORUM))
SHARD_HOLDER = replace(HOLDER, parts=SHARDS)
_FOLDER = "/srv/referee"
_FILE = f"{_FOLDER}/referee.sqlite3"
_BUSY = "Discord is busy"
_HALL = "The Genius"
_PAGES, _TAKEN = "https://referee.example.org", "Address already in use"
_WEB, _METRICS = "127.0.0.1:8080", "127.0.0.1:9464"
_LACKING, _REPLIES = ("Attach Files", "Add Reactions"), "max_consecutive_replies"
_DAY, _TURN, _NOTHING = timedelta(hours=14), timedelta(seconds=5.5), timedelta(0)
_UNTOLD = (_REPLIES, "allow_uppercase_posts")
_MACHINE: tuple[tuple[str, Finding], ...] = (
    ("The settings can be used", machine.SETTINGS_READ),
    ("A line of `.env` can't be read", machine.line_unread(8)),
    ("One sets nothing", machine.line_unknown(4, "DISCORD_TOKN", "DISCORD_TOKEN")),
    ("Nor does this one", machine.line_unknown(6, "EDITOR", "")),
    ("One sets what another sets", machine.line_again(10, "LOG_LEVEL", 3)),
    ("A board was drawn", machine.pictures_drawn(41)),
    ("None can be drawn", machine.pictures_fail("cannot open resource")),
    ("Neither Discord nor a forum is set", machine.NO_TOKEN),
    ("There are no pages", machine.NO_WEB),
    ("A referee can store nothing", machine.referee_in_trouble(4711, "the disk is full")),
    ("The pages' port is free", machine.port_free(Door.WEB, _WEB)),
    ("Free, and not only from here", machine.port_open(Door.WEB, "0.0.0.0:8080")),
    ("Free, and people come from elsewhere", machine.port_for_all(_WEB, _PAGES)),
    ("Taken by the referee at work", machine.port_served(Door.WEB, _PAGES, 4711)),
    ("Taken by another program", machine.port_taken(Door.WEB, _WEB, _TAKEN)),
    ("The metrics' port is free", machine.port_free(Door.METRICS, _METRICS)),
    ("Free, and not only from here", machine.port_open(Door.METRICS, "0.0.0.0:9464")),
    ("Taken by the referee at work", machine.port_served(Door.METRICS, _METRICS, 4711)),
    ("Taken by another program", machine.port_taken(Door.METRICS, _METRICS, _TAKEN)),
)
_WHOLE: tuple[tuple[str, DatabaseFinding], ...] = (
    ("The database is in order", DatabaseFinding(State.SOUND, "0004")),
    ("No file yet", DatabaseFinding(State.NO_FILE_YET, _FILE)),
    ("A file without tables", DatabaseFinding(State.EMPTY)),
    ("An older schema", DatabaseFinding(State.OLDER_SCHEMA, "0003", "0004")),
    ("One from before the first release", DatabaseFinding(State.TOO_OLD, "0013")),
    ("A newer one", DatabaseFinding(State.NEWER_SCHEMA, "0009")),
    ("Another program's", DatabaseFinding(State.FOREIGN_TABLES, "notes, users")),
    ("Half of it is there", DatabaseFinding(State.HALF_MOVED)),
    ("PostgreSQL was not installed", DatabaseFinding(State.NO_DRIVER)),
    ("A table is lost", DatabaseFinding(State.PART_LOST, "outbox")),
    ("A column is", DatabaseFinding(State.PART_LOST, "events.data")),
    ("The file is damaged", DatabaseFinding(State.FILE_DAMAGED)),
    (
        "Another program holds it",
        DatabaseFinding(State.FAILS, "another program holds the database"),
    ),
    ("In memory", DatabaseFinding(State.IN_MEMORY)),
    ("No folder", DatabaseFinding(State.NO_FOLDER, _FOLDER)),
    ("A folder that can't be written", DatabaseFinding(State.FOLDER_READ_ONLY, _FOLDER)),
    (
        "Root has put a backup there",
        DatabaseFinding(State.FILE_OF_ANOTHER, f"{_FILE} belongs to root"),
    ),
    ("A folder instead of a file", DatabaseFinding(State.NOT_A_FILE, _FOLDER)),
    ("No address", DatabaseFinding(State.BAD_ADDRESS)),
    ("A password with an @", DatabaseFinding(State.TWO_AT_SIGNS)),
    ("One of several servers has no name", DatabaseFinding(State.BAD_SERVERS)),
)
_DATABASE: tuple[tuple[str, Finding], ...] = (
    ("Nothing waits for a standby", db.NO_STANDBY),
    ("No match is open", db.NO_MATCHES),
    ("All open matches are sound", db.matches_sound(4)),
    ("Root asks for another user", db.looked_at_as("referee")),
    ("Somebody else asks", db.other_user("ann", "referee")),
    ("Two can't be read", db.matches_damaged((1, 3), 4)),
    ("More than are named", db.matches_damaged(tuple(range(1, 13)), 40)),
    ("A timestamp can't be read", db.stamps_damaged(("duty discord",))),
    ("A referee is at work on it", machine.referee_at_work(HOLDER)),
    (
        "Two shards have none",
        machine.shards_unserved([Part("discord", 2, 4), Part("discord", 3, 4)]),
    ),
)
_DISCORD: tuple[tuple[str, Finding], ...] = (
    ("Discord can't be reached", at.discord_unreached("Connection refused")),
    ("A token that is none of Discord's", at.TOKEN_REFUSED),
    ("A good one", at.token_known("Referee#1234")),
    ("The intent is granted", at.CONTENT_GRANTED),
    ("It is not", at.CONTENT_NOT_GRANTED),
    ("An interactions endpoint is set", at.COMMANDS_ELSEWHERE),
    ("All commands are there", at.COMMANDS_OFFERED),
    ("Two are missing", at.commands_missing(("match", "setup"))),
    ("More are", at.commands_missing(("match", "matches", "history", "player", "setup"))),
    ("They could not be listed", at.commands_unlisted(_BUSY)),
    ("The gateway is there", at.GATEWAY_GREETS),
    ("It is silent", at.gateway_shut(at.GATEWAY_SILENT)),
    ("It refuses", at.gateway_shut(at.gateway_status(503))),
    ("It is none", at.gateway_shut(at.GATEWAY_STRANGE)),
    ("It can't be reached", at.gateway_shut("Connection refused")),
    ("Enough shards are set", at.shards_enough(4, 4)),
    ("None are", at.no_shards(3)),
    ("Too few", at.shards_too_few(2, 6)),
    ("How many it should be is not known", at.shards_unasked(_BUSY)),
    ("One connection is enough", at.sessions_left(998, 1000, _DAY, 1, _NOTHING)),
    ("Of 400 shards 16 connect at once", at.sessions_left(1790, 2000, _DAY, 400, 24 * _TURN)),
    ("There were too many starts today", at.sessions_left(3, 1000, _DAY, 16, 15 * _TURN)),
    ("Few can see the referee", at.users(3_200)),
    ("Many can", at.users(12_500)),
    ("The servers could not be listed", at.servers_unlisted(_BUSY)),
    ("In no server", at.no_server("https://discord.com/oauth2/authorize?client_id=1")),
    ("One could not be read", at.server_unread(1, _HALL, _BUSY)),
    ("Channels for matches", at.channels_fit(_HALL, ("death-match", "arena"))),
    ("Many of them", at.channels_fit(_HALL, tuple("abcdefg"))),
    ("None", at.no_channel_fits(_HALL)),
    ("Channels that it can't see", at.channels_hidden(_HALL, ("council",))),
    ("Permissions are missing", at.channel_lacks(_HALL, "arena", _LACKING)),
    ("It may not speak there", at.channel_silent(_HALL, "news", ("Send Messages",))),
    ("No thread can be opened", at.threads_lack(_HALL, "arena", ("Create Public Threads",))),
    ("Events can't be made", at.events_lacking(_HALL)),
    ("The clock is right", at.CLOCK_AGREES),
    ("It is not", at.clock_apart(timedelta(seconds=-300))),
    ("Discord did not tell its own", at.CLOCK_UNTOLD),
)
_FORUM: tuple[tuple[str, Finding], ...] = (
    ("A forum knows the token", at.forum_reached("NodeBB", "Referee", "referee")),
    ("It can't be reached", at.forum_fails("NodeBB", "the forum can't be reached")),
    ("A category can't be listed", at.category_unread("NodeBB", 5, "the forum refused")),
    ("It is moderated", at.category_moderated("NodeBB", 5)),
    ("It is not", at.category_not_moderated("NodeBB", 5)),
    ("The version will do", at.version_fine("NodeBB", "4.14.8")),
    ("It is not told", at.version_fine("Discourse", "")),
    ("It is too old", at.version_too_old("4.9.2", "4.10")),
    ("It shows tokens to moderators", at.version_shows_tokens("4.12.0", "4.14.8")),
    ("A bare turn is long enough", at.least_fine("Discourse", 2, "E5")),
    ("It is too short", at.least_too_long("NodeBB", 8, "E5", "Minimum Post Length")),
    ("Nobody says how long it must be", at.least_untold("NodeBB")),
    ("New members wait for approval", at.POSTS_QUEUED),
    ("Nobody does", at.NOTHING_QUEUED),
    ("Pictures can be uploaded", at.THUMBNAILS_ON),
    ("They can't", at.THUMBNAILS_OFF),
    ("There is a limit on them", at.PICTURES_LIMITED),
    ("There is none", at.PICTURES_UNLIMITED),
    ("At Discourse they always can", at.PICTURES_TAKEN),
    ("New players are held up", at.new_players_stopped(((_REPLIES, 3),), approval=True)),
    ("They are not", at.NEW_PLAYERS_FREE),
    ("A moderator is not told of all settings", at.settings_untold(_UNTOLD)),
    ("Capitals are refused", at.CAPITALS_REFUSED),
    ("They are taken", at.CAPITALS_TAKEN),
    ("The clocks agree", at.forum_clock_agrees("NodeBB")),
    ("They don't", at.forum_clock_apart("NodeBB", timedelta(seconds=90))),
)


def _useless() -> list[str]:
    def bad(given: str) -> list[str]:
        return [settings.bad_setting_text(*one.split("=")) for one in given.split()]

    return [
        settings.bad_file_text("Permission denied"),
        *bad("LOG_LEVEL=LOUD LOG_FORMAT=xml NODEBB_TOKEN"),
        settings.lacking_text("NODEBB_URL", "NODEBB_TOKEN"),
        *bad("NODEBB_URL NODEBB_CATEGORY=five FORUM_EVERY=1h FORUM_TIMEZONE=Mars THINKING=maybe"),
        *bad("WEB_PORT=http WEB_PROXIES=caddy ROOM=open ROOM_OPENED_BY=all"),
        settings.renamed_text("WATCH_URL", "WEB_URL"),
        settings.NO_VENUE,
        *bad("TIDY_AFTER=90 WEB_URL WEB_INNER_URL SHARD_COUNT=many SHARD_IDS=first"),
        settings.beyond_count_text(2, 2),
        *bad("SHARDS=some"),
        settings.SHARDS_TWICE,
        settings.SHARDS_NEED_SERVER,
    ]


def of_the_doctor():
    useless = [("One can't", machine.settings_useless(why)) for why in _useless()]
    whole = [(when, db.database(found), found.state) for when, found in _WHOLE]
    found = _MACHINE[0], *useless, *_MACHINE[1:], *whole, *_DATABASE, *_DISCORD, *_FORUM
    for when, finding, *shows in found:
        yield when, f"{finding.mark} {finding.text}", tuple(shows)
    newer = db.database_text(DatabaseFinding(State.NEWER_SCHEMA, "0009"))
    yield "The referee is started with a newer database", f"referee: {newer}"


def of_two_referees():
    yield "the first one is at work", leases.held_text(DISCORD, HOLDER)
    yield "it has the same shard", leases.held_text(SHARDS[1], SHARD_HOLDER)
    yield "it counts other shards", leases.held_text(Part("discord", 0, 4), SHARD_HOLDER)
    yield "it counts one", leases.held_text(DISCORD, SHARD_HOLDER)
    yield "it has no shards", leases.held_text(SHARDS[0], HOLDER)
    yield "it serves another venue", leases.partly_held_text(DISCORD, HOLDER, [FORUM])
    alone = leases.partly_held_text(FORUM, HOLDER, [])
    yield "it is one of a fleet, and another one has the forum", alone
    other = leases.partly_held_text(SHARDS[1], SHARD_HOLDER, [Part("discord", 3, 8)])
    yield "it serves one of the shards", other
    yield "doctor: shards", referee_at_work(SHARD_HOLDER).text
    yield "it did not give its lease back", leases.waits_text(HOLDER, LEASE)
    yield "this one was replaced", leases.lost_text(HOLDER)
    yield "its lease is gone", leases.lost_text(None)
    yield "Discord does not know a shard", leases.no_such_shard_text(4, 4)
    yield "… wants more shards", leases.more_shards_text(2, 4)
    yield "… wants shards, and none were set", leases.shards_from_now_text(4)
    yield "log: it takes shards", leases.shares_text(SHARDS, SHARDS)
    yield "log: … and gives one up", leases.given_up_text(SHARDS[2])
    fleet = replace(HOLDER, parts=(*SHARDS, Part(FLEET, 0, 8)))
    yield "doctor: shards that are shared out", referee_at_work(fleet).text
    unknown = leases.turn_unknown_text("the database does not answer")
    yield "log: the turn to connect is not known", unknown
    for when, referee in (
        ("referee health: all is well", LeaseReadiness((DISCORD, FORUM))),
        ("… Discord can't be heard", LeaseReadiness((DISCORD,), (DISCORD,))),
        ("… some of its shards can't be", LeaseReadiness(SHARDS, SHARDS)),
        (
            "… the disk is full",
            LeaseReadiness((DISCORD,), trouble="the database can't be used: the disk is full"),
        ),
        ("… nobody is there", LeaseReadiness()),
    ):
        yield when, f"referee: {leases.readiness_text(referee)}"


_FULL = DatabaseFinding(State.FAILS, "the database can't be used: the disk is full")
_TOO_LONG = "value too long for type character varying(64)"
_OLDER = DatabaseFinding(State.OLDER_SCHEMA, "0003", "0008")
_FOREIGN = DatabaseFinding(State.FOREIGN_TABLES, "notes, users")
_NO_FILE = DatabaseFinding(State.NO_FILE_YET, "/srv/referee.sqlite3")
_PROBLEMS: tuple[tuple[str, str], ...] = (
    ("A referee is at work", db.in_use_text(HOLDER)),
    ("There is no such database", db.unfit_text(db.FROM, _NO_FILE)),
    ("It is empty", db.unfit_text(db.FROM, DatabaseFinding(State.EMPTY))),
    ("It is older than the program", db.unfit_text(db.FROM, _OLDER)),
    ("It is damaged", db.unfit_text(db.FROM, DatabaseFinding(State.FILE_DAMAGED))),
    (
        "It is the half of another move",
        db.unfit_text(db.FROM, DatabaseFinding(State.HALF_MOVED)),
    ),
    (
        "The target is not empty",
        db.occupied_text({"matches": 12, "events": 874, "players": 24}),
    ),
    ("It is another program's", db.unfit_text(db.TO, _FOREIGN)),
    ("It is the half of another move", db.others_copy_text("/srv/other.sqlite3")),
    ("It is the source", db.SAME_DATABASE),
    (
        "PostgreSQL was not installed",
        db.unfit_text(db.TO, DatabaseFinding(State.NO_DRIVER)),
    ),
    ("The disk is full", db.unfit_text(db.TO, _FULL)),
    ("A row does not fit", db.row_not_taken_text("players", (3, 0), _TOO_LONG)),
    ("Somebody else writes there", db.not_equal_text(["matches", "events"])),
)


def of_moves():
    yield "Now and then", db.step_text(db.FROM, "events", 12_000, 30_700)
    yield "When all is there", db.step_text(db.TO, "events", 24_500, 30_700)
    yield "It was broken off before", db.BEGUN_ANEW
    tables = {"matches": 1100, "events": 30_700, "servers": 0}
    url = "postgresql+asyncpg://referee:***@db.example/referee"
    yield "Done", db.moved_text(url, tables, (3, 7), ("notes",))
    yield "Stopped by hand", f"referee: {db.STOPPED}"
    yield "It fails halfway", db.AGAIN
    for when, problem in _PROBLEMS:
        yield when, f"referee: {problem}"
