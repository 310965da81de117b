"""What the room is told: short, complete, in the same order, and only to whom it concerns."""

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest
from fakes import PlainVoice
from referee.tables import BLUE, HOST, MINUTE, RED, after, at, by, new, played, running, show, terms

from bot.engine.rulesets import RULESETS, chosen, configure
from bot.engine.turn import Colour
from bot.referee.arbiter import rule, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.events import (
    BankOpened,
    Event,
    MatchEnded,
    MatchOpened,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    PlayerReady,
    RefereeAway,
    RefereeBack,
    Shown,
    Termination,
    TurnPlayed,
    is_told,
)
from bot.referee.formats import OnFlag
from bot.referee.ruling import Accepted, Reason, Refused
from bot.referee.submission import Said
from bot.wording.announcements import announce
from bot.wording.options import options_text
from bot.wording.phrases import clock_text, figure_text, ordinal, sizes_text
from bot.wording.refusals import refusal_text
from bot.wording.results import headline, result_text
from bot.wording.rules import rules_text
from bot.wording.status import status_text

VOICE = PlainVoice()
LEAD = ["F6", "D3 F7", "B2 G5", "G6", "G4 H5", "A4 D8", "A1 C3", "D5 D6", "B4 B5", "D7 F8"]


def told(match, *events, now=0):
    """The announcement of events that happen to a match."""
    return announce(after(match, *events), events, VOICE, at(now))


def ruled(match, player, act, when):
    """The announcement of what an act brings about."""
    ruling = rule(match, by(player, act, when))
    assert isinstance(ruling, Accepted), ruling
    return announce(ruling.match, ruling.events, VOICE, at(when))


def lead(count=10):
    """Seed 003's example, up to a turn."""
    match = running()
    for number, text in enumerate(LEAD[:count]):
        match = show(played(match, (RED, BLUE)[number % 2], text, number + 1), number + 1)
    return match


def test_a_turn_says_who_what_the_score_the_lead_the_allowance_and_the_time():
    """In this order, with three stones announced where three are allowed."""
    words = ruled(lead(9), BLUE, Said("D7, F8"), 30)
    assert words.text.splitlines() == [
        "**Blue** played **D7 F8**. Score 2 → 4, Red has 4 too: Blue is leading.",
        "**Three stones allowed.** @Ann, **Red** may place up to 3 stones.",
        "⏱️ Turn time ends [22:01:30], time is up [22:06:30].",
        "-# Banks: Red 5:00 · Blue 5:00",
    ]
    assert words.ping == (RED.id,)
    assert words.board


@pytest.mark.parametrize(
    ("ruleset", "before", "turn", "said"),
    [
        ("genius", "A1 / B1 / A2", "C1", "Score 1 → 2, Red has 2 too: Blue is leading."),
        ("genius", "A1 / B1 / A2 A3", "C1", "Score 1 → 2, Red has 3: Blue is not leading."),
        ("mindsports", "A1 / B1 / A2", "C1", "Score 1 → 2, Red has 2 too: Blue is not leading."),
        ("mures", "A1 / B1 / A2", "C1", "Score 1 → 2, Red has 2 too."),
        ("ketchup", "A1 / B1 C5 / A2 A3", "C1 C2 D1", "Score 1 → 4, Red has 3: Blue is leading."),
        ("sauce", "A1", "B1 C5", "Score 0 → 1, Red has 1 too."),
        ("brink", "A1 / B1 / A2", "C1", "Largest group 1 → 2, Red has 2 too."),
        ("catena", "A1", "button", "Stones 0 → ½, Red has 1."),
        ("product", "red:A1", "red:C3 blue:E1", "Points: Blue 0 (1 × 0), Red 0 → 1 (1 × 1)."),
    ],
)
def test_a_figure_that_changed_is_told_beside_the_other(ruleset, before, turn, said):
    """Both players' figures, and whether a rise is a lead in games that know leads."""
    match = running(terms(ruleset=ruleset))
    for number, text in enumerate(before.split(" / ")):
        match = show(played(match, (RED, BLUE)[number % 2], text, number + 1), number + 1)
    mover = match.players[match.to_move]
    first = ruled(match, mover, Said(turn), 30).text.splitlines()[0]
    done = "took the button." if turn == "button" else f"played **{turn}**."
    assert first == f"**Blue** {done} {said}".rstrip()


