"""Looks at a database without changing it: is it there, whole, writable, and of this schema?

`referee doctor` asks it beside a referee at work: nobody is held up, since all that takes long is
reading.
"""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Container
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from bot.findings.database import DatabaseFinding, Finding, Holder, LeaseReadiness, Mark, State
from bot.storage import schema
from bot.storage.address import read_address
from bot.storage.connect import make_engine, sqlite_file
from bot.storage.database import Database, allow
from bot.storage.failures import DamagedMatchError, StoreError, UnusableDatabaseError, plain
from bot.storage.files import kept_from_us, name_of, owner_of, rights_of, this_user
from bot.storage.lease_rows import LEASE, Lease, holder_of, read
from bot.storage.migrate import check_schema, current, newest
from bot.storage.process import has_ended, this_process
from bot.storage.rows import load
from bot.storage.schema import room_lines, room_pictures
from bot.timing import Timepiece, uptime
from bot.wording import doctor_database as say
from bot.wording.doctor_database import pictures_found

LOCK_TIMEOUT = timedelta(seconds=5)
_ROOM = 1_000_000
"""Bytes that a turn or two take, with their pictures and the journal."""
_SERVER_TIMEOUT = timedelta(seconds=30)
"""How long a database server may take to answer all questions."""
_BEAT_TIMEOUT, _POLL = timedelta(seconds=8), timedelta(seconds=0.25)
"""Until a referee on another machine has renewed its lease twice at the least."""


async def examine(url: str) -> list[Finding]:
    """All findings about the database at a URL; never fails, never makes or alters a database."""
    try:
        return await _examine(url)
    except UnusableDatabaseError as error:
        return [say.database(error.finding)]
    except (StoreError, SQLAlchemyError, OSError) as error:
        return [_fails(error)]


async def _examine(url: str) -> list[Finding]:
    engine, file = make_engine(url, LOCK_TIMEOUT), sqlite_file(url)
    if engine.dialect.name == "sqlite" and (before := without_file(file)) is not None:
        return [say.database(before)]
    database, several = Database(engine), bool(read_address(url).servers)
    # A file is read for as long as that takes.
    limit = None if file is not None else _SERVER_TIMEOUT.total_seconds()
    try:
        async with asyncio.timeout(limit), engine.connect() as connection:
            await allow(connection, _SERVER_TIMEOUT)
            found = await connection.run_sync(_look_inside, several)
            full = None if file is None else await asyncio.to_thread(_no_room, file)
            if full is not None and found[0].mark is not Mark.BAD:
                return [_fails(full), *found[1:]]
            return found
    finally:
        await database.close()


async def examine_as_owner(url: str) -> list[Finding]:
    owner, me = None, this_user()
    with contextlib.suppress(UnusableDatabaseError):
        file = sqlite_file(url)
        owner = None if file is None else owner_of(file)
    if owner is None or owner.st_uid == me:
        return await examine(url)
    user = name_of(owner.st_uid)
    with contextlib.ExitStack() as rights:
        try:
            rights.enter_context(rights_of(owner))
            whose = say.looked_at_as(user)
        except PermissionError:
            whose = say.other_user(name_of(me), user)
        return [whose, *await examine(url)]


def is_missing(url: str) -> bool:
    file = sqlite_file(url)
    return file is not None and not file.exists()


async def at_work(url: str, timepiece: Timepiece, here_too: Container[int] = ()) -> list[Holder]:
    """The referees that run on a database; none where it can't be read, or has no leases yet.

    A referee on this machine is seen at once, and also by its answer, as one of the processes
    `here_too`; one elsewhere by the renewal of its lease.
    """
    begun = timepiece.monotonic()
    first = {(lease.holder, lease.part): lease.beat for lease in await _readable(url)}
    here = this_process()
    while True:
        alive = [lease for lease in await _readable(url) if not has_ended(lease.process, here)]
        near = [lease for lease in alive if here.machine and lease.process.machine == here.machine]
        beating = {it.holder for it in alive if it.beat != first.get((it.holder, it.part))}
        beating |= {it.holder for it in near if _is_fresh(it) or it.process.pid in here_too}
        holders = {lease.holder for lease in alive}
        if beating == holders or timepiece.monotonic() - begun > _BEAT_TIMEOUT:
            return [holder_of(holder, alive) for holder in sorted(beating)]
        await timepiece.sleep(_POLL)


def _is_fresh(lease: Lease) -> bool:
    return uptime() - lease.renewed < LEASE


async def _readable(url: str) -> list[Lease]:
    with contextlib.suppress(StoreError):
        return await read_leases(url)
    return []


