"""Time off duty is charged to nobody, what was said meanwhile is ruled, and clocks may be wrong."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from loopback import Answer, Hang
from loopback.snowflakes import Snowflakes

from bot.timing import uptime
from bot.venues.discord import client, gateway
from end_to_end.failing import answers, play_on, told, until
from end_to_end.house import DiscordHouse, house

TEN_MINUTES = timedelta(minutes=10)


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_broken_gateway_costs_nobody_anything(place, resumable):
    """What was said meanwhile is ruled in the order of the stamps, and no clock ran."""
    await place.start()
    await place.pass_time(10)
    place.discord.gateway.accepting = False
    await place.discord.gateway.drop(resumable=resumable)
    await place.discord.gateway.wait_disconnected()
    place.clock.advance(timedelta(hours=1))
    said = []
    for player, text in ((place.blue, "A1"), (place.red, "E5"), (place.blue, "C3 F3")):
        said.append(await place.say(player, text))
        place.clock.advance(timedelta(minutes=20))
    place.discord.gateway.accepting = True
    await until(place, lambda: answers(place, said[2]), "the last turn to be ruled")
    assert "It is Red's turn" in answers(place, said[0])[0]
    assert "**E5**" in answers(place, said[1])[0]
    assert "**C3 F3**" in answers(place, said[2])[0]
    assert "Banks: Red 5:00 · Blue 5:00" in (await place.announcement("I was away")).content


async def test_reading_what_was_missed_is_tried_until_it_succeeds(place):
    """The channel's history answers 503 for a while: nothing is ruled out of order meanwhile."""
    await place.start()
    await place.discord.gateway.drop(resumable=False)
    missed = await place.say(place.red, "E5", deliver=False)
    place.discord.faults.next("GET /channels/*/messages*", Answer(503), times=4)
    await until(place, lambda: answers(place, missed), "the missed turn to be ruled")
    assert not place.discord.faults.pending
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")


@asynccontextmanager
async def back_while_another_room_hangs(
    folder: Path, clock: str, log: pytest.LogCaptureFixture
) -> AsyncIterator[DiscordHouse]:
    """Matches on two servers; the connection is back, and the history of the other room hangs.

    What is done meanwhile has to be over before that reading is given up.
    """
    async with house(folder) as place:
        other = place.discord.guild("Elsewhere")
        for person in (place.host, place.red, place.blue):
            place.discord.join(other, person)
        first, place.room = place.room, place.discord.text_channel(other, "slow")
        await place.start()
        slow, place.room = place.room, first
        await place.start(clock=clock)
        place.discord.faults.next(f"GET /channels/{slow.id}/messages*", Hang(), times=50)
        await place.discord.gateway.drop(resumable=False)
        await place.discord.gateway.wait_disconnected()
        await place.discord.gateway.wait_connected()
        yield place
        assert "did not answer in time" not in log.text


async def test_time_is_called_where_the_room_was_read_while_another_hangs(tmp_path, caplog):
    """The history of one channel hangs; in the other one Blue's bank of 5 s runs out meanwhile."""
    async with back_while_another_room_hangs(tmp_path, "5s", caplog) as place:
        await place.play(place.red, "E5")
        # The bank, the haze and the grace: less than a history that hangs is waited for.
        # In steps, as a machine lives that is awake.
        await place.pass_time(12)
        assert "Ann" in (await place.announcement("ran out")).content


async def test_acts_are_carried_out_where_the_room_was_read_while_another_hangs(tmp_path, caplog):
    """A slash command, a typed one, a press: each waits for its own match and no other."""
    async with back_while_another_room_hangs(tmp_path, "10m", caplog) as place:
        place.slash(place.host, "host pause")
        await place.announcement("Host paused the match")
        await place.order(place.host, "match resume")
        await place.announcement("Host resumed the match")
        place.slash(place.red, "match ask", what="pause")
        asked = await place.announcement("asks for a pause")
        place.click(asked, "Accept", place.blue)
        await place.announcement("agreed on a pause")


async def test_a_silence_longer_than_a_heartbeat_is_an_absence(place, monkeypatch):
    """The machine slept and the connection survived: what was not told is read."""
    await place.start()
    missed = await place.say(place.red, "E5", deliver=False)
    monkeypatch.setattr(gateway, "uptime", lambda: uptime() + TEN_MINUTES)
    place.clock.advance(TEN_MINUTES)
    await place.say(place.fan, "anybody there?")
    await until(place, lambda: told(place, "I was away for 10:0"), "the referee to be back")
    assert "**E5**" in answers(place, missed)[0]
    assert "Blue 5:00" in told(place, "I was away for 10:0")[0]


async def test_a_turn_among_hundreds_of_messages_is_found(place):
    """The room was lively while the referee was away: all pages of the history are read."""
    await place.start()
    await place.close()
    for number in range(130):
        await place.say(place.fan, f"chatter {number}")
        place.clock.advance(timedelta(milliseconds=5))
    missed = await place.say(place.red, "E5")
    await place.open()
    await place.discord.wait_until(lambda: answers(place, missed))
    assert "**E5**" in answers(place, missed)[0]


@pytest.mark.parametrize(("outage", "most"), [(False, 3600), (True, 0.05)])
async def test_a_session_is_ready_as_soon_as_every_server_was_told_of(
    place, monkeypatch, outage, most
):
    """discord.py would wait for a further one, and long; one in an outage holds up no other."""
    await place.close()
    monkeypatch.setattr(client, "GUILDS_TIMEOUT", most)
    elsewhere = place.discord.guild("Elsewhere")
    if outage:
        place.discord.outage(elsewhere)
    await place.open()
    await place.start()


async def test_the_date_of_somebody_in_between_ends_nobodys_time(place):
    """A proxy answers for Discord once, and its clock is ten minutes ahead."""
    await place.start()
    await place.pass_time(5)
    right = place.discord.clock
    place.discord.clock = lambda: right() + TEN_MINUTES
    place.discord.faults.next("POST /interactions/*", Answer(502))
    place.slash(place.fan, "match clock")
    await place.discord.wait_until(lambda: not place.discord.faults.pending)
    place.discord.clock = right
    await place.pass_time(8)
    assert "Banks: Red 5:00" in (await place.play(place.red, "E5")).content
    assert not told(place, "ran out")


async def test_a_machine_that_stood_still_charges_nobody(place):
    """It was suspended, its clocks with it, and the connection survived: Discord's stamps tell."""
    await place.start()
    await place.pass_time(5)
    right = place.discord.clock
    place.discord.clock = lambda: right() + TEN_MINUTES
    place.discord.ids = Snowflakes(place.discord.clock)
    await place.say(place.fan, "is anybody there?")
    await until(place, lambda: told(place, "I was away for 10:0"), "the referee to be back")
    assert "Banks: Red 5:00" in (await place.play(place.red, "E5")).content
    assert not told(place, "ran out")


@pytest.mark.real_time
async def test_a_loop_that_stood_still_was_not_on_duty(place):
    """Something held up everything for six seconds, and the connection survived it."""
    await place.start()
    await place.pass_time(30)
    time.sleep(6)  # noqa: ASYNC251 - this is what stands still
    await place.announcement("I was away for 0:0")
    assert "Banks: Red 5:00" in (await place.play(place.red, "E5")).content
