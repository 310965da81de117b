"""What is said of puzzles, with positions from the built-in set."""

from dataclasses import replace

from announcements.matches import START
from announcements.paper import PaperVoice
from bot.engine.turn import Drop, Turn
from bot.players.game import position_of, ruleset_of
from bot.players.reasons import CauseKind, TurnCause
from bot.puzzles.judging import Refutation, judge, proof_of
from bot.puzzles.puzzle import Puzzle, PuzzleSource, built_in
from bot.wording import past
from bot.wording import puzzles as words


def of_puzzles():
    voice = PaperVoice(START)
    first = built_in()[1]
    either = next(one for one in built_in().values() if one.game.law == "product")
    yield "puzzle", words.puzzle_text(first, voice, of_day=True)
    for note in (words.SOLVED_NOTE, words.GIVEN_UP_NOTE):
        yield "… again", words.puzzle_text(first, voice, of_day=False, note=note), (note,)
    yield "puzzle number:7", words.puzzle_text(either, voice, of_day=False)
    yield "puzzle answer: the right one", words.right_text(first, proof_of(first), voice)
    for days in (1, 12):
        yield "… and it is the day's", words.streak_text(days)
    turn = _wrong(first)
    verdict = judge(first, turn)
    assert isinstance(verdict, Refutation)
    yield "puzzle answer: a wrong one", words.wrong_text(first, turn, verdict, voice)
    for reply, tie in ((verdict.reply, True), (None, False)):
        text = words.wrong_text(first, turn, Refutation(reply, tie), voice)
        yield "… which ties, or ends the game", text
    for why in (TurnCause(CauseKind.FED, 3, 2), None):
        told = Refutation(verdict.reply, tie=False, cause=why, end=verdict.end)
        yield "… and why", words.wrong_text(first, turn, told, voice)
    yield "What is asked of a puzzle on its page", words.question_text(first)
    yield "… and how an answer may look", words.example_text(either)
    yield "… and the twentieth answer in a minute", words.ANSWERED_OFTEN
    taken = replace(first, number=0, source=PuzzleSource(9, 12, ("red", "blue")))
    yield "puzzle from:9@12", words.puzzle_text(taken, voice, of_day=False)
    yield "… and too much is open", words.many_cells_text(31, 16)
    for turns in (0, 2):
        yield f"… and {turns} turns win", words.no_puzzle_text("red", turns)
    for when, text in (
        ("… and no turn is named", past.no_place_text("puzzle from:9@12")),
        ("… and the game is over there", past.GAME_OVER_THERE),
        ("… of an open match", past.MATCH_OPEN),
        ("… while an open match stands alike", past.STANDS_ALIKE),
        ("… while many proofs are made", words.MANY_PROOFS),
        ("… and it fails", words.PROOF_FAILED),
    ):
        yield when, text
    yield "puzzle give-up:yes", words.answer_text(first, proof_of(first), voice)
    yield "puzzle number:99", words.no_number_text("99", len(built_in()))
    for when, text in (
        ("puzzle answer:D7, and none was asked for", words.NO_PUZZLE_YET),
        ("puzzle next, and all are solved", words.ALL_DONE),
        ("puzzle next number:3", words.ONE_OF),
        ("puzzle give-up:no", words.SURE),
        ("puzzle answer:D7 give-up:yes", words.ONE_OF_TWO),
    ):
        yield when, text
    yield "`referee puzzles`", words.list_line(first)
    yield "`referee puzzles --make`, too few", words.too_few_text("Product")


def _wrong(puzzle: Puzzle) -> Turn:
    position = position_of(puzzle.game)
    cells = ruleset_of(puzzle.game).placeable(position)
    own = {drop.cell for drop in puzzle.answer.drops}
    free = next(n for n in range(position.board.size) if cells >> n & 1 and n not in own)
    return Turn((Drop(free, position.to_move),))
