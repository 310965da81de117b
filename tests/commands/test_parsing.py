"""Commands as people type them, the same on every venue."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.catalogue import COMMANDS
from bot.commands.command import Takes
from bot.commands.parsing import Mention, OrderError, is_order, is_slip, read_order
from bot.wording.problems import problem_text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("match start red:@A blue:@B", "match start | red=A | blue=B"),
        ("MATCH Start Red:@A first=red", "match start | red=A | first=red"),
        ("start clock:1m+5m", "match start | clock=1m+5m"),
        ("match start komi:3 button=off", "match start | komi=3 | button=off"),
        ("match status", "match status"),
        ("status", "match status"),
        ("  status  ", "match status"),
        ("matches", "matches"),
        ("pause a call at the door", "host pause | reason=a call at the door"),
        ("match pause reason:tea", "host pause | reason=tea"),
        ("match pause reason:a call at the door", "host pause | reason=a call at the door"),
        ('match pause reason:"a call at the door"', "host pause | reason=a call at the door"),
        ('pause \'tis "late"', 'host pause | reason=\'tis "late"'),
        (
            "cup deadline sat 20:00 reason:late train",
            "cup deadline | at=sat 20:00 | reason=late train",
        ),
        (
            'cup deadline reason:"late train" cup:3 sat 20:00',
            "cup deadline | at=sat 20:00 | reason=late train | cup=3",
        ),
        ("cancel at 10:30 sharp", "host cancel | reason=at 10:30 sharp"),
        ("match record notation:bottom", "match record | notation=bottom"),
        ("match record 49", "match record | match=49"),
        ("match forfeit red", "host forfeit | colour=red"),
        ("match forfeit color:red left", "host forfeit | colour=red | reason=left"),
        ("match time red -30s", "host time | colour=red | amount=-30s"),
        ("match time blue 1m late", "host time | colour=blue | amount=1m | reason=late"),
        ("match forfeit colour: red", "host forfeit | colour=red"),
        ("match undo 2 a slip", "host undo | turns=2 | reason=a slip"),
        ("match undo two", "host undo | turns=2"),
        ("match undo Three a slip", "host undo | turns=3 | reason=a slip"),
        ("match undo turns:two", "host undo | turns=2"),
        ("match undo twice", "host undo | turns=2"),
        ("match undo a slip, two stones", "host undo | reason=a slip, two stones"),
        ("match pause two minutes", "host pause | reason=two minutes"),
        ("match undo match:9", "host undo | match=9"),
        ("match pause match:12 lunch", "host pause | match=12 | reason=lunch"),
        ("match pause left red", "host pause | reason=left red"),
        ("match pause see https://a.b/c", "host pause | reason=see https://a.b/c"),
        ("match start @A @B", "match start | player-1=A | player-2=B"),
        ("match start @A @B catena", "match start | player-1=A | player-2=B | format=catena"),
        ("match start at:sat 20:00 @A @B", "match start | at=sat 20:00 | player-1=A | player-2=B"),
        (
            'start @A @B at:"sat 20:00" catena',
            'match start | at="sat 20:00" | format=catena | player-1=A | player-2=B',
        ),
        ('start at:" sat 20:00 " first:red', 'match start | at=" sat 20:00 " | first=red'),
        (
            "start at:2026-12-05T19:00Z remind:off",
            "match start | at=2026-12-05T19:00Z | remind=off",
        ),
        ("match when", "match when"),
        ("match when tomorrow 8pm match:9", "match when | at=tomorrow 8pm | match=9"),
        ("match when at: tomorrow 8pm", "match when | at=tomorrow 8pm"),
        (
            "match when at:sat 20:00 or sun 15:00; mon 8pm remind:off",
            "match when | at=sat 20:00 or sun 15:00; mon 8pm | remind=off",
        ),
        (
            'match when at:"sat 20:00" or "sun 15:00" match:9',
            'match when | at="sat 20:00" or "sun 15:00" | match=9',
        ),
        (
            'match start at:"sat 20:00" or "sun 15:00" ; "8pm" clock:1m',
            'match start | at="sat 20:00" or "sun 15:00" ; "8pm" | clock=1m',
        ),
        ("match accept 2", "match accept | which=2"),
        ("accept two match:9", "match accept | which=2 | match=9"),
        ("my timezone New York", "my timezone | zone=New York"),
        ("match replace blue @C", "host replace | colour=blue | player=C"),
        ("match move #arena", "host move | to=arena"),
        ("board text", "match board | as=text"),
        ("match board E4 12", "match board | near=E4 | turn=12"),
        ("match board as:groups match:9", "match board | as=groups | match=9"),
        ("rows", "match board | as=text"),
        ("Match My Groups", "match board | as=groups"),
        ("groups turn:4", "match board | as=groups | turn=4"),
        ("near E4", "match board | near=e4"),
        ("match neighbours of e4", "match board | near=e4"),
        ("neighbors E4 match:9", "match board | near=e4 | match=9"),
    ],
)
def test_orders_are_read_as_people_type_them(text, read):
    order = read_order(text, read_mark)
    command, *options = read.split(" | ")
    assert order.command == command
    assert dict(order.options) == dict(option.split("=", 1) for option in options)


def read_mark(word):
    """People and rooms as this test writes them, where no option is named."""
    kinds = {"@": Takes.PERSON, "#": Takes.ROOM}
    return Mention(kinds[word[0]], word[1:]) if word[0] in kinds and word[1:] else None


@pytest.mark.parametrize(
    "text", ["match pause mach:9", "match undo reason:a slip mtch:9", "pause note: back at nine"]
)
def test_a_name_that_is_no_option_is_never_taken_for_a_reason(text):
    with pytest.raises(OrderError) as caught:
        read_order(text)
    assert "Its options: " in problem_text(caught.value.problem)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("match undu 2", "host undo"), ("match pasue", "host pause"),
        ("forfiet red", "host forfeit"), ("leaderbord", "leaderboard"), ("match dance", ""),
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_finds_the_nearest_command(text, meant):
    with pytest.raises(OrderError) as caught:
        read_order(text)
    assert caught.value.problem.example.startswith(meant)
    assert bool(caught.value.problem.example) == bool(meant)


@pytest.mark.parametrize("text", ["match", "match dance", "dance", "", "matches all", "status now"])
def test_an_unknown_order_is_told_the_nearest(text):
    with pytest.raises(OrderError) as caught:
        read_order(text)
    words = problem_text(caught.value.problem)
    assert "I know no command" in words or "does not understand" in words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_typed_in_full_and_in_short(name):
    """And is known for an order; `match` and `host` are one word, whichever stands in the table."""
    group, _, verb = name.rpartition(" ")
    forms = [verb, f"match {verb}", f"host {verb}"] if group in ("match", "host") else [name]
    for form in (name, *forms):
        assert read_order(form).command == name
        assert is_order(form)


def test_a_form_of_an_earlier_version_stays():
    assert is_order("forget me")
    assert read_order("forget me yes").command == read_order("my forget yes").command == "my forget"


@pytest.mark.parametrize(
    "text",
    [
        *("", "D7 F8", "hello", "E5", "gg match"),
        *("near", "near the edge", "my stone", "neighbours of mine"),
        *("host", "host, please come", "my move: D7", "my turn", "the host pauses"),
    ],
)
def test_talk_and_turns_are_no_orders(text):
    assert not is_order(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pasue", "host pause"), ("resmue", "host resume"), ("undoo", "host undo"),
        ("status?", "match status"), ("mach status", "match status"),
        ("forfit red", "host forfeit"),
    ],
)  # fmt: skip
def test_a_misspelt_command_to_the_referee_is_told_the_nearest(text, meant):
    assert is_slip(text)
    assert not is_order(text)
    with pytest.raises(OrderError) as caught:
        read_order(text)
    assert meant in problem_text(caught.value.problem)


@pytest.mark.parametrize(
    "text",
    [
        *("", "D7 F8", "hello", "gg", "red", "red D7", "red: D7", "play D7 F8", "moves: D7"),
        *("pass", "pass.", "button", "take the button", "black D 7", "Moves: 🇩7⃣", "thanks", "swap"),
        *("start the match when you like", "I resign", "good match", "well done everybody"),
        *("my move", "my turn", "host please come"),
    ],
)
def test_turns_and_talk_to_the_referee_are_no_slips(text):
    assert not is_slip(text)


@given(st.text())
def test_any_text_is_an_order_or_a_kind_error(text):
    is_order(text)
    try:
        order = read_order(text)
    except OrderError:
        return
    assert order.command in COMMANDS


@given(st.sampled_from(sorted(COMMANDS)), st.text())
def test_any_words_behind_a_command_are_options_or_a_kind_error(name, text):
    """What is read as options are the command's own, unless a game may have more."""
    try:
        order = read_order(f"{name} {text}")
    except OrderError:
        return
    command = COMMANDS[order.command]
    assert command.takes_more or set(order.options) <= {*command.options, command.free}
