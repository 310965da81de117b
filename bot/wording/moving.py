"""What `referee move` says: how far it is, what was moved, and why it can't be done."""

from collections.abc import Mapping, Sequence

from bot.findings.database import DatabaseFinding, Holder, State
from bot.wording.doctor_database import database_text
from bot.wording.leases import holder_text
from bot.wording.writing import beginning

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
