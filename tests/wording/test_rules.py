"""The rules in plain sentences, true for the options."""

import pytest
from engine.samples import OPTIONS

from bot.engine.rulesets import RULESETS, configure
from bot.wording import decisions, results
from bot.wording.rules import rules_text


@pytest.mark.parametrize("key", RULESETS)
def test_every_tie_break_has_words(key: str) -> None:
    """In the result and in its headline; one without would break off the end of a match."""
    for options in OPTIONS.get(key, ({},)):
        tie_break = configure(key, options).tie_break
        assert tie_break in {"", *results.TIE_BREAKS} & {"", *decisions.TIE_BREAKS}


@pytest.mark.parametrize("key", RULESETS)
def test_the_rules_are_short_plain_text(key: str) -> None:
    for options in OPTIONS.get(key, ({},)):
        text = rules_text(configure(key, options), 4, ("red", "blue"))
        assert "side 4 (37 cells)" in text
        assert "A to G" in text
        assert "Write " in text
        assert not set("*_`#{}<>") & set(text)
        assert 200 < len(text) < 1400


@pytest.mark.parametrize(
    ("key", "options", "told", "untold"),
    [
        ("catena", {"komi": "3"}, "White gets 3 points", "squares"),
        ("catena", {"button": "off"}, "no stone can be placed.", "the button"),
        ("catena", {"buttonless": "on"}, "two stones, where two", "take the button"),
        ("catena", {"scoring": "square"}, "square of its length", "more stones wins"),
        ("catena", {"scoring": "longest"}, "longest ribbon left", "half a point"),
        ("product", {"tie": "second-player"}, "White wins", "fewer stones"),
        ("brink", {"margin": "7"}, "at least 7 larger", "at least 4"),
    ],
)
def test_the_rules_tell_the_truth_about_options(key, options, told, untold):
    text = rules_text(configure(key, options), 5, ("black", "white"))
    assert told in text
    assert untold not in text
