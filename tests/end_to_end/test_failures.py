"""The library's known failures, and announcements that are made exactly once all the same."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from loopback import Answer, Delay, Duplicate, Hang, Malform, Reset

from bot.desk.venue import VenueError
from bot.venues.discord import commands, interaction_answers, requests
from bot.venues.discord.message_answers import UNCLEAR
from end_to_end.failing import MESSAGES, answer, answers, play_on, told, until
from end_to_end.house import house

BRIEF = timedelta(milliseconds=20)


def one_of(*faults):
    """The first fault always, the others in number."""
    rest = (pytest.param(one, marks=pytest.mark.thorough, id=str(one)) for one in faults[1:])
    return pytest.mark.parametrize("fault", [pytest.param(faults[0], id=str(faults[0])), *rest])


@pytest.fixture(autouse=True)
def brief_pauses(monkeypatch):
    """Between two tries of one request, which a library makes by the real clock."""
    monkeypatch.setattr(requests, "RETRY_FIRST", BRIEF)
    monkeypatch.setattr(requests, "RETRY_MAX", BRIEF)


async def test_a_refused_first_connection_is_tried_again(place):
    """The gateway refuses everybody when the referee starts; it comes on duty all the same."""
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


@pytest.mark.thorough
async def test_a_resume_host_that_never_answers_is_given_up(place):
    """discord.py would knock there for ever; a fresh connection is made instead."""
    await place.start()
    await place.play(place.red, "E5")
    place.discord.gateway.resume_host_up = False
    identified = place.discord.gateway.identifies
    await place.discord.gateway.drop()
    missed = await place.say(place.blue, "C3 F3")
    await until(place, lambda: place.discord.gateway.identifies > identified, "an IDENTIFY")
    assert "**C3 F3**" in await answer(place, missed)


async def test_a_payload_that_can_not_be_read_ends_nothing(place, caplog):
    """It is logged with its name and skipped, the connection stays, and its room is read."""
    await place.start()
    identified = place.discord.gateway.identifies
    broken = Malform(lambda payload: payload | {"author": None})
    place.discord.faults.next("MESSAGE_CREATE", broken)
    assert "**E5**" in await play_on(place, place.red, "E5")
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
    assert len(told(place, "played")) == 2
    assert place.discord.gateway.identifies == identified
    assert "MESSAGE_CREATE of channel" in caplog.text
    caplog.clear()


@one_of(
    Answer(503, after=True),
    Answer(503),
    Answer(408),
    Answer(429),
    Answer(429, via=False),
    Reset(),
    Reset(after=True),
)
async def test_a_failing_send_is_made_once(place, fault):
    """Whatever becomes of the request or its answer, the room reads the announcement once."""
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, fault, times=2)
    assert "**E5**" in await play_on(place, place.red, "E5")
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
    assert len(told(place, "played")) == 2
    assert not place.discord.faults.pending


GLOBAL_LIMIT = Answer(429, retry_after=timedelta(seconds=60), scope_global=True)


@pytest.mark.thorough
@one_of(Hang(after=True), Hang(), GLOBAL_LIMIT)
async def test_a_send_without_an_answer_has_a_deadline(place, monkeypatch, fault):
    """One that is given up while it waits for Discord's global limit does not halt the others."""
    monkeypatch.setattr(requests, "REQUEST_TIMEOUT", timedelta(seconds=0.3))
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, fault)
    assert "**E5**" in await play_on(place, place.red, "E5")
    assert len(told(place, "played")) == 1


async def test_a_token_that_is_withdrawn_ends_the_referee_with_a_sentence(place):
    """Nothing can be mended by trying again: whoever runs the referee is told what to check."""
    place.discord.token = place.discord.gateway.token = place.discord.token[::-1]
    await place.discord.gateway.drop(code=4004)
    work, place._work = place._work, None
    await until(place, work.done)
    with pytest.raises(VenueError, match="check DISCORD_TOKEN"):
        await work


async def test_an_announcement_from_before_a_crash_is_not_made_again(place):
    """The answer was lost, the process too, and Discord forgot the nonce: the room is searched."""
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, Reset(after=True))
    await place.say(place.red, "E5")
    await place.discord.wait_until(lambda: told(place, "played"))
    await place.close()
    place.discord.nonces.clear()
    place.clock.advance(timedelta(hours=1))
    await place.open()
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
    assert len(told(place, "played **E5**")) == 1


