"""The rules of each game in the referee's own words, with a board on which it was decided.

The boards are of short games, played to their ends, all of side 3.
"""

from functools import cache

from bot.engine.board import board
from bot.engine.legality import play
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import RULESETS
from bot.views.scenes import Facts, table
from bot.web.view import Json
from bot.wording.hall import example_text
from bot.wording.printing import PAPER_NAMES, TO_SCALE
from bot.wording.results import decision_text
from bot.wording.rules import rules_text
from renderers.svg import svg

SIDE = 3
COLOURS = ("red", "blue")
GAMES = {
    "genius": ("C4/C3/A1/C2/A3 D4/D3 E1 B4/C1 B1 E3/B2/D2 B3 E2/C5 D1 A2"),
    "mindsports": ("B4/E2 D1/B1 C2/C1 C3/C5 A3/A2 E3 D4/B2/C4/D2 D3/B3/E1 A1"),
    "mures": ("D1/C4 B1/B2 A3/C3/C1/A2/E3 C5/D2/B4 D3/B3/E1 C2/E2/A1 D4"),
    "ketchup": ("C2/D3 E3/D1 B1 E2/A3 C1 C5/A2 A1/C4 B4 D2/B2 C3 B3"),
    "sauce": ("B4/E2 A2/C2 A3/C5 C4 C3/C1 B1 D1/D4 B3/E3 D2 D3/A1 E1 B2"),
    "catena": ("A1/D3/B3/B1/D2/C4/C1/D1/A3/button"),
    "product": (
        "blue:C2/blue:B1 red:E3/blue:C3 blue:D4/blue:A1 blue:B2/blue:E1 red:B4/"
        "blue:C5 red:A3/red:D2 red:D3/red:C1 blue:A2/red:E2 red:C4/blue:D1 blue:B3"
    ),
    "product-original": (
        "red:E1/red:E3/blue:D2/red:D1/blue:A1/blue:B4/blue:C1/blue:A3/red:C4/red:D4/"
        "blue:C3/red:E2/red:D3/red:A2/red:B1/red:C2/red:B2/red:C5/blue:B3"
    ),
    "alpha": (
        "blue:B1/blue:C5 red:E2/red:A1 blue:C4/red:C2 blue:D1/red:C1 red:E3/"
        "blue:B3 red:E1/red:D3 blue:B4/blue:D4 red:C3/blue:B2 blue:A3/red:D2 red:A2"
    ),
    "plur": ("A2/C2/C4/A1/C3/D4/B3/D3/E1/B1/E3/B2/C5/B4/A3/E2/D2/D1/C1"),
    "too": (
        "blue:D1/red:A1/red:C1/blue:C4/red:C2/blue:A3/red:B4/blue:B3/red:D3/blue:C5/"
        "blue:E1/red:D2/blue:C3/red:E3/blue:D4/red:B2/red:A2/blue:B1/blue:E2"
    ),
    "brink": ("D2/C4/B2/C1/C5/E1/B1/A3/A2/A1/C3/E2/E3/D3/B4/C2/D1/B3/D4"),
}
"""The turns by ruleset, set apart by `/`, red first."""


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
