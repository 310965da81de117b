"""The desk and the order of the stamps: what is overtaken, early, late, or of somebody else."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from fakes import BLUE, FAN, HOST, MINUTE, RED, ROOM, house

from bot.desk.venue import VenueError
from bot.referee.events import Termination
from bot.referee.match import Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.submission import MoveMatch, ReplacePlayer, Said, Submission

SECOND = timedelta(seconds=1)


async def test_a_turn_is_looked_for_before_each_refusal_out_of_turn(tmp_path):
    """Also before the second one of a turn: chatter must not cost a legal turn."""
    async with house(tmp_path) as place:
        await place.start()
        early = await place.hear(BLUE, "A1")
        assert early.ruling == Refused(Reason.NOT_YOUR_TURN, words=("A1",))
        place.clock.advance(5 * SECOND)
        late = place.world.say(RED, "E5")
        place.clock.advance(5 * SECOND)
        assert isinstance((await place.hear(BLUE, "C3 F3")).ruling, Ignored), "it was read before"
        assert [turn.turn for turn in (await place.match()).turns] == ["E5", "C3 F3"]
        assert isinstance((await place.submit(late)).ruling, Ignored)


async def test_chatter_out_of_turn_has_the_room_read_once_a_second(tmp_path):
    """A reading answers all that was said before it; nobody is refused unheard."""
    async with house(tmp_path) as place:
        await place.start()
        reads = len(place.venue.reads)
        tries = [asyncio.create_task(place.hear(BLUE, f"A{n}")) for n in (1, 2, 3, 4, 5)]
        answers = await asyncio.gather(*tries)
        assert len(place.venue.reads) == reads + 1
        assert all(isinstance(one.ruling, Refused) for one in answers)
        place.clock.advance(SECOND / 2)
        soon = asyncio.create_task(place.hear(BLUE, "B1"))
        await place.world.until(place.clock.next_wake)
        assert len(place.venue.reads) == reads + 1
        assert isinstance((await place.finish(soon)).ruling, Refused | Ignored)
        assert len(place.venue.reads) == reads + 2


async def test_an_answer_waits_for_the_turn_that_has_arrived_before_it(tmp_path):
    """Red's turn waits in a queue, where reading the room does not find it; Blue's is sent later.

    By the stamps Blue answers it: that is no try out of turn.
    """
    async with house(tmp_path) as place:
        number = await place.start()
        place.clock.advance(SECOND)
        turn = place.world.say(RED, "E5")
        place.clock.advance(SECOND)
        answer = place.world.say(BLUE, "C3 F3")
        del place.world.said[turn.message]
        with place.desk.expecting(number, turn.sent_at):
            heard = asyncio.create_task(place.submit(answer))
            heard.add_done_callback(lambda _: place.world.bell.ring())
            await place.world.until(lambda: heard.done() or place.clock.next_wake())
            assert not heard.done()
            await place.submit(turn)
        assert isinstance((await place.finish(heard)).ruling, Accepted)


async def test_what_was_said_before_a_seat_was_taken_is_no_turn(tmp_path):
    """A spectator's remark does not become their turn when the host seats them."""
    async with house(tmp_path) as place:
        await place.start()
        assert isinstance((await place.hear(FAN, "E5")).ruling, Ignored)
        place.clock.advance(5 * SECOND)
        await place.act(HOST, ReplacePlayer("red", FAN))
        place.clock.advance(5 * SECOND)
        await place.hear(BLUE, "D3")
        assert (await place.match()).turns == ()
        assert isinstance((await place.hear(FAN, "E5")).ruling, Accepted)


async def test_a_turn_on_its_way_is_ruled_before_its_player_leaves(tmp_path):
    """Before a player is replaced, what that player said is read."""
    async with house(tmp_path) as place:
        await place.start()
        place.clock.advance(SECOND)
        place.world.say(RED, "E5")
        place.clock.advance(5 * SECOND)
        await place.act(HOST, ReplacePlayer("red", FAN))
        match = await place.match()
        assert [turn.turn for turn in match.turns] == ["E5"]
        assert match.players[0] == FAN


async def test_a_match_takes_no_turns_along_from_its_new_room(tmp_path):
    """Nor is one left behind in the old room, if that can be read at all."""
    async with house(tmp_path) as place:
        number = await place.start()
        place.clock.advance(SECOND)
        there = replace(ROOM, id="there")
        remark = place.world.say(BLUE, "A1")
        place.world.said[remark.message] = (there, remark)
        place.world.say(RED, "E5")
        place.clock.advance(SECOND)
        await place.act(HOST, MoveMatch("there"))
        await place.close()
        await place.open()
        _, match = await place.desk.match(number)
        assert [turn.turn for turn in match.turns] == ["E5"]


