"""Days in a row on which somebody solved the day's puzzle, and which puzzle is a day's."""

from dataclasses import dataclass
from datetime import date, timedelta

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """So many days in a row, up to the last of them; None where there is none yet."""

    days: int = 0
    last: date | None = None

    def solved(self, day: date) -> "Streak":
        """The days in a row once the puzzle of a day is solved; twice a day counts once."""
        if self.last is not None and self.last >= day:
            return self
        return Streak(self.at(day) + 1, day)

    def at(self, day: date) -> int:
        """How many days in a row there are on a day, which itself may still come."""
        return self.days if self.last is not None and day - self.last <= _DAY else 0


def number_of_day(day: date, puzzles: int) -> int:
    """The number of the puzzle of a day, the same for everybody; each comes round in turn."""
    return day.toordinal() % puzzles + 1
