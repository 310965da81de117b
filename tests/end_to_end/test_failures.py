"""What may go wrong between Discord and the referee: nothing is lost, nobody is wronged."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from loopback import Answer, Drop, Duplicate, Hang, Malform, Reorder, Reset

from bot.venue import VenueError
from bot.venues.discord import contact, mishaps
from end_to_end.house import House, house

MESSAGES = "POST /channels/*/messages"
ALL_PATIENCE = timedelta(seconds=15)


def told(place: House, part: str) -> list[str]:
    """The referee's messages in the room with this part in them."""
    said = place.discord.messages(place.room)
    return [one.content for one in said if one.author.bot and part in one.content]


async def until(place: House, check, what: str = "a condition"):
    """Lets time pass until something is so, not too fast: discord.py's own pauses are real."""

    async def tick() -> None:
        while True:
            place.clock.advance(timedelta(seconds=0.5))
            await asyncio.sleep(0.1)
            place.discord.bell.ring()

    ticking = asyncio.create_task(tick())
    try:
        return await place.discord.wait_until(check, ALL_PATIENCE, what)
    finally:
        ticking.cancel()


async def play_on(place: House, player, text: str) -> str:
    """A turn is written and ruled, however long that takes by the clock."""
    said = await place.discord.say(place.room, player, text)
    await until(place, lambda: answers(place, said), f"an answer to {text}")
    (answer,) = answers(place, said)
    return answer


def answers(place: House, said) -> list[str]:
    """What the referee answered to a message."""
    return [
        one.content
        for one in place.discord.messages(place.room)
        if one.author.bot and one.reference == (place.room, said.id)
    ]


# The library's known failures


async def test_a_refused_first_connection_is_tried_again(tmp_path):
    """The gateway refuses everybody when the referee starts; it comes on duty all the same."""
    async with house(tmp_path) as place:
        await place.close()
        place.discord.gateway.accepting = False
        starting = asyncio.create_task(place.open())
        before = len(place.discord.requests)
        await place.discord.wait_request("PUT", "/applications", number=2)
        place.discord.gateway.accepting = True
        await until(place, lambda: place.discord.gateway.live, "a connection")
        await starting
        assert len(place.discord.requests) > before
        await place.start(clock="none")
        assert "**E5**" in await play_on(place, place.red, "E5")


async def test_a_resume_host_that_never_answers_is_given_up(tmp_path):
    """discord.py would knock there for ever; a fresh connection is made instead."""
    async with house(tmp_path) as place:
        await place.start()
        await place.play(place.red, "E5")
        place.discord.gateway.resume_host_up = False
        identified = place.discord.gateway.identifies
        await place.discord.gateway.drop()
        missed = await place.discord.say(place.room, place.blue, "C3 F3")
        await until(place, lambda: place.discord.gateway.identifies > identified, "an IDENTIFY")
        await until(place, lambda: answers(place, missed), "the missed turn to be ruled")
        assert "**C3 F3**" in answers(place, missed)[0]


async def test_a_payload_that_can_not_be_read_ends_nothing(tmp_path):
    """An exception in discord.py's parser ends its client; a new one reads what was said."""
    async with house(tmp_path) as place:
        await place.start()
        broken = Malform(lambda payload: payload | {"author": None})
        place.discord.faults.next("MESSAGE_CREATE", broken)
        assert "**E5**" in await play_on(place, place.red, "E5")
        assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
        assert len(told(place, "played")) == 2


@pytest.mark.parametrize(
    "fault",
    [
        Answer(503),
        Answer(503, after=True),
        Answer(408),
        Answer(429),
        Answer(429, via=False),
        Reset(),
        Reset(after=True),
    ],
    ids=str,
)
async def test_a_failing_send_is_made_once(tmp_path, fault):
    """Whatever becomes of the request or its answer, the room reads the announcement once."""
    async with house(tmp_path) as place:
        await place.start(clock="none")
        place.discord.faults.next(MESSAGES, fault, times=2)
        assert "**E5**" in await play_on(place, place.red, "E5")
        assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
        assert len(told(place, "played")) == 2
        assert not place.discord.faults.pending