async def readiness(url: str) -> LeaseReadiness:
    """Whether the referee of this machine, or of this container, is on duty; StoreError."""
    here = this_process()
    near = [
        lease
        for lease in await read_leases(url)
        if (lease.process.machine, lease.process.host) == (here.machine, here.host)
        and _is_fresh(lease)
        and not has_ended(lease.process, here)
    ]
    unheard = tuple(lease.part for lease in near if not lease.on_duty)
    listens_at = {lease.part.venue: lease.address for lease in near if lease.address}
    return LeaseReadiness(tuple(lease.part for lease in near), unheard, listens_at)


async def read_leases(url: str) -> list[Lease]:
    """The leases of a database, without making or altering one; StoreError.

    None where there is no database yet, or an older one that has no leases.
    """
    engine, file = make_engine(url, LOCK_TIMEOUT), sqlite_file(url)
    if engine.dialect.name == "sqlite" and (file is None or not file.is_file()):
        return []
    database = Database(engine)
    try:
        return await database.read(lambda on: read(on) if inspect(on).has_table("leases") else [])
    finally:
        await database.close()


def without_file(file: Path | None) -> DatabaseFinding | None:
    """What can be said before opening an SQLite file, if that is all there is to say."""
    if file is None:
        return DatabaseFinding(State.IN_MEMORY)
    folder = file.absolute().parent
    if not folder.is_dir():
        return DatabaseFinding(State.NO_FOLDER, str(folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        return DatabaseFinding(State.FOLDER_READ_ONLY, str(folder))
    if not file.exists():
        return DatabaseFinding(State.NO_FILE_YET, str(file.absolute()))
    if not file.is_file():
        return DatabaseFinding(State.NOT_A_FILE, str(file))
    whose = kept_from_us(file)
    return DatabaseFinding(State.FILE_OF_ANOTHER, whose) if whose else None


def _look_inside(connection: Connection, several: bool) -> list[Finding]:
    """What a connection shows; of `several` servers also whether a standby is waited for."""
    whole = say.database(state_of(connection))
    if whole.mark is Mark.BAD:
        return [whole]
    found = [whole, *(_contents(connection) if whole.mark is Mark.GOOD else ())]
    if several and not connection.scalar(
        text("SELECT current_setting('synchronous_standby_names')")
    ):
        found.append(say.NO_STANDBY)
    connection.rollback()
    # A table is made, and taken back at once with the transaction.
    connection.exec_driver_sql("CREATE TABLE referee_doctor (looked INTEGER)")
    connection.exec_driver_sql("INSERT INTO referee_doctor VALUES (1)")
    connection.rollback()
    return found


def _fails(error: BaseException) -> Finding:
    return say.database(DatabaseFinding(State.FAILS, plain(error)))


def state_of(connection: Connection) -> DatabaseFinding:
    """What can be said of a database that was connected to; UnusableDatabaseError."""
    if connection.dialect.name == "sqlite":
        damage = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            return DatabaseFinding(State.FILE_DAMAGED)
    version = current(connection)
    if version is None:
        return DatabaseFinding(State.EMPTY)
    if version != newest():
        return DatabaseFinding(State.OLDER_SCHEMA, version, newest())
    check_schema(connection)
    return DatabaseFinding(State.SOUND, version)


def _no_room(file: Path) -> OSError | None:
    """Why nothing more can be stored beside a file: what is taken back never reached the disk."""
    try:
        # It has no name, and is gone as it is closed. No file system makes zeros of chance small.
        with tempfile.TemporaryFile(dir=file.absolute().parent) as page:
            page.write(os.urandom(_ROOM))
            page.flush()
            os.fsync(page.fileno())
    except OSError as error:
        return error
    return None


def _contents(connection: Connection) -> list[Finding]:
    damaged = [
        f"{table.name} {key}"
        for table, name in ((schema.duty, schema.duty.c.venue), (room_lines, room_lines.c.serial))
        for key, at in connection.execute(select(name, table.c.at)).all()
        if at is None
    ]
    found = [_matches(connection)]
    if damaged:
        found.append(say.stamps_damaged(damaged))
    sizes = select(func.count(), func.sum(func.length(room_pictures.c.png)))
    pictures, size = connection.execute(sizes).one()
    return [*found, pictures_found(pictures, size)] if pictures else found


def _matches(connection: Connection) -> Finding:
    """Whether every open match can be taken up, as it will be at the next start."""
    query = select(schema.matches.c.id).where(schema.matches.c.open).order_by(schema.matches.c.id)
    numbers, damaged = connection.scalars(query).all(), []
    for number in numbers:
        try:
            if (found := load(connection, number)) is not None:
                found.match()
        except DamagedMatchError:
            damaged.append(number)
    if not numbers:
        return say.NO_MATCHES
    if not damaged:
        return say.matches_sound(len(numbers))
    return say.matches_damaged(damaged, len(numbers))
