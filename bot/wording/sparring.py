"""What is said of programs that play: each other, or in a match as the sparring partner."""


def no_program_text(name: str) -> str:
    """A name that no program has."""
    return (
        f"there is no program {name!r}: name gentle, steady, strong, fierce, random, greedy, "
        "heuristic or uct:N."
    )


def no_number_text(given: str, least: int, most: int) -> str:
    """What is given as a number is none, or lies beyond those that can be."""
    return f"“{given}” is no number from {least} to {most:,}."


def spar_line(number: int, program: str, other: str, began: bool, won: bool, turns: int) -> str:
    """One game: `12. strong beats greedy in 24 turns, greedy began.`."""
    winner, loser = (program, other) if won else (other, program)
    first = program if began else other
    return f"{number}. {winner} beats {loser} in {turns} turns, {first} began."


def spar_text(program: str, other: str, wins: int, games: int) -> str:
    """The sum of all games."""
    return f"{program} won {wins} of {games} games against {other}."


def partner_gone_text() -> str:
    """The program that plays the partner's turns can't be run; the host is told, and it pauses."""
    return (
        "The sparring partner's program has failed. When the match is resumed it is tried again; "
        "or put somebody else in the seat."
    )
