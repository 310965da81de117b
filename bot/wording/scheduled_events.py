"""The event of a match with an appointment, in a server's own list of events."""

from bot.referee.match import Match

TITLE_LENGTH = 100
"""What Discord takes."""


def event_title_text(number: int, match: Match) -> str:
    """Who plays; the number says which match the event is of."""
    first, second = match.players
    return f"Match {number}: {first.name} – {second.name}"[:TITLE_LENGTH]


def event_text(number: int) -> str:
    """What stands below the title."""
    return (
        f"Match {number} begins at this hour in the room that is linked here. The referee keeps "
        "this event up to date."
    )
