"""The sparring partner at the desk: a process thinks, in a match or in a cup."""

import asyncio
import os
import resource
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import pytest
from fakes import BLUE, HOST, RED, ROOM, SECOND, TERMS, FakeHouse
from settling import meanwhile
from thinker import thinker

from bot.cups import acts
from bot.cups.entry import Seeding
from bot.desk.sparring import RETRY_MAX, Sparring
from bot.desk.thinker import GUESS, IDLE_TIMEOUT, SAFE, Speed, ThinkingError, cost_of, slot
from bot.desk.thinking import Thinking
from bot.engine.turn import Colour
from bot.players.game import Game
from bot.players.levels import Level
from bot.referee.events import MatchOpened, Player, Request, Termination, TurnPlayed
from bot.referee.match import Match, Status
from bot.referee.partner import Pace
from bot.referee.ruling import Ignored
from bot.referee.submission import (
    Ask,
    Ready,
    ReplacePlayer,
    Resign,
    Resume,
    Said,
    StartNow,
    Submission,
    Undo,
)
from bot.servers.results import result_of
from bot.wording.sparring import partner_gone_text
from desk.cup_house import CupHouse

PARTNER = Player("referee", "Referee (gentle)", "gentle")
SMALL = replace(TERMS, side=3)
EMPTY = Game("genius", 3)


@asynccontextmanager
async def thinking_at(place: FakeHouse) -> AsyncIterator[Thinking]:
    """A process that thinks, and the partner that plays with it, at a house's desk."""
    async with thinker(place.clock) as thinking:
        place.desk.thinking = thinking
        async with meanwhile(Sparring(place.desk, place.clock).run()):
            yield thinking


@pytest.fixture
async def place(idle: FakeHouse) -> AsyncIterator[FakeHouse]:
    async with thinking_at(idle):
        yield idle


@pytest.fixture
def thinking(place: FakeHouse) -> Thinking:
    return place.desk.thinking


async def open_match(place: FakeHouse, other: Player = PARTNER, *, begun: bool = True) -> int:
    number = await place.desk.open(ROOM, MatchOpened(place.clock.now(), HOST, (RED, other), SMALL))
    if begun:
        await place.act(HOST, StartNow())
    return number


def slow(place: FakeHouse, thinking: Thinking) -> tuple[asyncio.Event, list]:
    """Answers of the process wait for the event; the questions that it was asked."""
    go_on, questions, think = asyncio.Event(), [], thinking.turn

    async def slowly(*question, **how):
        questions.append(question)
        place.world.bell.ring()
        answer = await think(*question, **how)
        await go_on.wait()
        return answer

    thinking.turn = slowly
    return go_on, questions


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def turns_told(place: FakeHouse) -> int:
    return sum(" played " in text for text in place.world.texts())


async def now(place: FakeHouse) -> Match:
    return (await place.desk.latest(ROOM))[1]


async def played(place: FakeHouse, turns: int) -> Match:
    await place.world.until(lambda: turns_told(place) >= turns)
    await place.settled()
    return await now(place)


async def test_a_match_against_the_partner_goes_to_its_end(place) -> None:
    """It needs no Ready; every turn of its is ruled, clocked and told like a person's."""
    number = await open_match(place, begun=False)
    await place.act(RED, Ready())
    spelling, done = (await now(place)).spelling, 0
    while not (match := await played(place, done)).over:
        if match.to_move is Colour.FIRST:
            empty = match.position.board.full & ~match.position.occupied
            cell = (empty & -empty).bit_length() - 1
            await place.hear(RED, spelling.board.name(cell))
            done += 1
        if not (await now(place)).over:
            done += 1
    events = (await place.store.load(number)).events
    turns = [event for event in events if isinstance(event, TurnPlayed)]
    assert {turn.colour for turn in turns[1::2]} == {Colour.SECOND}
    assert all(turn.used is not None for turn in turns)
    assert len({turn.turn for turn in turns}) == len(turns) == turns_told(place)
    # It is not a result between two people.
    assert result_of(number, events).counts is False
    assert not any("referee" in seen.announcement.ping for seen in place.world.announced())


@pytest.mark.parametrize(
    ("resigns", "stone", "told"),
    [
        (True, "B2", "**Red wins**"),
        (False, "B2", "**Blue** played"),
        (True, "A1", "**Blue** played"),
    ],
)
async def test_partner_resigns_with_proof_of_a_loss(place, resigns, stone, told) -> None:
    """On side 2 the middle wins, whatever Blue plays, and no other cell does (by brute force)."""
    terms = replace(TERMS, side=2, resigns=resigns)
    await place.start(terms, players=(RED, PARTNER))
    await place.hear(RED, stone)
    await place.world.until(lambda: any(told in text for text in place.world.texts()))
    await place.settled()
    match = await now(place)
    assert match.over == (told != "**Blue** played")
    assert match.ended is None or match.ended.termination is Termination.RESIGNATION