@pytest.mark.thorough
async def test_an_announcement_is_not_made_again_during_the_next_login(place, monkeypatch):
    """The answer is lost and the connection breaks; before the login the referee has no id.

    Whoever looks then for messages of its own finds none.
    """
    monkeypatch.setattr(requests, "REQUEST_TIMEOUT", timedelta(seconds=0.3))
    await place.start(clock="none")
    place.discord.nonce_window = timedelta(0)
    place.discord.faults.next(MESSAGES, Hang(after=True))
    place.discord.faults.next("GET /users/@me", Delay(timedelta(seconds=1)))
    await place.say(place.red, "E5")
    await place.discord.wait_until(lambda: told(place, "played **E5**"))
    # A close code after which a client has to begin anew.
    await place.discord.gateway.drop(code=4012)
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
    assert not place.discord.faults.pending
    assert len(told(place, "played **E5**")) == 1


async def test_a_notice_without_a_picture_is_found_again_though_its_times_differ(place):
    """The notice of the bank says how much is left, another figure at every try."""
    await place.start()
    place.discord.nonce_window = timedelta(0)
    place.discord.faults.next(MESSAGES, Answer(503, after=True))
    await place.pass_time(66)
    await until(place, lambda: not place.discord.faults.pending)
    await place.pass_time(40)
    for _ in range(2):
        await place.discord.wait_until(lambda: told(place, "your turn time is over"))
        await place.pass_time(5)
    assert len(told(place, "your turn time is over")) == 1


async def test_the_same_notice_in_a_later_turn_is_another_one(place):
    """A message that looks the same but is older than the last announcement is not taken for it."""
    await place.start()
    turns = ((place.red, "E5"), (place.blue, "C3 F3"), (place.red, "A1 A2"))

    def notices() -> int:
        return sum("turn time is over" in one.content for one in place.discord.posted)

    for number, (player, turn) in enumerate(turns, start=1):
        place.discord.nonces.clear()
        place.discord.faults.next(MESSAGES, Answer(503))
        await place.pass_time(66)
        await until(place, lambda n=number: notices() == n, f"notice {number}")
        await play_on(place, player, turn)
    assert notices() == 3


async def test_the_same_notice_of_an_earlier_match_is_another_one(place):
    """In each of two matches in one channel a ruled message is edited: the room hears so twice."""
    for number in (1, 2):
        await place.start(clock="none")
        said = await place.discord.say(place.room, place.red, "E5")
        await until(place, lambda n=number: len(told(place, "played **E5**")) == n)
        place.discord.nonces.clear()
        place.discord.faults.next(MESSAGES, Answer(503))
        await place.discord.edit(said, "E6")
        await until(place, lambda n=number: len(told(place, "was edited")) == n)
        await place.slash(place.host, "host cancel", reason="once more", confirm="yes")
        await until(place, lambda n=number: len(told(place, "once more")) == n)


async def test_events_that_come_twice_are_done_once(place):
    """A press, a command and a turn whose events are told twice."""
    place.discord.faults.next("INTERACTION_CREATE", Duplicate(), times=3)
    assert "its own room" in (await place.match_start(where="thread")).content
    (thread,) = place.guild.threads
    opened = await place.announcement("Press Ready", room=thread)
    for player in (place.red, place.blue):
        await place.click(opened, "Ready", player)
    await place.announcement("Both are ready", room=thread)
    place.discord.faults.next("MESSAGE_CREATE", Duplicate(), times=2)
    for player, turn in ((place.red, "E5"), (place.blue, "E5")):
        said = await place.discord.say(thread, player, turn)
        await place.announcement("", room=thread, after=said)
    assert (await place.slash(place.fan, "matches")).content.count("running") == 1
    mine = [one.content for one in place.discord.messages(thread) if one.author.bot]
    assert len(mine) == 4, mine


async def test_a_turn_told_again_in_the_next_match_is_of_the_last_one(place):
    await place.start(clock="none")
    said = await place.say(place.red, "E5")
    await place.announcement("**E5**", after=said)
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("Cancelled", after=said)
    place.clock.advance(timedelta(seconds=1))
    await place.start(clock="none")
    # Within one connection repeats are known as such; a new one knows of none.
    await place.restart()
    assert "**D3**" in await play_on(place, place.red, "D3")
    await place.discord.deliver(said)
    assert "**C3**" in await play_on(place, place.blue, "C3")
    assert "**F6**" in await play_on(place, place.red, "F6")
    assert len(answers(place, said)) == 1
    assert len(told(place, "")) == 4 + 4 + 1, "two matches begun, three turns, one cancelled"


