"""What `referee move` says: how far it is, what was moved, and why it can't be done."""

from collections.abc import Sequence
from typing import assert_never

from bot.findings import moving
from bot.findings.database import DatabaseFinding, State
from bot.findings.lease import Holder
from bot.wording.doctor_database import database_text
from bot.wording.leases import holder_text
from bot.wording.lists import beginning

LARGEST = 3
"""How many tables are named of a database that is not empty."""
GOES_ON = "What was copied stays there: the same command goes on from it."
STOPPED = f"stopped. {GOES_ON}"
SAME_DATABASE = "--from and --to are the same database"


def step_text(step: moving.MoveStep) -> str:
    """How far a move is, in one line."""
    match step:
        case moving.Copying(table, done, rows):
            return f"Copying {table}: {done:,} of {rows:,}"
        case moving.Comparing(table, done, rows):
            return f"Comparing {table}: {done:,} of {rows:,}"
        case moving.Remark.GOES_ON:
            return "An unfinished copy of this database is there: going on from it."
        case moving.Remark.BEGUN_ANEW:
            return "What was copied before is no longer what the database holds: beginning anew."
        case _:
            assert_never(step)


def moved_text(moved: moving.Moved, url: str) -> str:
    """What was moved, and what to do next; `url` is the new address, without its password."""
    done = "Both databases hold the same already" if moved.before else "Moved"
    return "\n".join(
        [
            f"{done}. Every row was read from both sides and compared; all are equal:",
            *(f"{name} {rows:,}" for name, rows in moved.tables if rows),
            *_remarks(moved),
            "Now set this, and start the referee:",
            f"DATABASE_URL={url}",
            "The old database is as it was. Keep it until you are sure (docs/scaling.md).",
        ]
    )


def _remarks(moved: moving.Moved) -> list[str]:
    remarks = []
    if moved.damaged:
        count = len(moved.damaged)
        have = "1 match has an event" if count == 1 else f"{count} matches have events"
        numbers = beginning(moved.damaged)
        remarks.append(f"{have} that can't be read; not a byte of it was changed: {numbers}.")
    if moved.foreign:
        remarks.append(f"Not the referee's, and not copied: {beginning(moved.foreign)}.")
    return remarks


def in_use_text(holder: Holder) -> str:
    """A referee is at work on the database that is to be moved."""
    return (
        f"a referee is at work on the database that is to be moved ({holder_text(holder)})"
        ": stop it first, since what it rules meanwhile would be left behind"
    )


def occupied_text(tables: Sequence[tuple[str, int]]) -> str:
    """The target holds something else: its tables that are not empty, with their rows."""
    most = sorted(tables, key=lambda table: table[1], reverse=True)[:LARGEST]
    rows = ", ".join(f"{name} {count:,}" for name, count in most)
    return (
        f"--to holds something else already (rows: {rows}), which is left as it is: name "
        "an empty database"
    )


def others_copy_text(source: str) -> str:
    """The target is the unfinished copy of another database, named without user and password."""
    return (
        f"--to is the unfinished copy of another database ({source}): finish that move, "
        "naming it as you did, or name an empty database"
    )


def row_not_taken_text(table: str, key: Sequence[object], reason: str) -> str:
    """The target can't hold one row, named by its table and key."""
    return (
        f"--to can't hold a row of {table} ({_key(key)}): {reason}. It has to be mended in "
        "the old database first; then the same command goes on"
    )


def not_equal_text(differences: Sequence[moving.Difference]) -> str:
    """What was read back from the target is not what was copied."""
    return (
        "what was read back from --to is not what was copied there: "
        f"{beginning([_difference(table) for table in differences])}. The same command begins "
        "anew; if that ends like this too, something else writes to that database"
    )


def unfit_text(end: moving.End, finding: DatabaseFinding) -> str:
    """Something about one of the two databases itself is in the way."""
    name, text = f"--{end.value}", _unfit(end, finding)
    return text if text.startswith(name) else f"{name}: {text}"


def _unfit(end: moving.End, finding: DatabaseFinding) -> str:
    match end, finding.state:
        case moving.End.FROM, State.OLDER_SCHEMA:
            return (
                f"the database is of an older version (schema {finding.detail}): start the referee "
                f"on it once, which brings it to {finding.newest}, and stop it again"
            )
        case moving.End.TO, State.OLDER_SCHEMA:
            return (
                "the database is that of an older version of the referee (schema "
                f"{finding.detail}): name an empty one"
            )
        case moving.End.FROM, State.NO_FILE_YET:
            return f"there is no database {finding.detail}"
        case moving.End.FROM, State.EMPTY:
            return "the database is empty"
        case moving.End.TO, State.FOREIGN_TABLES:
            tables = finding.detail or "none"
            return f"the database is another program's (its tables: {tables}): name an empty one"
        case _:
            return database_text(finding, f"--{end.value}")


def _difference(difference: moving.Difference) -> str:
    if difference.key is None:
        return f"{difference.table} (the number of the next row)"
    return f"{difference.table} (first at {_key(difference.key)})"


def _key(key: Sequence[object]) -> str:
    return ", ".join(map(str, key))
