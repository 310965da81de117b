"""What is said of programs that play: each other, as the sparring partner, or to give a hint.

A hint is one cell, then why, in one sentence and in the game's own terms.
"""

from collections.abc import Sequence

from bot.engine.notation import Spelling, write_turn
from bot.engine.ruleset import Ruleset
from bot.engine.turn import Colour
from bot.players.field import decoded
from bot.players.hint import Hint


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


_COUNTED = {1: "one stone", 2: "two stones", 3: "three stones"}


def hint_text(hint: Hint, mover: Colour, ruleset: Ruleset, spelling: Spelling) -> str:
    """A hint for the player to move: `D7: it brings you from 4 to 6 (largest group).`"""
    rival = spelling.colours[mover.other].capitalize()
    said = [*_brings(hint, ruleset, rival), *_certain(hint, rival)]
    why = ", and ".join(said) or "of all that I tried the game goes best for you with it"
    price = f", though {rival} may then place {_stones(hint.fed)}" if hint.fed else ""
    return f"{cell_text(hint, spelling)}: {why}{price}."


def cell_text(hint: Hint, spelling: Spelling) -> str:
    """The cell of a hint, or the word for a turn without stones, as it is written in a turn."""
    return write_turn(spelling, decoded((hint.code,), spelling.board.size))


def _brings(hint: Hint, ruleset: Ruleset, rival: str) -> list[str]:
    """What the stone brings its player, or else keeps from the rival; perhaps the lead as well."""
    name, said = ruleset.figure_name, []
    if hint.figure > hint.before:
        said = [f"it brings you from {hint.before:,} to {hint.figure:,} ({name})"]
    elif hint.rival is not None:
        said = [f"it keeps {rival} from getting to {hint.rival:,} ({name}) there"]
    elif hint.turn_figure > hint.before:
        said = [
            f"the turn with it brings you from {hint.before:,} to {hint.turn_figure:,} ({name})"
        ]
    if hint.leads:
        took = "takes the lead" if hint.stones == 1 else "with your other stones takes the lead"
        said = [*said, took] if said else [f"it {took}"]
    return said


def _certain(hint: Hint, rival: str) -> list[str]:
    """Who wins for certain, where that is known; the sentence holds as long as nobody errs."""
    if hint.certain is None:
        return []
    if hint.certain == 1.0:
        return ["you win for certain if you go on well"]
    if hint.certain:
        return ["a tie is certain, the best there is"]
    return [f"the position is lost for certain, so it only holds out if {rival} errs"]


def _stones(count: int) -> str:
    return _COUNTED.get(count, f"{count} stones")


def stands_alike_text() -> str:
    """A hint is asked for while another open match stands, or may soon stand, as this one does."""
    return (
        "Another open match stands much as yours does. To be fair to its players, I give no hint "
        "here now. Ask me again after your next turn."
    )


def hint_failed_text() -> str:
    """The process that works out hints died."""
    return "The hint failed on my side. Please ask again in a moment."


def no_hints_in_cup_text() -> str:
    """A hint is asked for in a game of a cup."""
    return "There are no hints in the games of a cup."
