"""What should have been ruled, from the script alone: every message in the order of the stamps."""

from dataclasses import dataclass, field
from enum import StrEnum

from loopback import Message
from oracle.flood import Colour
from oracle.oracle import Oracle, State, Turn


class Verdict(StrEnum):
    """What becomes of a message."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message in a match: who wrote it (None: a spectator), and the turn it means.

    `text` are its words before any edit. `reads` says that it looks like a turn, whether or not
    it is one; talk does not.
    """

    message: Message
    text: str
    seat: Colour | None
    reads: bool
    turn: Turn | None = None


@dataclass(slots=True)
class Truth:
    """One match as it should be."""

    oracle: Oracle
    spoken: list[Spoken] = field(default_factory=list)

    def verdicts(self) -> list[tuple[Spoken, Verdict]]:
        """The ruling on each message, in the order of the stamps."""
        return self._fold()[1]

    def state(self) -> State:
        """The position after everything that was said."""
        return self._fold()[0]

    def over(self) -> bool:
        """Whether the game has ended on the board."""
        return self.oracle.is_over(self.state())

    def accepted(self) -> list[Spoken]:
        """The turns, in order."""
        return [one for one, verdict in self.verdicts() if verdict is Verdict.ACCEPTED]

    def _fold(self) -> tuple[State, list[tuple[Spoken, Verdict]]]:
        state, ruled = self.oracle.start(), []
        for one in sorted(self.spoken, key=lambda spoken: spoken.message.id):
            if one.seat is None or not one.reads:
                ruled.append((one, Verdict.IGNORED))
            elif (
                one.seat == state.to_move
                and one.turn is not None
                and self.oracle.legal(state, one.turn)
            ):
                state = self.oracle.play(state, one.turn)
                ruled.append((one, Verdict.ACCEPTED))
            else:
                ruled.append((one, Verdict.REFUSED))
        return state, ruled