async def test_thought_for_another_position_is_dropped(place, thinking) -> None:
    """The host takes the turn back while the partner thinks: it is Red's turn, and stays so."""
    await open_match(place)
    go_on, questions = slow(place, thinking)
    await place.hear(RED, "C3")
    await place.world.until(lambda: questions)
    await place.act(HOST, Undo(1))
    await place.hear(RED, "A1")
    go_on.set()
    match = await played(place, 3)
    assert [turn.colour for turn in match.turns] == [Colour.FIRST, Colour.SECOND]
    assert match.turns[0].turn == "A1"
    assert [game.stones[0].bit_count() for game, *_ in questions] == [1, 1]
    assert questions[0] != questions[1]


async def test_after_a_restart_the_partner_plays_the_turn_it_owes_once(idle) -> None:
    """Killed when Red's turn was told and the partner's was not played yet."""
    await open_match(idle)
    await idle.hear(RED, "C3")
    assert len((await now(idle)).turns) == 1
    await idle.kill()
    await idle.open()
    async with thinking_at(idle):
        idle.desk.duty.leave(idle.venue)
        await idle.desk.duty.come_back(idle.venue)
        match = await played(idle, 2)
        assert [turn.colour for turn in match.turns] == [Colour.FIRST, Colour.SECOND]


async def test_the_host_can_seat_the_partner_in_the_middle_of_a_match(place) -> None:
    """Bob has left: from then on the partner plays, and the match counts for nobody."""
    number = await open_match(place, BLUE)
    await place.hear(RED, "C3")
    await place.act(HOST, ReplacePlayer("blue", PARTNER))
    match = await played(place, 2)
    assert match.players[1] == PARTNER
    assert [turn.colour for turn in match.turns] == [Colour.FIRST, Colour.SECOND]
    await place.act(RED, Resign())
    assert result_of(number, (await place.store.load(number)).events).counts is False


async def test_the_partner_agrees_to_what_its_opponent_asks(place) -> None:
    await open_match(place)
    await place.hear(RED, "C3")
    await played(place, 2)
    await place.act(RED, Ask(Request.UNDO))
    await place.world.until(lambda: any("taken back" in one for one in place.world.texts()))
    assert (await now(place)).turns == ()


async def test_match_pauses_when_the_partner_keeps_dying(place, thinking) -> None:
    """It is tried three times; when the host resumes and it lives again, it plays."""
    start = thinking.for_turns._start
    tries = []

    async def stillborn():
        process = await start()
        process.send_signal(signal.SIGKILL)
        await process.wait()
        tries.append(process.pid)
        return process

    thinking.for_turns._start = stillborn
    await open_match(place)
    await place.hear(RED, "C3")
    await place.world.until(lambda: any("⏸" in one for one in place.world.texts()))
    assert (await now(place)).status is Status.PAUSED
    assert len(tries) == 3
    assert place.world.whispered == [(HOST, partner_gone_text())]
    thinking.for_turns._start = start
    await place.act(HOST, Resume())
    assert [turn.colour for turn in (await played(place, 2)).turns] == [0, 1]


async def test_killing_the_process_costs_no_turn(place, thinking):
    """It dies between two questions, and in the middle of one: the answer comes from another."""
    first = await thinking.turn(EMPTY, Level.GENTLE, 1)
    os.kill(thinking.for_turns.process_id, signal.SIGKILL)
    assert await thinking.turn(EMPTY, Level.GENTLE, 1) == first
    # It has the question and can't answer it: another is asked.
    await thinking.review(EMPTY, (), 1)
    alive = thinking.for_reviews.process_id
    os.kill(alive, signal.SIGSTOP)
    asked, write = asyncio.Event(), thinking.for_reviews._process.stdin.write

    def written(line: bytes) -> None:
        write(line)
        asked.set()

    thinking.for_reviews._process.stdin.write = written
    reviewed = asyncio.create_task(thinking.review(EMPTY, (), 1))
    await asked.wait()
    os.kill(alive, signal.SIGKILL)
    assert (await reviewed).turns == ()
    assert thinking.for_reviews.process_id != alive
    full = replace(EMPTY, stones=((1 << 19) - 1, 0))
    with pytest.raises(ThinkingError):
        await thinking.turn(full, Level.GENTLE, 1)
    assert len((await thinking.turn(EMPTY, Level.GENTLE, 1)).drops) == 1


