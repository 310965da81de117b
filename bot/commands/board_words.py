"""The board in words, for whoever can't see the picture; told to the asker alone.

Somebody types `board text`, `my groups` or `near E4` and is answered in lines that a screen reader
reads one by one: the rows, the groups with their own first, or what lies around the cell.
"""

from bot.commands.command import AS_WORDS
from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.turn import Drop
from bot.referee.match import Match
from bot.referee.problems import NotOneOf, OrderError
from bot.wording.laws import law_text
from bot.wording.spoken import groups_text, near_text, no_cell_text, rows_text
from bot.wording.voice import Voice

LONGEST = 2000
"""What every venue shows of an answer; a longer one is a file as well."""


def board_in_words(
    order: Order, asker: Asker, number: int, match: Match, of: int | None, voice: Voice
) -> Reply | None:
    """The answer in words, None where it is the picture that was asked for.

    `match` stands as it stood after the turn that was asked for, `of` so many if it is an earlier
    one.
    """
    near, form = order.options.get("near", "").strip(), order.options.get("as", "").casefold()
    if near:
        return Reply(_near(match, near, voice), private=True)
    match form:
        case "":
            return None
        case "text":
            text = rows_text(match, number, voice, of)
        case "groups":
            text = groups_text(match, match.seat(asker.player.id))
        case _:
            raise OrderError(NotOneOf("as", form, AS_WORDS))
    whole = ((f"match-{number}-{form}.txt", text.encode()),) if len(text) > LONGEST else ()
    return Reply(text, files=whole, private=True)


def _near(match: Match, word: str, voice: Voice) -> str:
    # As in a game where the mover's colour needs no words.
    spelling = Spelling(match.position.board)
    turn = read_turn(spelling, [word], match.to_move)
    if isinstance(turn, Misread):
        return voice.plain(law_text(turn, match.ruleset, match.position, spelling))
    action = turn.actions[0]
    return near_text(match, action.cell) if isinstance(action, Drop) else no_cell_text()
