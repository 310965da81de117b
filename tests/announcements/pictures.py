"""What stands in the strip under a board: how it ended or whose move it is, and which turn."""

from dataclasses import replace
from random import Random

from engine.samples import random_game

from announcements.matches import SEED_003, begun, new, played
from bot.engine.rulesets import RULESETS
from bot.referee.arbiter import accept
from bot.referee.events import MatchEnded, Termination
from bot.referee.match import Match
from bot.views.film import rewound
from bot.views.scenes import match_scene
from bot.wording.decisions import decision_text
from bot.wording.show import turn_text

_SEEDS = {"genius": (3, 2), "brink": (1, 4), "product": (1, 21)}
"""Games that end in more than one way."""
_LONGEST = (("button", "off"), ("scoring", "longest"))


def of_pictures():
    match = played(begun(new()), SEED_003)
    yield "A turn is to be played", _strip(match)
    yield "An earlier position", _strip(rewound(match, 10), 12)
    yield "The empty board", _strip(rewound(match, 0), 12)
    resigned = MatchEnded(match.turn_open_at, match.to_move, Termination.RESIGNATION)
    yield "The end of the match", _strip(accept(match, resigned).match)
    yield "… of one turn", turn_text(1, over=True)
    for key in RULESETS:
        for seed in _SEEDS.get(key, (1,)):
            yield f"The end of a game: {key}", _strip(_ended(new(key, side=3), seed))
    longest = _ended(new("catena", side=4, options=_LONGEST), 2)
    yield "… by the longest ribbon", decision_text(longest.ruleset, longest.position)


def _ended(match: Match, seed: int) -> Match:
    law = match.ruleset
    match = replace(match, position=random_game(law, match.terms.side, Random(seed)))
    winner = law.winner(match.position)
    return accept(match, MatchEnded(match.turn_open_at, winner, Termination.GAME_OVER)).match


def _strip(match: Match, of: int | None = None) -> str:
    scene = match_scene(match, match.turn_open_at, 7, of=of)
    return f"{scene.headline}\n{scene.caption}"
