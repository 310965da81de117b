"""How long the database takes, for whoever counts it: each transaction is told when it is over.

A turn is stored in 3 ms: `Use(writes=True, took=3 ms)`. The file is locked by another program for
a second and a half: `Use` has the error too. Waiting for one's place in the queue of writers is
counted, since whoever asked has waited for that too.
"""

import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from bot.storage.failures import StoreError
from bot.timing import uptime

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Use:
    writes: bool
    took: timedelta
    error: StoreError | None = None


Meter = Callable[[Use], None]


class Meters:
    """All meters, which count uses; whatever they raise is logged, and holds up nothing."""

    def __init__(self) -> None:
        self._meters: list[Meter] = []

    def add(self, meter: Meter) -> None:
        self._meters.append(meter)

    @contextlib.contextmanager
    def measuring(self, *, writes: bool) -> Iterator[None]:
        """Around one transaction; one that is broken off from outside is not counted."""
        begun = uptime()
        try:
            yield
        except Exception as error:
            # Where it is no StoreError the database answered, whatever else went wrong.
            failed = error if isinstance(error, StoreError) else None
            self._tell(Use(writes, uptime() - begun, failed))
            raise
        self._tell(Use(writes, uptime() - begun))

    def _tell(self, use: Use) -> None:
        for meter in self._meters:
            try:
                meter(use)
            except Exception:
                log.exception("a use of the database could not be counted")
