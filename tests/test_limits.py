"""How often somebody may do something, and how often what failed is tried again."""

from datetime import timedelta

import pytest
from handclock import START, HandClock

from bot.limits import RateLimit
from bot.timing import Backoff, retrying

SECOND = timedelta(seconds=1)


def test_a_rate_is_counted_for_each_key_within_its_time() -> None:
    """Two in ten seconds; another key has its own, and the third is free again in time."""
    limit: RateLimit[str] = RateLimit(2, 10 * SECOND, most_keys=2)
    for at in (START, START + SECOND):
        assert limit.left("Ann", at)
        limit.take("Ann", at)
    assert not limit.left("Ann", START + 9 * SECOND)
    assert limit.left("Bob", START + 9 * SECOND)
    assert limit.left("Ann", START + 10 * SECOND)


def test_a_rate_forgets_old_keys() -> None:
    """No more keys are kept than said, so that strangers can't fill the memory."""
    limit: RateLimit[str] = RateLimit(1, 10 * SECOND, most_keys=2)
    for name in ("Ann", "Bob", "Cat"):
        limit.take(name, START)
    assert [limit.left(name, START) for name in ("Ann", "Bob", "Cat")] == [True, False, False]


def test_pauses_double_up_to_the_longest_and_begin_anew() -> None:
    """One second, two, four, five; after a success one again."""
    pauses = Backoff(SECOND, 5 * SECOND)
    assert [pauses.next() / SECOND for _ in range(5)] == [1, 2, 4, 5, 5]
    pauses.reset()
    assert pauses.next() == SECOND


async def test_retrying_tries_again_only_what_is_worth_it() -> None:
    """Two timeouts are told and tried again; an error of another kind is raised at once."""
    clock, told = HandClock(), []
    errors = [TimeoutError("one"), TimeoutError("two"), ValueError("three")]

    async def work() -> None:
        raise errors.pop(0)

    def is_worth_it(error: BaseException) -> bool:
        return isinstance(error, TimeoutError)

    never = timedelta(0)
    attempts = retrying(clock, never, never, is_worth_it, on_retry=lambda no: told.append(str(no)))
    with pytest.raises(ValueError, match="three"):
        await attempts(work)
    assert told == ["one", "two"]
