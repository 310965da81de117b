"""The rules of each game in the referee's own words, with a board on which it was decided."""

from functools import cache

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import RULESETS
from bot.views.scenes import Facts, table
from bot.web.hall.examples import COLOURS, GAMES, SIDE
from bot.web.view import Json
from bot.wording.decisions import decision_text
from bot.wording.hall import example_text
from bot.wording.printing import PAPER_NAMES, TO_SCALE
from bot.wording.rules import rules_text
from renderers.svg import svg

_USUAL_SIDE = 5


@cache
def rules_parts() -> Json:
    """Each game with its rules, a line each, and a board."""
    games = [_rules(key, law) for key, law in RULESETS.items()]
    return {"games": games, "papers": PAPER_NAMES, "printing": TO_SCALE}


def _rules(key: str, law: Ruleset) -> Json:
    lines = rules_text(law, _USUAL_SIDE, COLOURS).split("\n")
    rules: Json = {"key": key, "name": law.name, "lines": lines, "board": "", "caption": ""}
    last = last_position(key)
    if last is None:
        return rules
    winner = law.winner(last)
    facts = Facts(over=True, winner=winner, decided=law.deciding(last))
    scene = table(law, last, COLOURS, ("Red", "Blue"), facts)
    name = "" if winner is None else COLOURS[winner].capitalize()
    caption = example_text(name, decision_text(law, last), len(GAMES[key].split("/")))
    return rules | {"board": svg(scene, board_only=True), "caption": caption}


def last_position(key: str) -> Position | None:
    """How the example of a game ends; None where there is none."""
    if key not in GAMES:
        return None
    law, position = RULESETS[key], Position(board(SIDE))
    spelling = Spelling(position.board, COLOURS, law.either_colour, law.verbs)
    for words in GAMES[key].split("/"):
        turn = read_turn(spelling, words.split(), position.to_move)
        after = turn if isinstance(turn, Misread) else play(law, position, turn)
        if not isinstance(after, Position):
            return None
        position = after
    return position