@one_of(Answer(503, after=True), Answer(503), Reset())
async def test_answers_and_signs_outlast_trouble(place, fault):
    """To a turn, to what is no turn, to commands: told all the same, once.

    An answer with a picture is sent anew each time.
    """
    await place.start(clock="none")
    for text in ("F9", f"{place.me} clock", f"{place.me} match board"):
        place.discord.faults.next(MESSAGES, fault, times=5)
        said = await place.say(place.red, text)
        await until(place, lambda m=said: answers(place, m) and not place.discord.faults.pending)
        assert len(answers(place, said)) == 1
    (shown,) = [one for one in place.room.history if one.reference == (place.room, said.id)]
    assert shown.attachments
    place.discord.faults.next("PUT /channels/*/reactions/*", Answer(503), times=5)
    said = await place.say(place.red, "E5 perhaps")
    await until(place, lambda: said.reactions)
    assert list(said.reactions) == [UNCLEAR]
    assert not place.discord.faults.pending
    assert "**E5**" in await play_on(place, place.red, "E5")


async def test_a_refusal_that_was_given_up_is_made_up_for(place, monkeypatch, caplog):
    monkeypatch.setattr(requests, "RETRY_TIMEOUT", timedelta(0))
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, Answer(503), times=99)
    said = await place.say(place.red, "F9")
    await until(place, lambda: f"room {place.room.id}: no answer to message" in caplog.text)
    place.discord.faults.clear()
    await place.discord.gateway.drop(resumable=False)
    await until(place, lambda: answers(place, said))
    assert "**E5**" in await play_on(place, place.red, "E5")
    assert len(answers(place, said)) == 1


async def test_the_host_is_told_of_a_lost_room_whatever_fails(place):
    await place.start()
    place.discord.faults.next("POST /users/@me/channels", Answer(503), times=3)
    place.discord.deny(place.room, "send_messages")
    direct = place.discord.direct(place.host)
    await until(place, lambda: place.discord.messages(direct))
    assert not place.discord.faults.pending


@pytest.mark.thorough
async def test_the_last_warning_is_not_taken_for_the_one_before(place):
    """Two notices that differ by a figure, with no board between them."""
    await place.start(clock="10s+2m")
    await place.pass_time_until("less than 1:00")
    await place.pass_time(45)
    place.discord.faults.next(MESSAGES, Answer(503))
    await until(place, lambda: told(place, "less than 0:10"))
    assert not place.discord.faults.pending
    assert len(told(place, "less than 1:00")) == 1


async def test_a_notice_that_reads_like_the_one_before_is_another_one(place):
    """Two of Red's messages are edited, one after the other; not a word differs."""
    await place.start(clock="none")
    first = await place.say(place.red, "E5")
    await place.announcement("**E5**", after=first)
    await place.play(place.blue, "C3 F3")
    second = await place.say(place.red, "A1 A2")
    await place.announcement("**A1 A2**", after=second)
    await place.discord.edit(first, "E6")
    await until(place, lambda: len(told(place, "was edited")) == 1)
    place.discord.faults.next(MESSAGES, Answer(503))
    await place.discord.edit(second, "A1 A3")
    await until(place, lambda: len(told(place, "was edited")) == 2)
    assert not place.discord.faults.pending


async def test_messages_that_moderators_delete_at_once_are_told_of(place):
    """Those that were ruled, in one sentence; those that were talk are not spoken of."""
    await place.start(clock="none")
    first = await place.say(place.red, "E5")
    await place.announcement("**E5**", after=first)
    second = await place.say(place.blue, "C3 F3")
    await place.announcement("**C3 F3**", after=second)
    talk = await place.say(place.fan, "hm")
    await place.discord.purge(place.room, [talk, second, first])
    await place.announcement("2 messages were deleted", after=second)
    await place.discord.purge(place.room, [second, first])
    assert "**A1 A2**" in await play_on(place, place.red, "A1 A2")
    assert len(told(place, "deleted")) == 1


@pytest.mark.parametrize(
    ("times", "text", "picture", "buttons"),
    [
        (1, "played **E5**", True, False),
        (2, "played **E5**", False, True),
        (3, "played **E5**", False, False),
        (4, "can't put into words", False, False),
    ],
)
async def test_an_announcement_that_discord_does_not_take_is_sent_with_less(
    place, times, text, picture, buttons
):
    """Without buttons, without the picture, in the end without its words; the match goes on."""
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, Answer(400), times=times)
    said = await place.say(place.red, "E5")
    made = await place.announcement(text, after=said)
    assert not place.discord.faults.pending
    assert (bool(made.attachments), bool(made.components)) == (picture, buttons)
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")
    assert not told(place, "paused")


