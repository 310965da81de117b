"""What a host asks for → what is played, by whom, and with which clock."""

import itertools
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.opening import settle_terms
from bot.referee.clock import TimeControl
from bot.referee.events import Player
from bot.referee.formats import FORMATS, OnFlag
from bot.referee.problems import OrderError
from bot.wording.problems import problem_text

ANN, BOB = Player("1", "Ann"), Player("2", "Bob")
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SEATS = {"red": ANN, "blue": BOB}


def test_without_options_it_is_the_genius_death_match():
    terms, players = settle_terms({}, SEATS)
    assert (terms.format, terms.ruleset, terms.side) == ("genius", "genius", 5)
    assert terms.colours == ("red", "blue")
    assert terms.control == TimeControl(MINUTE, 5 * MINUTE)
    assert terms.on_flag is OnFlag.FORFEIT
    assert players == (ANN, BOB)


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_can_be_played_with_its_own_colours(key):
    usual = FORMATS[key]
    first, second = usual.colours
    terms, players = settle_terms({"format": key.upper()}, {second: BOB, first: ANN})
    assert terms.colours == usual.colours
    assert players == (ANN, BOB)
    assert terms.control == usual.control
    assert (terms.dmo, terms.dmo_chooses) == ("", False)


def test_a_host_overrides_any_single_part():
    options = {
        "format": "catena",
        "side": "7",
        "clock": "3d+10d+12h/14d",
        "first": "White",
        "flag": "call-host",
        "komi": "3",
        "options": "scoring=square, button=off",
    }
    terms, players = settle_terms(options, {"black": ANN, "white": BOB})
    assert terms.side == 7
    assert terms.colours == ("white", "black")
    assert players == (BOB, ANN)
    assert terms.on_flag is OnFlag.CALL_HOST
    assert str(terms.control) == "3d+10d+12h/14d"
    assert dict(terms.options) == {"komi": "3", "button": "off", "scoring": "square"}


def test_longest_scoring_has_neither_komi_nor_button():
    """Komi is refused in words; the button, there by default, is simply none."""
    seats = {"black": ANN, "white": BOB}
    with pytest.raises(OrderError) as caught:
        settle_terms({"format": "catena", "komi": "3", "scoring": "longest"}, seats)
    assert "komi=3 means nothing with scoring=longest" in problem_text(caught.value.problem)
    for asked in ({}, {"komi": "0"}, {"button": "off"}):
        terms, _ = settle_terms({"format": "catena", "scoring": "longest", **asked}, seats)
        assert dict(terms.options) == {"button": "off", "scoring": "longest"}


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ({"button": "on", "scoring": "longest"}, "scoring=longest"),
        ({"Button": "ON", "scoring": "longest"}, "scoring=longest"),
        ({"options": "button=on scoring=longest"}, "scoring=longest"),
        ({"button": "on", "buttonless": "on"}, "buttonless=on"),
    ],
)
def test_a_button_that_is_asked_for_where_there_is_none_is_refused(asked, other):
    with pytest.raises(OrderError) as caught:
        settle_terms({"format": "catena", **asked}, {"black": ANN, "white": BOB})
    told = problem_text(caught.value.problem)
    assert told == f"catena: button=on means nothing with {other}. Leave one of them out."


def test_other_colours_than_the_formats_can_be_played():
    """The one the format knows begins; two strangers begin in the order given."""
    assert settle_terms({}, {"black": BOB, "red": ANN})[0].colours == ("red", "black")
    assert settle_terms({}, {"white": BOB, "black": ANN})[0].colours == ("white", "black")


def test_one_person_may_take_both_seats():
    _, players = settle_terms({}, {"red": ANN, "blue": ANN})
    assert players == (ANN, ANN)


def test_at_random_either_begins():
    met = {settle_terms({"first": "random"}, SEATS)[1] for _ in range(200)}
    assert met == {(ANN, BOB), (BOB, ANN)}


