"""What is said of programs that play, of games looked back on, of positions solved, of puzzles."""

from dataclasses import replace

from announcements.matches import START
from announcements.paper import PaperVoice
from bot.engine.board import board
from bot.engine.notation import read_cell
from bot.engine.record import Setup
from bot.engine.rulesets.catchup import GENIUS
from bot.engine.turn import Drop, Turn
from bot.players.game import position_of, ruleset_of
from bot.players.programs import PROGRAMS
from bot.players.review import CauseKind, Review, Reviewed, TurnCause
from bot.puzzles.judging import Refutation, judge, proof_of
from bot.puzzles.puzzle import Puzzle, PuzzleSource, built_in
from bot.wording import puzzles, show
from bot.wording import review as words
from bot.wording.sparring import (
    no_number_text,
    no_program_text,
    partner_gone_text,
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
    yield "No number of games", no_number_text("0", 1, 100_000)
    yield "The host, where the sparring partner can't go on", partner_gone_text()


def of_puzzles():
    voice = PaperVoice(START)
    first = built_in()[1]
    either = next(one for one in built_in().values() if one.game.law == "product")
    yield "puzzle", puzzles.puzzle_text(first, voice, of_day=True)
    for note in (puzzles.SOLVED_NOTE, puzzles.GIVEN_UP_NOTE):
        yield "… again", puzzles.puzzle_text(first, voice, of_day=False, note=note), (note,)
    yield "puzzle number:7", puzzles.puzzle_text(either, voice, of_day=False)
    yield "puzzle answer: the right one", puzzles.right_text(first, proof_of(first), voice)
    for days in (1, 12):
        yield "… and it is the day's", puzzles.streak_text(days)
    turn = _wrong(first)
    verdict = judge(first, turn)
    assert isinstance(verdict, Refutation)
    yield "puzzle answer: a wrong one", puzzles.wrong_text(first, turn, verdict, voice)
    for reply, tie in ((verdict.reply, True), (None, False)):
        text = puzzles.wrong_text(first, turn, Refutation(reply, tie), voice)
        yield "… which ties, or ends the game", text
    for why in (TurnCause(CauseKind.FED, 3, 2), None):
        told = Refutation(verdict.reply, tie=False, cause=why, end=verdict.end)
        yield "… and why", puzzles.wrong_text(first, turn, told, voice)
    yield "What is asked of a puzzle on its page", puzzles.question_text(first)
    yield "… and how an answer may look", puzzles.example_text(either)
    yield "… and the twentieth answer in a minute", puzzles.ANSWERED_OFTEN
    taken = replace(first, number=0, source=PuzzleSource(9, 12, ("red", "blue")))
    yield "puzzle from:9@12", puzzles.puzzle_text(taken, voice, of_day=False)
    yield "… and too much is open", puzzles.many_cells_text(31, 16)
    for turns in (0, 2):
        yield f"… and {turns} turns win", puzzles.no_puzzle_text("red", turns)
    for when, text in (
        ("… and no turn is named", show.no_place_text("puzzle from:9@12")),
        ("… and the game is over there", show.GAME_OVER_THERE),
        ("… of an open match", show.MATCH_OPEN),
        ("… while an open match stands alike", show.STANDS_ALIKE),
        ("… while many proofs are made", puzzles.MANY_PROOFS),
        ("… and it fails", puzzles.PROOF_FAILED),
    ):
        yield when, text
    yield "puzzle give-up:yes", puzzles.answer_text(first, proof_of(first), voice)
    yield "puzzle number:99", puzzles.no_number_text("99", len(built_in()))
    for when, text in (
        ("puzzle answer:D7, and none was asked for", puzzles.NO_PUZZLE_YET),
        ("puzzle next, and all are solved", puzzles.ALL_DONE),
        ("puzzle next number:3", puzzles.ONE_OF),
        ("puzzle give-up:no", puzzles.SURE),
        ("puzzle answer:D7 give-up:yes", puzzles.ONE_OF_TWO),
    ):
        yield when, text
    yield "`referee puzzles`", puzzles.list_line(first)


def _wrong(puzzle: Puzzle) -> Turn:
    position = position_of(puzzle.game)
    cells = ruleset_of(puzzle.game).placeable(position)
    own = {drop.cell for drop in puzzle.answer.drops}
    free = next(n for n in range(position.board.size) if cells >> n & 1 and n not in own)
    return Turn((Drop(free, position.to_move),))
