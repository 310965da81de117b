"""A server's settings and its ended matches in the database."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from handclock import START
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.fold import fold
from bot.referee.formats import FORMATS
from bot.referee.match import Room
from bot.servers.settings import USUAL, ServerSettings
from bot.storage import schema
from bot.storage.archive import PORTION, Archive
from bot.storage.columns import decode_settings, encode_settings
from bot.storage.failures import DamagedMatchError
from bot.storage.links import Link, Links, Role
from bot.storage.store import Servers, Store, open_store
from renderers import theme as themes
from storage.archived import ANN, BOB, CAT, HOST, WON, play
from storage.kept import address
from storage.samples import IN_A_FILE


async def test_settings_are_kept_per_server(any_store: Store) -> None:
    servers = Servers(any_store)
    assert await servers.rules("discord", "77") == USUAL
    rules = ServerSettings("9", "catena", "30s+2m", "go", True, "post", (timedelta(seconds=5),))
    await servers.change("discord", "77", lambda _: USUAL)
    await servers.change("discord", "77", lambda _: rules)
    assert await servers.rules("discord", "77") == rules
    # As after a restart.
    any_store.settings.clear()
    assert await servers.rules("discord", "77") == rules
    assert await servers.rules("discord", "78") == USUAL
    assert await servers.rules("room", "77") == USUAL


@given(
    st.builds(
        ServerSettings,
        format=st.sampled_from(list(FORMATS)),
        theme=st.sampled_from(themes.names()),
        warnings=st.lists(st.integers(1, 10**6).map(lambda n: timedelta(seconds=n))).map(tuple),
    )
)
def test_settings_are_read_as_they_were_written(rules: ServerSettings) -> None:
    assert decode_settings(encode_settings(rules)) == rules
    assert "\n" not in encode_settings(rules)


def test_settings_are_read_as_far_as_they_are_known():
    """A part of a newer program is passed over; a format or theme that is gone is the usual."""
    for text in ("", "null", "[]", "{}", '{"warnings": 3}', "{"):
        assert decode_settings(text) == USUAL
    values = json.loads(encode_settings(ServerSettings(clock="none")))
    values |= {"mood": "stern", "format": "chess", "theme": "pink", "where": 3}
    assert decode_settings(json.dumps(values)) == ServerSettings(clock="none")
    for settled in (True, False, None):
        assert (
            decode_settings(encode_settings(ServerSettings(coordinates=settled))).coordinates
            is settled
        )


async def test_results_of_a_server(any_store: Store) -> None:
    first = await play(any_store, events.PlayerReplaced(START, Colour.SECOND, CAT, HOST), WON)
    await play(any_store, room=Room("discord", "77", "6"))
    await play(any_store, WON, room=Room("discord", "78", "7"))
    await play(any_store, WON, room=Room("room", "77", "8"))
    second = await play(
        any_store, events.MatchEnded(START, None, events.Termination.CANCELLED, HOST)
    )
    found = await Archive(any_store).results("discord", "77")
    assert [(one.match, one.players, one.counts) for one in found] == [
        (first, (ANN, CAT), True),
        (second, (ANN, BOB), False),
    ]
    assert await Archive(any_store).results("discord", "77", "7") == []
    (last,) = await Archive(any_store).latest("discord", "77", 1)
    assert last == found[1]


@IN_A_FILE
async def test_a_damaged_match_is_left_out_and_forgets_nobody(any_store, caplog):
    """The log names it; where one match can't be read, none is changed, not even one before it."""
    good, broken = await play(any_store, WON), await play(any_store, WON)
    table = schema.events
    async with any_store.transaction() as connection:
        here = (table.c.match == broken, table.c.number == 0)
        damaged = f'{{"id": "{BOB.id}"'
        await connection.execute(update(table).where(*here).values(data=damaged))
    found = await Archive(any_store).results("discord", "77")
    assert [one.match for one in found] == [good]
    assert f"match {broken} can't be read" in caplog.text
    with pytest.raises(DamagedMatchError):
        await Archive(any_store).forget("discord", "77", BOB.id)
    assert BOB.name in repr((await any_store.load(good)).events)


