"""What `referee move` prints."""

from announcements.leases import HOLDER
from bot.findings.database import DatabaseFinding, State
from bot.wording import moving as words

_FULL = DatabaseFinding(State.FAILS, "the database can't be used: the disk is full")
_TOO_LONG = "value too long for type character varying(64)"
_OLDER = DatabaseFinding(State.OLDER_SCHEMA, "0003", "0008")
_FOREIGN = DatabaseFinding(State.FOREIGN_TABLES, "notes, users")
_NO_FILE = DatabaseFinding(State.NO_FILE_YET, "/srv/referee.sqlite3")
_PROBLEMS: tuple[tuple[str, str], ...] = (
    ("A referee is at work", words.in_use_text(HOLDER)),
    ("There is no such database", words.unfit_text(words.FROM, _NO_FILE)),
    ("It is empty", words.unfit_text(words.FROM, DatabaseFinding(State.EMPTY))),
    ("It is older than the program", words.unfit_text(words.FROM, _OLDER)),
    ("It is damaged", words.unfit_text(words.FROM, DatabaseFinding(State.FILE_DAMAGED))),
    (
        "It is the half of another move",
        words.unfit_text(words.FROM, DatabaseFinding(State.HALF_MOVED)),
    ),
    (
        "The target is not empty",
        words.occupied_text({"matches": 12, "events": 874, "players": 24}),
    ),
    ("It is another program's", words.unfit_text(words.TO, _FOREIGN)),
    ("It is the half of another move", words.others_copy_text("/srv/other.sqlite3")),
    ("It is the source", words.SAME_DATABASE),
    ("PostgreSQL was not installed", words.unfit_text(words.TO, DatabaseFinding(State.NO_DRIVER))),
    ("The disk is full", words.unfit_text(words.TO, _FULL)),
    ("A row does not fit", words.row_not_taken_text("players", (3, 0), _TOO_LONG)),
    (
        "Somebody else writes there",
        words.not_equal_text(["matches", "events"]),
    ),
)


def of_moves():
    yield "Now and then", words.step_text(words.FROM, "events", 12_000, 30_700)
    yield "When all is there", words.step_text(words.TO, "events", 24_500, 30_700)
    yield "It was broken off before", words.BEGUN_ANEW
    tables = {"matches": 1100, "events": 30_700, "servers": 0}
    url = "postgresql+asyncpg://referee:***@db.example/referee"
    yield "Done", words.moved_text(url, tables, (3, 7), ("notes",))
    yield "Stopped by hand", f"referee: {words.STOPPED}"
    yield "It fails halfway", words.AGAIN
    for when, problem in _PROBLEMS:
        yield when, f"referee: {problem}"
