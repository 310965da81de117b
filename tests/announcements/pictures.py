"""What stands in the strip under a board: how it ended or whose move it is, and which turn."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.samples import random_game

from announcements.matches import SEED_003, begun, new, played
from announcements.paper import Specimen
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


def of_pictures() -> Iterator[Specimen]:
    """Headline and caption of each moment, then how each game can end."""
    match = played(begun(new()), SEED_003)
    yield Specimen("A turn is to be played", _strip(match))
    yield Specimen("An earlier position", _strip(rewound(match, 10), 12))
    yield Specimen("The empty board", _strip(rewound(match, 0), 12))
    resigned = MatchEnded(match.turn_open_at, match.to_move, Termination.RESIGNATION)
    yield Specimen("The end of the match", _strip(accept(match, resigned).match))
    yield Specimen("… of one turn", turn_text(1, over=True))
    for key in RULESETS:
        for seed in _SEEDS.get(key, (1,)):
            yield Specimen(f"The end of a game: {key}", _strip(_ended(new(key, side=3), seed)))
    longest = _ended(new("catena", side=4, options=_LONGEST), 2)
    yield Specimen("… by the longest ribbon", decision_text(longest.ruleset, longest.position))


def _ended(match: Match, seed: int) -> Match:
    """The match after random legal turns to the end of the game."""
    law = match.ruleset
    match = replace(match, position=random_game(law, match.terms.side, Random(seed)))
    winner = law.winner(match.position)
    ended = MatchEnded(match.turn_open_at, winner, Termination.GAME_OVER)
    return accept(match, ended).match


def _strip(match: Match, of: int | None = None) -> str:
    scene = match_scene(match, match.turn_open_at, 7, of=of)
    return f"{scene.headline}\n{scene.caption}"
