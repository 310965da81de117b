"""The stamps of what pages send, also where the process stood still before it read them.

Red's turn arrives 0.1 s before the deadline, and the machine is busy with something else for 0.4 s:
the process reads it 0.3 s after the deadline. Nobody can tell when it arrived, only that it had not
when the process was last certainly reading: its stamp is no later than that, so that a short stall
costs no player anything. (A longer one than the grace is an absence: `bot.desk.presence`.)

Blue's page sent something in the same stall. What is read first has the earlier stamp: the order in
which a room's messages are handled and the order of their stamps are one.
"""

from collections.abc import Callable
from datetime import datetime

from bot.referee.events import RefereeBack
from bot.referee.match import Match
from bot.referee.room import Room
from bot.web.people import Participant


class Arrivals:
    """Stamps what arrives; `certain_until` is when the process was last certainly reading."""

    def __init__(self, certain_until: Callable[[Room], datetime]) -> None:
        self._certain_until = certain_until
        self._latest: dict[str, datetime] = {}

    def stamp(self, who: Participant, match: Match | None, welcomed: datetime) -> datetime:
        """A stamp later than the last one, and than all that everybody has seen of the match.

        Nor is it before the page was welcomed: it sends nothing sooner, however long ago the
        process was last certainly reading.
        """
        earlier = [
            welcomed,
            self._latest.get(who.subject),
            *([] if match is None else _seen(match)),
        ]
        after = [moment + datetime.resolution for moment in earlier if moment is not None]
        at = self._latest[who.subject] = max([self._certain_until(who.room), *after])
        return at

    def forget(self, subject: str) -> None:
        """Forgets what no page is about any more; the next one is welcomed later than that."""
        self._latest.pop(subject, None)


def _seen(match: Match) -> list[datetime]:
    """When the turn began, and when anything else was done since, but by the referee itself."""
    done = [event.at for _, event in match.log[-1:] if not isinstance(event, RefereeBack)]
    return [match.turn_open_at, *done]
