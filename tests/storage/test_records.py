"""Facts of ended matches, and searches among them, against looking at each match by itself."""

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from referee.tables import BLUE, HOST, RED, at
from servers.evenings import random_evening
from sqlalchemy import delete, select, update

from bot.referee.events import MatchEnded, MatchReopened, Player, Termination
from bot.referee.fold import fold
from bot.referee.match import Room
from bot.servers.facts import facts_of
from bot.servers.results import result_of
from bot.storage.archive import Archive
from bot.storage.player_records import PlayerRecords
from bot.storage.records import ORDERS, Records, RecordSearch, Shelf
from bot.storage.schema import events, facts, results
from bot.storage.tidying import make_facts_anew
from storage.samples import thorough


async def rows_of(store):
    return await store.read(
        lambda connection: {row.match: row for row in connection.execute(select(facts)).all()}
    )


async def keep(store, number, told):
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
    """After an upgrade there are none; by other hands one is wrong; and one record is damaged."""
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
    async with any_store.transaction() as connection:
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
    ends = [random_evening(Random(seed))[1] for seed in range(60)]
    assert {type(match.ended) for match in ends} == {MatchEnded}
    assert len({match.ended.termination for match in ends}) >= 3
    assert all(isinstance(player, Player) for match in ends for player in match.players)
    assert all(fold(told) == match for told, match in map(random_evening, map(Random, range(9))))


HERE = Shelf("discord", "1")
MATCHES = 24


async def held(store):
    random, told_of = Random(11), {}
    for number in range(MATCHES):
        told, _ = random_evening(random)
        match = await keep(store, number, told)
        result = result_of(match, told)
        told_of[match] = facts_of(result, told), result
    return {number: it for number, it in told_of.items() if it[0].listed}


async def test_searches_find_what_looking_at_each_match_finds(any_store):
    """By game, board, length, opening and player; in every order, page by page, and streamed."""
    listed = await held(any_store)
    assert 3 <= len(listed) < MATCHES
    records = Records(any_store)
    some = next(iter(listed.values()))[0]
    first = some.opening.split("/")[0] + "/" if some.opening else ""
    for search, fits in (
        (RecordSearch(), lambda _, __: True),
        (RecordSearch(ruleset=some.ruleset), lambda facts, _: facts.ruleset == some.ruleset),
        (RecordSearch(side=3), lambda facts, _: facts.side == 3),
        (RecordSearch(fewest=3, most=9), lambda facts, _: 3 <= facts.turns <= 9),
        (
            RecordSearch(side=some.side, opening=first),
            lambda facts, _: facts.side == some.side and facts.opening.startswith(first),
        ),
        (
            RecordSearch(players=(RED.id,)),
            lambda _, result: RED.id in [player.id for player in result.players],
        ),
        (RecordSearch(cup=7), lambda _, __: False),
    ):
        wanted = {number for number, it in listed.items() if fits(*it)}
        assert await records.count(HERE, search) == len(wanted), search
        pages = [await records.page(HERE, search, skip, 2) for skip in range(0, MATCHES, 2)]
        assert {one.match for page in pages for one in page} == wanted, search
        streamed = [one.match async for portion in records.stream(HERE, search) for one in portion]
        assert sorted(streamed) == sorted(wanted)
    for order in ORDERS:
        found = await records.page(HERE, RecordSearch(order=order), 0, MATCHES)
        assert len(found) == len(listed)
        keys = [one.turns if order in ("longest", "shortest") else one.ended for one in found]
        assert keys == sorted(keys, reverse=order in ("longest", "newest")), order
    assert await records.count(Shelf("discord", "2"), RecordSearch()) == 0
    assert await records.cups(HERE, 5) == []


async def test_openings_and_players_are_counted_as_they_played(any_store):
    """Counted matches that the pages list, of which somebody played all."""
    listed = await held(any_store)
    records = Records(any_store)
    games = Counter(
        (facts.ruleset, facts.side)
        for facts, _ in listed.values()
        if facts.opening or not facts.turns
    )
    assert {(key, side): count for key, side, count in await records.games_of(HERE)} == games
    for ruleset, side in games:
        begun = [
            (facts.opening.split("/")[0] + "/", result)
            for facts, result in listed.values()
            if (facts.ruleset, facts.side) == (ruleset, side) and facts.opening
        ]
        search = RecordSearch(ruleset=ruleset, side=side)
        branches = await records.branches(HERE, search)
        assert {one.key: one.games for one in branches} == Counter(key for key, _ in begun)
        for branch in branches:
            ends = [result.winner for key, result in begun if key == branch.key]
            assert branch.wins == (ends.count(0), ends.count(1))
            into = RecordSearch(ruleset=ruleset, side=side, opening=branch.key)
            movers = Counter(result.players[0].id for key, result in begun if key == branch.key)
            assert dict(await records.movers(HERE, into, 9)) == movers
    people = PlayerRecords(any_store)
    for player in (RED, BLUE):
        wanted = {
            number
            for number, (_, result) in listed.items()
            if result.counts and result.seat(player.id) in result.whole
        }
        outings = await people.outings(HERE, player.id)
        assert {one.match for one in outings} == wanted
        for one in outings:
            result = listed[one.match][1]
            assert one.won == (None if result.winner is None else result.winner is one.seat)
        ended = {number: result.at for number, (_, result) in listed.items()}
        points = {point.ended for point in await people.rating_points(HERE, player.id)}
        assert {ended[number] for number in wanted} <= points <= set(ended.values())
        assert await people.find(HERE, player.id) is not None
    shown = await Records(any_store).shown_players(HERE)
    assert shown == {player.id for _, result in listed.values() for player in result.players}
    assert len(await rows_of(any_store)) == MATCHES
