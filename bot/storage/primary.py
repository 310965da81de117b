"""Which of several servers may be written to: one primary, and never one that was replaced.

db-1 dies in mid-match, and db-2, its standby, is promoted. Each promotion begins a new timeline,
and PostgreSQL counts them: db-1 was on the first, db-2 is on the second. An hour later somebody
starts db-1 as it was. It takes writes, and knows nothing of what was ruled meanwhile. So whoever
connects asks all servers at once and takes the primary of the highest timeline; one below what this
process has seen is never used again, not even by a connection that is open.

A process that was started just now has seen nothing, and at that moment only db-1 may answer. It is
not believed: where a server is to wait for a standby at each commit and none follows it, it can
promise nothing, and is refused before a line is written there.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from weakref import WeakKeyDictionary

from bot.findings.database import State
from bot.findings.servers import ServerFinding, ServerState
from bot.storage.address import HostPort
from bot.storage.failures import plain, unusable
from bot.wording.servers import no_primary_text

_SLOW = timedelta(seconds=1)
"""How long whoever has a primary waits for what the other servers say."""
# The file's name begins with the timeline, of which the control file learns only with the next
# checkpoint. Who may not see how a standby follows sees that there is one.
_ASK = """
SELECT system_identifier AS cluster,
  CASE WHEN NOT pg_is_in_recovery() THEN pg_walfile_name(pg_current_wal_lsn()) END AS file,
  current_setting('synchronous_standby_names') <> '' AND NOT EXISTS (
    SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum')
  ) AS alone
FROM pg_control_system()
"""
_WAIT_FOR_STANDBY = """
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') <> 'remote_apply'
"""


class NoPrimaryError(ConnectionError):
    """None of the servers can be written to now; the text says of each why."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a server said; a standby has no timeline of its own, `error` says why nothing is known.

    `connection` is open while the server may be the one that is wanted.
    """

    place: HostPort
    connection: Any = None
    cluster: int | None = None
    timeline: int = 0
    alone: bool = False
    error: Exception | None = None


@dataclass(eq=False)
class Primaries:
    """The servers of one database, and the newest timeline that this process knows of.

    `driver` opens a connection to one of them.
    """

    places: tuple[HostPort, ...]
    driver: Callable[..., Coroutine[Any, Any, Any]]
    timeline: int = 0
    _timelines: WeakKeyDictionary[Any, int] = field(default_factory=WeakKeyDictionary)

    async def connect(self, **names: Any) -> Any:
        """A connection to the primary; NoPrimaryError, or what all servers say that won't pass."""
        asked = [asyncio.create_task(self._ask(place, names)) for place in self.places]
        chosen: _Answer | None = None
        try:
            done, late = await asyncio.wait(asked, timeout=_SLOW.total_seconds())
            if late and not any(self._will_do(task.result()) for task in done):
                # Each ends by the timeout that the driver was given.
                await asyncio.wait(asked)
            chosen = self._choose([task.result() for task in asked if task.done()])
            return chosen.connection
        finally:
            for task in asked:
                task.cancel()
                task.add_done_callback(lambda task: _drop(task, chosen))

    def is_outdated(self, connection: Any) -> bool:
        """Whether a connection is to a server that was replaced since."""
        return self._timelines.get(connection, self.timeline) < self.timeline

    def _will_do(self, answer: _Answer) -> bool:
        return answer.timeline >= max(self.timeline, 1) and not answer.alone

    def _choose(self, answers: Sequence[_Answer]) -> _Answer:
        if len({one.cluster for one in answers} - {None}) > 1:
            raise unusable(State.STRANGE_SERVERS)
        self.timeline = max([self.timeline, *(one.timeline for one in answers)])
        newest = [one for one in answers if self._will_do(one)]
        if len(newest) == 1:
            self._timelines[newest[0].connection] = self.timeline
            return newest[0]
        # Where another one may become the primary, one that lets nobody in is in nobody's way.
        errors = [one.error for one in answers if one.error and _needs_mending(one.error)]
        if len(errors) == len(self.places):
            raise errors[0]
        known = {one.place: one for one in answers}
        raise NoPrimaryError(
            no_primary_text(
                [self._finding(known.get(place, _Answer(place))) for place in self.places]
            )
        )

    def _finding(self, answer: _Answer) -> ServerFinding:
        """Why a server is not the one to write to."""
        place, error = str(answer.place), answer.error
        if error is not None and not isinstance(error, OSError):
            return ServerFinding(place, ServerState.FAILING, plain(error))
        if answer.cluster is None:
            return ServerFinding(place, ServerState.SILENT)
        if not answer.timeline:
            return ServerFinding(place, ServerState.STANDBY)
        if answer.timeline < self.timeline:
            return ServerFinding(place, ServerState.REPLACED)
        return ServerFinding(place, ServerState.ALONE if answer.alone else ServerState.TWIN)

    async def _ask(self, place: HostPort, names: dict[str, Any]) -> _Answer:
        connection, limit = None, names.get("timeout")
        try:
            connection = await self.driver(**names | {"host": place.host, "port": place.port})
            row = await connection.fetchrow(_ASK, timeout=limit)
            if row["file"] is None:
                await connection.close(timeout=limit)
                return _Answer(place, cluster=row["cluster"])
            await connection.execute(_WAIT_FOR_STANDBY, timeout=limit)
        except Exception as error:
            _end(connection)
            return _Answer(place, error=error)
        except BaseException:
            _end(connection)
            raise
        timeline = int(row["file"][:8], 16)
        return _Answer(place, connection, row["cluster"], timeline, alone=row["alone"])


def _needs_mending(error: Exception) -> bool:
    """Whether a server says what no other day would change."""
    state = str(getattr(error, "sqlstate", None) or "")
    # Who we are is not believed; there is no such database; we may not ask that.
    return state[:2] in ("28", "3D", "42")


def _end(connection: Any) -> None:
    if connection is not None:
        connection.terminate()


def _drop(task: "asyncio.Task[_Answer]", chosen: _Answer | None) -> None:
    """Ends a connection that is not the chosen one."""
    if not task.cancelled() and task.exception() is None and task.result() is not chosen:
        _end(task.result().connection)
