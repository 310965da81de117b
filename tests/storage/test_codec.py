"""Events as JSON: every one of them is read back as it was written."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee.tables import HOST, at, terms

from bot.referee.events import Event, MatchOpened, MatchPaused, Player
from bot.storage.codec import DECODE_ERRORS, decode, encode, kind

MOMENTS = st.datetimes(timezones=st.just(UTC))
ANY_TEXT = st.text(st.characters(codec=None, categories=None))
EVENTS = st.from_type(Event)
BROKEN = ('"Nothing"}', '"Shown"}', '"Shown", ')

st.register_type_strategy(datetime, MOMENTS)


@given(EVENTS)
def test_every_event_is_read_back_as_it_was_written(event):
    """Moments, lengths of time, colours, options and all."""
    line = encode(event)
    assert decode(line) == event
    assert "\n" not in line
    assert json.loads(line)["kind"] == kind(event)


@given(ANY_TEXT)
def test_any_name_and_reason_can_be_stored(text):
    """Zeros and lone surrogates too: what is stored is plain ASCII."""
    event = MatchPaused(at(1), Player("1", text), text)
    assert decode(encode(event)) == event
    assert encode(event).isascii()
    assert "\x00" not in encode(event)


def test_usual_values_of_later_fields_are_left_out():
    """Old records are read by new versions: what they lack has the usual value."""
    event = MatchOpened(at(0), HOST, (HOST, HOST), terms())
    stored = json.loads(encode(event))
    del stored["terms"]["warnings"]
    read = decode(json.dumps(stored))
    assert isinstance(read, MatchOpened)
    assert read.terms.control == event.terms.control


@pytest.mark.parametrize(
    "line", ["", "{}", "[]", "null", '"x"', *(f'{{"kind": {it}' for it in BROKEN)]
)
def test_damaged_event_is_a_store_error(line):
    """Damage is told from a program's fault."""
    with pytest.raises(DECODE_ERRORS):
        decode(line)