def test_a_score_that_did_not_rise_is_not_mentioned():
    """Nor a lead that is none."""
    words = ruled(lead(5), BLUE, Said("A4 D8"), 30)
    assert words.text.splitlines()[0] == "**Blue** played **A4 D8**."
    assert "Three" not in words.text


def with_options(ruleset, options):
    """A match of a game with these options, set up and not started."""
    return new(replace(terms(ruleset=ruleset), options=tuple(options.items())))


@pytest.mark.parametrize("key", [key for key, law in RULESETS.items() if law.options])
def test_no_option_is_left_out_of_the_opening(key):
    """Whatever value of an option differs from the usual one changes what is said."""
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
    match = with_options("catena", chosen(law))
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
    assert first.text == (
        "⏳ @Ann, your turn time is over: the bank of 5:00 runs, time is up [22:06:00]."
    )
    assert not first.board
    assert first.ping == (RED.id,)


@pytest.mark.parametrize(
    ("control", "reason"),
    [
        (TimeControl(MINUTE, 5 * MINUTE), "time ran out: turn time and bank are used up."),
        (TimeControl(MINUTE), "time ran out."),
        (TimeControl(timedelta(0), MINUTE), "time ran out: the bank is used up."),
    ],
)
def test_a_forfeit_on_time_says_what_was_used_up(control, reason):
    """Once, with the winner first."""
    ruling = rule_on_time(running(terms(control)), at(3600))
    assert isinstance(ruling, Accepted)
    words = announce(ruling.match, ruling.events, VOICE, at(3600))
    assert words.text == f"🏁 **Blue wins**: Bob. Red's {reason}"
    assert words.ping == ()


def test_where_the_flag_calls_the_host_they_are_told_what_they_can_do():
    """And they alone are pinged."""
    ruling = rule_on_time(running(terms(on_flag=OnFlag.CALL_HOST)), at(3600))
    assert isinstance(ruling, Accepted)
    words = announce(ruling.match, ruling.events, VOICE, at(3600))
    fell, asks = words.text.splitlines()
    assert fell == "⌛ Red's time ran out."
    assert asks == (
        "⏸️ The match is paused. @Host, please decide: resume, and Red gets a fresh turn, "
        "without a bank; or end the match."
    )
    assert words.ping == (HOST.id,)


def test_an_absence_is_one_sentence_and_then_whose_move_it_is():
    """What it did to the clocks is said where there are any."""
    for match, sentence in (
        (
            running(),
            "I was away for 2:00. No clock ran, and what was said meanwhile has been read.",
        ),
        (running(terms(None)), "I was away for 2:00; what was said meanwhile has been read."),
    ):
        away = after(match, RefereeAway(at(10), told=True))
        words = told(away, RefereeBack(at(130), at(10), told=True), now=131)
        assert words.text.splitlines()[0] == sentence
        assert "may place 1 stone" in words.text
        assert words.ping == (RED.id,)


def test_turns_read_after_an_absence_prompt_nobody():
    """What ends the absence says whose move it is; no deadline is shown that is none."""
    away = after(running(), RefereeAway(at(10), told=True))
    words = ruled(away, RED, Said("E5"), 20)
    assert words.text == "**Red** played **E5**."
    assert words.ping == ()
    assert words.buttons == ()
    short = after(running(), RefereeAway(at(10)))
    assert "@Bob" in ruled(short, RED, Said("E5"), 20).text


def test_a_full_board_is_compared_list_by_list():
    """Both lists, and the first place where they differ, the winner's size first."""
    match = running(terms(None, side=3))
    board = match.position.board
    for number in range(board.size):
        match = played(match, (RED, BLUE)[number % 2], board.name(number), number)
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


