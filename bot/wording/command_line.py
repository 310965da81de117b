"""What the command line says of itself: how far a command is, and what may have been meant."""


def did_you_mean_text(name: str) -> str:
    """The command, option or choice that is nearest to what was typed."""
    return f"Did you mean {name}?"


def spar_step_text(played: int, games: int) -> str:
    """How far a series of games is."""
    return f"{played:,} of {games:,} games played"


def solve_step_text(empty: int) -> str:
    """A position is being solved."""
    cells = "1 empty cell" if empty == 1 else f"{empty} empty cells"
    return f"Solving a position with {cells}"


def review_step_text(turn: int, turns: int) -> str:
    """The turn that is looked back at; 0 is the position before the first."""
    return f"Looking back: turn {turn} of {turns}"


def backup_step_text(size: int) -> str:
    """A database of so many bytes is being copied."""
    return f"Copying and checking {size / 1_000_000:,.1f} MB"


MOVE_BEGINS = "Looking at both databases"
