"""Commands as people type them, the same on every venue."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import OrderError, is_order, read_order
from bot.wording.problems import problem_text


@pytest.mark.parametrize(
    ("text", "command", "options"),
    [
        ("match start red:@A blue:@B", "match start", {"red": "@A", "blue": "@B"}),
        ("MATCH Start Red:@A first=red", "match start", {"red": "@A", "first": "red"}),
        ("start clock:1m+5m", "match start", {"clock": "1m+5m"}),
        ("match start komi:3 button=off", "match start", {"komi": "3", "button": "off"}),
        ("match status", "match status", {}),
        ("status", "match status", {}),
        ("  status  ", "match status", {}),
        ("matches", "matches", {}),
        ("pause a call at the door", "match pause", {"reason": "a call at the door"}),
        ("match pause reason:tea", "match pause", {"reason": "tea"}),
        ("match pause reason:a call at the door", "match pause", {"reason": "a call at the door"}),
        ("cancel at 10:30 sharp", "match cancel", {"reason": "at 10:30 sharp"}),
        ("match record notation:bottom", "match record", {"notation": "bottom"}),
    ],
)
def test_orders_are_read_as_people_type_them(text, command, options):
    """Any case, with or without the word match, options in any order."""
    order = read_order(text)
    assert order.command == command
    assert dict(order.options) == options


@pytest.mark.parametrize("text", ["match", "match dance", "dance", "", "matches all", "status now"])
def test_what_is_no_order_is_told_what_is(text):
    """An unknown command gets the nearest one, an unknown word the options."""
    with pytest.raises(OrderError) as caught:
        read_order(text)
    words = problem_text(caught.value.problem)
    assert "I know no command" in words or "does not understand" in words


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_typed_in_full_and_in_short(name):
    """And is known for an order by its first word."""
    assert read_order(name).command == name
    assert is_order(name)
    short = name.removeprefix("match ")
    assert read_order(short).command == name
    assert is_order(short)


@pytest.mark.parametrize("text", ["", "D7 F8", "hello", "E5", "gg match"])
def test_talk_and_turns_are_no_orders(text):
    """They are left to the reading of chat."""
    assert not is_order(text)


@given(st.text())
def test_any_text_is_an_order_or_a_kind_error(text):
    """Nothing else is raised, whatever is typed after the referee's name."""
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
