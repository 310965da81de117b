"""What is wrong with a record beyond its turns: tags that its own game contradicts."""

from typing import assert_never

from bot.engine.outcome import BOARD_FULL, TIE_TO_DMO, Contradiction, Why
from bot.engine.replaying import Replay
from bot.wording.laws import shown_word

Names = tuple[str, str]

NO_GAME = (
    "There is no game in the input. Write one turn a line, such as D7 F8, or see docs/records.md."
)

TOO_LARGE = "The file is larger than 50 MB: export only the channel and the days of the match."


def assumed_texts(game: Replay) -> list[str]:
    """What was assumed where a text leaves open what was played."""
    texts = []
    if game.alternates:
        first, second = (colour.capitalize() for colour in game.setup.colours)
        texts.append(f"Nobody is named: I take the lines to be by turns {first}'s and {second}'s.")
    return texts


def no_pair_text(option: str) -> str:
    """An `--option` of the command line without an equals sign."""
    return f"--option {option}: write it as KEY=VALUE."


def won_text(colour: str, reason: str | None) -> str:
    """Who has won a recorded game, for a headline."""
    return f"{colour.capitalize()} wins" + (" the tie as DMO" if reason == TIE_TO_DMO else "")


def contradiction_text(untrue: Contradiction, colours: Names) -> str:
    """One tag, where it stands, and what the game says instead."""
    where = f"Line {untrue.line}: " if untrue.line else ""
    says = f"{untrue.tag} says {shown_word(untrue.value)}"
    return f"{where}{says}, but {_but(untrue, colours)}."


def _but(untrue: Contradiction, colours: Names) -> str:
    match untrue.why:
        case Why.DECIDED:
            return f"{_decided(untrue, colours)}"
        case Why.UNDECIDED:
            return "there are turns left to play"
        case Why.RESIGNED if untrue.winner is not None:
            return f"the record ends with {colours[untrue.winner.other].capitalize()}'s resignation"
        case Why.RESIGNED:
            return "the record ends with a resignation"
        case Why.NO_RESULT:
            return "a match that was cancelled or abandoned has no result"
        case Why.NO_TIE:
            return "whoever resigns or runs out of time has lost"
        case Why.NO_PLAYER:
            return "nobody of that name plays"
        case Why.NOT_NEXT:
            return f"{untrue.end} is next: a turn may be missing here, or be written twice"
        case _:
            assert_never(untrue.why)


def _decided(untrue: Contradiction, colours: Names) -> str:
    end = "the board is full" if untrue.end == BOARD_FULL else "no turn is left to play"
    if untrue.end == TIE_TO_DMO and untrue.winner is not None:
        return f"a tie is the DMO's: {colours[untrue.winner].capitalize()} wins"
    if untrue.winner is None:
        return f"{end}: a tie"
    return f"{end}: {colours[untrue.winner].capitalize()} wins"
