"""What `referee doctor` found, each in one plain sentence or two; a bad one says what to do."""

from typing import assert_never

from bot.findings import database, machine
from bot.findings.discord import DiscordFinding
from bot.findings.finding import Finding
from bot.findings.forum import ForumFinding
from bot.findings.lease import LeaseFinding
from bot.wording.doctor_discord import discord_finding_text
from bot.wording.doctor_forum import forum_finding_text
from bot.wording.leases import lease_finding_text
from bot.wording.settings import setting_problem_text

NAMED = 10
"""How many damaged rows are named."""


def finding_text(finding: Finding) -> str:
    """What was found, without its mark."""
    if isinstance(finding, machine.MachineFinding):
        return _machine(finding)
    if isinstance(finding, database.DatabaseFinding):
        return _database(finding)
    if isinstance(finding, LeaseFinding):
        return lease_finding_text(finding)
    if isinstance(finding, DiscordFinding):
        return discord_finding_text(finding)
    if isinstance(finding, ForumFinding):
        return forum_finding_text(finding)
    assert_never(finding)


def database_problem_text(problem: database.DatabaseProblem, name: str = "DATABASE_URL") -> str:
    """Why a database can't be used, as a clause without its full stop; `name` is what names it."""
    match problem:
        case database.BadAddress():
            return (
                f"{name} can't be used: write sqlite+aiosqlite:///file or "
                'postgresql+asyncpg://user:password@host/name (with the extra "postgres")'
            )
        case database.TwoAtSigns():
            return f"{name} has more than one @: write %40 for one in the user or the password"
        case database.NoDriver():
            return (
                f"{name} is PostgreSQL's, which needs the package asyncpg: install the referee "
                'with its extra "postgres", or pip install asyncpg'
            )
        case database.ForeignTables(tables):
            some = ", ".join(tables) or "none"
            return (
                f"the database is another program's (its tables: {some}): "
                f"name one of the referee's own in {name}"
            )
        case database.HalfMoved():
            return (
                "the database is the unfinished copy of another one: type the same "
                f"`referee move` again until it is done, or name another database in {name}"
            )
        case database.NewerSchema(schemas):
            return (
                f"the database is of a newer version of the referee (schema {', '.join(schemas)})"
                f": install that version, or name another database in {name}"
            )
        case database.PartLost(part):
            return f"the database lacks {part}: restore a backup (docs/backup.md)"
        case _:
            assert_never(problem)


def _machine(finding: machine.MachineFinding) -> str:
    match finding:
        case machine.SettingsRead():
            return "Settings: read."
        case machine.SettingsUseless(problem):
            return f"Settings: {setting_problem_text(problem)}."
        case machine.PicturesDrawn(kilobytes):
            return f"Pictures: fonts and themes are there; a board of {kilobytes} kB was drawn."
        case machine.PicturesFail(reason):
            return f"Pictures: no board can be drawn: {reason}."
        case machine.NoToken():
            return "Token: none (DISCORD_TOKEN), so matches are held in the local room."
        case machine.RoomFree(host, port):
            return f"Local room: {host}:{port} is free."
        case machine.RoomOpen(host, port):
            return f"Local room: {host}:{port} is free, and open to your whole network."
        case machine.RoomServed(host, port, pid):
            return f"Local room: the referee is running there, at {host}:{port} (process {pid})."
        case machine.RoomTaken(host, port, reason):
            return (
                f"Local room: {host}:{port} can't be used: {reason}. Change ROOM_HOST or "
                "ROOM_PORT, or stop what listens there."
            )
        case machine.WatchFree(url, host, port):
            return f"Watch pages: {host}:{port} is free; whoever watches comes to {url}."
        case machine.WatchServed(url, pid):
            return f"Watch pages: served by the referee that is running (process {pid}), at {url}."
        case machine.WatchTaken(host, port, reason):
            return (
                f"Watch pages: {host}:{port} can't be used: {reason}. Change WATCH_HOST or "
                "WATCH_PORT, or stop what listens there."
            )
        case machine.MetricsFree(host, port):
            return f"Metrics: {host}:{port} is free."
        case machine.MetricsOpen(host, port):
            return f"Metrics: {host}:{port} is free, and open to your whole network."
        case machine.MetricsServed(host, port, pid):
            where = f"{host}:{port}/metrics"
            return f"Metrics: served by the referee that is running (process {pid}), at {where}."
        case machine.MetricsTaken(host, port, reason):
            return (
                f"Metrics: {host}:{port} can't be used: {reason}. Change METRICS_HOST or "
                "METRICS_PORT, or stop what listens there."
            )
        case _:
            assert_never(finding)


def _database(finding: database.DatabaseFinding) -> str:
    match finding:
        case database.NoMatches():
            return "Matches: none is open."
        case database.MatchesSound(number):
            return f"Matches: {number} open, and each can be read."
        case database.MatchesDamaged(damaged, number):
            return (
                f"Matches: {len(damaged)} of {number} open ones can't be read and stand still: "
                f"{_some(damaged)}. Restore a backup (docs/backup.md)."
            )
        case database.StampsDamaged(rows):
            return (
                f"Stamps: {len(rows)} can't be read and are put aside: "
                f"{_some(rows)}. Restore a backup (docs/backup.md)."
            )
        case _:
            return f"Database: {database_text(finding)}."


def database_text(finding: database.WholeFinding, name: str = "DATABASE_URL") -> str:
    """What is found of a database as a whole, as a clause; `name` is what names it."""
    match finding:
        case database.DatabaseFails(reason):
            return reason
        case database.FileDamaged():
            return "the file is damaged. Restore a backup (docs/backup.md)"
        case database.InMemory():
            return "it is kept in memory only, and every match is lost at a stop"
        case database.NoFolder(folder):
            return f"there is no folder {folder}. Make it, or change {name}"
        case database.FolderReadOnly(folder):
            return f"the folder {folder} can't be written; SQLite needs that"
        case database.NotAFile(file):
            return f"{file} is no file"
        case database.NoFileYet(file):
            return f"{file} is made at the first start"
        case database.DatabaseEmpty():
            return "reached and writable, but empty; it is set up at the next start"
        case database.OlderSchema(found, wanted):
            return f"of schema {found}; the next start brings it to {wanted}"
        case database.DatabaseSound(schema):
            return f"reached, writable, whole, of schema {schema}"
        case _:
            return database_problem_text(finding, name)


def _some(rows: tuple[object, ...]) -> str:
    more = ", …" if len(rows) > NAMED else ""
    return ", ".join(str(row) for row in rows[:NAMED]) + more
