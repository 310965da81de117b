"""Which of a forum's matches its pages may show: those whose topic anybody may read."""

import json
import sqlite3
from contextlib import closing

import pytest

from venues.forum.house import BOTH, ForumHouse

pytestmark = BOTH


def opened(place: ForumHouse) -> list[object]:
    file = place.settings.database_url.removeprefix("sqlite+aiosqlite:///")
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT data FROM events WHERE kind = 'MatchOpened' ORDER BY match"
        return [json.loads(data).get("public") for (data,) in database.execute(query)]


@pytest.mark.parametrize("private", [False, True])
async def test_whether_guests_may_read_a_topic_is_noted_with_its_match(place, private) -> None:
    if private:
        place.forum.private.add(place.forum.place)
    await place.start("clock:9h+9h")
    assert opened(place) == [not private]


async def test_a_forum_that_does_not_say_leaves_it_open(place: ForumHouse) -> None:
    place.forum.faults.guests_fail = True
    await place.start("clock:9h+9h")
    assert opened(place) == [None]
