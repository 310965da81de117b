"""No sentence, picture or chart of a game has a word that the game's own law does not know."""

from random import Random

import pytest
from engine.samples import random_game
from fakes import PlainVoice
from referee.tables import accepted, running, show, terms

from bot.engine.notation import write_turn
from bot.engine.rulesets import RULESETS
from bot.referee.submission import Said
from bot.views.film import history, match_race
from bot.views.scenes import match_scene
from bot.wording.announcements import announce
from bot.wording.show import replay_text
from bot.wording.status import status_text
from renderers.text import text

OWN = {"genius": ("lead", "score"), "mindsports": ("larger than any before",)}
"""The words that one game alone has."""
GAMES = (
    *("genius", "mindsports", "mures", "ketchup", "sauce", "catena", "product"),
    *("product-original", "alpha", "plur", "too", "brink"),
)
WORDS = ("lead", "score", "larger than any before")


@pytest.mark.parametrize("key", RULESETS)
def test_every_sentence_is_in_the_words_of_its_law(key: str) -> None:
    """Whole games, said in every way there is: the genius match leads and scores, no other does."""
    said = []
    for seed in range(3):
        match = running(terms(ruleset=key, side=3))
        for position in history(random_game(RULESETS[key], 3, Random(seed)))[1:]:
            turn = Said(write_turn(match.spelling, position.turn))
            ruling = accepted(match, match.players[match.to_move], turn, 30)
            match = ruling.match
            said += [announce(match, ruling.events, PlainVoice(), match.opened_at).text]
            if match.over:
                break
            match = show(match, 30)
            said += [status_text(1, match, PlainVoice(), match.opened_at)]
            said += [text(match_scene(match, match.opened_at, 1))]
        said += [match_race(match, 1).label, replay_text(match, 1, PlainVoice())]
    told = "\n".join(said).casefold()
    for word in WORDS:
        # A game that is new here may well have a score, if its law says so.
        own = OWN.get(key, ("score",) if RULESETS[key].figure_name == "score" else ())
        assert (word in told) is (word in own), word


def test_only_one_law_has_a_score() -> None:
    assert [key for key in GAMES if RULESETS[key].figure_name == "score"] == ["genius"]
