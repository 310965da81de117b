"""What is said of puzzles: the position, an answer and its proof, days in a row."""

from bot.engine.notation import write_turn
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour, Turn
from bot.players.game import Game, position_of, ruleset_of
from bot.puzzles.judging import Proof, Refutation
from bot.puzzles.puzzle import Puzzle
from bot.wording.phrases import allowance_text, figure_text, sizes_text
from bot.wording.review import cause_text
from bot.wording.voice import Voice

NO_PUZZLE_YET = "You are at no puzzle yet. Ask for the day's with: puzzle"
ALL_DONE = "You have solved all puzzles. See any of them again by its number."
ONE_OF = "Ask for one puzzle: by its number, the next one, or from a match."
MANY_PROOFS = "Too many proofs are asked for at once. Please ask again in a minute."
ANSWERED_OFTEN = "You have given very many answers. Please wait a minute."
PROOF_FAILED = "The proof failed on my side. Please try again in a moment."
SURE = "To be shown the answer, say: puzzle give-up:yes"
ONE_OF_TWO = "Answer, or give up: not both at once."
SOLVED_NOTE = "You have solved this one."
GIVEN_UP_NOTE = "You gave this one up."


def title_text(puzzle: Puzzle, *, of_day: bool = False) -> str:
    """What a puzzle is called: `Puzzle 12, the day's`."""
    if puzzle.source is not None:
        return f"Puzzle from match {puzzle.source.match}, after turn {puzzle.source.turn}"
    return f"Puzzle {puzzle.number}{', the puzzle of the day' if of_day else ''}"


def task_text(puzzle: Puzzle) -> str:
    """Who is to move, and what they may do: `Red to move: place 1 or 2 stones`."""
    allowance = ruleset_of(puzzle.game).allowance(position_of(puzzle.game))
    return f"{_mover(puzzle)} to move: {allowance_text(allowance)}"


def puzzle_text(puzzle: Puzzle, voice: Voice, *, of_day: bool, note: str = "") -> str:
    """What goes with the picture of a puzzle."""
    name = RULESETS[puzzle.game.law].name
    title = voice.strong(f"{title_text(puzzle, of_day=of_day)}.")
    what = f"{title} {name}, {difficulty_text(puzzle)}. {task_text(puzzle)}."
    source = puzzle.source
    which = "" if source is None else f"from:{source.match}@{source.turn} "
    how = f"Answer with: puzzle {which}answer:{example_text(puzzle)}"
    return "\n".join([what, f"{question_text(puzzle)} {how}", *([note] if note else [])])


def question_text(puzzle: Puzzle) -> str:
    """What is asked of every puzzle."""
    return f"One turn wins, whatever {_rival(puzzle)} plays. Which?"


def difficulty_text(puzzle: Puzzle) -> str:
    """How hard a puzzle is: `7 open cells`."""
    return f"{puzzle.cells} open cells"


def right_text(puzzle: Puzzle, proof: Proof, voice: Voice) -> str:
    """The answer is right, and why that is certain."""
    return f"✓ Right: {_proof_text(puzzle, proof, voice)}"


def answer_text(puzzle: Puzzle, proof: Proof, voice: Voice) -> str:
    """The answer, told to somebody who gave up."""
    return f"The answer is {_proof_text(puzzle, proof, voice)}"


def wrong_text(puzzle: Puzzle, turn: Turn, refutation: Refutation, voice: Voice) -> str:
    """Why an answer does not win: one reply that holds, and not the solution."""
    mover, rival = _mover(puzzle), _rival(puzzle)
    played = voice.strong(turn_words(puzzle, turn))
    end = "it is a tie" if refutation.tie else f"{rival} wins"
    if refutation.reply is None:
        why = _why_not(puzzle, refutation)
        return f"✗ {played} does not win: the game is over, and {end}.{why} Try again."
    reply = voice.strong(turn_words(puzzle, refutation.reply))
    best = "a tie is the best that is left" if refutation.tie else f"{rival} wins for certain"
    why = _why_not(puzzle, refutation)
    return (
        f"✗ {played} does not win: {rival} answers {reply}, and {best}.{why} {mover} may try again."
    )


