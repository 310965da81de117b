"""What words in the room come to: a turn, a refusal with its fault, or talk."""

from dataclasses import replace

import pytest

from bot.engine.chat import Talk
from bot.engine.legality import Law
from bot.engine.notation import Misread
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.arbiter import rule
from bot.referee.fold import fold
from bot.referee.formats import OnTie
from bot.referee.match import Match
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import Ready, Resign
from referee.tables import (
    BLUE,
    FAN,
    HOST,
    MINUTE,
    RED,
    after,
    at,
    by,
    played,
    running,
    say,
    show,
    terms,
)

SECOND = MINUTE / 60

FULL = "D2/E2 E1/C5 C3/A3 D4/B3/A2 C1 C4/B4 C2/B2 A1 D3/D1 B1/E3"
"""Side 3, Catchup: Red ends with one group of 8, Blue with 6-4-1."""


def alone() -> Match:
    """A match that Ann plays against herself."""
    opened = events.MatchOpened(at(0), HOST, (RED, RED), terms())
    return show(fold([opened, events.MatchStarted(at(0), HOST)]), 0)


def test_a_label_is_held_against_whoever_speaks() -> None:
    """One's own colour is a label; the other's makes it talk, even out of turn."""
    assert isinstance(say(running(), RED, "Red: E5", 5), Accepted)
    assert say(running(), RED, "Blue: E5", 5) == Ignored(unclear=True)
    assert say(running(), BLUE, "Blue: E5", 5) == Refused(Reason.NOT_YOUR_TURN, words=("E5",))
    assert say(running(), BLUE, "Red: E5", 5) == Ignored()


def test_who_plays_both_sides_speaks_for_the_one_to_move() -> None:
    """Red first, then Blue."""
    assert say(alone(), RED, "Blue: E5", 5) == Ignored(unclear=True)
    turn = show(played(alone(), RED, "Red: E5", 5), 5)
    assert say(turn, RED, "Red: C3 F3", 6) == Ignored(unclear=True)
    assert isinstance(say(turn, RED, "Blue: C3 F3", 6), Accepted)


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("hello", Ignored()),
        ("E5 or E6", Ignored(unclear=True)),
        ("pass", Ignored(unclear=True, plea=Talk.PASS)),
        ("I resign", Ignored(unclear=True, plea=Talk.RESIGN)),
        ("swap", Ignored(unclear=True, plea=Talk.SWAP)),
    ],
)
def test_talk_of_the_player_to_move_is_told_apart(text: str, ruling: Ignored) -> None:
    """Small talk, what names a cell, and what no turn of the game has; others' talk is nothing."""
    assert say(running(), RED, text, 5) == ruling
    assert say(running(), BLUE, text, 5) == Ignored()
    assert say(running(), FAN, text, 5) == Ignored()


def test_a_refused_turn_has_its_words_and_its_fault() -> None:
    """A word that names no cell, or the law that the turn breaks."""
    assert say(running(), RED, "F9", 5) == Refused(
        Reason.ILLEGAL, Misread("off-board", "F9", 0, "F", 8), ("F9",)
    )
    assert say(running(), RED, "E5 E6", 5) == Refused(
        Reason.ILLEGAL, Breach(Law.TOO_MANY, action=1), ("E5", "E6")
    )


def test_the_turn_that_ends_a_game_ends_the_match_at_its_moment() -> None:
    """Both are one ruling: the turn, and who won."""
    match, players = running(terms(side=3)), (RED, BLUE)
    *before, last = FULL.split("/")
    for number, words in enumerate(before):
        match = show(played(match, players[number % 2], words, 10 + number), 10 + number)
    ruling = say(match, players[len(before) % 2], last, 40)
    assert isinstance(ruling, Accepted)
    assert ruling.events[-1] == events.MatchEnded(
        at(40), Colour.FIRST, events.Termination.GAME_OVER
    )
    assert (ruling.match.over, len(ruling.events)) == (True, 2)


def test_a_pause_begins_at_its_moment() -> None:
    """What was stamped before it is a turn, however late it comes; at that moment it is none."""
    paused = after(running(), events.MatchPaused(at(30), HOST))
    assert isinstance(say(paused, RED, "E5", 29), Accepted)
    assert say(paused, RED, "E5", 30) == Refused(Reason.PAUSED, words=("E5",))


def test_a_flag_that_called_the_host_leaves_its_deadline_in_time() -> None:
    """A minute and five of the bank: at 360 a turn is taken, after it none is."""
    fallen = after(
        running(), events.FlagFell(at(360), Colour.FIRST), events.MatchPaused(at(360), None)
    )
    assert isinstance(say(fallen, RED, "E5", 360), Accepted)
    assert say(fallen, RED, "E5", 361) == Refused(Reason.PAUSED, words=("E5",))


TIED = (
    "r:E3/b:B1/b:E1/b:B2/b:E2/r:C5/r:B4/r:C2/r:A1/b:C1/r:D4/r:D3/r:A3/r:C3/r:D2/r:C4/b:D1/b:B3/r:A2"
)
"""Side 3, the Product of 2008: a single group each, so no points on either side."""


@pytest.mark.parametrize(
    ("settled", "ended"),
    [
        ({}, events.MatchEnded(at(40), None, events.Termination.GAME_OVER)),
        ({"dmo": "blue"}, events.MatchEnded(at(40), Colour.SECOND, events.Termination.TIE_TO_DMO)),
        (
            {"on_tie": OnTie.HOST_WINS},
            events.MatchEnded(at(40), None, events.Termination.TIE_TO_HOST),
        ),
    ],
)
def test_a_tie_is_ended_as_the_terms_say(settled, ended):
    """Nobody's, the DMO's, or in old matches the host's; at the moment of the last turn."""
    match = running(replace(terms(ruleset="product-original", side=3), **settled))
    *before, last = TIED.split("/")
    for number, words in enumerate(before):
        match = show(played(match, (RED, BLUE)[number % 2], words, 10 + number), 10 + number)
    ruling = say(match, (RED, BLUE)[len(before) % 2], last, 40)
    assert isinstance(ruling, Accepted)
    assert ruling.events[-1] == ended


def test_a_turn_is_stored_with_its_message() -> None:
    """By it an edit or a deletion is known later, and the same words are not ruled twice."""
    ruling = say(running(), RED, "E5", 7)
    assert isinstance(ruling, Accepted)
    assert ruling.events == (
        events.TurnPlayed(at(7), Colour.FIRST, "E5", 7 * SECOND, 5 * MINUTE, f"{RED.id}-7"),
    )


def test_what_comes_after_the_end_is_refused_as_such() -> None:
    """Ready and a resignation; Ready in a match that goes on is another thing."""
    over = after(running(), events.MatchEnded(at(9), None, events.Termination.CANCELLED, HOST))
    assert rule(over, by(RED, Ready(), 10)) == Refused(Reason.OVER)
    assert rule(over, by(RED, Resign(), 10)) == Refused(Reason.OVER)
    assert rule(running(), by(RED, Ready(), 10)) == Refused(Reason.ALREADY_STARTED)


def test_who_plays_both_sides_resigns_for_the_one_to_move() -> None:
    """After Red's turn it is Blue who gives up."""
    turn = show(played(alone(), RED, "E5", 5), 5)
    for match, winner in ((alone(), Colour.SECOND), (turn, Colour.FIRST)):
        ruling = rule(match, by(RED, Resign(), 6))
        assert isinstance(ruling, Accepted)
        assert ruling.events == (
            events.MatchEnded(at(6), winner, events.Termination.RESIGNATION, RED),
        )
