"""Laws and rules in words: short, true for the options, and in the words of each game alone."""

from random import Random

import pytest
from engine.samples import OPTIONS, history, played, random_game
from fakes import PlainVoice
from referee.tables import accepted, running, show, terms

from bot.engine.board import board
from bot.engine.legality import Law, play
from bot.engine.notation import NOTATIONS, Misread, Spelling, read_turn, write_turn
from bot.engine.position import Position
from bot.engine.ruleset import Breach
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Turn
from bot.referee.submission import Said
from bot.views.film import match_race
from bot.views.scenes import match_scene
from bot.wording import results
from bot.wording.announcements import announce
from bot.wording.laws import LAWS, MISREADS, law_text
from bot.wording.rules import rules_text
from bot.wording.show import replay_text
from bot.wording.status import status_text
from renderers.text import text


def said(key: str, before: str, words: str, notation: str = "house", side: int = 5) -> str:
    """What the referee says to words tried after the turns `before`."""
    law = RULESETS[key]
    position = played(law, before, side) if before else Position(board(side))
    colours = ("red", "blue") if key == "genius" else ("black", "white")
    spelling = Spelling(position.board, colours, law.either_colour, law.verbs, notation)
    fault = read_turn(spelling, words.split(), position.to_move)
    if isinstance(fault, Turn):
        answer = play(law, position, fault)
        assert isinstance(answer, Breach)
        return law_text(answer, law, position, spelling)
    return law_text(fault, law, position, spelling)


def test_every_law_of_every_ruleset_is_worded() -> None:
    known = {*Law, *(law for ruleset in RULESETS.values() for law in ruleset.laws)}
    assert set(LAWS) == known
    assert set(MISREADS) == {"off-board", "colour-missing", "unreadable", "out-of-turn"}


@pytest.mark.parametrize(
    ("key", "before", "words", "text"),
    [
        ("genius", "", "", "Place one stone; passing is not allowed."),
        ("mures", "E5", "A1 A2 A3", "Two at most."),
        ("ketchup", "E5", "A1", "Exactly two stones this turn."),
        ("ketchup", "E5 / A1 A2", "", "The turn is empty: place exactly three stones or pass."),
        ("sauce", "E5 / A1 A2", "", "The turn is empty: place up to three stones or pass."),
        (
            "sauce",
            "E5 / A1 A2 / pass",
            "I1 I2 I3",
            "Two at most: Black does not own the largest group.",
        ),
        ("catena", "E5", "hm", "“hm” is no move: write cells such as E5 or button."),
    ],
)
def test_a_refusal_says_what_is_allowed_instead(key, before, words, text):
    assert said(key, before, words) == text


def test_refusals_speak_the_notation_of_the_game() -> None:
    assert said("genius", "", "g2", "half-step") == (
        "g2 is no cell of the board: row 2 has the columns d f h j l n."
    )
    assert said("genius", "", "a9", "bottom") == "a9 is off the board: row a has 5 cells."
    assert said("genius", "E5", "i5", "half-step") == "i5 is taken by Red."


def test_the_last_cells_are_told_as_such() -> None:
    law = RULESETS["genius"]
    for seed in range(100):
        position = history(random_game(law, 3, Random(seed)))[-2]
        if position.vacancies == 1:
            break
    spelling = Spelling(position.board, ("red", "blue"))
    text = law_text(Breach(Law.TOO_MANY, action=1), law, position, spelling)
    assert text == "One at most: no more cells are empty."


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_law_can_be_said_in_every_game(key: str, notation: str) -> None:
    """No combination of law, options and position fails; each is one short line."""
    for number, options in enumerate(OPTIONS.get(key, ({},))):
        law = configure(key, options)
        for position in history(random_game(law, 3, Random(number))):
            spelling = Spelling(
                position.board, ("black", "white"), law.either_colour, law.verbs, notation
            )
            faults = [Breach(name, (0, 1, 2, 3), 0) for name in LAWS]
            faults += [Misread(name, "Q9", 0) for name in MISREADS]
            for fault in faults:
                text = law_text(fault, law, position, spelling)
                assert text.endswith(".")
                assert "\n" not in text
                assert len(text) < 160


def test_hostile_words_are_shown_harmlessly() -> None:
    text = said("genius", "", "x\u202e\x07" + "y" * 100000)
    assert text == f"“x??{'y' * 27}…” is no move: write cells such as E5."


OWN = {"genius": ("lead", "score"), "mindsports": ("larger than any before",)}
"""The words that one game alone has."""
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


@pytest.mark.parametrize("key", RULESETS)
def test_every_tie_break_has_words(key: str) -> None:
    """In the result and in its headline; one without would break off the end of a match."""
    for options in OPTIONS.get(key, ({},)):
        tie_break = configure(key, options).tie_break
        assert tie_break in {"", *results.TIE_BREAKS} & {"", *results.BRIEF_TIE_BREAKS}


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
