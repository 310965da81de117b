"""Events as JSON; a vocabulary that grows is a new schema."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee.tables import HOST, at, terms

from bot.cups.events import CupEvent
from bot.referee.events import Event, MatchOpened, MatchPaused, Player
from bot.servers.reminders import QuietHours
from bot.servers.settings import USUAL
from bot.storage import columns
from bot.storage.columns import DECODE_ERRORS, decode, encode
from bot.storage.migrate import newest

EVENING = datetime(2026, 11, 21, 20, tzinfo=UTC)
MOMENTS = st.datetimes(timezones=st.just(UTC))
ANY_TEXT = st.text(st.characters(codec=None, categories=None))
EVENTS = st.from_type(Event)
BROKEN = ('"Nothing"}', '"Shown"}', '"Shown", ')

st.register_type_strategy(datetime, MOMENTS)


@given(EVENTS)
def test_every_event_is_read_back_as_it_was_written(event):
    line = encode(event)
    assert decode(line) == event
    assert "\n" not in line
    assert json.loads(line)["kind"] == type(event).__name__


@pytest.mark.parametrize(
    ("column", "value", "stored", "damaged"),
    [
        ("STAMP", EVENING, "2026-11-21T20:00:00+00:00", "2026-11-21T20:00:00"),
        ("MOMENT", EVENING, "2026-11-21T20:00:00.000000+00:00", "2026-11-21"),
        ("COUNTED", datetime(1970, 1, 2, tzinfo=UTC), 86_400_000_000, "soon"),
        ("SECONDS", timedelta(hours=1), 3600, "long"),
        ("DAY", date(2026, 11, 21), "2026-11-21", ""),
        ("QUIET", QuietHours(23, 8), "23-8", ""),
        ("SETTINGS", USUAL, columns.encode_settings(USUAL), None),
        ("RESULT", None, None, "{"),
    ],
)
def test_a_value_is_kept_in_its_form_and_a_damaged_one_is_none(column, value, stored, damaged):
    kept = getattr(columns, column)
    assert kept.process_bind_param(value, None) == stored
    assert kept.process_result_value(stored, None) == value
    assert kept.process_result_value(damaged, None) is None


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
    with pytest.raises(DECODE_ERRORS):
        decode(line)


VOCABULARIES = Path(__file__).parent / "vocabularies"


def parts(kind: Any, seen: set[Any]) -> Iterator[str]:
    """A line for each class that an event is made of: its name, and its fields or members."""
    if kind in seen:
        return
    seen.add(kind)
    for inner in get_args(kind):
        yield from parts(inner, seen)
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield f"{kind.__name__}: {' '.join(str(member.value) for member in kind)}"
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        yield f"{kind.__name__}: {' '.join(one.name for one in fields(kind))}"
        for one in fields(kind):
            yield from parts(hints[one.name], seen)


def test_a_vocabulary_that_grows_is_a_new_schema() -> None:
    """If this fails: add a migration, empty where no table changes, and a list under its number."""
    known = (VOCABULARIES / f"{newest()}.txt").read_text().splitlines()
    seen = set[Any]()
    assert sorted([*parts(Event, seen), *parts(CupEvent, seen)]) == known