async def test_a_match_leaves_a_room_that_cannot_be_read(tmp_path):
    """A channel that is gone is why matches are moved."""
    async with house(tmp_path) as place:
        await place.start()
        place.venue.unreadable = [VenueError("the channel is gone", lasting=True)]
        assert isinstance((await place.act(HOST, MoveMatch("there"))).ruling, Accepted)


async def test_what_could_not_be_told_in_the_old_room_is_told_in_the_new_one(tmp_path):
    """Whether it is tried again there, or refused for good: the match is not paused for it."""
    async with house(tmp_path) as place:
        await place.start()
        here = ROOM
        for lasting in (False, True):
            failed = VenueError("it does not answer", lasting=lasting)
            place.venue.hung.clear()
            place.venue.refusals = [failed]
            mover, turn = (BLUE, "C3") if lasting else (RED, "E5")
            place.clock.advance(SECOND)
            await place.desk.submit(here, place.world.say(mover, turn))
            tried = len(place.venue.tried)
            await place.world.until(lambda n=tried: len(place.venue.tried) >= n)
            there = replace(ROOM, id=f"there-{lasting}")
            await place.desk.submit(here, Submission(HOST, MoveMatch(there.id), place.clock.now()))
            place.venue.hung.set()
            await place.pass_until(lambda: place.venue.refusals == [])
            await place.finish(asyncio.create_task(place.settled()))
            (told,) = [one for one in place.world.announced() if f"**{turn}**" in one.text]
            assert told.room == there
            here = there
        assert (await place.desk.match(1))[1].status is Status.RUNNING


async def test_no_time_is_called_before_a_form_that_came_in_time(tmp_path):
    """Reading the room finds no forms: what has arrived is waited for."""
    async with house(tmp_path) as place:
        number = await place.start()
        place.clock.advance(6 * MINUTE - SECOND)
        form = Submission(RED, Said("E5"), place.clock.now(), "i77")
        with place.desk.expecting(number, form.sent_at):
            place.clock.advance(10 * SECOND)
            await place.desk.calls.call(number)
            answer = await place.desk.submit_to(number, form)
        assert isinstance(answer.ruling, Accepted)
        await place.settled()
        assert not (await place.match()).over


async def test_a_rivals_words_call_no_time_before_a_form_that_came_in_time(tmp_path):
    """The flag that they show is not called either while the form waits."""
    async with house(tmp_path) as place:
        number = await place.start()
        place.clock.advance(6 * MINUTE - SECOND)
        form = Submission(RED, Said("E5"), place.clock.now(), "i77")
        with place.desk.expecting(number, form.sent_at):
            place.clock.advance(10 * SECOND)
            rival = asyncio.create_task(place.hear(BLUE, "D3"))
            await place.world.until(place.clock.next_wake)
            answer = await place.desk.submit_to(number, form)
        assert isinstance(answer.ruling, Accepted)
        await place.finish(rival)
        assert [turn.turn for turn in (await place.match()).turns] == ["E5", "D3"]


async def test_who_was_replaced_plays_no_more(tmp_path):
    """What was said before is ruled before; what was said since is not."""
    async with house(tmp_path) as place:
        await place.start()
        place.clock.advance(SECOND)
        replaced = Submission(HOST, ReplacePlayer("red", FAN), place.clock.now())
        place.clock.advance(SECOND)
        place.world.say(RED, "E5")
        place.clock.advance(SECOND)
        await place.submit(replaced)
        match = await place.match()
        assert match.turns == ()
        assert match.players[0] == FAN


async def test_a_match_waits_to_be_moved_while_its_room_fails_for_a_moment(tmp_path):
    """A turn on its way there must not be left behind."""
    async with house(tmp_path) as place:
        number = await place.start()
        place.clock.advance(SECOND)
        place.world.say(RED, "E5")
        place.clock.advance(SECOND)
        place.venue.unreadable = [VenueError("Discord answered 503")]
        move = asyncio.create_task(place.act(HOST, MoveMatch("there")))
        await place.finish(move)
        assert [turn.turn for turn in (await place.desk.match(number))[1].turns] == ["E5"]


async def test_a_form_that_came_too_late_holds_nothing_up(tmp_path):
    """Only what was sent before the deadline is waited for."""
    async with house(tmp_path) as place:
        number = await place.start()
        place.clock.advance(6 * MINUTE + SECOND)
        with place.desk.expecting(number, place.clock.now()):
            place.clock.advance(10 * SECOND)
            await place.desk.calls.call(number)
        assert (await place.match()).ended.termination is Termination.TIME


async def test_one_message_that_breaks_the_program_holds_up_no_other(tmp_path):
    """What was read with it is ruled, and it is handed over again."""
    async with house(tmp_path) as place:
        await place.start()
        broken = Submission(RED, Said(None), place.clock.now(), "broken")
        said = place.world.say(RED, "E5")
        answers = await place.desk.read(ROOM, [broken, said])
        assert [submission for submission, _ in answers] == [said]
        assert len((await place.match()).turns) == 1
