"""What the room is told: short, complete, in the same order, and only to whom it concerns."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest
from announcements import matches
from engine.samples import SEED_003
from fakes import PlainVoice
from referee import tables
from referee.tables import (
    BLUE,
    FAN,
    HOST,
    MINUTE,
    RED,
    accepted,
    after,
    at,
    both,
    by,
    called,
    new,
    running,
    show,
    terms,
)

from bot.engine.board import board
from bot.engine.rulesets import RULESETS, chosen, configure
from bot.engine.turn import Colour
from bot.referee.arbiter import rule
from bot.referee.clock import TimeControl
from bot.referee.events import BankOpened, MatchOpened, MatchStarted, RefereeAway, RefereeBack
from bot.referee.match import Match
from bot.referee.ruling import Refused
from bot.referee.submission import Choose, MoveMatch, Ready, ReplacePlayer, Said, StartNow
from bot.wording.announcements import Words, announce
from bot.wording.formats import options_text
from bot.wording.opening import asked_text, waiting_text
from bot.wording.phrases import clock_text, figure_text, ordinal, sizes_text
from bot.wording.refusals import refusal_text
from bot.wording.results import headline, result_text
from bot.wording.rules import rules_text
from bot.wording.status import status_text

VOICE = PlainVoice()


def told(match, *events, now=0):
    return announce(after(match, *events), events, VOICE, at(now))


def ruled(match, player, act, when):
    ruling = tables.accepted(match, player, act, when)
    return announce(ruling.match, ruling.events, VOICE, at(when))


def lead():
    """Seed 003's example, up to a turn that leads."""
    return both(running(), SEED_003.split(" / ")[:10])


@pytest.mark.parametrize(
    ("ruleset", "before", "turn", "said"),
    [
        ("genius", "A1 / B1 / A2", "C1", "Score 1 → 2, Red has 2 too: Blue is leading."),
        ("genius", "A1 / B1 / A2 A3", "C1", "Score 1 → 2, Red has 3: Blue is not leading."),
        (
            "mindsports",
            "A1 / B1 / A2",
            "C1",
            "Largest group 0 → 2, Red has 2 too: Blue made no group larger than any before.",
        ),
        ("mures", "A1 / B1 / A2", "C1", "Largest group 0 → 2, Red has 2 too."),
        (
            "ketchup",
            "A1 / B1 C5 / A2 A3",
            "C1 C2 D1",
            "Largest group 1 → 4, Red has 3: Blue owns the largest group.",
        ),
        ("sauce", "A1", "B1 C5", "Largest group 0 → 1, Red has 1 too."),
        ("brink", "A1 / B1 / A2", "C1", "Largest group 1 → 2, Red has 2 too."),
        ("catena", "A1", "button", "Stones 0 → ½, Red has 1."),
        ("product", "red:A1", "red:C3 blue:E1", "Points: Blue 0 (1 × 0), Red 0 → 1 (1 × 1)."),
    ],
)
def test_a_figure_that_changed_is_told_beside_the_other(ruleset, before, turn, said):
    match = both(running(terms(ruleset=ruleset)), before.split(" / "))
    first = ruled(match, match.players[match.to_move], Said(turn), 30).text.splitlines()[0]
    done = "took the button." if turn == "button" else f"played **{turn}**."
    assert first == f"**Blue** {done} {said}".rstrip()


@pytest.mark.parametrize("key", [key for key, law in RULESETS.items() if law.options])
def test_no_option_is_left_out_of_the_opening(key):
    usual = options_text(configure(key, {}), ("red", "blue"))
    other = {"komi": "3", "button": "off", "buttonless": "on", "scoring": "square",
             "tie": "second-player", "margin": "7"}  # fmt: skip
    for option in RULESETS[key].options:
        changed = configure(key, {option.key: other[option.key]})
        assert options_text(changed, ("red", "blue")) != usual


