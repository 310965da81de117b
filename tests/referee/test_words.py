"""What words in the room come to: a turn, a refusal with its fault, or talk."""

from dataclasses import replace

import pytest
from engine.samples import TIED

from bot.engine.legality import Law
from bot.engine.notation import Misread
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour, Talk
from bot.referee import events
from bot.referee.arbiter import rule
from bot.referee.events import Termination
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import Ready, Resign, RuleMessage, Said
from referee import tables
from referee.tables import BLUE, HOST, RED, accepted, at, both, by, running, say, terms


def test_a_label_is_held_against_whoever_speaks() -> None:
    assert isinstance(say(running(), RED, "Red: E5", 5), Accepted)
    assert say(running(), RED, "Blue: E5", 5) == Ignored(unclear=True)
    assert say(running(), BLUE, "Blue: E5", 5) == Refused(Reason.NOT_YOUR_TURN, words=("E5",))
    assert say(running(), BLUE, "Red: E5", 5) == Ignored()


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("hello", Ignored()),
        ("E5 or E6", Ignored(unclear=True)),
        ("pass", Ignored(unclear=True, plea=Talk.PASS)),
        ("I resign", Ignored(unclear=True, plea=Talk.RESIGN)),
        ("swap", Ignored(unclear=True, plea=Talk.SWAP)),
        ("E5 *E6", Ignored(unclear=True, plea=Talk.CORRECTED, likely=("E6",))),
        ("1. E5 2. D5 D6", Ignored(unclear=True, plea=Talk.TWO_TURNS, likely=("E5",))),
        ("E4-E6", Ignored(unclear=True, plea=Talk.RANGE)),
    ],
)
def test_talk_of_the_player_to_move_is_told_apart(text: str, ruling: Ignored) -> None:
    assert say(running(), RED, text, 5) == ruling
    others = ruling if ruling.plea is Talk.RESIGN else Ignored()
    assert say(running(), BLUE, text, 5) == others
    for match, player in ((running(), tables.FAN), (tables.new(), RED)):
        assert say(match, player, text, 5) == Ignored()


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("E4-E6", ("E4", "E6")), ("D7 *E5", ()), ("3. E5↵4. D7", ()), ("D5 D6 D7 *D8", ()),
        ("D5 D6 *E6", ("D5", "E6")),
    ],
)  # fmt: skip
def test_the_likely_turn_is_one_that_can_be_played(text: str, likely: tuple[str, ...]) -> None:
    ruling = say(tables.played(running(), RED, "E5", 5), BLUE, text.replace("↵", "\n"), 6)
    assert isinstance(ruling, Ignored)
    assert ruling.plea is not None
    assert ruling.likely == likely


def test_a_refused_turn_has_its_words_and_its_fault() -> None:
    assert say(running(), RED, "F9", 5) == Refused(
        Reason.ILLEGAL, Misread("off-board", "F9", 0, "F", 8), ("F9",)
    )
    assert say(running(), RED, "E5 E6", 5) == Refused(
        Reason.ILLEGAL, Breach(Law.TOO_MANY, action=1), ("E5", "E6")
    )


@pytest.mark.parametrize(
    ("settled", "winner", "termination"),
    [
        ({}, None, Termination.GAME_OVER),
        ({"dmo": "red"}, Colour.FIRST, Termination.TIE_TO_DMO),
        ({"dmo": "blue"}, Colour.SECOND, Termination.TIE_TO_DMO),
    ],
)
def test_a_tie_is_ended_as_the_terms_say(settled, winner, termination):
    """Nobody's, or the DMO's; at the moment of the last turn."""
    match = running(replace(terms(ruleset="product-original", side=3), **settled))
    *before, last = TIED.split("/")
    match = both(match, before)
    ruling = accepted(match, match.players[match.to_move], Said(last), 40)
    assert ruling.events[-1] == events.MatchEnded(at(40), winner, termination)


def test_ready_and_resigning_after_the_end_are_refused() -> None:
    over = tables.after(running(), events.MatchEnded(at(9), None, Termination.CANCELLED, HOST))
    assert rule(over, by(RED, Ready(), 10)) == Refused(Reason.OVER)
    assert rule(over, by(RED, Resign(), 10)) == Refused(Reason.OVER)
    assert rule(running(), by(RED, Ready(), 10)) == Refused(Reason.ALREADY_STARTED)


def test_a_message_that_the_host_rules_on_counts_by_its_own_stamp() -> None:
    act = RuleMessage(by(RED, Said("E5"), 5), "it was the turn")
    assert rule(running(), by(RED, act, 20)) == Refused(Reason.NOT_HOST)
    (turn,) = accepted(running(), HOST, act, 20).events
    assert (turn.at, turn.turn, turn.by, turn.reason) == (at(5), "E5", HOST, "it was the turn")
