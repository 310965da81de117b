"""The scene of a puzzle: the board as in a match, with who is to move and what they may do."""

from bot.players.game import position_of, ruleset_of
from bot.puzzles.puzzle import Puzzle
from bot.servers.settings import USUAL_LOOK, Look
from bot.views.scenes import Facts, table
from bot.wording import puzzles as words
from renderers.scene import Scene


def puzzle_scene(puzzle: Puzzle, look: Look = USUAL_LOOK, *, of_day: bool = False) -> Scene:
    """The picture of a puzzle."""
    game = puzzle.game
    colours, ruleset = puzzle.colours, ruleset_of(game)
    facts = Facts(
        headline=words.task_text(puzzle),
        caption=f"{ruleset.name} · {words.title_text(puzzle, of_day=of_day)}",
    )
    names = colours[0].capitalize(), colours[1].capitalize()
    return table(ruleset, position_of(game), colours, names, facts, look)
