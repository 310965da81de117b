"""How games of a server went on after an opening. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Branch:
    """How a game may go on: the key with one turn more, and what came of it.

    `wins` are those of the player who began, and of the other one.
    """

    key: str
    games: int
    wins: tuple[int, int]
