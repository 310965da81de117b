"""What `doctor`, `tidy`, `move` and a start say of a database; a bad one says what to do."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from bot.findings.database import DatabaseFinding, Finding, Holder, State, bad, good, note
from bot.wording.leases import holder_text
from bot.wording.writing import beginning

NO_MATCHES = good("Matches: none is open.")
NO_STANDBY = note(
    "Standby: several servers are named, and the primary waits for none of them: what was ruled "
    "last may be lost when it dies (docs/scaling.md)."
)


def database_text(finding: DatabaseFinding, name: str = "DATABASE_URL") -> str:
    """A clause without its full stop; `name` is what names the database, a setting or an option."""
    detail = finding.detail
    match finding.state:
        case State.BAD_ADDRESS:
            return (
                f"{name} can't be used: write sqlite+aiosqlite:///file or "
                'postgresql+asyncpg://user:password@host/name (with the extra "postgres")'
            )
        case State.BAD_SERVERS:
            return (
                f"{name} names several servers, and not as it should: write "
                "postgresql+asyncpg://user:password@host1:5432,host2:5432/name"
            )
        case State.TWO_AT_SIGNS:
            return f"{name} has more than one @: write %40 for one in the user or the password"
        case State.NO_DRIVER:
            return (
                f"{name} is PostgreSQL's, which needs the package asyncpg: install the referee "
                'with its extra "postgres", or pip install asyncpg'
            )
        case State.FAILS:
            return detail
        case State.FOREIGN_TABLES:
            return (
                f"the database is another program's (its tables: {detail or 'none'}): "
                f"name another database in {name}"
            )
        case State.HALF_MOVED:
            return (
                "the database is the unfinished copy of another one: type the same "
                f"`referee move` again until it is done, or name another database in {name}"
            )
        case State.NEWER_SCHEMA:
            return (
                f"the database is of a newer version of the referee (schema {detail})"
                f": install that version, or name another database in {name}"
            )
        case State.TOO_OLD:
            return (
                f"the database is from before the first release (schema {detail}): start the "
                "referee of commit b4b55f5 on it once, which brings it to 0024, then this one"
            )
        case State.PART_LOST:
            return f"the database lacks {detail}: restore a backup (docs/backup.md)"
        case State.FILE_DAMAGED:
            return "the file is damaged. Restore a backup (docs/backup.md)"
        case State.IN_MEMORY:
            return "it is kept in memory only, and every match is lost at a stop"
        case State.NO_FOLDER:
            return f"there is no folder {detail}. Make it, or change {name}"
        case State.FOLDER_READ_ONLY:
            return f"the folder {detail} can't be written; SQLite needs that"
        case State.NOT_A_FILE:
            return f"{detail} is no file"
        case State.FILE_OF_ANOTHER:
            return f"the file {detail}, and the user who serves may not write it (docs/backup.md)"
        case State.NO_FILE_YET:
            return f"{detail} is made at the first start"
        case State.EMPTY:
            return "reached and writable, but empty; it is set up at the next start"
        case State.OLDER_SCHEMA:
            return f"of schema {detail}; the next start brings it to {finding.newest}"
        case State.SOUND:
            return f"reached, writable, whole, of schema {detail}"
        case state:
            assert_never(state)


def database(finding: DatabaseFinding) -> Finding:
    """What is found of the database as a whole."""
    return Finding(finding.mark, f"Database: {database_text(finding)}.")


def looked_at_as(user: str) -> Finding:
    """Root, who may do everything, looks with the rights of the user whose the folder is."""
    return note(
        f"User: root asks; the database is looked at as {user}, to whom its folder belongs."
    )


def other_user(me: str, user: str) -> Finding:
    """Neither root nor the user whose the folder is looks: what they find is their own."""
    return note(
        f"User: you are {me}, and the database's folder belongs to {user}: what you may do with it "
        f"says little. Type `runuser -u {user} -- referee doctor`, as root."
    )


def matches_sound(number: int) -> Finding:
    """Each open match can be taken up, as it will be at the next start."""
    return good(f"Matches: {number} open, and each can be read.")


def matches_damaged(damaged: Sequence[int], number: int) -> Finding:
    """Some of the open matches, by number, can't be taken up."""
    return bad(
        f"Matches: {len(damaged)} of {number} open ones can't be read and stand still: "
        f"{beginning(damaged)}. Restore a backup (docs/backup.md)."
    )


def stamps_damaged(rows: Sequence[str]) -> Finding:
    """Rows whose timestamp can't be read, each as its table and its key."""
    return bad(
        f"Stamps: {len(rows)} can't be read and are put aside: "
        f"{beginning(rows)}. Restore a backup (docs/backup.md)."
    )


