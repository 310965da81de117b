"""What is said of programs that play, of games looked back on, and of positions solved."""

from dataclasses import replace

from bot.engine.board import board
from bot.engine.notation import read_cell
from bot.engine.record import Setup
from bot.engine.rulesets.catchup import GENIUS
from bot.fairness.row import FairnessRow
from bot.players.programs import PROGRAMS
from bot.players.reasons import CauseKind, TurnCause
from bot.players.review import Review, Reviewed
from bot.wording import fairness
from bot.wording import review as words
from bot.wording.sparring import (
    TWO_OR_LADDER,
    Calibration,
    EstimatedClass,
    Rung,
    calibration_text,
    no_number_text,
    no_program_text,
    partner_gone_text,
    rung_text,
    spar_line,
    spar_text,
)

_COLOURS = ("red", "blue")


_SPELLING = Setup(GENIUS, 5, _COLOURS).spelling


def _codes(names: str, mover: int) -> tuple[int, ...]:
    cells = (read_cell(board(5), name) or 0 for name in names.split())
    return tuple(cell + 61 * mover for cell in cells)


def of_reviews():
    cells, better = _codes("E1 B6 E7", 0), _codes("G2 B6 E1", 0)
    estimated = Reviewed(
        21, 0, cells, 0.27, exact=False, cells=30, lost=0.55, better=better, best=0.82,
        cause=TurnCause(CauseKind.FED, 3, 2),
    )  # fmt: skip
    certain = Reviewed(
        23, 1, _codes("C3", 1), 1.0, exact=True, cells=12, lost=1.0, best=1.0, best_exact=True
    )
    thrown = replace(certain, better=_codes("D8 E2", 1), cause=TurnCause(CauseKind.LET, 9, 6))
    plain = Reviewed(1, 0, _codes("E5", 0), 0.5, exact=False, cells=60)
    strong = "**{}**".format
    for when, worst, since in (
        ("A match that was certain in the end", (thrown, estimated), 24),
        ("A match that ended early", (estimated,), None),
        ("A match without a costly turn", (), 20),
    ):
        found = Review(0.5, (plain, estimated, thrown), since, worst)
        yield when, words.review_text("Review of match 7", found, GENIUS, _SPELLING, strong)
    for when, turn in (("proven", thrown), ("estimated", estimated)):
        yield f"A marked turn on a page, {when}", words.worst_text(turn, GENIUS, _SPELLING)
    left = words.cause_text(TurnCause(CauseKind.LEFT, 7, 5), 0, GENIUS, _SPELLING)
    yield "… and why, where it left less", left
    yield "A turn in a review", words.codes_text(better, _SPELLING)
    yield "… what it left, where that is proven", words.outcome_text(0.0, proven=True, cells=12)
    for when, chance, proven in (
        ("", 0.54, False), (", won", 1.0, True), (", lost", 0.0, True), (", a tie", 0.5, True)
    ):  # fmt: skip
        share = words.share_text("red", "blue", chance, proven=proven)
        yield f"The share of wins after a turn{when}", share
    yield "… under the curve", words.curve_text("red")
    for when, turn in (("proven", thrown), ("estimated", estimated)):
        yield f"A turn among those that cost most, {when}", words.costly_text(turn, _SPELLING)
    for left, best in ((0.5, 1.0), (0.0, 0.5)):
        lost = replace(thrown, lost=best - left, best=best, chance=1.0 - left)
        yield f"… from {best} to {left}", words.cost_text(lost)
    yield "… and above the marked turns", words.certain_text(Review(0.5, (), 24, ()))
    nothing = Review(0.5, (), None, ())
    chart = words.chances_alt(_COLOURS, (0.52, 0.6, 0.41, 0.0), 3)
    yield "… as a chart, for whoever can't see it", chart
    text = words.review_text("Review of match 7", nothing, GENIUS, _SPELLING)
    yield "A match without a turn", text
    yield "match review, of an open match", words.not_over_text()
    yield "… while an open match stands alike", words.stands_alike_text()
    yield "… its last line, where I may be played", words.playing_on_text(7, 21)
    yield "… behind others", words.queued_text(14)
    yield "… behind others, on a page", words.waiting_text(14)
    yield "… while hundreds wait", words.many_reviews_text()
    yield "… for the tenth time, on a watch page", words.asked_often_text()
    yield "… and it fails", words.review_failed_text()
    yield "Under the chart", f"Red's {words.CHANCES}"
    yield "`replay --thread --review`", words.NO_TOPICS


def of_programs():
    turns = ["D8 E2", "D8 C3 E2"]
    yield "Won", words.solved_text(*_COLOURS, 1.0, turns, 9)
    yield "Won in one way", words.solved_text(*_COLOURS, 1.0, turns[:1], 9)
    yield "Lost", words.solved_text(*_COLOURS, 0.0, (), 9)
    yield "Too early", words.unsolved_text(31, 16)
    yield "A tie", words.solved_text(*_COLOURS, 0.5, (), 9)
    yield "Too late", words.ended_text("blue")
    yield "… and nobody has won", words.ended_text(None)
    yield "No such turn", words.no_position_text(40, 29)
    yield "A game", spar_line(12, "strong", "greedy", began=False, worth=1.0, turns=24)
    yield "All games", spar_text("strong", "greedy", 198, 1, 200)
    yield "Nobody", no_program_text("mild", PROGRAMS)
    yield "A tie of two", spar_line(3, "easy", "gentle", began=True, worth=0.5, turns=37)
    yield "`spar strong`", TWO_OR_LADDER
    rung = Rung("genius", 5, "steady", "easy", 400, 268, 0, 0.67, 0.62, 0.71, 203)
    yield "`spar --ladder`, a rung", rung_text(rung)
    classes = tuple(EstimatedClass(n / 10, n / 10 + 0.1, 20, 2.0 * n + 1) for n in range(10))
    found = Calibration("genius", 5, 400, 912, 141, 127, 0.84, 0.94, 170, 135, classes)
    yield "`spar --calibration`", calibration_text(found)
    yield "No number of games", no_number_text("0", 1, 100_000)
    row = FairnessRow("plur", 3, "fills:16", 1, "0.1.0", 0, 50, 26, 24, 0, 950, None)
    yield "`referee fairness`, a file of games", fairness.games_there_text("games.jsonl")
    yield "… that is damaged", fairness.damaged_state_text("games.jsonl", 7)
    yield "… that holds other games", fairness.other_games_text("games.jsonl", row, "fills:16", 2)
    yield "… into which two play at once", fairness.two_at_once_text("games.jsonl")
    yield "… where one that plays is killed", fairness.ended_from_outside_text()
    yield "The host, where the sparring partner can't go on", partner_gone_text()