async def test_partner_s_turn_that_is_due_first_is_thought_out_first(place, thinking) -> None:
    """Asked for in another order while the process stands still; a review holds up none."""
    answered: list[str] = []

    async def ask(name: str, question) -> None:
        await question
        answered.append(name)

    def due(seconds: int) -> Pace:
        return Pace(seconds * SECOND, 90 * SECOND)

    os.kill(await started(thinking), signal.SIGSTOP)
    asked = [
        ask("at any time", thinking.turn(EMPTY, Level.STEADY, 1)),
        ask("in 9 seconds", thinking.turn(EMPTY, Level.GENTLE, 2, due(9))),
        ask("in 1 second", thinking.turn(EMPTY, Level.GENTLE, 3, due(1))),
        ask("in 5 seconds", thinking.turn(EMPTY, Level.GENTLE, 4, due(5))),
    ]
    asking = asyncio.gather(*asked)
    await thinking.review(EMPTY, (), 1)
    os.kill(thinking.for_turns.process_id, signal.SIGCONT)
    await asking
    assert answered == ["in 1 second", "in 5 seconds", "in 9 seconds", "at any time"]


async def started(thinking: Thinking) -> int:
    await thinking.turn(EMPTY, Level.GENTLE, 1)
    return thinking.for_turns.process_id


async def test_partner_plays_at_a_glance_at_the_latest_moment(place, thinking) -> None:
    """The process stands still: what one look promises is played, and another process is there."""
    stuck = await started(thinking)
    os.kill(stuck, signal.SIGSTOP)
    asked = asyncio.create_task(thinking.turn(EMPTY, Level.STRONG, 1, Pace(SECOND, 3 * SECOND)))
    while not asked.done():
        place.clock.advance(SECOND / 10)
        await asyncio.sleep(0.01)
    assert len((await asked).drops) == 1
    assert len((await thinking.turn(EMPTY, Level.GENTLE, 1)).drops) == 1
    assert thinking.for_turns.process_id != stuck


async def test_a_question_of_a_match_that_has_ended_is_dropped(place, thinking) -> None:
    """Red resigns while the partner thinks: the process is free for others."""
    stuck = await started(thinking)
    os.kill(stuck, signal.SIGSTOP)
    await open_match(place)
    place.clock.advance(SECOND)
    await place.desk.submit(ROOM, Submission(RED, Said("C3"), place.clock.now(), "m1"))
    await place.world.until(lambda: turns_told(place) == 1)
    while thinking.for_turns._asked < 2:  # noqa: ASYNC110 - nobody tells that it is asked
        await asyncio.sleep(0.01)
    await place.desk.submit(ROOM, Submission(RED, Resign(), place.clock.now()))
    # The one that stands still can't answer this one; nothing but another process can.
    assert len((await thinking.turn(EMPTY, Level.GENTLE, 1)).drops) == 1
    assert len((await now(place)).turns) == 1


async def test_both_processes_are_bounded_and_give_way(place, thinking) -> None:
    """A question that would take all memory ends its process, and not the machine."""
    await started(thinking)
    await thinking.review(EMPTY, (), 1)
    for one in (thinking.for_turns, thinking.for_reviews):
        assert os.getpriority(os.PRIO_PROCESS, one.process_id) == 19
        assert resource.prlimit(one.process_id, resource.RLIMIT_DATA)[0] <= 1 << 30


async def test_the_process_is_gone_after_ten_idle_minutes_and_comes_back(place, thinking) -> None:
    """It is started when first needed, so a referee that nobody spars with has none."""
    assert thinking.for_turns.process_id is None
    await thinking.turn(EMPTY, Level.GENTLE, 1)
    known = thinking.for_turns.process_id
    assert os.getpriority(os.PRIO_PROCESS, known) >= 10
    while thinking.for_turns.process_id is not None:
        place.clock.advance(IDLE_TIMEOUT)
        await asyncio.sleep(0.01)
    # It is let go of first, and killed a moment later.
    while is_running(known):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await thinking.turn(EMPTY, Level.GENTLE, 1)
    assert thinking.for_turns.process_id not in (None, known)


def wait_of(place: FakeHouse) -> timedelta:
    wake = place.clock.next_wake()
    return timedelta.max if wake is None else wake - place.clock.now()