@pytest.mark.parametrize(
    "options", [{"button": "off"}, {"buttonless": "on"}, {"scoring": "longest"}]
)
def test_a_button_is_never_offered_where_there_is_none(options):
    """Not in the opening, the rules, the prompt or an answer."""
    law = configure("catena", options)
    match = new(replace(terms(ruleset="catena"), options=tuple(chosen(law).items())))
    begun = show(after(match, MatchStarted(at(0), HOST)), 0)
    ruling = rule(begun, by(RED, Said("button"), 10))
    assert isinstance(ruling, Refused)
    assert refusal_text(begun, ruling) == "There is no button in this game."
    texts = [
        announce(match, (_opened(match),), VOICE, at(0)).text.replace("no button", ""),
        rules_text(law, 5, ("red", "blue")),
        status_text(7, begun, VOICE, at(10)),
    ]
    assert not any("button" in text for text in texts)


def test_the_bank_is_announced_in_the_same_words_whenever_it_is_said():
    """A repeat of the announcement must be known for what it is."""
    event = BankOpened(at(60), Colour.FIRST)
    first, later = told(running(), event, now=61), told(running(), event, now=200)
    assert first == later
    assert not first.board


def test_a_forfeit_in_sudden_death_says_what_was_used_up():
    ruling = called(running(terms(TimeControl(timedelta(0), MINUTE))), 3600)
    words = announce(ruling.match, ruling.events, VOICE, at(3600))
    assert words.text == "🏁 **Blue wins**: Bob. Red's time ran out: the bank is used up."
    assert words.ping == ()


def test_an_absence_without_a_clock_is_one_sentence_and_then_whose_move_it_is():
    """It did nothing to the clocks: there are none."""
    away = after(running(terms(None)), RefereeAway(at(10), told=True))
    words = told(away, RefereeBack(at(130), at(10), told=True), now=131)
    sentence = "I was away for 2:00; what was said meanwhile has been read."
    assert words.text.splitlines()[0] == sentence
    assert "may place 1 stone" in words.text
    assert words.ping == (RED.id,)


def test_turns_read_after_an_absence_prompt_nobody():
    """What ends the absence says whose move it is; no deadline is shown that is none."""
    words = ruled(after(running(), RefereeAway(at(10), told=True)), RED, Said("E5"), 20)
    assert words.text == "**Red** played **E5**."
    assert words.ping == ()
    assert words.buttons == ()
    assert "@Bob" in ruled(after(running(), RefereeAway(at(10))), RED, Said("E5"), 20).text


def test_a_full_board_is_compared_list_by_list():
    """Both lists, and the first place where they differ, the winner's size first."""
    cells = board(3)
    match = both(running(terms(None, side=3)), map(cells.name, range(cells.size)))
    assert match.ended is not None
    lines = result_text(match, match.ended, VOICE).splitlines()
    assert lines[0] == "🏁 **Red wins**: Ann."
    for colour in Colour:
        name, sizes = match.terms.colours[colour].capitalize(), match.position.sizes(colour)
        assert f"{name} {sizes_text(sizes)}" in "\n".join(lines).replace(": ", " ")
    assert lines[-1].startswith("**Decided by the ")
    assert lines[-1].index("Red") < lines[-1].index("Blue")
    # The headline names the same groups in fewer words.
    assert headline(match) == "Red wins by the 2nd-largest group, 5 to 2"


def test_the_status_says_who_leads_and_what_that_allows():
    _, score, allowed, *_ = status_text(7, lead(), VOICE, at(20)).splitlines()
    assert score == "Turn 11 · Score: Red 4 · Blue 4 · Blue is leading"
    assert allowed == "**Three stones allowed.** @Ann, **Red** may place up to 3 stones."


