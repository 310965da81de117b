"""What `referee move` says: how far it is, what was moved, and why it can't be done."""

from typing import assert_never

from bot.findings import moving
from bot.findings.database import DatabaseEmpty, ForeignTables, NoFileYet, OlderSchema
from bot.wording.doctor import NAMED, database_text
from bot.wording.leases import holder_text

LARGEST = 3
"""How many tables are named of a database that is not empty."""
GOES_ON = "What was copied stays there: the same command goes on from it."
STOPPED = f"stopped. {GOES_ON}"


def step_text(step: moving.MoveStep) -> str:
    """How far a move is, in one line."""
    match step:
        case moving.Copying(table, done, rows):
            return f"Copying {table}: {done:,} of {rows:,}"
        case moving.Comparing(table, done, rows):
            return f"Comparing {table}: {done:,} of {rows:,}"
        case moving.GoesOn():
            return "An unfinished copy of this database is there: going on from it."
        case moving.BegunAnew():
            return "What was copied before is no longer what the database holds: beginning anew."
        case _:
            assert_never(step)


def moved_text(moved: moving.Moved, url: str) -> str:
    """What was moved, and what to do next; `url` is the new address, without its password."""
    told = "Both databases hold the same already" if moved.before else "Moved"
    return "\n".join(
        [
            f"{told}. Every row was read from both sides and compared; all are equal:",
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
        numbers = _some([str(number) for number in moved.damaged])
        remarks.append(f"{have} that can't be read; not a byte of it was changed: {numbers}.")
    if moved.foreign:
        remarks.append(f"Not the referee's, and not copied: {_some(list(moved.foreign))}.")
    return remarks


def move_problem_text(problem: moving.MoveProblem) -> str:
    """Why a move is not done, as a clause or more without the last full stop."""
    match problem:
        case moving.Unfit():
            name, text = f"--{problem.end.value}", _unfit(problem)
            return text if text.startswith(name) else f"{name}: {text}"
        case moving.SameDatabase():
            return "--from and --to are the same database"
        case moving.InUse(holder):
            return (
                f"a referee is at work on the database that is to be moved ({holder_text(holder)})"
                ": stop it first, since what it rules meanwhile would be left behind"
            )
        case moving.Occupied(tables):
            most = sorted(tables, key=lambda table: table[1], reverse=True)[:LARGEST]
            rows = ", ".join(f"{name} {count:,}" for name, count in most)
            return (
                f"--to holds something else already (rows: {rows}), which is left as it is: name "
                "an empty database"
            )
        case moving.OthersCopy(source):
            return (
                f"--to is the unfinished copy of another database ({source}): finish that move, "
                "naming it as you did, or name an empty database"
            )
        case moving.RowNotTaken(table, key, reason):
            return (
                f"--to can't hold a row of {table} ({_key(key)}): {reason}. It has to be mended in "
                "the old database first; then the same command goes on"
            )
        case moving.NotEqual(differences):
            return (
                "what was read back from --to is not what was copied there: "
                f"{_some([_difference(one) for one in differences])}. The same command begins "
                "anew; if that ends like this too, something else writes to that database"
            )
        case _:
            assert_never(problem)


def _unfit(problem: moving.Unfit) -> str:
    match problem.end, problem.found:
        case moving.End.FROM, OlderSchema(found, wanted):
            return (
                f"the database is of an older version (schema {found}): start the referee on it "
                f"once, which brings it to {wanted}, and stop it again"
            )
        case moving.End.TO, OlderSchema(found, _):
            return (
                f"the database is that of an older version of the referee (schema {found}): name "
                "an empty one"
            )
        case moving.End.FROM, NoFileYet(file):
            return f"there is no database {file}"
        case moving.End.FROM, DatabaseEmpty():
            return "the database is empty"
        case moving.End.TO, ForeignTables(tables):
            some = ", ".join(tables) or "none"
            return f"the database is another program's (its tables: {some}): name an empty one"
        case end, found:
            return database_text(found, f"--{end.value}")


def _difference(found: moving.Difference) -> str:
    if found.key is None:
        return f"{found.table} (the number of the next row)"
    return f"{found.table} (first at {_key(found.key)})"


def _key(key: tuple[object, ...]) -> str:
    return ", ".join(str(part) for part in key)


def _some(words: list[str]) -> str:
    return ", ".join(words[:NAMED]) + (", …" if len(words) > NAMED else "")
