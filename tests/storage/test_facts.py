"""The rows of facts are what the events tell, whatever becomes of a match, in both databases."""

from datetime import timedelta
from random import Random

import pytest
from referee.tables import HOST, at
from servers.evenings import random_evening
from sqlalchemy import delete, select, update

from bot.referee.events import MatchEnded, MatchReopened, Player, Termination
from bot.referee.fold import fold
from bot.referee.room import Room
from bot.servers.facts import facts_of
from bot.servers.results import result_of
from bot.storage.archive import Archive
from bot.storage.schema import events, facts, results
from bot.storage.tidying import make_facts_anew
from storage.samples import thorough


async def rows_of(store):
    """All rows of facts, by match."""
    return await store.read(
        lambda connection: {row.match: row for row in connection.execute(select(facts)).all()}
    )


async def keep(store, number, told):
    """Stores a match, an event at a time; its number."""
    match = await store.open_match(Room("discord", "1", f"room-{number}"), told[0])
    for seen, event in enumerate(told[1:], 1):
        await store.append(match, seen, (event,))
    return match


@pytest.mark.parametrize("many", [6, *thorough(40)])
async def test_a_row_is_written_with_the_end_and_goes_with_it(any_store, many):
    """Each match ends as it may, and one is reopened at last: that has no row any more."""
    random, told_of = Random(7), {}
    for number in range(many):
        told, match = random_evening(random)
        told_of[await keep(any_store, number, told)] = told, match
    rows = await rows_of(any_store)
    assert set(rows) == set(told_of)
    for number, (told, match) in told_of.items():
        row, made = rows[number], facts_of(result_of(number, told), told)
        assert row.turns == len(match.turns)
        assert row.moves == " / ".join(turn.turn for turn in match.turns)
        came_to_something = match.ended.termination.value not in ("cancelled", "abandonment")
        assert row.shown is (match.on_pages and (bool(match.played) or came_to_something))
        assert (row.opening, row.options) == (made.opening, made.options)
        assert row.seconds == made.length // timedelta(seconds=1)
        assert row.winner == (None if match.ended.winner is None else int(match.ended.winner))
        assert row.readable
    last = max(told_of)
    told, match = told_of[last]
    await any_store.append(last, len(told), (MatchReopened(at(9000), HOST),))
    assert set(await rows_of(any_store)) == set(told_of) - {last}


async def test_rows_that_are_missing_or_wrong_are_made_anew(any_store):
    """All are gone, or by other hands one is wrong; and one record is damaged."""
    random = Random(3)
    numbers = [await keep(any_store, number, random_evening(random)[0]) for number in range(5)]
    before = await rows_of(any_store)
    await any_store.change(delete(facts))
    assert await make_facts_anew(any_store) == (5, 5)
    assert await rows_of(any_store) == before
    assert await make_facts_anew(any_store) == (5, 0)
    wrong = next(number for number in numbers if before[number].turns)
    await any_store.change(update(facts).where(facts.c.match == wrong).values(turns=99))
    assert await make_facts_anew(any_store) == (5, 1)
    assert await rows_of(any_store) == before
    damaged = update(events).where(events.c.match == wrong, events.c.kind == "TurnPlayed")
    await any_store.write(lambda connection: connection.execute(damaged.values(data="{")))
    assert await make_facts_anew(any_store) == (5, 1)
    row = (await rows_of(any_store))[wrong]
    assert (row.readable, row.turns, row.moves) == (False, 0, "")
    assert row.shown is before[wrong].shown, "it is listed as one that can't be read"
    # A result that can't be read has no facts, and holds up no other.
    async with any_store._database.transaction() as connection:
        await connection.execute(
            update(results).where(results.c.match == numbers[0]).values(data="{")
        )
        await connection.execute(delete(facts))
    await make_facts_anew(any_store)
    assert set(await rows_of(any_store)) == set(numbers[1:])


async def test_a_name_that_is_forgotten_leaves_the_facts(any_store):
    """The games stay; the host's word about the pages may come after the end."""
    told, match = next(
        evening
        for evening in (random_evening(Random(seed)) for seed in range(50))
        if evening[1].ended.termination is not Termination.CANCELLED and evening[1].turns
    )
    number = await keep(any_store, 1, told)
    player, before = match.players[0], await rows_of(any_store)
    await Archive(any_store).forget("discord", "1", player.id)
    assert await rows_of(any_store) == before
    assert before[number].turns == len(match.turns)


def test_an_evening_is_of_many_kinds():
    """What the tests above rest on."""
    ends = [random_evening(Random(seed))[1] for seed in range(60)]
    assert {type(match.ended) for match in ends} == {MatchEnded}
    assert len({match.ended.termination for match in ends}) >= 3
    assert all(isinstance(player, Player) for match in ends for player in match.players)
    assert all(fold(told) == match for told, match in map(random_evening, map(Random, range(9))))