@pytest.mark.parametrize("fault", [Hang(), Hang(after=True)], ids=str)
async def test_a_send_without_an_answer_has_a_deadline(tmp_path, monkeypatch, fault):
    """A server that never answers holds nothing up for ever."""
    monkeypatch.setattr(mishaps, "SEND_TIMEOUT", 0.3)
    async with house(tmp_path) as place:
        await place.start(clock="none")
        place.discord.faults.next(MESSAGES, fault)
        assert "**E5**" in await play_on(place, place.red, "E5")
        assert len(told(place, "played")) == 1


async def test_a_halt_of_all_requests_ends(tmp_path, monkeypatch):
    """A request given up while it waits for Discord's global limit must not halt the others."""
    monkeypatch.setattr(mishaps, "SEND_TIMEOUT", 0.3)
    async with house(tmp_path) as place:
        await place.start(clock="none")
        limit = Answer(429, retry_after=timedelta(seconds=60), scope_global=True)
        place.discord.faults.next(MESSAGES, limit)
        assert "**E5**" in await play_on(place, place.red, "E5")


async def test_a_token_that_is_withdrawn_ends_the_referee_with_a_sentence(tmp_path):
    """Nothing can be mended by trying again: whoever runs the referee is told what to check."""
    async with house(tmp_path) as place:
        place.discord.token = place.discord.gateway.token = place.discord.token[::-1]
        await place.discord.gateway.drop(code=4004)
        work, place._work = place._work, None
        await until(place, work.done)
        with pytest.raises(VenueError, match="check DISCORD_TOKEN"):
            await work


# Exactly once


async def test_an_announcement_from_before_a_crash_is_not_made_again(tmp_path):
    """The answer was lost, the process too, and Discord forgot the nonce: the room is searched."""
    async with house(tmp_path) as place:
        await place.start(clock="none")
        place.discord.faults.next(MESSAGES, Reset(after=True))
        await place.discord.say(place.room, place.red, "E5")
        await place.discord.wait_until(lambda: told(place, "played"))
        await place.close()
        place.discord.nonces.clear()
        place.clock.advance(timedelta(hours=1))
        await place.open()
        assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
        assert len(told(place, "played **E5**")) == 1


async def test_a_notice_without_a_picture_is_found_again_though_its_times_differ(tmp_path):
    """The notice of the bank says how much is left, another figure at every try."""
    async with house(tmp_path) as place:
        await place.start()
        place.discord.nonce_window = timedelta(0)
        place.discord.faults.next(MESSAGES, Answer(503, after=True))
        await place.pass_time(64)
        await until(place, lambda: not place.discord.faults.pending)
        await place.pass_time(40)
        for _ in range(2):
            await place.discord.wait_until(lambda: told(place, "your turn time is over"))
            await place.pass_time(5)
        assert len(told(place, "your turn time is over")) == 1


async def test_the_same_notice_in_a_later_turn_is_another_one(tmp_path):
    """A message that looks the same but is older than the last announcement is not taken for it."""
    async with house(tmp_path) as place:
        await place.start()
        turns = ((place.red, "E5"), (place.blue, "C3 F3"), (place.red, "A1 A2"))

        def notices() -> int:
            return sum("turn time is over" in one.content for one in place.discord.posted)

        for number, (player, turn) in enumerate(turns, start=1):
            place.discord.nonces.clear()
            place.discord.faults.next(MESSAGES, Answer(503))
            await place.pass_time(64)
            await until(place, lambda n=number: notices() == n, f"notice {number}")
            await play_on(place, player, turn)
        assert notices() == 3


async def test_what_comes_twice_is_done_once(tmp_path):
    """A press, a command and a turn whose events are told twice."""
    async with house(tmp_path) as place:
        place.discord.faults.next("INTERACTION_CREATE", Duplicate(), times=3)
        answer = await place.slash(
            place.host, "match start", red=place.red, blue=place.blue, where="thread"
        )
        assert "its own room" in answer.content
        (thread,) = place.guild.threads
        opened = await place.announcement("Press Ready", room=thread)
        for player in (place.red, place.blue):
            await place.discord.click(opened, "Ready", player)
        await place.announcement("Both are ready", room=thread)
        place.discord.faults.next("MESSAGE_CREATE", Duplicate(), times=2)
        for player, turn in ((place.red, "E5"), (place.blue, "E5")):
            said = await place.discord.say(thread, player, turn)
            await place.announcement("", room=thread, after=said)
        listed = await place.slash(place.fan, "matches")
        assert listed.content.count("running") == 1
        mine = [one.content for one in place.discord.messages(thread) if one.author.bot]
        assert len(mine) == 4, mine


