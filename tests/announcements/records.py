"""What `referee replay` says of a record whose header is not true of its game."""

from bot.engine.outcome import BOARD_FULL, NO_TURN_LEFT, TIE_TO_DMO, Contradiction, Why
from bot.engine.reading import read
from bot.engine.record import setup_of
from bot.engine.replaying import replay
from bot.engine.slips import slips
from bot.engine.turn import Colour
from bot.wording.records import assumed_texts, contradiction_text, no_pair_text, won_text
from bot.wording.replays import replay_problem_text, wrong_ending_text

_TAGS = (
    ("The board is full", "Result", "blue", Why.DECIDED, BOARD_FULL, Colour.FIRST),
    ("The game is over with cells left", "Termination", "time", Why.DECIDED, NO_TURN_LEFT, None),
    ("Two turns were played", "Termination", "board-full", Why.UNDECIDED, None, None),
    ("The last word is resign", "Result", "blue", Why.RESIGNED, None, Colour.FIRST),
    ("The match was cancelled", "Result", "red", Why.NO_RESULT, None, None),
    ("A player's time ran out", "Result", "tie", Why.NO_TIE, None, None),
    ("The game is tied, the DMO is Blue", "Result", "red", Why.DECIDED, TIE_TO_DMO, Colour.SECOND),
    ("The DMO is none of the players", "DMO", "Zed", Why.NO_PLAYER, None, None),
    ("Turn 4 follows turn 2", "number", "4", Why.NOT_NEXT, "3", None),
)


def of_records():
    for line, (when, tag, value, why, end, winner) in enumerate(_TAGS, start=8):
        untrue = Contradiction(tag, value, line, why, end, winner)
        yield when, contradiction_text(untrue, ("red", "blue")), (why,)
    (record,) = read("F6\nD3 F9\n")
    game = replay(record, setup_of(record))
    assert game.problem is not None
    yield "Turn 2 is D3 F9", replay_problem_text(game, game.problem, slips(game.record, game.setup))
    setup = game.setup
    for when, text in (
        ("A bare list of cells", "F6\nD3 F7\n"),
        ("A log with talk in a turn", "[18:30] Ann: F6\n[18:31] Bob: D3 F7 what a game\n"),
    ):
        (record,) = read(text)
        yield when, *assumed_texts(replay(record, setup))
    yield "The headline of a tie that the DMO wins", won_text("blue", TIE_TO_DMO)
    yield "--option komi", no_pair_text("komi")
    yield "--gif x.txt", wrong_ending_text("gif", "gif", "x.txt")
