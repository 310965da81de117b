"""The rules of each game in the referee's own words, with a board on which it was decided."""

from functools import cache

from bot.engine.rulesets import RULESETS
from bot.web.view import Json
from bot.wording.rules import rules_text

SIDE = 4
_COLOURS = ("red", "blue")


@cache
def rules_parts() -> Json:
    """Each game with its rules, a line each, and a board."""
    return {
        "games": [
            {
                "key": key,
                "name": law.name,
                "lines": rules_text(law, 5, _COLOURS).split("\n"),
                "board": "",
            }
            for key, law in RULESETS.items()
        ]
    }