@pytest.mark.parametrize("side", ["3", "13", "05"])
def test_sides_from_three_to_thirteen(side):
    assert settle_terms({"side": side}, SEATS)[0].side == int(side)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"side": "1"}, "from 2 to 13"),
        ({"side": "14"}, "from 2 to 13"),
        ({"side": "0005"}, "from 2 to 13"),
        ({"side": "５"}, "from 2 to 13"),
        ({"side": "five"}, "from 2 to 13"),
        ({"clock": "soon"}, "clock:soon: “soon” is no length of time"),
        ({"clock": "0"}, "needs some move time or some bank"),
        ({"first": "green"}, "It takes red, blue or random"),
        ({"dmo": "white"}, "the DMO is the Death Match Opponent, one of the two players"),
        ({"dmo": "99"}, "one of the two players. Write red or blue, or mention the player"),
        ({"flag": "white"}, "It takes forfeit or call-host"),
        ({"format": "spice"}, "no format “spice”. There are genius"),
        ({"komi": "3"}, "genius has no option “komi”"),
        ({"options": "komi"}, "Write the game's options as name=value"),
        ({"format": "catena", "komi": "much"}, "komi=much: catena allows"),
    ],
)
def test_terms_that_cannot_be_played_are_refused(options, words):
    with pytest.raises(OrderError) as caught:
        settle_terms(options, SEATS)
    assert words in problem_text(caught.value.problem)


@pytest.mark.parametrize("word", ["blue", " Blue ", "2"])
def test_the_dmo_is_named_by_colour_or_by_mention(word):
    assert settle_terms({"dmo": word}, SEATS)[0].dmo == "blue"
    assert settle_terms({"dmo": ""}, SEATS)[0].dmo == ""


@pytest.mark.parametrize("key", FORMATS)
def test_in_a_genius_match_the_dmo_says_who_starts(key):
    colours = FORMATS[key].colours
    seats = dict(zip(colours, (ANN, BOB), strict=True))
    genius = key in ("genius", "genius-short")
    assert settle_terms({"format": key, "dmo": colours[1]}, seats)[0].dmo_chooses is genius
    for first in (*colours, "random"):
        terms, _ = settle_terms({"format": key, "dmo": colours[1], "first": first}, seats)
        assert (terms.dmo, terms.dmo_chooses) == (colours[1], False)
    assert settle_terms({"format": key}, seats)[0].dmo_chooses is False


def test_the_dmo_of_a_player_in_both_seats_is_a_colour():
    both = {"red": ANN, "blue": ANN}
    assert settle_terms({"dmo": "red"}, both)[0].dmo == "red"
    with pytest.raises(OrderError) as caught:
        settle_terms({"dmo": "1"}, both)
    assert "that player has both seats" in problem_text(caught.value.problem)


@pytest.mark.parametrize("seats", [{}, {"red": ANN}, {"red": ANN, "blue": BOB, "black": ANN}])
def test_two_players_are_named(seats):
    with pytest.raises(OrderError) as caught:
        settle_terms({}, seats)
    assert "match start red:@Ann blue:@Bob" in problem_text(caught.value.problem)


@given(
    st.dictionaries(
        st.sampled_from(
            ["first", "dmo", "format", "clock", "flag", "side", "options", "komi", "margin"]
        ),
        st.text(max_size=20),
    )
)
def test_whatever_is_typed_is_terms_or_a_clear_error(options):
    try:
        terms, _ = settle_terms(options, SEATS)
    except OrderError:
        return
    assert 3 <= terms.side <= 13


@pytest.mark.parametrize(
    ("name", "control"),
    [
        ("daily", TimeControl(24 * HOUR, 72 * HOUR)),
        ("Little-Golem", TimeControl(0 * HOUR, 240 * HOUR, 36 * HOUR, 240 * HOUR)),
        (" ogs ", TimeControl(0 * HOUR, 72 * HOUR, 24 * HOUR, 120 * HOUR)),
    ],
)
def test_clocks_of_correspondence_have_names(name, control):
    """As they are known where such games are played."""
    assert settle_terms({"clock": name}, SEATS)[0].control == control


@pytest.mark.parametrize(
    ("clock", "warnings"),
    [
        ("1m+5m", (MINUTE, MINUTE / 6)),
        ("30m+29m59s", (MINUTE, MINUTE / 6)),
        ("none", (MINUTE, MINUTE / 6)),
        ("30m+30m", (18 * MINUTE, 10 * MINUTE, 6 * MINUTE, 3 * MINUTE + MINUTE / 3)),
        ("24h+90h", (54 * HOUR, 30 * HOUR, 18 * HOUR, 10 * HOUR)),
        ("little-golem", (144 * HOUR, 80 * HOUR, 48 * HOUR, 26 * HOUR + 40 * MINUTE)),
        ("3d", ()),
    ],
)
def test_warnings_follow_the_length_of_the_clock(clock, warnings):
    """From an hour of move time and bank on; ten seconds help nobody there."""
    assert settle_terms({"clock": clock}, SEATS)[0].warnings == warnings
    if len(warnings) > 2:
        # Whatever a turn begins with: more than half of it is left at the next one.
        assert all(2 * low > high for high, low in itertools.pairwise(warnings))