def streak_text(days: int) -> str:
    """For how many days in a row somebody has solved the day's puzzle."""
    return "1 day in a row." if days == 1 else f"{days} days in a row."


def no_number_text(given: str, most: int) -> str:
    """There is no puzzle of that number."""
    return f"There is no puzzle “{given}”: they have the numbers 1 to {most}."


def many_cells_text(cells: int, limit: int) -> str:
    """A position of a match has too many open cells to be a puzzle by proof."""
    return (
        f"No puzzle: {cells} cells are open there, and at most {limit} can be searched to the end."
    )


def no_puzzle_text(mover: str, turns: int) -> str:
    """A position of a match in which no turn wins, or several do."""
    if not turns:
        return f"No puzzle: no turn wins for {mover.capitalize()} there."
    return f"No puzzle: more than one turn wins for {mover.capitalize()} there."


def list_line(puzzle: Puzzle) -> str:
    """A puzzle in a list of the command line: `12 plur, side 4, 6 open cells`."""
    game = puzzle.game
    return f"{puzzle.number} {game.law}, side {game.side}, {difficulty_text(puzzle)}"


def turn_words(puzzle: Puzzle, turn: Turn) -> str:
    """A turn as it is written in the puzzle's game."""
    return write_turn(puzzle.spelling, turn)


def _proof_text(puzzle: Puzzle, proof: Proof, voice: Voice) -> str:
    count = "1 position" if proof.positions == 1 else f"{proof.positions:,} positions"
    return (
        f"{voice.strong(turn_words(puzzle, puzzle.answer))}. {_mover(puzzle)} wins whatever "
        f"{_rival(puzzle)} plays, and no other turn does: {count} searched.{_why(puzzle, proof)}"
    )


def _why(puzzle: Puzzle, proof: Proof) -> str:
    """One line of the proof, told by its end: ` Say Blue answers C3: in the end Red has 9 …`."""
    end = "" if proof.end is None else _end_text(puzzle, proof.end)
    if not end:
        return ""
    if proof.reply is None:
        return f" {end[0].upper()}{end[1:]}"
    return f" Say {_rival(puzzle)} answers {turn_words(puzzle, proof.reply)}: {end}"


def _why_not(puzzle: Puzzle, refutation: Refutation) -> str:
    """What the answer gave away, in the game's own terms, or else how it ends."""
    game = puzzle.game
    if refutation.cause is not None:
        return f" {cause_text(refutation.cause, game.to_move, ruleset_of(game), puzzle.spelling)}"
    end = "" if refutation.end is None else _end_text(puzzle, refutation.end)
    return f" {end[0].upper()}{end[1:]}" if end else ""


def _end_text(puzzle: Puzzle, end: Game) -> str:
    """How a line ends: the figures, or the groups where those decide; "" if both are alike."""
    ruleset, position, mover = ruleset_of(end), position_of(end), puzzle.game.to_move
    both = (Colour(mover), Colour(mover).other)
    figures = [figure_text(ruleset.figures(position)[colour]) for colour in both]
    name = ruleset.figure_name
    if figures[0] == figures[1] and ruleset.compares_groups(position):
        figures, name = [sizes_text(position.sizes(colour)) for colour in both], "groups"
    if figures[0] == figures[1]:
        return ""
    return f"in the end {_mover(puzzle)} has {figures[0]}, {_rival(puzzle)} {figures[1]} ({name})."


def _mover(puzzle: Puzzle) -> str:
    return puzzle.colours[puzzle.game.to_move].capitalize()


def _rival(puzzle: Puzzle) -> str:
    return puzzle.colours[Colour(puzzle.game.to_move).other].capitalize()


def example_text(puzzle: Puzzle) -> str:
    """How an answer is written in this game, with cells that say nothing of this position."""
    colours, game = puzzle.colours, puzzle.game
    if ruleset_of(game).either_colour:
        stones = [f"{colour} {cell}" for colour, cell in zip(colours, ("D4", "A1"), strict=True)]
        return " ".join(stones[: game.most])
    return " ".join(("D4", "A1")[: game.most])