def freed_text(pictures: int, size: int, kept: int, *, dry_run: bool = False) -> str:
    """What was freed, or would be: how many pictures of how many bytes."""
    done = "would be freed" if dry_run else "were freed"
    text = f"{pictures} old pictures, {_megabytes(size)}, {done}."
    return f"{text} {kept} can't be drawn again and stay." if kept else text


def facts_text(seen: int, wrong: int) -> str:
    """The facts of ended matches were made anew; `wrong` were otherwise before."""
    told = f"{wrong} of them were otherwise before" if wrong else "all were as they should be"
    return f"The facts of {seen} ended matches were made anew from their records: {told}."


def no_age_text(given: str) -> str:
    """How old a picture has to be can't be read."""
    return f"“{given}” is no number of days. Write, for instance, 90d."


def shrunk_text(before: int, after: int) -> str:
    """The database's file was packed, since no referee was at work on it."""
    return f"The database's file has {_megabytes(after)} now, {_megabytes(before)} before."


def not_shrunk_text() -> str:
    """The file keeps its size while a referee is at work; what was freed is used again."""
    return (
        "A referee is at work on this database, so its file keeps its size; what was freed is used "
        "for what comes. To make the file smaller, stop the referee and give the command again."
    )


def pictures_found(pictures: int, size: int) -> Finding:
    """What the boards in the local room's talk take."""
    return note(
        f"Pictures: {pictures} boards in the local room's talk, {_megabytes(size)}. "
        "`referee tidy --older-than 90d` frees old ones (TIDY_AFTER does it every night); they are "
        "drawn again when somebody looks at them."
    )


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


FROM, TO = "--from", "--to"
_UNFIT = {
    State.OLDER_SCHEMA: "the database is of an older version (schema {0.detail}): start the "
    "referee on it once, which brings it to {0.newest}, and stop it again",
    State.NO_FILE_YET: "there is no database {0.detail}",
    State.EMPTY: "the database is empty",
}
"""What is said of a source only: a target is made where there is none, and upgraded."""
AGAIN = "No referee starts on what was copied: the same command empties it and begins anew."
BEGUN_ANEW = "An unfinished copy of this database is there: it is emptied, and all is copied anew."
STOPPED = f"stopped. {AGAIN}"
SAME_DATABASE = f"{FROM} and {TO} are the same database"


def step_text(end: str, table: str, done: int, rows: int) -> str:
    return f"{'Copying' if end == FROM else 'Comparing'} {table}: {done:,} of {rows:,}"


def moved_text(
    url: str, tables: Mapping[str, int], damaged: Sequence[int], foreign: Sequence[str]
) -> str:
    """What was moved, and what to do next; `url` is the new address, without its password."""
    lines = ["Moved. Every row was read back; the rows and checksums of all tables are equal:"]
    lines += [f"{name} {rows:,}" for name, rows in tables.items() if rows]
    unread = "Matches with events that can't be read, copied as they are"
    for what, found in ((unread, damaged), ("Not the referee's, and not copied", foreign)):
        lines += [f"{what}: {beginning(found)}."] if found else []
    lines += ["Now set this, and start the referee:", f"DATABASE_URL={url}"]
    lines += ["The old database is as it was. Keep it until you are sure (docs/scaling.md)."]
    return "\n".join(lines)


def in_use_text(holder: Holder) -> str:
    return (
        f"a referee is at work on the database that is to be moved ({holder_text(holder)})"
        ": stop it first, since what it rules meanwhile would be left behind"
    )


def occupied_text(tables: Mapping[str, int]) -> str:
    """The target holds something else: its three largest tables, with their rows."""
    most = sorted(tables.items(), key=lambda table: -table[1])[:3]
    rows = ", ".join(f"{name} {count:,}" for name, count in most)
    return f"{TO} holds something already (rows: {rows}), left as it is: name an empty database"


def others_copy_text(source: str) -> str:
    """The target is the unfinished copy of another database, named without user and password."""
    return (
        f"{TO} is the unfinished copy of another database ({source}): finish that move, "
        "naming it as you did, or name an empty database"
    )


def row_not_taken_text(table: str, key: Sequence[object], reason: str) -> str:
    row = f"a row of {table} ({', '.join(map(str, key))})"
    return f"{TO} can't hold {row}: {reason}. Mend it in the old database first"


def not_equal_text(tables: Sequence[str]) -> str:
    return (
        f"what was read back from {TO} is not what was copied there: {beginning(tables)}. "
        "If that happens again, something else writes to that database"
    )


def unfit_text(end: str, finding: DatabaseFinding) -> str:
    text = _UNFIT.get(finding.state, "").format(finding) or database_text(finding, end)
    return text if text.startswith(end) else f"{end}: {text}"
