"""What is said, and which buttons are there, until a match with a DMO has started."""

from dataclasses import replace

import pytest
from fakes import PlainVoice
from referee.tables import BLUE, FAN, HOST, RED, accepted, at, new, terms

from bot.referee.events import MatchOpened
from bot.referee.match import Match
from bot.referee.submission import Choose, MoveMatch, Ready, ReplacePlayer, StartNow
from bot.wording.announcements import Words, announce
from bot.wording.opening import waiting_text

VOICE = PlainVoice()
START, CHOICE = ("ready", "start"), ("first-red", "first-blue")


def waiting() -> Match:
    """A match in which Bob, blue, is to say who starts."""
    return new(replace(terms(), dmo="blue", dmo_chooses=True))


def told(match: Match, who, act) -> tuple[Match, Words]:
    ruling = accepted(match, who, act, 5)
    return ruling.match, announce(ruling.match, ruling.events, VOICE, at(6))


def test_the_first_announcement_asks_the_dmo_and_has_all_buttons():
    match = waiting()
    opened = MatchOpened(at(0), HOST, match.players, match.terms)
    words = announce(match, (opened,), VOICE, at(0))
    assert "Bob, you are the DMO (Death Match Opponent): who starts?" in words.text
    assert "Red starts" not in words.text
    assert words.buttons == START + CHOICE
    assert words.ping == (RED.id, BLUE.id)


@pytest.mark.parametrize(
    ("act", "buttons", "ping"),
    [
        (StartNow(), CHOICE, (BLUE.id,)),
        (ReplacePlayer("blue", FAN), START + CHOICE, (FAN.id,)),
        (ReplacePlayer("red", FAN), START + CHOICE, (FAN.id,)),
        (MoveMatch("arena"), START + CHOICE, ()),
        (Choose("blue"), START, ()),
    ],
)
def test_every_announcement_before_the_start_has_the_buttons_that_are_of_use(act, buttons, ping):
    _, words = told(waiting(), HOST, act)
    assert (words.buttons, words.ping) == (buttons, ping)


def test_waiting_text_names_what_the_match_waits_for():
    """Ready, then the choice; a start that was ordered waits for the choice alone."""
    match = waiting()
    choice = "for Blue, the DMO, to say who starts"
    assert waiting_text(match) == f"waiting for Red and Blue to press Ready, and {choice}"
    ordered, _ = told(match, HOST, StartNow())
    assert waiting_text(ordered) == f"waiting {choice}"
    match, _ = told(match, RED, Ready())
    assert waiting_text(match) == f"waiting for Blue to press Ready, and {choice}"
    ready, _ = told(match, BLUE, Ready())
    assert waiting_text(ready) == f"waiting {choice}"
    match, words = told(match, BLUE, Choose("me"))
    assert words.text.endswith("The match is waiting for Blue to press Ready.")
    _, words = told(match, BLUE, Ready())
    assert words.text.startswith("▶️ Both are ready.\n@Bob, **Blue** may place 1 stone.")
