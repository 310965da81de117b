"""What is said of programs that play: each other, or in a match as the sparring partner."""


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


def partner_gone_text() -> str:
    """The program that plays the partner's turns can't be run; the host is told, and it pauses."""
    return (
        "The sparring partner's program has failed. When the match is resumed it is tried again; "
        "or put somebody else in the seat."
    )
