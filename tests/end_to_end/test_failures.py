"""The library's known failures, and announcements that are made exactly once all the same."""

import asyncio
from datetime import timedelta

import pytest
from loopback import Answer, Duplicate, Hang, Malform, Reorder, Reset

from bot.venue import VenueError
from bot.venues.discord import mishaps
from end_to_end.failing import MESSAGES, answers, play_on, told, until
from end_to_end.house import house


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


async def test_a_turn_told_again_in_the_next_match_is_of_the_last_one(tmp_path):
    """The same players, the same channel, and an event that Discord repeats late."""
    async with house(tmp_path) as place:
        await place.start(clock="none")
        said = await place.discord.say(place.room, place.red, "E5")
        await place.announcement("**E5**", after=said)
        await place.slash(place.host, "match cancel")
        await place.announcement("Cancelled", after=said)
        place.clock.advance(timedelta(seconds=1))
        await place.start(clock="none")
        # Within one connection repeats are known as such; a new one knows of none.
        await place.close()
        await place.open()
        assert "**D3**" in await play_on(place, place.red, "D3")
        await place.discord.deliver(said)
        assert "**C3**" in await play_on(place, place.blue, "C3")
        assert "**F6**" in await play_on(place, place.red, "F6")
        assert len(answers(place, said)) == 1
        assert len(told(place, "")) == 4 + 4 + 1, "two matches begun, three turns, one cancelled"


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
