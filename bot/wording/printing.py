"""What is said on a board to print, and to whoever asks for one that there is not."""

from collections.abc import Iterable

PAPER_NAMES = {"a4": "A4", "letter": "Letter", "a3": "A3", "one": "one sheet"}
"""What a board is printed on, by key."""
TO_SCALE = (
    "To scale, for the stones of a Go set, on sheets to be joined. Two stones in the ovals around "
    "the board show both scores, in games that keep a score there."
)
JOINING = (
    "Sheet {number} of {sheets}: row {row}, column {column}. Cut the dashed edges and lay them on "
    "the sheet to the left or above, diamond on diamond."
)


def board_line(game: str, side: int, stone: float) -> str:
    """What stands at the foot of each sheet."""
    return (
        f"{game}, side {side}, for stones of {stone:g} mm. "
        "Print at 100 %: this bar is then 50 mm long."
    )


def no_stone_text(given: str, least: int, most: int) -> str:
    """The width of a stone can't be read, or is none that a board is printed for."""
    return f"“{given}” is no width of a stone here: write {least}mm to {most}mm, such as 22mm."


def no_side_text(given: str, least: int, most: int) -> str:
    """No board has such a side."""
    return f"“{given}” is no side of a board: it has {least} to {most} cells."


def not_one_text(what: str, given: str, names: Iterable[str]) -> str:
    """A word that is not one of those there are."""
    return f"“{given}” will not do as {what}: choose one of {', '.join(names)}."