@pytest.mark.parametrize(
    ("control", "said"),
    [
        (TimeControl(MINUTE), ["⏱️ Turn time ends [22:01:05]."]),
        (
            TimeControl(timedelta(0), MINUTE),
            ["⏱️ Time is up [22:01:05].", "-# Banks: Red 0:55 · Blue 1:00"],
        ),
    ],
)
def test_turn_time_and_banks_are_shown_where_there_are_some(control, said):
    lines = ruled(running(terms(control)), RED, Said("E5"), 5).text.splitlines()
    assert lines[-len(said) :] == said


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        *((0, "0:00"), (59.9, "0:59"), (300, "5:00"), (-5, "0:00")),
        *((3723, "1:02:03"), (183600, "2d 03:00")),
    ],
)
def test_lengths_of_time_are_shown_as_clocks_show_them(seconds, text):
    """Rounded down: nobody is shown time they do not have."""
    assert clock_text(timedelta(seconds=seconds)) == text


def test_small_parts_read_well():
    """Halves, quarters, long runs of equal sizes, places beyond ten."""
    assert [figure_text(one) for one in (4, 18.5, 0.5, 0)] == ["4", "18½", "½", "0"]
    quarters = [Fraction(number, 4) for number in (1, 2, 3, 8, 39)]
    assert [figure_text(one) for one in quarters] == ["¼", "½", "¾", "2", "9¾"]
    assert sizes_text((11, 8, 8, 3)) == "11-8-8-3"
    assert sizes_text((23, 1, 1, 1, 1, 1)) == "23-1×5"
    assert sizes_text(()) == "none"
    places = " ".join(ordinal(n) for n in (1, 10, 11, 12, 13, 21, 22, 23, 24, 111))
    assert places == "first tenth 11th 12th 13th 21st 22nd 23rd 24th 111th"


def _opened(match):
    return MatchOpened(at(0), match.host, match.players, match.terms)


START, CHOICE = ("ready", "start"), ("first-red", "first-blue")


def waiting() -> Match:
    """A match in which Bob, blue, is to say who starts."""
    return new(replace(terms(), dmo="blue", dmo_chooses=True))


def after_act(match: Match, who, act) -> tuple[Match, Words]:
    ruling = accepted(match, who, act, 5)
    return ruling.match, announce(ruling.match, ruling.events, VOICE, at(6))


def test_the_first_announcement_asks_the_dmo_and_has_all_buttons():
    match = waiting()
    words = announce(match, (MatchOpened(at(0), HOST, match.players, match.terms),), VOICE, at(0))
    assert "Bob, you are the DMO (Death Match Opponent): who starts?" in words.text
    assert "Red starts" not in words.text
    assert words.buttons == START + CHOICE
    assert words.ping == (RED.id, BLUE.id)


@pytest.mark.parametrize(("least", "written"), [(0, "komi 3"), (8, "/match choose 3")])
def test_the_komi_is_asked_for_in_words_that_the_venue_takes(least, written, monkeypatch):
    """Where a post needs eight characters, `komi 3` would be refused."""
    monkeypatch.setattr(PlainVoice, "least", least)
    match = matches.new("catena", options=(("komi", "choose"),))
    assert f"for instance, {written};" in asked_text(match, VOICE)


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
    _, words = after_act(waiting(), HOST, act)
    assert (words.buttons, words.ping) == (buttons, ping)


def test_waiting_text_names_what_the_match_waits_for():
    """Ready, then the choice; a start that was ordered waits for the choice alone."""
    match = waiting()
    choice = "for Blue, the DMO, to say who starts"
    assert waiting_text(match) == f"waiting for Red and Blue to press Ready, and {choice}"
    ordered, _ = after_act(match, HOST, StartNow())
    assert waiting_text(ordered) == f"waiting {choice}"
    match, _ = after_act(match, RED, Ready())
    assert waiting_text(match) == f"waiting for Blue to press Ready, and {choice}"
    ready, _ = after_act(match, BLUE, Ready())
    assert waiting_text(ready) == f"waiting {choice}"
    match, words = after_act(match, BLUE, Choose("me"))
    assert words.text.endswith("The match is waiting for Blue to press Ready.")
    _, words = after_act(match, BLUE, Ready())
    assert words.text.startswith("▶️ Both are ready.\n@Bob, **Blue** may place 1 stone.")