async def test_an_announcement_that_discord_takes_in_no_form_pauses_the_match(place):
    """A typed command whose picture is not taken is answered in words."""
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, Answer(413))
    shown = await place.order(place.fan, "match board")
    await place.discord.wait_until(lambda: answers(place, shown))
    assert len(answers(place, shown)) == 1
    place.discord.faults.next(MESSAGES, Answer(400), times=5)
    said = await place.say(place.red, "E5")
    direct = place.discord.direct(place.host)
    await place.discord.wait_until(lambda: place.discord.messages(direct))
    await place.slash(place.host, "host resume")
    await until(place, lambda: answers(place, said), "the turn to be told")
    assert "**C3 F3**" in await play_on(place, place.blue, "C3 F3")


async def test_a_stop_gives_up_answers_that_are_still_tried(place):
    await place.start(clock="none")
    place.discord.faults.next(MESSAGES, Answer(503), times=999)
    await place.say(place.red, "F9")
    await place.order(place.fan, "clock")
    await place.discord.wait_until(lambda: place.discord.faults.pending < 990)
    waiting = [one for one in asyncio.all_tasks() if "on_message" in one.get_name()]
    assert waiting
    await place.close()
    _, left = await asyncio.wait(waiting, timeout=3)
    assert not left


@one_of(Answer(503, after=True), Answer(503), Reset(after=True))
@pytest.mark.parametrize("slow", [False, True])
async def test_the_answer_to_a_slash_command_is_tried_again(place, monkeypatch, fault, slow):
    """At once or put off, and however often Discord heard it: it is there, and once."""
    await place.start(clock="none")
    if slow:
        monkeypatch.setattr(interaction_answers, "DEFER_AFTER", timedelta(0))
        place.discord.faults.next("PATCH /webhooks/*", fault)
    place.discord.faults.next("POST /interactions/*", fault)
    asked = place.discord.slash(place.room, place.fan, "match status")
    answer = await asked
    assert "Turn 1" in answer.content
    assert not answer.ephemeral
    assert asked.followups == []


async def test_slash_commands_that_are_not_taken_stop_nobody(tmp_path, caplog, monkeypatch):
    """Typed play goes on, the log says it, and the list is sent again: after 5, 10, 20 seconds."""
    sync, refused = "PUT /applications/*/commands", "does not take the slash commands"
    async with house(tmp_path) as place:
        # What is waited for may also come about by a line in the log.
        ringing = logging.Handler()
        monkeypatch.setattr(ringing, "emit", lambda _: place.discord.bell.ring())
        monkeypatch.setattr(commands.log, "handlers", [ringing])
        await place.close()
        sent = place.discord.count("PUT", "/applications")
        place.discord.faults.next(sync, Answer(403), times=3)
        working = asyncio.create_task(place.open())
        await place.discord.wait_request("PUT", "/applications", number=sent + 1)
        await place.discord.gateway.wait_connected()
        people = f"red:{place.red.mention} blue:{place.blue.mention} clock:none"
        await place.say(place.host, f"{place.me} match start {people}")
        opened = await place.announcement("Press Ready")
        for player in (place.red, place.blue):
            await place.click(opened, "Ready", player)
        await place.announcement("Both are ready")
        await place.play(place.red, "E5")
        for number, pause in enumerate((5, 10, 20), start=1):
            await place.discord.wait_until(lambda n=number: caplog.text.count(refused) == n)
            await place.pass_time(pause - 1)
            assert place.discord.count("PUT", "/applications") == sent + number
            await place.pass_time(1)
            await place.discord.wait_request("PUT", "/applications", number=sent + number + 1)
        await working
        assert (await place.slash(place.host, "match status")).content


async def test_a_slash_behind_the_api_address_is_harmless(place):
    """Discord knows no path that begins with two of them."""
    await place.close()
    address = place.settings.discord_api_url
    place.settings = replace(place.settings, discord_api_url=f"{address}/")
    await place.open()
    await place.start(clock="none")
    await place.play(place.red, "E5")


async def test_commands_of_an_older_version_are_replaced_and_the_log_says_so(place, caplog):
    """`/match answer accept` of 2026 is `/match accept` now; nobody is offered both."""
    await place.close()
    accept = {"type": 1, "name": "accept", "description": "Accept what your opponent asks"}
    answers = {"type": 2, "name": "answer", "description": "Answer them", "options": [accept]}
    former = {"type": 1, "name": "match", "description": "Matches", "options": [answers]}
    place.discord.commands.put_all(None, [former])
    caplog.set_level("INFO")
    await place.open()
    await place.discord.wait_until(lambda: "an older version's are gone" in caplog.text)
    assert "are gone: match answer accept" in caplog.text
    offered = place.discord.commands.scope(None).values()
    match = next(command for command in offered if command["name"] == "match")
    assert "answer" not in {option["name"] for option in match["options"]}
    assert {"host", "my"} <= {command["name"] for command in offered}
