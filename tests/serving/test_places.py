"""Places are shared out: who holds too many makes room, who holds a fair share keeps it."""

import contextlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.serving.hosts import network_of
from bot.serving.places import SharedPlaces

SOURCES, MATCHES, MOST = "abcde", "123", 10
FAIR = MOST // len(SOURCES)
COMERS = st.lists(st.tuples(st.sampled_from(SOURCES), st.sampled_from(MATCHES)), max_size=60)


class Hall:
    """Places that people take, and who has one."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self._places = SharedPlaces(MOST)
        self._stack = stack
        self.seated: list[tuple[str, str]] = []

    def come(self, source: str, match: str) -> bool:
        """Whether somebody is let in."""
        here = (source, match)
        room = self._places.has_room(source, match)
        free = self._stack.enter_context(
            self._places.take(source, match, lambda: self.seated.remove(here))
        )
        assert free == room
        if free:
            self.seated.append(here)
        return free


@given(COMERS)
def test_places_keep_nobody_out_for_another_who_holds_more(comers: list[tuple[str, str]]) -> None:
    """With ten places and five addresses, whoever holds fewer than two is let in, and stays."""
    with contextlib.ExitStack() as stack:
        hall = Hall(stack)
        for source, match in comers:
            before = Counter(where for where, _ in hall.seated)
            free = hall.come(source, match)
            after = Counter(where for where, _ in hall.seated)
            assert len(hall.seated) <= MOST
            if before[source] < FAIR:
                assert free
            for other in set(SOURCES) - {source}:
                assert after[other] == before[other] or before[other] >= before[source]


@given(COMERS, st.sampled_from(MATCHES))
def test_a_match_that_all_watch_leaves_room_for_another(
    comers: list[tuple[str, str]], quiet: str
) -> None:
    """From addresses that hold one each: eleven at one match, and then one at another."""
    with contextlib.ExitStack() as stack:
        hall = Hall(stack)
        loud = next(match for match in MATCHES if match != quiet)
        for number in range(MOST + len(comers)):
            hall.come(f"address {number}", loud)
        assert hall.come("another", quiet)
        assert Counter(match for _, match in hall.seated) == {loud: MOST - 1, quiet: 1}


def test_places_are_free_again() -> None:
    places = SharedPlaces(1)
    with places.take("a", "1", lambda: pytest.fail("nobody is there")) as free:
        assert free
        with places.take("b", "1", lambda: None) as full:
            assert not full
    with places.take("b", "1", lambda: None) as free:
        assert free


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_address_stands_for_whoever_has_it(address: str, network: str) -> None:
    assert network_of(address) == network
