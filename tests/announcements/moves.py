"""What `referee move` prints."""

from collections.abc import Iterator
from pathlib import Path

from announcements.leases import HOLDER
from announcements.paper import Specimen
from bot.findings import database, moving
from bot.findings.moving import End, MoveProblem, MoveStep, Unfit
from bot.wording.moving import STOPPED, move_problem_text, moved_text, step_text

_FILE = Path("/srv/referee.sqlite3")
_FULL = "the database can't be used: the disk is full"
_TOO_LONG = "value too long for type character varying(64)"
_STEPS: tuple[tuple[str, MoveStep], ...] = (
    ("Now and then", moving.Copying("events", 12_000, 30_700)),
    ("When all is there", moving.Comparing("events", 24_500, 30_700)),
    ("It was broken off before", moving.GoesOn()),
    ("… and a referee was at work since", moving.BegunAnew()),
)
_PROBLEMS: tuple[tuple[str, MoveProblem], ...] = (
    ("A referee is at work", moving.InUse(HOLDER)),
    ("There is no such database", Unfit(End.FROM, database.NoFileYet(_FILE))),
    ("It is empty", Unfit(End.FROM, database.DatabaseEmpty())),
    ("It is older than the program", Unfit(End.FROM, database.OlderSchema("0003", "0008"))),
    ("It is damaged", Unfit(End.FROM, database.FileDamaged())),
    ("It is the half of another move", Unfit(End.FROM, database.HalfMoved())),
    (
        "The target is not empty",
        moving.Occupied((("matches", 12), ("events", 874), ("players", 24))),
    ),
    ("It is an older referee's", Unfit(End.TO, database.OlderSchema("0003", "0008"))),
    ("It is another program's", Unfit(End.TO, database.ForeignTables(("notes", "users")))),
    ("It is the half of another move", moving.OthersCopy("/srv/other.sqlite3")),
    ("It is the source", moving.SameDatabase()),
    ("PostgreSQL was not installed", Unfit(End.TO, database.NoDriver())),
    ("The disk is full", Unfit(End.TO, database.DatabaseFails(_FULL))),
    ("A row does not fit", moving.RowNotTaken("players", (3, 0), _TOO_LONG)),
    (
        "Somebody else writes there",
        moving.NotEqual((moving.Difference("matches", None), moving.Difference("events", (3, 7)))),
    ),
)


def of_moves() -> Iterator[Specimen]:
    """How far it is, the result, and why it can't be done."""
    for when, step in _STEPS:
        yield Specimen(when, step_text(step), (type(step),))
    tables = (("matches", 1100), ("events", 30_700), ("servers", 0))
    url = "postgresql+asyncpg://referee:***@db.example/referee"
    moved = moving.Moved(tables, (3, 7), ("notes",), before=False)
    yield Specimen("Done", moved_text(moved, url))
    yield Specimen("Given again", moved_text(moving.Moved(tables, (), (), before=True), url))
    yield Specimen("Stopped by hand", f"referee: {STOPPED}")
    for when, problem in _PROBLEMS:
        text = f"referee: {move_problem_text(problem)}"
        yield Specimen(when, text, (type(problem),))