async def test_a_turn_overtaken_by_the_answer_to_it_is_ruled_first(tmp_path):
    """The stamps' order counts: before a turn is refused as out of turn, the room is read."""
    async with house(tmp_path) as place:
        await place.start(clock="none")
        place.discord.faults.next("MESSAGE_CREATE", Reorder())
        first = await place.discord.say(place.room, place.red, "E5")
        place.clock.advance(timedelta(seconds=1))
        second = await place.discord.say(place.room, place.blue, "C3 F3")
        await place.discord.wait_until(lambda: answers(place, second))
        assert "**E5**" in answers(place, first)[0]
        assert "**C3 F3**" in answers(place, second)[0]


# Off duty


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_broken_gateway_costs_nobody_anything(tmp_path, resumable):
    """What was said meanwhile is ruled in the order of the stamps, and no clock ran."""
    async with house(tmp_path) as place:
        await place.start()
        await place.pass_time(10)
        place.discord.gateway.accepting = False
        await place.discord.gateway.drop(resumable=resumable)
        await place.discord.gateway.wait_disconnected()
        place.clock.advance(timedelta(hours=1))
        said = []
        for player, text in ((place.blue, "A1"), (place.red, "E5"), (place.blue, "C3 F3")):
            said.append(await place.discord.say(place.room, player, text))
            place.clock.advance(timedelta(minutes=20))
        place.discord.gateway.accepting = True
        await until(place, lambda: answers(place, said[2]), "the last turn to be ruled")
        assert "It is Red's turn" in answers(place, said[0])[0]
        assert "**E5**" in answers(place, said[1])[0]
        assert "**C3 F3**" in answers(place, said[2])[0]
        away = await place.announcement("I was away")
        assert "Banks: Red 5:00 · Blue 5:00" in away.content


async def test_reading_what_was_missed_is_tried_until_it_succeeds(tmp_path):
    """The channel's history answers 503 for a while: nothing is ruled out of order meanwhile."""
    async with house(tmp_path) as place:
        await place.start()
        await place.discord.gateway.drop(resumable=False)
        missed = await place.discord.say(place.room, place.red, "E5", deliver=False)
        place.discord.faults.next("GET /channels/*/messages*", Answer(503), times=4)
        await until(place, lambda: answers(place, missed), "the missed turn to be ruled")
        assert not place.discord.faults.pending
        assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")


async def test_a_silence_longer_than_a_heartbeat_is_an_absence(tmp_path, monkeypatch):
    """The machine slept and the connection survived: what was not told is read."""
    async with house(tmp_path) as place:
        await place.start()
        monkeypatch.setattr(contact, "SILENCE", timedelta(milliseconds=20))
        missed = await place.discord.say(place.room, place.red, "E5", deliver=False)
        await asyncio.sleep(0.05)
        await place.discord.say(place.room, place.fan, "anybody there?")
        await place.discord.wait_until(lambda: answers(place, missed))
        assert "**E5**" in answers(place, missed)[0]


async def test_a_turn_among_hundreds_of_messages_is_found(tmp_path):
    """The room was lively while the referee was away: all pages of the history are read."""
    async with house(tmp_path) as place:
        await place.start()
        await place.close()
        for number in range(130):
            await place.discord.say(place.room, place.fan, f"chatter {number}")
            place.clock.advance(timedelta(milliseconds=5))
        missed = await place.discord.say(place.room, place.red, "E5")
        await place.open()
        await place.discord.wait_until(lambda: answers(place, missed))
        assert "**E5**" in answers(place, missed)[0]


async def test_commands_typed_while_the_referee_was_away_are_carried_out(tmp_path):
    """A pause in the right place among the turns."""
    async with house(tmp_path) as place:
        await place.start()
        await place.close()
        for player, text in ((place.red, "E5"), (place.host, "pause tea"), (place.blue, "C3 F3")):
            me = f"<@{place.discord.world.bot.id}> " if "pause" in text else ""
            last = await place.discord.say(place.room, player, me + text)
            place.clock.advance(timedelta(seconds=1))
        await place.open()
        await place.discord.wait_until(lambda: answers(place, last))
        assert "paused" in answers(place, last)[0]
        assert len(told(place, "Host paused the match")) == 1


