"""What is said of programs that play: each other, or in a match as the sparring partner."""

from collections.abc import Sequence


def no_program_text(name: str, known: Sequence[str]) -> str:
    """A name that no program has; `known` are those that stand alone."""
    return f"there is no program {name!r}: name {', '.join(known)} or uct:N."


def no_number_text(given: str, least: int, most: int) -> str:
    """What is given as a number is none, or lies beyond those that can be."""
    return f"“{given}” is no number from {least} to {most:,}."


def spar_line(number: int, program: str, other: str, began: bool, worth: float, turns: int) -> str:
    """One game, `worth` the part that the first program won: `12. strong beats greedy…`."""
    first = program if began else other
    if worth not in (0.0, 1.0):
        return f"{number}. {program} and {other} tie in {turns} turns, {first} began."
    winner, loser = (program, other) if worth else (other, program)
    return f"{number}. {winner} beats {loser} in {turns} turns, {first} began."


def spar_text(program: str, other: str, wins: int, ties: int, games: int) -> str:
    """The sum of all games."""
    tied = f" and tied {ties}" if ties else ""
    return f"{program} won {wins}{tied} of {games} games against {other}."


def partner_gone_text() -> str:
    """The program that plays the partner's turns can't be run; the host is told, and it pauses."""
    return (
        "The sparring partner's program has failed. When the match is resumed it is tried again; "
        "or put somebody else in the seat."
    )
