"""Parts of a venue: whose servers they share, and what earlier notes of duty say about them."""

from datetime import timedelta

import pytest
from handclock import START
from hypothesis import given
from hypothesis import strategies as st

from bot.parts import DutyNote, Part, last_on_duty

MINUTE = timedelta(minutes=1)
COUNTS = (1, 2, 3, 4, 6)
SERVERS = range(12)
"""Twelve servers, numbered as Discord does for this purpose: each count above divides their sum."""


def noted(*notes: tuple[int, int, int]) -> list[DutyNote]:
    return [DutyNote(Part("discord", shard, of), START + at * MINUTE) for shard, of, at in notes]


def servers_of(part: Part) -> set[int]:
    """Discord's rule, by counting."""
    return {server for server in SERVERS if server % part.shards == part.shard}


parts = st.sampled_from([Part("discord", shard, of) for of in COUNTS for shard in range(of)])


@given(parts, parts)
def test_parts_share_servers_where_some_server_is_in_both(one, other):
    assert one.shares_servers(other) == bool(servers_of(one) & servers_of(other))
    assert not one.shares_servers(Part("nodebb"))


@pytest.mark.parametrize(
    ("notes", "asked", "minute"),
    [
        pytest.param([(0, 1, 5)], (0, 1), 5, id="all of a venue"),
        pytest.param([(0, 2, 3), (1, 2, 9)], (1, 2), 9, id="each shard by itself"),
        pytest.param([(0, 2, 9)], (1, 2), None, id="another shard says nothing"),
        pytest.param([(0, 1, 5)], (1, 2), 5, id="what was of all servers is of each shard"),
        pytest.param([(0, 1, 5), (1, 2, 9)], (1, 2), 9, id="until the shard has been noted"),
        pytest.param([(0, 1, 5), (0, 2, 9)], (1, 2), 5, id="the other shard's note is not its own"),
        pytest.param([(0, 2, 3), (1, 2, 9)], (0, 1), 3, id="fewer shards: the earlier of both"),
        pytest.param([(0, 1, 5), (0, 2, 3)], (0, 1), 5, id="a shard never noted says nothing"),
        pytest.param([(0, 2, 3), (1, 2, 9)], (3, 4), 9, id="3 of 4 has servers of 1 of 2 only"),
        pytest.param([(0, 2, 3), (1, 2, 9)], (0, 3), 3, id="0 of 3 has servers of both"),
        pytest.param(
            [(0, 1, 5), (0, 2, 8), (1, 2, 9)], (0, 1), 8, id="back to one, not to minute 5"
        ),
        pytest.param([], (0, 1), None, id="nothing is known"),
    ],
)
def test_last_on_duty_reads_notes_of_other_shard_counts(notes, asked, minute):
    expected = None if minute is None else START + minute * MINUTE
    assert last_on_duty(Part("discord", *asked), noted(*notes)) == expected


@given(parts, st.dictionaries(parts, st.integers(0, 60)))
def test_no_server_is_said_to_have_been_heard_later_than_it_was(part, minutes):
    notes = [DutyNote(one, START + at * MINUTE) for one, at in minutes.items()]
    found = last_on_duty(part, notes)
    for server in servers_of(part):
        heard = [duty.at for duty in notes if server in servers_of(duty.part)]
        assert found is None or found <= max(heard)


def test_another_venue_s_notes_say_nothing():
    assert last_on_duty(Part("discord"), [DutyNote(Part("nodebb"), START)]) is None