def test_only_what_concerns_the_room_is_told():
    """Visible messages, one player's readiness and the beginning of an absence are not."""
    assert not is_told(Shown(at(1), "m", 0))
    assert not is_told(PlayerReady(at(1), Colour.FIRST))
    assert not is_told(RefereeAway(at(1)))
    assert not is_told(RefereeBack(at(1), at(0), told=False))
    assert is_told(MatchStarted(at(1)))
    silent = {Shown, PlayerReady, RefereeAway, RefereeBack}
    assert silent < set(get_args(Event))


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_one_short_reply(reason):
    """Whatever is refused, in one or two sentences that fit a phone."""
    text = refusal_text(running(), Refused(reason))
    assert text.endswith(".")
    assert 10 < len(text) < 120


def test_what_was_written_in_a_pause_is_refused_in_other_words_after_it():
    """It would be wrong to say that the match is paused."""
    paused = after(running(), MatchPaused(at(5), HOST))
    resumed = after(paused, MatchResumed(at(9), HOST))
    assert "until the host resumes it" in refusal_text(paused, Refused(Reason.PAUSED))
    assert "send it again" in refusal_text(resumed, Refused(Reason.PAUSED))


def test_the_status_says_where_the_match_stands_at_every_stage():
    """Waiting, running, paused, over."""
    assert "waiting for Red and Blue to press Ready" in status_text(7, new(), VOICE, at(0))
    text = status_text(7, lead(), VOICE, at(20), "room/1")
    assert text.splitlines() == [
        "**Match 7**: Red Ann against Blue Bob",
        "Turn 11 · Score: Red 4 · Blue 4 · Blue is leading",
        "**Three stones allowed.** @Ann, **Red** may place up to 3 stones.",
        "Red has 0:50 of turn time, time is up [22:06:10].",
        "Banks: Red 5:00 · Blue 5:00",
        "Last board: room/1",
    ]
    paused = after(lead(), MatchPaused(at(20), HOST))
    assert "Paused: no turn is taken" in status_text(7, paused, VOICE, at(30))
    over = after(lead(), MatchEnded(at(20), Colour.FIRST, Termination.RESIGNATION, BLUE))
    assert "Red wins" in status_text(7, over, VOICE, at(30))


def test_a_match_without_bank_shows_none():
    """And turn time only."""
    words = ruled(running(terms(TimeControl(MINUTE))), RED, Said("E5"), 5)
    assert words.text.splitlines()[-1] == "⏱️ Turn time ends [22:01:05]."


def test_sudden_death_shows_only_when_time_is_up():
    """There is no turn time to end."""
    words = ruled(running(terms(TimeControl(timedelta(0), MINUTE))), RED, Said("E5"), 5)
    assert words.text.splitlines()[-2:] == [
        "⏱️ Time is up [22:01:05].",
        "-# Banks: Red 0:55 · Blue 1:00",
    ]


def test_the_longest_turn_fits_into_one_message():
    """Side 13, all that can be said at once."""
    match = running(terms(side=13))
    words = told(match, TurnPlayed(at(5), Colour.FIRST, "M25"), now=5)
    assert len(words.text) < 500


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (59.9, "0:59"),
        (300, "5:00"),
        (3723, "1:02:03"),
        (183600, "2d 03:00"),
        (-5, "0:00"),
    ],
)
def test_lengths_of_time_are_shown_as_clocks_show_them(seconds, text):
    """Rounded down: nobody is shown time they do not have."""
    assert clock_text(timedelta(seconds=seconds)) == text


def test_small_parts_read_well():
    """Halves, long runs of equal sizes, places beyond ten."""
    assert [figure_text(one) for one in (4, 18.5, 0.5, 0)] == ["4", "18½", "½", "0"]
    assert sizes_text((11, 8, 8, 3)) == "11-8-8-3"
    assert sizes_text((23, 1, 1, 1, 1, 1)) == "23-1×5"
    assert sizes_text(()) == "none"
    places = [ordinal(n) for n in (1, 10, 11, 12, 13, 21, 22, 23, 24, 111)]
    assert places == [
        "first",
        "tenth",
        "11th",
        "12th",
        "13th",
        "21st",
        "22nd",
        "23rd",
        "24th",
        "111th",
    ]


def _opened(match):
    return MatchOpened(at(0), match.host, match.players, match.terms)