async def test_a_forgotten_player_is_nowhere_in_the_ended_matches(any_store: Store) -> None:
    reason = f"<@{BOB.id}> asked, and <@!{BOB.id}> again"
    number = await play(
        any_store,
        events.MatchStarted(START, BOB),
        events.TurnPlayed(START, Colour.FIRST, "E5", message="31"),
        events.MatchPaused(START, BOB, reason),
        events.MatchResumed(START, ANN),
        WON,
    )
    second = await play(any_store, WON, players=(BOB, CAT))
    elsewhere = await play(any_store, WON, room=Room("discord", "78", "7"))
    still_open = await play(any_store, room=Room("discord", "77", "6"))
    assert len(await Archive(any_store).forget("discord", "77", BOB.id)) == 2
    for match in (number, second):
        found = await any_store.load(match)
        assert BOB.id not in repr(found.events)
        assert BOB.name not in repr(found.events)
        assert fold(found.events).over
    async with any_store.transaction() as connection:
        table = schema.players
        rows = (await connection.execute(select(table.c.match, table.c.player))).all()
    assert {match: {row.player for row in rows if row.match == match} for match, _ in rows} == {
        number: {ANN.id, "somebody-1"}, second: {"somebody-1", CAT.id}, elsewhere: {ANN.id, BOB.id},
        still_open: {ANN.id, BOB.id},
    }  # fmt: skip
    assert len(await Archive(any_store).forget("discord", "77", BOB.id)) == 0


@IN_A_FILE
async def test_forget_gives_each_player_a_name_of_their_own(any_store: Store) -> None:
    archive = Archive(any_store)
    first, second = await play(any_store, WON), await play(any_store, WON, players=(CAT, ANN))
    for number, player in enumerate((HOST, ANN, BOB), 1):
        assert len(await archive.forget("discord", "77", player.id)) > 0, number
    stored = [await any_store.load(match) for match in (first, second)]
    matches = [fold(one.events) for one in stored if one is not None]
    assert {match.host.id for match in matches} == {"somebody-1"}
    assert [one.id for one in matches[0].players] == ["somebody-2", "somebody-3"]
    assert [one.id for one in matches[1].players] == [CAT.id, "somebody-2"]
    await play(any_store, WON, players=(ANN, CAT))
    assert len(await archive.forget("discord", "77", ANN.id)) == 1
    third = (await archive.results("discord", "77"))[-1]
    assert [one.id for one in third.players] == ["somebody-4", CAT.id]


async def test_forget_spares_whoever_only_has_the_same_number(any_store: Store) -> None:
    """On a forum user 7 is not post 7: neither a match nor a link of others is touched."""
    turn = events.TurnPlayed(START, Colour.FIRST, "E5", message="7")
    number = await play(any_store, turn, WON)
    links = Links(any_store)
    token = await links.make(Link(Role.SEAT, match=number, person=ANN.id))
    assert await Archive(any_store).forget("discord", "77", "7") == frozenset()
    assert await links.find([token])
    assert turn in (await any_store.load(number)).events


async def test_forget_of_a_veteran_goes_in_portions_with_one_name(any_store: Store) -> None:
    """More matches than are changed at once: others write meanwhile, and none is left out."""
    ended = [await play(any_store, WON) for _ in range(PORTION + 2)]
    assert await Archive(any_store).forget("discord", "77", BOB.id) == set(ended)
    seated = {fold((await any_store.load(match)).events).players[1] for match in ended}
    assert seated == {events.Player("somebody-1", "somebody 1")}


async def test_forget_spares_a_match_that_was_reopened_between_two_portions(any_store, monkeypatch):
    """Bob has a seat in it again: its record is left as it is."""
    ended = [await play(any_store, WON) for _ in range(PORTION + 2)]
    write, begun = any_store.write, list[object]()

    async def beside_a_host(*work: object, **limit: timedelta) -> object:
        done = await write(*work, **limit)
        if not begun:
            again = update(schema.matches).where(schema.matches.c.id == ended[-1])
            await write(lambda connection: connection.execute(again.values(open=True)))
        begun.append(limit)
        return done

    monkeypatch.setattr(any_store, "write", beside_a_host)
    assert await Archive(any_store).forget("discord", "77", BOB.id) == set(ended[:-1])
    assert fold((await any_store.load(ended[-1])).events).players[1] == BOB


async def test_settings_changed_by_two_at_once_keep_both_changes(any_store, tmp_path):
    """Two managers at two processes; what the first process knew is not written back."""
    servers, other = Servers(any_store), await open_store(address(tmp_path))
    await servers.rules("discord", "77")
    await asyncio.gather(
        servers.change("discord", "77", lambda rules: replace(rules, theme="go")),
        Servers(other).change("discord", "77", lambda rules: replace(rules, clock="none")),
    )
    await servers.change("discord", "77", lambda rules: replace(rules, coordinates=True))
    await other.close()
    found = await servers.fresh("discord", "77")
    assert found == ServerSettings(clock="none", theme="go", coordinates=True)