async def test_while_nothing_can_be_ruled_a_turn_is_thought_out_once(place, thinking) -> None:
    """The venue is away for some seconds: the same turn is offered again until it is ruled."""
    await open_match(place)
    go_on, questions = slow(place, thinking)
    await place.hear(RED, "C3")
    await place.world.until(lambda: questions)
    place.desk.duty.leave(place.venue)
    answers, submit = [], place.desk.submit_to

    async def offered(*act):
        place.world.bell.ring()
        answers.append(await submit(*act))
        place.world.bell.ring()
        return answers[-1]

    place.desk.submit_to = offered
    go_on.set()
    while not answers:
        place.clock.advance(SECOND / 10)
        await asyncio.sleep(0.01)
    assert isinstance(answers[0].ruling, Ignored)
    assert turns_told(place) == 1
    await place.desk.duty.come_back(place.venue)
    # No further than to its next try: the clock runs again.
    await place.world.until(lambda: wait_of(place) <= RETRY_MAX or turns_told(place) == 2)
    place.clock.advance(wait_of(place) if turns_told(place) == 1 else timedelta(0))
    await place.world.until(lambda: turns_told(place) == 2)
    assert len(questions) == 1
    assert place.world.whispered == []


async def test_a_machine_that_can_start_no_thread_ends_no_referee(place, thinking, monkeypatch):
    start = asyncio.create_subprocess_exec

    async def refused(*_: object, **__: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refused)
    with pytest.raises(ThinkingError):
        await thinking.turn(EMPTY, Level.GENTLE, 1)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    assert len((await thinking.turn(EMPTY, Level.GENTLE, 1)).drops) == 1


async def test_ann_beats_the_partner_through_a_crash_after_every_event(idle: FakeHouse):
    """It gets ready by itself; she resigns, it is champion, and nobody's rating has changed."""
    cup = CupHouse(idle)
    await cup.open(1, terms=replace(TERMS, side=3))
    await cup.do(lambda state, by: acts.start(state, by, Seeding.ORDER, {}, "lot", (), PARTNER))
    cup.crash_at_events()
    crashes, is_over = 0, False
    while not is_over:
        async with thinking_at(idle):
            is_over = await _play_on(cup)
        if not is_over:
            crashes += 1
            await cup.crash()
            cup.crash_at_events()
    assert crashes > 4
    held = await cup.held()
    assert [player for _, player in held.state.end.places] == [PARTNER.id, "ann"]
    (game,) = held.state.meeting(1).games
    result = result_of(game.match, (await idle.store.load(game.match)).events)
    assert result.sparring
    assert not result.counts
    ended = next(one for one in idle.world.announced() if "is the champion" in one.text)
    assert not ended.announcement.ping, "it does not call itself"


async def _begun(cup: CupHouse, match: int) -> None:
    live = await cup.place.desk._ledger.find(match)
    cup.place.desk.watchers.append(lambda _: cup.place.world.bell.ring())
    await cup.place.world.until(lambda: live.match.status is not Status.WAITING)


async def _play_on(cup: CupHouse) -> bool:
    """Ann gets ready and resigns, until the cup is over and told of, or crashes."""
    while True:
        held = await cup.held()

        def is_over(held=held) -> bool:
            return not held.state.is_open and held.untold is None

        def waits(held=held) -> bool:
            return any(one.game is not None for one in held.state.playing)

        await cup.place.world.until(lambda: cup.crashed or is_over() or waits())
        if cup.crashed or is_over():
            return not cup.crashed
        meeting = held.state.playing[0]
        match = await cup.match(meeting)
        if match.over:
            await cup.place.world.until(lambda: cup.crashed or is_over())
            continue
        if match.status is Status.WAITING:
            await cup.act(meeting, "ann", Ready())
            await _begun(cup, meeting.game.match)
        await cup.act(meeting, "ann", Resign())


COST = cost_of(Game("genius", 3), Level.STRONG)
"""Nineteen cells are empty."""


def test_speed_gives_a_search_as_long_as_there_is_time_for():
    """All of it, a part, or one look; unknown is guessed, and what was learnt is used."""
    assert slot(SECOND, 3 * SECOND, [3 * SECOND] * 9) == 0.2 * SECOND
    assert slot(SECOND, 3 * SECOND, [60 * SECOND] * 9) == 2 * SECOND
    assert slot(SECOND, 3 * SECOND, []) == 2 * SECOND
    assert slot(4 * SECOND, 3 * SECOND, []) == 0 * SECOND
    speed = Speed()
    assert speed.full(COST) == 19 * GUESS
    assert speed.share(COST, 60 * SECOND) == 1
    assert speed.share(COST, 0.01 * SECOND) == 0
    speed.learn(COST, 0.5, 4 * SECOND)
    assert speed.full(COST) / SECOND == pytest.approx(8, abs=0.001)
    assert speed.share(COST, SECOND) == pytest.approx(SAFE / 8, abs=0.001)
    # A faster one is believed slowly, and a slower one at once.
    speed.learn(COST, 1, 4 * SECOND)
    assert speed.full(COST) / SECOND == pytest.approx(0.7 * 8 + 0.3 * 4, abs=0.001)
    speed.learn(COST, 1, 9 * SECOND)
    assert speed.full(COST) / SECOND == pytest.approx(9, abs=0.001)
