"""The tables. Events are the truth; everything else can be found again from them."""

import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem

from bot.storage.columns import COUNTED, DAY, LINES, MOMENT, QUIET, RESULT, SECONDS, SETTINGS, STAMP

metadata = sa.MetaData()
_SHOWN = ("venue", "server", "shown")


def _table(name: str, *parts: SchemaItem, numbered: bool = False) -> sa.Table:
    """A table; one that is `numbered` gives no number of a row out again."""
    return sa.Table(name, metadata, *parts, sqlite_autoincrement=numbered)


def _server(*, is_key: bool = False) -> tuple[SchemaItem, SchemaItem]:
    venue = sa.Column("venue", sa.String(32), nullable=False, primary_key=is_key)
    return venue, sa.Column("server", sa.String(64), nullable=False, primary_key=is_key)


def _person() -> tuple[SchemaItem, ...]:
    return *_server(is_key=True), sa.Column("player", sa.String(64), primary_key=True)


matches = _table(
    "matches",
    sa.Column("id", sa.Integer, primary_key=True),
    *_server(),
    sa.Column("room", sa.String(64), nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("opened_at", STAMP, nullable=False),
    # How it stands while it is open (`rows.outline`).
    sa.Column("board", sa.Text),
    # A room holds at most one open match. Forums count their topics alike.
    sa.Index(
        "one_open_match_in_a_room",
        *("venue", "server", "room"),
        unique=True,
        sqlite_where=sa.text("open"),
        postgresql_where=sa.text("open"),
    ),
    # The latest match of a room is asked for at every message there that is nobody's turn.
    sa.Index("matches_by_room", "venue", "server", "room", "open", "id"),
    numbered=True,
)

players = _table(
    "players",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("colour", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(64), nullable=False, index=True),
)

events = _table(
    "events",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)

# Every message that was ruled, accepted or refused: ruled at most once.
rulings = _table(
    "rulings",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("message", sa.String(64), primary_key=True),
    sa.Column("accepted", sa.Boolean, nullable=False),
)

# Announcements to be made: the events `first` to `through` of a match, told in one message.
outbox = _table(
    "outbox",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("through", sa.Integer, primary_key=True),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("reply_to", sa.String(64)),
    sa.Column("sent", sa.Boolean, nullable=False),
)

# When the referee was last known to be on duty at a venue, or at one shard of it: `shard` of
# `shards`, 0 of 1 being all of it. Rows of earlier counts of shards stay (`bot/parts.py`).
# Under the number of a machine's start stands what the local room's clock showed then.
duty = _table(
    "duty",
    sa.Column("venue", sa.String(32), primary_key=True),
    sa.Column("shards", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", STAMP, nullable=False),
)

# Which process referees a venue, or a shard of one: `shard` of `shards`, 0 of 1 being all of it.
# `holder` is drawn anew by each process; `machine`, `pid` and `started` tell another process on the
# same machine whether it is still there (`process.py`), `host` and `since` tell people. `beat`
# grows with each renewal; `renewed` is the machine's uptime then, and `on_duty` whether
# the venue was heard.
leases = _table(
    "leases",
    sa.Column("venue", sa.String(32), primary_key=True),
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("shards", sa.Integer, nullable=False),
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("host", sa.String(255), nullable=False),
    sa.Column("machine", sa.String(128), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("started", sa.String(32), nullable=False),
    sa.Column("since", MOMENT, nullable=False),
    sa.Column("beat", sa.Integer, nullable=False),
    sa.Column("renewed", SECONDS, nullable=False),
    sa.Column("on_duty", sa.Boolean, nullable=False),
    sa.Column("address", sa.String(255), nullable=False, server_default=""),
)

# When a shard last identified to Discord, by the database's clock in milliseconds since 1970.
# Shards of one bucket take turns (`identifies.py`).
identifies = _table(
    "identifies",
    sa.Column("bucket", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Links to pages: a hash of the token, and what it opens (`links.py`). Gone with `my forget`.
links = _table(
    "links",
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Column("room", sa.String(64), nullable=False, index=True),
    sa.Column("match", sa.Integer, nullable=False, index=True),
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
)

# How a match ended, as JSON: written with the event that ended it, and again whenever that changes.
# Results count in the order of `ended`.
results = _table(
    "results",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    *_server(),
    sa.Column("ended", COUNTED, nullable=False),
    sa.Column("data", RESULT, nullable=False),
    sa.Index("results_by_server", "venue", "server", "ended", "match"),
)

# What the pages of a server ask of an ended match, beside its result: written with that, and again
# whenever it changes (`bot/servers/facts.py`). `shown` says whether the pages list it, `readable`
# whether its record could be read, `counts` whether it is a result between two people, `whole`
# which of them played it from start to end (1 the first, 2 the second, 3 both).
facts = _table(
    "facts",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    *_server(),
    sa.Column("ended", COUNTED, nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("readable", sa.Boolean, nullable=False),
    sa.Column("ruleset", sa.String(32), nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("winner", sa.Integer),
    sa.Column("ending", sa.String(32), nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Column("whole", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("turns", sa.Integer, nullable=False),
    sa.Column("long_turns", sa.Integer, nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Index("facts_by_end", *_SHOWN, "ended", "match"),
    sa.Index("facts_by_length", *_SHOWN, "turns"),
    sa.Index("facts_by_game", *_SHOWN, "ruleset", "side", "turns"),
    sa.Index("facts_by_opening", *_SHOWN, "ruleset", "side", "opening", "winner"),
)

# Where the pages of a server are found, which nobody can guess, and what the server is called. The
# database holds all that the pages show: so an address is kept as it is, and not as a hash.
halls = _table(
    "halls",
    sa.Column("slug", sa.String(64), primary_key=True),
    *_server(),
    sa.Column("name", sa.String(200), nullable=False),
    sa.UniqueConstraint("venue", "server"),
)

# What a server has settled for its matches, as JSON.
servers = _table("servers", *_server(is_key=True), sa.Column("rules", SETTINGS, nullable=False))

# What somebody has settled for themselves on a server: the time zone that their words are read in.
# Gone with `my forget`.
people = _table("people", *_person(), sa.Column("zone", sa.String(64), nullable=False))

# When people are told privately that their turn waits: after so many seconds (0: never), not in the
# quiet hours (`23-8`, or none) by the clocks of `zone`. `server` is "" where people have one id on
# all servers of a venue. `failed` counts messages in a row that could not be sent. Gone with `my
# forget`.
reminders = _table(
    "reminders",
    *_person(),
    sa.Column("after", SECONDS, nullable=False),
    sa.Column("quiet", QUIET, nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("failed", sa.Integer, nullable=False),
)

# How somebody does with the puzzles of a server: the one they are at (0: none yet), for
# how many days in a row they have solved the day's, and the last of these days. Gone with
# `my forget`, as the next table.
puzzlers = _table(
    "puzzlers",
    *_person(),
    sa.Column("current", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("day", DAY, nullable=False),
)

# The puzzles that somebody is done with: `solved`, else given up; and the day.
puzzles_done = _table(
    "puzzles_done",
    *_person(),
    sa.Column("puzzle", sa.Integer, primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("day", DAY, nullable=False),
)

# Of which turn of a match its player was last reminded, and why: noted before they are told.
reminded = _table(
    "reminded",
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("turn", sa.String(32), nullable=False),
    sa.Column("causes", sa.String(32), nullable=False),
)

# Cups: `room` is where one was opened and is told of, `open` whether anything is left to do in it.
cups = _table(
    "cups",
    sa.Column("id", sa.Integer, primary_key=True),
    *_server(),
    sa.Column("room", sa.String(64), nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Index("cups_by_room", "venue", "server", "room", "open", "id"),
    numbered=True,
)

cup_events = _table(
    "cup_events",
    sa.Column("cup", sa.ForeignKey("cups.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)

# The match of each game of a cup: none has two, and no match is of two games.
cup_games = _table(
    "cup_games",
    sa.Column("cup", sa.ForeignKey("cups.id"), primary_key=True),
    sa.Column("pairing", sa.Integer, primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("match", sa.ForeignKey("matches.id"), nullable=False, unique=True),
)

# The local room's messages, in the order in which they were said.
room_lines = _table(
    "room_lines",
    sa.Column("serial", sa.Integer, primary_key=True),
    sa.Column("room", sa.String(64), nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("speaker", sa.String(64)),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("colour", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("nonce", sa.String(128), unique=True),
    sa.Column("reply_to", sa.Integer),
    sa.Column("picture", sa.String(64)),
    sa.Column("alt", sa.Text, nullable=False),
    sa.Index("room_lines_by_room", "room", "serial"),
    sa.Index("room_lines_by_picture", "picture"),
    numbered=True,
)

room_pictures = _table(
    "room_pictures",
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("png", sa.LargeBinary, nullable=False),
)

# The forums that were ever served, each by its host, and since when: what was written there before
# is nobody's command.
forums = _table("forums", *_server(is_key=True), sa.Column("since", MOMENT, nullable=False))

# A forum's posts as they were first seen, which is what binds: their words (the lines that may
# count, one under the other), and their stamp (`at`: that of the last edit before). `made` is when
# the post was made, `edited` the last edit known of. `late` says that it was not there when it
# should have been, `refused` that it was answered, if only by silence, with a refusal; for a post
# of the referee's own, `text` is its nonce.
forum_posts = _table(
    "forum_posts",
    *_server(is_key=True),
    sa.Column("post", sa.String(64), primary_key=True, key="id"),
    sa.Column("topic", sa.String(64), nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("name", sa.String(128), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("made", MOMENT, nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Column("edited", MOMENT),
    sa.Column("text", LINES, nullable=False, key="lines"),
    sa.Column("late", sa.Boolean, nullable=False),
    sa.Column("gone", sa.String(16), nullable=False),
    sa.Column("answered", sa.Boolean, nullable=False),
    sa.Column("refused", sa.Boolean, nullable=False),
    sa.Index("forum_posts_of_topic", "venue", "server", "topic"),
)

# The topics that hold or held matches: as of when each was last read completely, if it was. Posts
# made before `settled` are forgotten, and count no more.
forum_topics = _table(
    "forum_topics",
    *_server(is_key=True),
    sa.Column("topic", sa.String(64), primary_key=True),
    sa.Column("category", sa.Integer, nullable=False),
    sa.Column("read", MOMENT),
    sa.Column("settled", MOMENT),
)

# Only in the target of `referee move`, until all is there and equal: no referee starts on it
# meanwhile. It is no table of the schema. `source` says what is being copied, without a password.
unfinished_move = sa.Table(
    "unfinished_move", sa.MetaData(), sa.Column("source", sa.Text, nullable=False)
)
