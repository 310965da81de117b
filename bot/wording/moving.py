"""What `referee move` says: how far it is, what was moved, and why it can't be done."""

from collections.abc import Mapping, Sequence

from bot.findings.database import DatabaseFinding, State
from bot.findings.lease import Holder
from bot.wording.doctor_database import database_text
from bot.wording.leases import holder_text
from bot.wording.lists import beginning

FROM, TO = "--from", "--to"
AGAIN = "No referee starts on what was copied: the same command empties it and begins anew."
BEGUN_ANEW = "An unfinished copy of this database is there: it is emptied, and all is copied anew."
STOPPED = f"stopped. {AGAIN}"
SAME_DATABASE = f"{FROM} and {TO} are the same database"


def step_text(end: str, table: str, done: int, rows: int) -> str:
    """How many rows of a table were copied from one end, or read back from the other."""
    return f"{'Copying' if end == FROM else 'Comparing'} {table}: {done:,} of {rows:,}"


def moved_text(
    url: str, tables: Mapping[str, int], damaged: Sequence[int], foreign: Sequence[str]
) -> str:
    """What was moved, and what to do next; `url` is the new address, without its password."""
    lines = ["Moved. Every row was read back; the rows and checksums of all tables are equal:"]
    lines += [f"{name} {rows:,}" for name, rows in tables.items() if rows]
    if damaged:
        have = (
            "1 match has an event" if len(damaged) == 1 else f"{len(damaged)} matches have events"
        )
        lines += [f"{have} that can't be read; not a byte was changed: {beginning(damaged)}."]
    if foreign:
        lines += [f"Not the referee's, and not copied: {beginning(foreign)}."]
    lines += ["Now set this, and start the referee:", f"DATABASE_URL={url}"]
    lines += ["The old database is as it was. Keep it until you are sure (docs/scaling.md)."]
    return "\n".join(lines)


def in_use_text(holder: Holder) -> str:
    """A referee is at work on the database that is to be moved."""
    return (
        f"a referee is at work on the database that is to be moved ({holder_text(holder)})"
        ": stop it first, since what it rules meanwhile would be left behind"
    )


def occupied_text(tables: Mapping[str, int]) -> str:
    """The target holds something else: its three largest tables, with their rows."""
    most = sorted(tables.items(), key=lambda table: -table[1])[:3]
    rows = ", ".join(f"{name} {count:,}" for name, count in most)
    return f"{TO} holds something already (rows: {rows}), which is left: name an empty database"


def others_copy_text(source: str) -> str:
    """The target is the unfinished copy of another database, named without user and password."""
    return (
        f"{TO} is the unfinished copy of another database ({source}): finish that move, "
        "naming it as you did, or name an empty database"
    )


def row_not_taken_text(table: str, key: Sequence[object], reason: str) -> str:
    """The target can't hold one row, named by its table and key."""
    row = f"a row of {table} ({', '.join(map(str, key))})"
    return f"{TO} can't hold {row}: {reason}. Mend it in the old database first"


def not_equal_text(tables: Sequence[str]) -> str:
    """What was read back from the target is not what was copied, in some tables."""
    return (
        f"what was read back from {TO} is not what was copied there: {beginning(tables)}. "
        "If that happens again, something else writes to that database"
    )


def unfit_text(end: str, finding: DatabaseFinding) -> str:
    """Something about the database at one end itself is in the way."""
    match end, finding.state:
        case "--from", State.OLDER_SCHEMA:
            text = (
                f"the database is of an older version (schema {finding.detail}): start the referee "
                f"on it once, which brings it to {finding.newest}, and stop it again"
            )
        case "--from", State.NO_FILE_YET:
            text = f"there is no database {finding.detail}"
        case "--from", State.EMPTY:
            text = "the database is empty"
        case "--to", State.FOREIGN_TABLES:
            tables = finding.detail or "none"
            text = f"the database is another program's (its tables: {tables}): name an empty one"
        case _:
            text = database_text(finding, end)
    return text if text.startswith(end) else f"{end}: {text}"