async def test_a_machine_whose_clock_is_years_wrong_wrongs_nobody(tmp_path):
    """Discord's time is seven years ahead of the machine's; only Discord's counts."""
    async with house(tmp_path) as place:
        ahead = datetime(2033, 1, 1, tzinfo=UTC) - place.clock.now()
        place.clock.advance(ahead)
        await place.start()
        await place.pass_time(59)
        played = await place.play(place.red, "E5")
        assert "Banks: Red 5:00 · Blue 5:00" in played.content


# The outside world


async def test_a_deleted_channel_pauses_the_match_which_goes_on_elsewhere(tmp_path):
    """The host is told in private, moves the match, and what was untold is told there."""
    async with house(tmp_path) as place:
        await place.start()
        await place.play(place.red, "E5")
        other = place.discord.text_channel(place.guild, "arena")
        place.discord.delete_channel(place.room)
        direct = place.discord.direct(place.host)
        told_host = await place.discord.wait_message(direct, "the channel is gone")
        assert "match 1" in told_host.content
        await place.pass_time(1000)
        moved = await place.discord.slash(other, place.host, "match move", to=other, match=1)
        assert "goes on" in moved.content
        await place.announcement("moved the match here", room=other)
        await place.announcement("is paused", room=other)
        await place.discord.slash(other, place.host, "match resume")
        resumed = await place.announcement("resumed", room=other)
        assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
        said = await place.discord.say(other, place.blue, "C3 F3")
        assert "**C3 F3**" in (await place.announcement("played", room=other, after=said)).content


@pytest.mark.parametrize("lost", ["send_messages", "attach_files", "read_message_history"])
async def test_a_lost_permission_pauses_the_match(tmp_path, lost):
    """No clock runs in a room that the referee can't serve; given back, the host resumes."""
    async with house(tmp_path) as place:
        await place.start()
        await place.pass_time(10)
        place.discord.deny(place.room, lost)
        direct = place.discord.direct(place.host)
        await place.discord.wait_message(direct, "I lack the permission")
        await place.pass_time(1000)
        place.discord.allow(place.room, lost)
        await place.announcement("is paused")
        await place.slash(place.host, "match resume")
        resumed = await place.announcement("resumed")
        assert "Banks: Red 5:00 · Blue 5:00" in resumed.content
        assert "**E5**" in (await place.play(place.red, "E5")).content


async def test_a_referee_that_is_thrown_out_and_let_in_again(tmp_path):
    """The match waits, paused."""
    async with house(tmp_path) as place:
        await place.start()
        place.discord.kick_bot(place.guild)
        await place.discord.wait_message(place.discord.direct(place.host), "not on that server")
        await place.pass_time(1000)
        place.discord.invite_bot(place.guild)
        await until(place, lambda: told(place, "is paused"))
        await place.slash(place.host, "match resume")
        await place.announcement("resumed")
        assert "**E5**" in (await place.play(place.red, "E5")).content


@pytest.mark.parametrize("locked", [True, False])
async def test_an_archived_thread_pauses_the_match(tmp_path, locked):
    """A moderator closes the thread of a running match."""
    async with house(tmp_path) as place:
        await place.slash(place.host, "match start", red=place.red, blue=place.blue, where="thread")
        (thread,) = place.guild.threads
        opened = await place.announcement("Press Ready", room=thread)
        await place.discord.click(opened, "Start now", place.host)
        await place.announcement("started", room=thread)
        place.discord.archive(thread, locked=locked)
        why = "locked" if locked else "archived"
        direct = place.discord.direct(place.host)
        await place.discord.wait_message(direct, f"the thread is {why}")
        await place.pass_time(1000)
        place.discord.reopen(thread)
        await until(
            place, lambda: any("is paused" in m.content for m in place.discord.messages(thread))
        )
        await place.discord.slash(thread, place.host, "match resume")
        await place.announcement("resumed", room=thread)
        said = await place.discord.say(thread, place.red, "E5")
        await place.announcement("played", room=thread, after=said)


