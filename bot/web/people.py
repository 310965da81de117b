"""Who has a page open: the people whose links they hold, and what that makes them in a match.

Ann's link names her match, and her by the venue's id; what she may do on her page follows from who
sits in the match now. With Cid in her place she watches.
"""

from dataclasses import dataclass

from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match
from bot.referee.room import Room


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody with a page open, by the links that they hold.

    `subject` is what the page is about: the id of a local room, or `match/7`. `room` is where its
    match is held now, `log` where the messages of this page are kept. `guest` is who they are
    without a seat, `zone` the time zone of their browser, by its name.
    """

    subject: str
    room: Room
    log: str
    guest: Player
    persons: frozenset[str] = frozenset()
    zone: str = ""

    def hosts(self, match: Match) -> bool:
        """Whether they may do what only the host may do."""
        return match.host.id in self.persons

    def seats(self, match: Match) -> tuple[Colour, ...]:
        """The colours they play; nobody plays from the sparring partner's seat."""
        players = ((colour, match.players[colour]) for colour in Colour)
        return tuple(
            colour for colour, player in players if not player.level and player.id in self.persons
        )

    def seat(self, match: Match) -> Colour | None:
        """The colour they speak for now: where they hold both, the one that is waited for."""
        held = self.seats(match)
        awaited = match.to_move if match.chooser is None else match.chooser
        return awaited if awaited in held else held[0] if held else None

    def speaker(self, match: Match) -> Player:
        """The player as whom they speak."""
        colour = self.seat(match)
        if colour is not None:
            return match.players[colour]
        return match.host if self.hosts(match) else self.guest

    def as_host(self, match: Match) -> Player:
        """The player as whom they do what only a host may do."""
        return match.host if self.hosts(match) else self.speaker(match)
