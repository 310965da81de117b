"""What is said of programs that play each other."""


def no_program_text(name: str) -> str:
    """A name that no program has."""
    return (
        f"there is no program {name!r}: name gentle, steady, strong, fierce, random, greedy, "
        "heuristic or uct:N."
    )


def spar_line(number: int, one: str, other: str, began: bool, won: bool, turns: int) -> str:
    """One game: `12. strong beats greedy in 24 turns, greedy began.`."""
    winner, loser = (one, other) if won else (other, one)
    return f"{number}. {winner} beats {loser} in {turns} turns, {one if began else other} began."


def spar_text(one: str, other: str, wins: int, games: int) -> str:
    """The sum of all games."""
    return f"{one} won {wins} of {games} games against {other}."