async def test_a_thread_that_fell_asleep_does_not_pause_the_match(tmp_path):
    """Discord archives a silent thread by itself; whoever writes there opens it again."""
    async with house(tmp_path) as place:
        await place.slash(
            place.host, "match start", red=place.red, blue=place.blue, where="thread", clock="20d"
        )
        (thread,) = place.guild.threads
        opened = await place.announcement("Press Ready", room=thread)
        await place.discord.click(opened, "Start now", place.host)
        await place.announcement("started", room=thread)
        place.clock.advance(timedelta(days=4))
        place.discord.archive(thread)
        said = await place.discord.say(thread, place.red, "E5")
        await place.announcement("played", room=thread, after=said)


async def test_an_outage_of_the_server_stops_the_clock(tmp_path):
    """Discord loses a server for a while: what was said there is read afterwards."""
    async with house(tmp_path) as place:
        await place.start()
        place.discord.outage(place.guild)
        missed = await place.discord.say(place.room, place.red, "E5", deliver=False)
        await place.pass_time(600)
        place.discord.end_outage(place.guild)
        await until(place, lambda: answers(place, missed), "the missed turn to be ruled")
        assert "**E5**" in answers(place, missed)[0]
        assert not told(place, "time ran out")


async def test_a_room_found_closed_at_the_start_pauses_the_match(tmp_path):
    """The channel was closed to the referee while it was away."""
    async with house(tmp_path) as place:
        await place.start()
        await place.close()
        place.discord.deny(place.room, "view_channel")
        await place.open()
        direct = place.discord.direct(place.host)
        await until(place, lambda: place.discord.messages(direct), "the host to be told")
        place.discord.allow(place.room, "view_channel")
        await until(place, lambda: told(place, "is paused"))
        await place.slash(place.host, "match resume")
        resumed = await place.announcement("resumed")
        assert "Banks: Red 5:00 · Blue 5:00" in resumed.content


# Chatter


async def test_refusals_to_one_author_are_limited(tmp_path):
    """Three in words within ten seconds, then a sign; the turn is answered all the same."""
    async with house(tmp_path) as place:
        await place.start()
        tries = [await place.discord.say(place.room, place.red, "Z9") for _ in range(6)]
        await place.discord.wait_until(lambda: all(one.reactions for one in tries[3:]))
        assert [len(answers(place, one)) for one in tries] == [1, 1, 1, 0, 0, 0]
        assert "**E5**" in (await place.play(place.red, "E5")).content
        await place.pass_time(11)
        later = await place.discord.say(place.room, place.red, "C3")
        await place.discord.wait_until(lambda: answers(place, later))


async def test_typed_commands_of_one_author_are_limited(tmp_path):
    """Somebody asks for the status a dozen times at once: most get a sign."""
    async with house(tmp_path) as place:
        await place.start()
        me = place.discord.world.bot.mention
        asked = [await place.discord.say(place.room, place.fan, f"{me} clock") for _ in range(12)]
        await place.discord.wait_until(
            lambda: all(one.reactions or answers(place, one) for one in asked)
        )
        assert sum(len(answers(place, one)) for one in asked) == 8


async def test_a_refusal_that_was_lost_with_the_process_is_made_up_for(tmp_path):
    """Refused and stored, but not answered: the answer follows after the restart, once."""
    async with house(tmp_path) as place:
        await place.start()
        place.discord.faults.next(MESSAGES, Reset(), times=9)
        tried = await place.discord.say(place.room, place.red, "Z9")
        await place.discord.wait_request("POST", f"/channels/{place.room.id}/messages", number=3)
        await place.close()
        place.discord.faults.clear()
        await place.open()
        await place.discord.wait_until(lambda: answers(place, tried))
        await place.discord.gateway.drop(resumable=False)
        await place.discord.gateway.wait_connected(ALL_PATIENCE)
        assert "**E5**" in await play_on(place, place.red, "E5")
        assert len(answers(place, tried)) == 1


async def test_an_event_that_was_never_told_is_found_before_time_is_called(tmp_path):
    """Even a turn that the gateway lost counts, if it was stamped in time."""
    async with house(tmp_path) as place:
        await place.start(clock="1m")
        place.discord.faults.next("MESSAGE_CREATE", Drop())
        said = await place.discord.say(place.room, place.red, "E5")
        await place.pass_time(64)
        await place.discord.wait_until(lambda: answers(place, said))
        assert "**E5**" in answers(place, said)[0]
