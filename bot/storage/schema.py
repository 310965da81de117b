"""The tables. Events are the truth; everything else can be found again from them.

Moments are ISO 8601 text in UTC, as the venue stamped them.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("venue", String(32), nullable=False),
    Column("server", String(64), nullable=False),
    Column("room", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("opened_at", String(40), nullable=False),
    sqlite_autoincrement=True,
)
# A room holds at most one open match. Forums count their topics alike.
Index(
    "one_open_match_in_a_room",
    matches.c.venue,
    matches.c.server,
    matches.c.room,
    unique=True,
    sqlite_where=text("open"),
    postgresql_where=text("open"),
)
Index("matches_by_server", matches.c.venue, matches.c.server)

players = Table(
    "players",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("colour", Integer, primary_key=True),
    Column("player", String(64), nullable=False, index=True),
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("data", Text, nullable=False),
)

# Every message that was ruled, accepted or refused: ruled at most once.
rulings = Table(
    "rulings",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("message", String(64), primary_key=True),
    Column("accepted", Boolean, nullable=False),
)

# Announcements to be made: the events `first` to `through` of a match, told in one message.
outbox = Table(
    "outbox",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("through", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("reply_to", String(64)),
    Column("sent", Boolean, nullable=False),
)

# When the referee was last known to be on duty at a venue, or at one shard of it: `shard` of
# `shards`, 0 of 1 being all of it. Rows of earlier counts of shards stay (`bot/parts.py`).
duty = Table(
    "duty",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("shards", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
)

# Which process referees a venue, or a shard of one: `shard` of `shards`, 0 of 1 being all of it.
# `holder` is drawn anew by each process; `machine`, `pid` and `started` tell another process on the
# same machine whether it is still there (`process.py`), `host` and `since` tell people. `beat`
# grows with each renewal; `renewed` is the machine's uptime then, in seconds, and `on_duty` whether
# the venue was heard.
leases = Table(
    "leases",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shards", Integer, nullable=False),
    Column("holder", String(32), nullable=False),
    Column("host", String(255), nullable=False),
    Column("machine", String(128), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("started", String(32), nullable=False),
    Column("since", String(40), nullable=False),
    Column("beat", Integer, nullable=False),
    Column("renewed", Integer, nullable=False),
    Column("on_duty", Boolean, nullable=False),
)

# When a shard last identified to Discord, by the database's clock in milliseconds since 1970.
# Shards of one bucket take turns (`identifies.py`).
identifies = Table(
    "identifies",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

# The address of a match's watch page: made when it is first asked for, gone with `my forget`.
watch_links = Table(
    "watch_links",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
)

# How a match ended, as JSON: written with the event that ended it, and again whenever that changes.
# `ended` is when, in microseconds since 1970: the order in which results count.
results = Table(
    "results",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("venue", String(32), nullable=False),
    Column("server", String(64), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
Index("results_by_server", results.c.venue, results.c.server, results.c.ended, results.c.match)

# What a server's results come to, up to one of them (`ended`, `match`), as JSON; without it where
# it must be worked out anew. `changes` grows with every change of a result: whoever works it out
# keeps it only if it is as it was before.
ladders = Table(
    "ladders",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("server", String(64), primary_key=True),
    Column("changes", Integer, nullable=False),
    Column("ended", BigInteger),
    Column("match", Integer),
    Column("data", Text),
)

# What a server has settled for its matches, as JSON.
servers = Table(
    "servers",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("server", String(64), primary_key=True),
    Column("rules", Text, nullable=False),
)

# The local room: who may sit where. Only hashes of the tokens are kept.
room_seats = Table(
    "room_seats",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("room", String(64), nullable=False, index=True),
    Column("role", String(16), nullable=False),
)

# The local room's messages, in the order in which they were said.
room_lines = Table(
    "room_lines",
    metadata,
    Column("serial", Integer, primary_key=True),
    Column("room", String(64), nullable=False),
    Column("at", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("speaker", String(64)),
    Column("name", String(64), nullable=False),
    Column("colour", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("nonce", String(128), unique=True),
    Column("reply_to", Integer),
    Column("picture", String(64)),
    Column("alt", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index("room_lines_by_room", room_lines.c.room, room_lines.c.serial)

room_pictures = Table(
    "room_pictures",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("png", LargeBinary, nullable=False),
)

# The forums that were ever served, each by its host, and since when: what was written there before
# is nobody's command. A server of "" is the one that is set: it was not told apart before.
forums = Table(
    "forums",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("server", String(64), primary_key=True),
    Column("since", String(40), nullable=False),
)

# A forum's posts as they were first seen, which is what binds: their words (the lines that may
# count, one under the other), and their stamp (`at`: that of the last edit before). `made` is when
# the post was made, `edited` the last edit known of. `late` says that it was not there when it
# should have been, `refused` that it was answered, if only by silence, with a refusal; for a post
# of the referee's own, `text` is its nonce.
forum_posts = Table(
    "forum_posts",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("server", String(64), primary_key=True),
    Column("post", String(64), primary_key=True),
    Column("topic", String(64), nullable=False),
    Column("number", Integer),
    Column("author", String(64), nullable=False),
    Column("name", String(128), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("made", String(40), nullable=False),
    Column("at", String(40), nullable=False),
    Column("edited", String(40)),
    Column("text", Text, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("gone", String(16), nullable=False),
    Column("answered", Boolean, nullable=False),
    Column("refused", Boolean, nullable=False),
)
Index("forum_posts_of_topic", forum_posts.c.venue, forum_posts.c.server, forum_posts.c.topic)

# The topics that hold or held matches: as of when each was last read completely, if it was. Posts
# made before `settled` are forgotten, and count no more.
forum_topics = Table(
    "forum_topics",
    metadata,
    Column("venue", String(32), primary_key=True),
    Column("server", String(64), primary_key=True),
    Column("topic", String(64), primary_key=True),
    Column("category", Integer, nullable=False),
    Column("read", String(40)),
    Column("settled", String(40)),
)

# Only in the target of `referee move`, until all is there and equal: no referee starts on it
# meanwhile. It is no table of the schema. `source` says what is being copied, without a password.
unfinished_move = Table("unfinished_move", MetaData(), Column("source", Text, nullable=False))
