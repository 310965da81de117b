"""What is said where a position of an earlier match can't be gone back to."""

GAME_OVER_THERE = "The game is over there: no turn is left to be played."
MATCH_OPEN = "I go back to matches that are over, and say nothing about one that is open."
STANDS_ALIKE = (
    "An open match stands as this one once did. To be fair to its players, I go back to no "
    "position of this one now. Ask me again when that match has gone on."
)


def no_place_text(example: str) -> str:
    """Words that name no position; `example` is the whole command with one that does."""
    return f"Say which match and after which turn, such as: {example}"
