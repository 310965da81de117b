"""What is wrong with a setting or a command line, in one line: at the start, and in `doctor`."""

_ODD_SIGNS = " is no token: a blank, a quote or another odd sign is in it"
_FORUM = ": it is the forum's address, such as https://forum.example.org"
_CATEGORIES = ": it is the numbers of categories, such as 5,8"
_PORT = ": a port is a number from 0 to 65535"
WANTS = {
    "DISCORD_TOKEN": _ODD_SIGNS,
    "SHARDS": ": it is auto, or not set",
    "SHARD_COUNT": ": it is how many shards there are in all, such as 4",
    "SHARD_IDS": ": it is the numbers of shards, such as 0,1 or 4-7",
    "NODEBB_URL": _FORUM,
    "NODEBB_TOKEN": _ODD_SIGNS,
    "NODEBB_CATEGORY": _CATEGORIES,
    "DISCOURSE_URL": _FORUM,
    "DISCOURSE_KEY": _ODD_SIGNS,
    "DISCOURSE_CATEGORY": _CATEGORIES,
    "FORUM_EVERY": ": it is a length of time from 1s to 10m",
    "FORUM_TIMEZONE": ": it is the name of a time zone, such as UTC or Europe/Berlin",
    "WEB_URL": ": it is an address, such as https://referee.example.org",
    "WEB_PORT": _PORT,
    "WEB_INNER_URL": ": it is an address without a path, such as http://10.0.0.5:8080",
    "WEB_PROXIES": ": it is addresses or networks, such as 127.0.0.1 10.0.0.0/8",
    "ROOM": ": it is on, off or auto (on where nothing else is set)",
    "ROOM_OPENED_BY": ": it is anyone, or host (whoever has the link that `referee room` prints)",
    "TIDY_AFTER": ": it is a number of days, such as 90d",
    "METRICS_PORT": _PORT,
    "LOG_LEVEL": ": it is DEBUG, INFO, WARNING or ERROR",
    "LOG_FORMAT": ": it is text or json",
    "THINKING": ": it is on or off",
}
"""What each setting takes, behind its name and what was given."""

SHARDS_TWICE = "SHARDS=auto shares the shards out by itself: don't set SHARD_COUNT or SHARD_IDS"
SHARDS_NEED_SERVER = (
    "SHARDS=auto shares the shards out through PostgreSQL: name one in DATABASE_URL, or set "
    "SHARD_COUNT in place of SHARDS"
)
NO_VENUE = "ROOM is off, and neither Discord nor a forum is set: there is nothing to referee"


def bad_file_text(reason: str) -> str:
    """`.env` can't be read; the system says why, or it is no text."""
    return f"the file .env can't be read: {reason or 'it is no text in UTF-8'}"


def bad_setting_text(name: str, value: str = "") -> str:
    """A setting with a value that it can't have; `value` is "" where that may be a secret."""
    return f"{name}{value and f'={value}'}{WANTS[name]}"


def renamed_text(former: str, name: str) -> str:
    """A setting has another name by now."""
    return f"{former} is called {name} by now: room and watch pages have one web server"


def lacking_text(name: str, missing: str) -> str:
    """Of settings that belong together, one is set and another is missing."""
    return f"{name} is set and {missing} is not"


def beyond_count_text(shard: int, count: int) -> str:
    """A shard beyond the count: they are numbered from 0."""
    return f"SHARD_IDS: there is no shard {shard} where SHARD_COUNT is {count}; the first one is 0"


def did_you_mean_text(name: str) -> str:
    """The command, option or choice that is nearest to what was typed."""
    return f"Did you mean {name}?"


def spar_step_text(played: int, games: int) -> str:
    """How far a series of games is."""
    return f"{played:,} of {games:,} games played"


def solve_step_text(empty: int) -> str:
    """A position is being solved."""
    cells = "1 empty cell" if empty == 1 else f"{empty} empty cells"
    return f"Solving a position with {cells}"


def review_step_text(turn: int, turns: int) -> str:
    """The turn that is looked back at; 0 is the position before the first."""
    return f"Looking back: turn {turn} of {turns}"


def backup_step_text(size: int) -> str:
    """A database of so many bytes is being copied."""
    return f"Copying and checking {size / 1_000_000:,.1f} MB"


MOVE_BEGINS = "Looking at both databases"
