"""Searches among ended matches, in both databases, against looking at each match by itself."""

from collections import Counter
from random import Random

from referee.tables import BLUE, RED
from servers.evenings import random_evening

from bot.servers.facts import facts_of
from bot.servers.results import result_of
from bot.storage.codec import microseconds
from bot.storage.player_records import PlayerRecords
from bot.storage.records import ORDERS, Records, RecordSearch, Shelf
from storage.test_facts import keep, rows_of

HERE = Shelf("discord", "1")
MATCHES = 24


async def held(store):
    """Some matches; those that the pages list, with their facts and results."""
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


async def test_openings_are_counted(any_store):
    """The first turns of every game, and who made them."""
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


async def test_a_player_is_counted_as_they_played(any_store):
    """Counted matches that the pages list, of which somebody played all."""
    listed = await held(any_store)
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
        ended = {number: microseconds(result.at) for number, (_, result) in listed.items()}
        points = {point.ended for point in await people.rating_points(HERE, player.id)}
        assert {ended[number] for number in wanted} <= points <= set(ended.values())
        assert await people.find(HERE, player.id) is not None
    shown = await Records(any_store).shown_players(HERE)
    assert shown == {player.id for _, result in listed.values() for player in result.players}
    assert len(await rows_of(any_store)) == MATCHES
